"""`evalspec test`: the cases of specs."""

from __future__ import annotations

import click

from evalspec.author.cases import SpecTest, run_cases
from evalspec.author.cases_text import (
    case_findings,
    cases_data,
    cases_text,
    mutation_findings,
    update_text,
)
from evalspec.author.mutate.summary import mutation_data, mutation_text, percent
from evalspec.author.mutate.trial import Mutation, mutate
from evalspec.author.update import update
from evalspec.core.errors import EvalspecError
from evalspec.report import github, sarif
from evalspec.report.json import indented


@click.command("test")
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@click.option(
    "-f", "--format", "form", type=click.Choice(["text", "json", "github", "sarif"]),
    default="text", show_default=True, help="How to write the results.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show the ledger of every constraint.")
@click.option(
    "-U", "--update", "rewrite", is_flag=True,
    help="Rewrite the expectations that are missed to what was computed.",
)  # fmt: skip
@click.option(
    "--mutate", is_flag=True,
    help="Change passing responses, one thing at a time, and report what was not noticed.",
)  # fmt: skip
@click.option(
    "--min-caught", type=click.FloatRange(0, 100), metavar="PERCENT",
    help="With --mutate: exit status 1 when a spec catches less than this share of mutants.",
)  # fmt: skip
@click.option("--no-cache", is_flag=True, help="Compile the specs anew.")
@click.pass_context
def command(
    ctx: click.Context,
    specs: tuple[str, ...],
    form: str,
    verbose: bool,
    rewrite: bool,
    mutate: bool,
    min_caught: float | None,
    no_cache: bool,
) -> None:
    """Decide the cases of every SPEC and compare them with what they expect.

    \b
    Exit status: 0 every expectation is met (with -U: afterwards); 1 one is
    missed, or less is caught than --min-caught; 2 a spec or a response is
    unusable, or no spec has cases.
    """  # noqa: D301
    tests, unusable = _tests(specs, not no_cache)
    if rewrite:
        tests = [_updated(test) for test in tests]
    mutations = _mutations(tests) if mutate or min_caught is not None else []
    if tests or form != "text":
        _write(tests, mutations, form, verbose)
    if tests and not any(test.cases for test in tests):
        click.echo("error: nothing was tested: write `cases:` in the spec", err=True)
        unusable = True
    missed = any(test.misses for test in tests) or _too_few(mutations, min_caught)
    ctx.exit(2 if unusable else int(missed))


def _tests(specs: tuple[str, ...], cache: bool) -> tuple[list[SpecTest], bool]:
    """Test every spec that can be used; say what is wrong with the others."""
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
    click.echo(update_text(test.path, update(test)), err=True, nl=False)
    return run_cases(test.path)


def _mutations(tests: list[SpecTest]) -> list[Mutation]:
    return [mutate(test) for test in tests if test.cases]


def _too_few(mutations: list[Mutation], least: float | None) -> bool:
    return least is not None and any(percent(mutation) < least for mutation in mutations)


def _write(tests: list[SpecTest], mutations: list[Mutation], form: str, verbose: bool) -> None:
    if form in ("github", "sarif"):
        click.echo(_findings(tests, mutations, form), nl=False)
        return
    if form == "text":
        click.echo(cases_text(tests, verbose=verbose), nl=False)
        for mutation in mutations:
            click.echo(f"\n{mutation_text(mutation, verbose=verbose)}", nl=False)
        return
    data = cases_data(tests)
    if mutations:
        data["mutation"] = [mutation_data(mutation) for mutation in mutations]
    click.echo(indented(data), nl=False)


def _findings(tests: list[SpecTest], mutations: list[Mutation], form: str) -> str:
    found = [*case_findings(tests), *mutation_findings(mutations)]
    return github.render(found) if form == "github" else sarif.render(found)
