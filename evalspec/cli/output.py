"""Where results go: `-f FORMAT[:FILE]`, standard output by default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import At

if TYPE_CHECKING:
    from evalspec.report.report import Report

FORMATS = ("text", "json", "jsonl", "csv", "markdown")


class Target(Record, frozen=True):
    """One output: a format, and a file or standard output."""

    format: str
    file: str = ""


def parse_targets(given: Sequence[str]) -> tuple[Target, ...]:
    """Read `-f` options; at most one may write to standard output."""
    targets = []
    for text in given:
        name, _, file = text.partition(":")
        if name not in FORMATS:
            raise click.BadParameter(
                f"{name!r} is not one of {', '.join(FORMATS)}", param_hint="-f"
            )
        targets.append(Target(name, file))
    if sum(not target.file for target in targets) > 1:
        raise click.BadParameter("only one format can go to standard output", param_hint="-f")
    return tuple(targets)


def write(
    target: Target, reports: Sequence[Report], *, verbose: bool, quiet: bool, color: bool
) -> None:
    """Render reports and write them to their target."""
    text = _rendered(target, reports, verbose, quiet, color and not target.file)
    if not target.file:
        click.echo(text, nl=False)
        return
    try:
        with open(target.file, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        message = f"cannot write: {error.strerror}"
        raise InputError([Problem("unwritable", message, At(file=target.file))]) from error


def _rendered(
    target: Target, reports: Sequence[Report], verbose: bool, quiet: bool, color: bool
) -> str:
    if target.format == "text":
        from evalspec.report.text import render

        return render(reports, verbose=verbose, quiet=quiet, color=color)
    if target.format in ("json", "jsonl"):
        from evalspec.report import json

        return json.render(reports) if target.format == "json" else json.render_lines(reports)
    from evalspec.report import tables

    return tables.csv_text(reports) if target.format == "csv" else tables.markdown(reports)
