"""Result files → what the page shows: responses, and constraints with what each file says.

Verdicts of several files stand side by side when they are about the same constraint of the
same response; so do those of several methods in one file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evalspec.compare.audit import Class
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.rationale.findings import Finding
from evalspec.report.html.read import Label, Line, Run
from evalspec.report.html.sources import Source, sources, stem


class Audited(Record, frozen=True):
    """The rationale of a judge beside the ledger of the rules."""

    result: Class
    findings: tuple[Finding, ...]


class Said(Record, frozen=True):
    """What one source says of a constraint."""

    response: int
    """Which response it is about."""
    line: Line
    labels: dict[str, Label]
    """Its own labels, else those another file gives for the same response."""
    audit: Audited | None = None
    """What an audit of its rationale says, where one was asked for."""


class Item(Record, frozen=True):
    """One constraint of one response."""

    text: str
    groups: dict[str, str]
    said: tuple[Said | None, ...]
    """In the order of the sources."""


class Response(Record, frozen=True):
    """A response; its text is None when no file holds it."""

    name: str
    text: str | None
    request: str = ""


class Collection(Record, frozen=True):
    """Everything the page shows."""

    title: str
    sources: tuple[Source, ...]
    responses: tuple[Response, ...]
    items: tuple[Item, ...]
    unread: tuple[str, ...]
    """What was wrong with rows that could not be read."""

    @property
    def labels(self) -> list[str]:
        """Names of the labels, in the order in which they appear."""
        found = [name for item in self.items for said in item.said if said for name in said.labels]
        return list(dict.fromkeys(found))

    @property
    def groups(self) -> list[str]:
        """Names of the groups, in the order in which they appear."""
        return list(dict.fromkeys(name for item in self.items for name in item.groups))


def collect(runs: Sequence[Run], title: str = "") -> Collection:
    """Put the verdicts of several files side by side."""
    responses = _Responses(runs)
    found = sources(runs)
    rows: dict[tuple[str, str, int], list[Said | None]] = {}
    for number, source in enumerate(found):
        seen: Counter[tuple[str, str]] = Counter()
        for line in source.lines:
            about = (line.row or line.response, line.name or line.text or line.canonical)
            key = (*about, seen[about])
            seen[about] += 1
            said = Said(responses.number(line), line, line.labels)
            rows.setdefault(key, [None] * len(found))[number] = said
    return Collection(
        title or _title(runs),
        tuple(found),
        tuple(responses.all),
        tuple(_item(said) for said in rows.values()),
        tuple(
            f"line {line.line}: {line.problem.message}"
            for run in runs
            for line in run.lines
            if line.problem is not None
        ),
    )


class _Responses:
    """Numbers responses; those of one name and one text are the same."""

    def __init__(self, runs: Sequence[Run]) -> None:
        """Look up the texts first, for the files that hold none."""
        self.all: list[Response] = []
        self._numbers: dict[tuple[str, str | None], int] = {}
        self._texts: dict[str, str] = {}
        for run in runs:
            for line in run.lines:
                if line.response_text is not None:
                    self._texts.setdefault(line.row or line.response, line.response_text)

    def number(self, line: Line) -> int:
        name = line.row or line.response
        text = line.response_text
        if text is None:
            text = self._texts.get(name)
        number = self._numbers.setdefault((name, text), len(self.all))
        if number == len(self.all):
            self.all.append(Response(name, text, line.request))
        return number


def _item(said: Sequence[Said | None]) -> Item:
    given = [one for one in said if one is not None]
    first = given[0].line
    shared: dict[int, dict[str, Label]] = {}
    for one in given:
        shared.setdefault(one.response, {}).update(one.labels)
    return Item(
        first.text or first.canonical,
        next((one.line.groups for one in given if one.line.groups), {}),
        tuple(one and Said(one.response, one.line, _labels(one, shared)) for one in said),
    )


def _labels(said: Said, shared: dict[int, dict[str, Label]]) -> dict[str, Label]:
    outcome = said.line.outcome or Outcome.UNDETERMINED
    return {
        name: said.labels.get(name, Label(label.label, outcome))
        for name, label in shared[said.response].items()
    }


def _title(runs: Sequence[Run]) -> str:
    titles = {run.title for run in runs if run.title}
    if len(titles) == 1:
        return titles.pop()
    files = ", ".join(stem(run.file) for run in runs if run.file)
    return f"Verdicts: {files}" if files else "Verdicts"
