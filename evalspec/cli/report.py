"""`evalspec report`: results as one HTML file."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...")
@click.option("--output", "-o", required=True, metavar="HTML", help="Where to write; `-` prints.")
@click.option("--title", default="", help="Title of the page (default: that of the spec).")
def command(results: tuple[str, ...], output: str, title: str) -> None:
    """Show results as one HTML file that needs no network.

    RESULTS are files of `evalspec run -o` or `evalspec check -f json`; verdicts of several
    files on the same constraint stand side by side. Write them with `--with-responses` to
    see each response with its numbers marked.
    """
    from evalspec.cli.output import Target, write_text
    from evalspec.report.html.page import render
    from evalspec.report.html.read import read_run

    text = render([read_run(Path(name)) for name in results], title)
    write_text(Target("html", "" if output == "-" else output), text)
