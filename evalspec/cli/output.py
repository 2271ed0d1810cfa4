"""Where results go: `-f FORMAT[:FILE]`, standard output by default."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source import whole

if TYPE_CHECKING:
    from evalspec.report.findings import Finding
    from evalspec.report.gate import Gate
    from evalspec.report.report import Report

FORMATS = ("text", "json", "jsonl", "csv", "markdown", "junit", "sarif", "github", "html")


PAGE = "report.html"
"""Where `-f html` writes when no file is given; a page is nothing for a terminal."""


class Target(Record, frozen=True):
    """One output: a format, and a file or standard output."""

    format: str
    file: str = ""
    told: bool = False
    """The file is our choice: say its name."""


def parse_targets(given: Sequence[str], known: Sequence[str] = FORMATS) -> tuple[Target, ...]:
    """Read `-f` options (`-`: standard output); at most one may write to standard output."""
    targets = []
    for text in given:
        name, _, file = text.partition(":")
        if name not in known:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(known)}", param_hint="-f")
        told = name == "html" and not file
        targets.append(Target(name, PAGE if told else "" if file == "-" else file, told))
    if sum(not target.file for target in targets) > 1:
        raise click.BadParameter("only one format can go to standard output", param_hint="-f")
    return tuple(targets)


def write(
    target: Target,
    reports: Sequence[Report],
    gate: Gate,
    *,
    verbose: bool,
    quiet: bool,
    color: bool,
    with_responses: bool = False,
) -> None:
    """Render reports and write them to their target."""
    if target.format == "text":
        from evalspec.report.text import render

        color = color and not target.file
        columns = 0 if target.file else _columns()
        text = render(reports, verbose=verbose, quiet=quiet, color=color, columns=columns)
        write_text(target, text)
        return
    if target.format in ("json", "jsonl"):
        from evalspec.report import json

        as_json = json.render if target.format == "json" else json.render_lines
        write_text(target, as_json(reports, with_responses=with_responses))
        return
    write_text(target, rendered(target.format, reports, gate))


def _columns() -> int:
    """Return the width of the terminal; 0 where the output goes elsewhere."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    except (OSError, ValueError):
        return 0


def write_text(target: Target, text: str) -> None:
    """Write a text to its target."""
    if not target.file:
        click.echo(text, nl=False)
        return
    try:
        with opened(target.file) as stream:
            stream.write(text)
    except OSError as error:
        raise _unwritable(target.file, error) from error
    if target.told:
        click.echo(f"wrote {target.file}", err=True)


def write_forms(targets: Iterable[Target], forms: Mapping[str, Any], *found: Any) -> None:
    """Write to each target what was found, in its form."""
    for target in targets:
        write_text(target, forms[target.format](*found))


def opened(path: str) -> IO[str]:
    """Open a file for writing. Raises `InputError` when it cannot be."""
    try:
        return open(path, "w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(path, error) from error


@contextmanager
def aside(path: str) -> Iterator[IO[str]]:
    """Write a file aside and put it in its place at the end; when that is not reached, nothing changes.

    What is no regular file, such as a pipe, is written as it is. Raises `InputError` when the
    file cannot be written.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with opened(path) as stream:
            yield stream
        return
    with whole.aside(path) as written, opened(written) as stream:
        yield stream


def _unwritable(path: str, error: OSError) -> InputError:
    return InputError.of("unwritable", f"cannot write: {error.strerror}", At(file=path))


def rendered(
    form: str, reports: Sequence[Report], gate: Gate, unread: Sequence[Finding] = ()
) -> str:
    """Write reports in one of the formats for machines, or as Markdown.

    JUnit, SARIF and annotations also show what could not be read.
    """
    if form == "html":
        from evalspec.report.html import page, read

        return page.render([read.run_of(reports)])
    if form in ("csv", "markdown"):
        from evalspec.report import tables

        return tables.csv_text(reports) if form == "csv" else tables.markdown(reports)
    if form == "junit":
        from evalspec.report import junit

        return junit.render(reports, gate, unread)
    return _found(form, reports, gate, unread)


def _found(form: str, reports: Sequence[Report], gate: Gate, unread: Sequence[Finding]) -> str:
    from evalspec.report import findings, github, sarif

    found = [*findings.findings(reports, gate), *unread]
    if form == "github":
        return github.render(found)
    return sarif.render(found, [findings.rule_of(v) for r in reports for v in r.verdicts])
