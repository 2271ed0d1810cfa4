"""`evalspec report`: results as one HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from evalspec.cli.output import Target, write_text
from evalspec.compare.pairs.comparison import compare_pairs
from evalspec.compare.pairs.load import hold_pairs, load_pairs
from evalspec.report.html.page import render
from evalspec.report.html.read import read_run
from evalspec.report.pairs.compare import written
from evalspec.vocabulary.load import load_lexicon


@click.command("report")
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...")
@click.option("--output", "-o", required=True, metavar="HTML", help="Where to write; `-` prints.")
@click.option("--title", default="", help="Title of the page (default: that of the spec).")
@click.option("--audit", is_flag=True,
              help="Set what judges wrote beside the ledger of the rules, as compare --audit does.",
              )  # fmt: skip
@click.option("--vocabulary", multiple=True, metavar="NAME",
              help="With --audit: words of a domain, for rationales. Repeatable.")  # fmt: skip
def command(
    results: tuple[str, ...], output: str, title: str, audit: bool, vocabulary: tuple[str, ...]
) -> None:
    """Show results as one HTML file that needs no network.

    RESULTS are files of `evalspec run -o` or `evalspec check -f json`; verdicts of several
    files on the same constraint stand side by side. Write them with `--with-responses` to
    see each response with its numbers marked. Results on pairs become a page of their
    figures, with both texts of each pair side by side.
    """
    paths = [Path(name) for name in results]
    text = _pairs(paths) if hold_pairs(paths) else _single(paths, title, audit, vocabulary)
    write_text(Target("html", "" if output == "-" else output), text)


def _single(paths: list[Path], title: str, audit: bool, vocabulary: tuple[str, ...]) -> str:
    lexicon = load_lexicon(vocabulary, None, None).lexicon if audit else None
    return render([read_run(path) for path in paths], title, lexicon)


def _pairs(paths: list[Path]) -> str:
    items = load_pairs(paths)
    return written("html", compare_pairs(items), list(items.by_key.values()))
