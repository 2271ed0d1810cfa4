"""`evalspec fmt`: formulas in their canonical text."""

from __future__ import annotations

import sys

import click

from evalspec.author.edits import difference, rewrite
from evalspec.author.fmt import Formatted, format_file, format_text
from evalspec.core.errors import EvalspecError


@click.command("fmt")
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@click.option("--check", is_flag=True, help="Change nothing; exit status 1 when something would.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@click.pass_context
def command(ctx: click.Context, specs: tuple[str, ...], check: bool, diff: bool) -> None:
    """Write the formulas of every SPEC in their canonical text; keep all else as it is.

    `-` reads a spec from standard input and writes it to standard output.

    \b
    Exit status: 0 done; 1 with --check or --diff, when something would change;
    2 a spec is unusable.
    """  # noqa: D301
    changes, unusable = False, False
    for path in specs:
        try:
            formatted = _formatted(path)
            changes |= bool(formatted.edits)
            if check or diff:
                _show(path, formatted, diff)
            else:
                _write(path, formatted)
        except EvalspecError as error:
            click.echo(f"error: {error}", err=True)
            unusable = True
    ctx.exit(2 if unusable else int(changes and (check or diff)))


def _formatted(path: str) -> Formatted:
    return format_text(sys.stdin.buffer.read(), "-") if path == "-" else format_file(path)


def _show(path: str, formatted: Formatted, diff: bool) -> None:
    if not formatted.edits:
        return
    if not diff:
        click.echo(f"{path}: {_counted(len(formatted.edits))} not in canonical text")
        return
    click.echo(difference(path, formatted.text, formatted.edits), nl=False)


def _write(path: str, formatted: Formatted) -> None:
    if path == "-":
        click.echo(formatted.result, nl=False)
        return
    if formatted.edits:
        rewrite(path, formatted.edits)
        click.echo(f"{path}: {_counted(len(formatted.edits))} rewritten", err=True)


def _counted(number: int) -> str:
    return "1 formula" if number == 1 else f"{number} formulas"
