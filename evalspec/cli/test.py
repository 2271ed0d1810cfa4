"""`evalspec test`: the cases of specs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from evalspec.author.cases import SpecTest


@click.command("test")
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("-v", "--verbose", is_flag=True, help="Show the ledger of every constraint.")
@click.option(
    "-U", "--update", "rewrite", is_flag=True,
    help="Rewrite the expectations that are missed to what was computed.",
)  # fmt: skip
@click.option("--no-cache", is_flag=True, help="Compile the specs anew.")
@click.pass_context
def command(
    ctx: click.Context,
    specs: tuple[str, ...],
    form: str,
    verbose: bool,
    rewrite: bool,
    no_cache: bool,
) -> None:
    r"""Decide the cases of every SPEC and compare them with what they expect.

    \b
    Exit status: 0 every expectation is met (with -U: afterwards); 1 one is missed; 2 a spec or a
    response is unusable, or no spec has cases.
    """
    tests, unusable = _tests(specs, not no_cache)
    if rewrite:
        tests = [_updated(test) for test in tests]
    _write(tests, form, verbose)
    if tests and not any(test.cases for test in tests):
        click.echo("error: nothing was tested: write `cases:` in the spec", err=True)
        unusable = True
    ctx.exit(2 if unusable else int(any(test.misses for test in tests)))


def _tests(specs: tuple[str, ...], cache: bool) -> tuple[list[SpecTest], bool]:
    """Test every spec that can be used; say what is wrong with the others."""
    from evalspec.author.cases import run_cases
    from evalspec.core.errors import EvalspecError

    tests: list[SpecTest] = []
    unusable = False
    for path in specs:
        try:
            tests.append(run_cases(path, cache=cache))
        except EvalspecError as error:
            click.echo(f"error: {error}", err=True)
            unusable = True
    return tests, unusable


def _updated(test: SpecTest) -> SpecTest:
    """Rewrite what a spec expects, say so, and test it once more."""
    if not test.misses:
        return test
    from evalspec.author.cases import run_cases
    from evalspec.author.cases_text import update_text
    from evalspec.author.update import update

    click.echo(update_text(test.path, update(test)), err=True, nl=False)
    return run_cases(test.path)


def _write(tests: list[SpecTest], form: str, verbose: bool) -> None:
    from evalspec.author.cases_text import cases_data, cases_text

    if form == "text":
        click.echo(cases_text(tests, verbose=verbose), nl=False)
        return
    import json

    click.echo(json.dumps(cases_data(tests), indent=2, ensure_ascii=False))
