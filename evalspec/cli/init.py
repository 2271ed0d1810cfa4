"""`evalspec init`: a spec to start from."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from evalspec.author.cases import run_cases
from evalspec.author.cases_text import cases_text
from evalspec.author.init import domains, start


@click.command("init")
@click.argument("domain", required=False)
@click.option("--name", metavar="NAME", help="Name of the files; the domain when not given.")
@click.option(
    "--into", "folder", default=".", metavar="FOLDER", show_default=True,
    help="Where to write them.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.pass_context
def command(
    ctx: click.Context, domain: str | None, name: str | None, folder: str, force: bool
) -> None:
    """Write a spec for DOMAIN, a response and cases that pass; ask for the domain if none is given."""
    chosen = domain or _asked()
    spec, response = start(chosen, Path(folder), _stem(name or chosen), force=force)
    click.echo(f"wrote {spec} and {response}")
    test = run_cases(spec)
    click.echo(cases_text([test]), nl=False)
    click.echo(f"\nnext: evalspec check {response} --spec {spec}")
    ctx.exit(int(bool(test.misses)))


def _asked() -> str:
    if not _has_terminal():
        raise click.UsageError(f"name a domain: {', '.join(domains())}")
    answer: str = click.prompt("Domain", type=click.Choice(domains()))
    return answer


def _has_terminal() -> bool:
    return sys.stdin.isatty()


def _stem(name: str) -> str:
    if Path(name).name != name or name in (".", ".."):
        raise click.BadParameter("a file name without a folder", param_hint="--name")
    return name.removesuffix(".yaml")
