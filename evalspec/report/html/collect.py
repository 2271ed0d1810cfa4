"""Result files → what the page shows: responses, and constraints with what each file says.

Verdicts of several files stand side by side when they are about the same constraint of the
same response. A piece of a response is passed on as a place only when its characters stand
there; otherwise its text is passed on alone, and nothing is highlighted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Excluded, Operand, Outcome, Reading, ScopeResult
from evalspec.report.html.read import Label, Line, Run

Data = dict[str, Any]


class Said(Record, frozen=True):
    """What one file says of a constraint."""

    response: int
    """Which response it is about."""
    line: Line
    labels: dict[str, Label]
    """Its own labels, else those another file gives for the same response."""


class Item(Record, frozen=True):
    """One constraint of one response."""

    text: str
    groups: dict[str, str]
    said: tuple[Said | None, ...]
    """In the order of the files."""


class Response(Record, frozen=True):
    """A response; its text is None when no file holds it."""

    name: str
    text: str | None
    request: str = ""


class Collection(Record, frozen=True):
    """Everything the page shows."""

    title: str
    sources: tuple[str, ...]
    """Name of each file, or of the method it holds."""
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
    rows: dict[tuple[str, str, int], list[Said | None]] = {}
    for number, run in enumerate(runs):
        seen: Counter[tuple[str, str]] = Counter()
        for line in run.lines:
            if line.outcome is None:
                continue
            about = (line.row or line.response, line.name or line.text or line.canonical)
            key = (*about, seen[about])
            seen[about] += 1
            said = Said(responses.number(line), line, line.labels)
            rows.setdefault(key, [None] * len(runs))[number] = said
    return Collection(
        title or _title(runs),
        tuple(_names(runs)),
        tuple(responses.all),
        tuple(_item(said) for said in rows.values()),
        tuple(_unread(runs)),
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
    files = ", ".join(_stem(run.file) for run in runs if run.file)
    return f"Verdicts: {files}" if files else "Verdicts"


def _names(runs: Sequence[Run]) -> list[str]:
    """Return how to call each file: by its method, else by its name."""
    methods = [{line.method for line in run.lines if line.method} for run in runs]
    names = [_METHODS.get(min(m), min(m)) if len(m) == 1 else "" for m in methods]
    if all(names) and len(set(names)) == len(names):
        return names
    if len(runs) == 1:
        return ["verdict"]
    stems = [_stem(run.file) for run in runs]
    return stems if len(set(stems)) == len(stems) else [run.file for run in runs]


def _stem(file: str) -> str:
    return base_name(file).partition(".")[0]


def base_name(file: str) -> str:
    """Return the name of a file without the folders it lies in."""
    return file.replace("\\", "/").rpartition("/")[2]


_METHODS = {"symbolic": "rules"}


def _unread(runs: Sequence[Run]) -> list[str]:
    return [
        f"line {line.line}: {line.problem.message}"
        for run in runs
        for line in run.lines
        if line.problem is not None
    ]


# -- as plain data for the script -------------------------------------------------------------
def item_data(item: Item, responses: Sequence[Response]) -> Data:
    """Return an item as plain data; empty fields are left out."""
    return {
        "text": item.text,
        "groups": item.groups,
        "said": [said and said_data(said, responses[said.response]) for said in item.said],
    }


def said_data(said: Said, response: Response) -> Data:
    """Return what one file says as plain data; empty fields are left out."""
    line, text = said.line, response.text
    return {
        "response": said.response,
        "outcome": line.outcome,
        **_kept(
            name=line.name or (line.id if line.response else ""),
            canonical=line.canonical if line.canonical != line.text else "",
            reason=line.reason,
            detail=line.detail,
            method=line.method,
            severity=line.severity if line.severity != "error" else "",
            labels={k: [label.label, label.outcome] for k, label in said.labels.items()},
            assumptions=line.assumptions,
            readings=[_reading(reading) for reading in line.readings],
            doubts=[_cited(cited, text) for cited in line.doubts],
            scopes=[_scope(scope, text) for scope in line.scopes],
            rationale=line.rationale,
            model=line.model,
        ),
    }


def _kept(**fields: Any) -> Data:
    return {name: value for name, value in fields.items() if value}


def _reading(reading: Reading) -> Data:
    return {"outcome": reading.outcome, "assumptions": reading.assumptions}


def _scope(scope: ScopeResult, text: str | None) -> Data:
    return _kept(
        label=scope.label,
        spans=[span for span in scope.spans if _inside(span, text)],
        outcome=scope.outcome,
        reason=scope.reason,
        detail=scope.detail,
        measure=scope.measure,
        computed=scope.computed,
        bound=scope.bound,
        unit=scope.unit,
        operands=[_operand(operand, text) for operand in scope.operands],
        excluded=[_excluded(excluded, text) for excluded in scope.excluded],
        offending=[_cited(cited, text) for cited in scope.offending],
    )


def _operand(operand: Operand, text: str | None) -> Data:
    cited = operand.cited
    return {
        **_kept(
            label=operand.label,
            role=operand.role,
            value=operand.value,
            unit=operand.unit,
            origin=operand.origin if operand.origin not in ("item", "written") else "",
            written=operand.written if cited is None or operand.written != cited.text else "",
            note=operand.note,
        ),
        **(_cited(cited, text) if cited is not None else {}),
    }


def _excluded(excluded: Excluded, text: str | None) -> Data:
    named = _kept(reason=excluded.reason, detail=excluded.detail)
    return {**named, **_cited(excluded.cited, text)}


def _cited(cited: Cited, text: str | None) -> Data:
    """Return the place of a piece; its text when it does not stand there."""
    if _inside(cited.span, text) and text is not None and cited.span.of(text) == cited.text:
        return {"at": cited.span}
    return {"cited": cited.text}


def _inside(span: Span, text: str | None) -> bool:
    return text is not None and 0 <= span.start <= span.end <= len(text)
