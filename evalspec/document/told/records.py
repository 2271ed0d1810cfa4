"""Clauses → records: every place that says one, with the fields its surroundings fill.

Of several records in one clause each takes the details beside it: those before it when the
clause begins with a detail (`Day 1-3: Rome; day 3-5: Pisa`), else those behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.told import slots
from evalspec.document.told.clauses import Clause
from evalspec.document.told.masking import Masked
from evalspec.document.told.phrases import pattern, slots_of
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.told import ToldKind

_MEMBER = regex(
    r"""["']?([A-Za-z][\w -]{0,40}?)["']?\s*:\s*"""
    r"""(?:["']([^"']*(?:'[^"']*)*?)["'](?=\s*[,}\]]|\s*$)|(-?\d[\d.]*)|(true|false|null))"""
)
_MOST_IN_CLAUSE = 100
"""Records of one clause beyond which it is no plan, and none of them is read."""
_MOST = 1000
"""Records of an answer beyond which none is read: what is told then is open."""
_LOOK_BACK = 40
"""Clauses above a record among which its header is looked for."""
_LOOK_AHEAD = 6
"""Clauses below a record that may tell its details."""


class Field(NamedTuple):
    """The value of a field."""

    value: Any
    spans: tuple[Span, ...]
    """Where it was read; empty when it follows from other records."""


class Found(NamedTuple):
    """A record, before it is known to which draft it belongs."""

    kind: str
    fields: dict[str, Field]
    span: Span
    clause: int
    """Number of its clause."""
    implied: bool = False
    """It follows from another record."""


class _Detail(NamedTuple):
    start: int
    end: int
    fields: dict[str, Field]


class Finder:
    """Finds the records of one answer."""

    def __init__(
        self, kinds: Mapping[str, ToldKind], masked: Masked, response: str, clauses: list[Clause]
    ) -> None:
        self.kinds = kinds
        self.masked = masked
        self.response = response
        self.clauses = clauses
        self.slots = {name: slots_of(kind.fields, masked.marks) for name, kind in kinds.items()}

    def records(self) -> list[Found]:
        """Return every record that has what its kind needs, in the order of the answer."""
        found: list[Found] = []
        anchored = [self.anchors(clause) for clause in self.clauses]
        for number, clause in enumerate(self.clauses):
            if len(found) > _MOST:
                return []
            keyed = self.keyed(clause, number) if clause.keyed else None
            if keyed is not None:
                found.append(keyed)
                continue
            for kind, fields, span in self.in_clause(clause, anchored[number]):
                have = {**fields}
                if not _sound(kind, have):
                    have = {**self.around(kind, number, anchored), **have}
                if _sound(kind, have):
                    found.append(Found(kind.name, have, span, number))
        return found

    # -- keyed answers -----------------------------------------------------------------------
    def keyed(self, clause: Clause, number: int) -> Found | None:
        """Read an object by the keys of the kind that takes most of them."""
        members = [(fold(key), where) for key, where in clause.cells] or self.members(clause)
        best: Found | None = None
        for kind in self.kinds.values():
            if any(self.find(p, kind, clause.start, clause.end) for p in kind.unless):
                continue
            fields = self.by_key(kind, members)
            if fields and _sound(kind, fields) and (best is None or len(fields) > len(best.fields)):
                best = Found(kind.name, fields, Span(clause.start, clause.end), number)
        return best

    def members(self, clause: Clause) -> list[tuple[str, tuple[int, int]]]:
        """Return the keys of an object with the places of their values."""
        found = []
        for member in _MEMBER.finditer(self.response, clause.start, clause.end):
            group = next((g for g in (2, 3, 4) if member[g] is not None), 0)
            if group:
                found.append((fold(member[1].replace("_", " ")), member.span(group)))
        return found

    def by_key(
        self, kind: ToldKind, members: list[tuple[str, tuple[int, int]]]
    ) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        for name, keys in kind.keys.items():
            for wanted in keys:
                at = next((where for key, where in members if key == fold(wanted)), None)
                if at is None:
                    continue
                value = self.slot(kind, name, *at)
                if value is None and kind.fields[name].kind == "amount":
                    value = slots.number(self.masked.text[slice(*at)])
                if value is not None:
                    fields[name] = Field(value, (Span(*at),))
                    break
        return fields

    # -- anchors and details -----------------------------------------------------------------
    def anchors(self, clause: Clause) -> list[tuple[ToldKind, re.Match[str]]]:
        """Return where a clause says a record; what an earlier kind took is taken."""
        taken: list[tuple[int, int]] = []
        found: list[tuple[ToldKind, re.Match[str]]] = []
        for kind in self.kinds.values():
            if not kind.said or self.unless(kind, clause):
                continue
            for phrase in kind.said:
                for match in self.every(phrase, kind, clause.start, clause.end):
                    low, high = match.span()
                    if all(high <= start or end <= low for start, end in taken):
                        taken.append((low, high))
                        found.append((kind, match))
                        if len(found) > _MOST_IN_CLAUSE:
                            return []
        return sorted(found, key=lambda one: one[1].start())

    def unless(self, kind: ToldKind, clause: Clause) -> bool:
        return any(self.find(p, kind, clause.start, clause.end) for p in kind.unless)

    def in_clause(
        self, clause: Clause, anchors: list[tuple[ToldKind, re.Match[str]]]
    ) -> Iterator[tuple[ToldKind, dict[str, Field], Span]]:
        taken = [match.span() for _, match in anchors]
        every = {
            (kind.name, phrase): self.details(phrase, kind, clause.start, clause.end, taken)
            for kind in {kind.name: kind for kind, _ in anchors}.values()
            for phrase in kind.detail
        }
        used: dict[tuple[int, int], str] = {}
        alike = len({kind.name for kind, _ in anchors}) == 1
        for place, (kind, match) in enumerate(anchors):
            fields = self.fields_of(kind, match)
            low = taken[place - 1][1] if place else clause.start
            high = taken[place + 1][0] if place + 1 < len(taken) else clause.end
            own: list[tuple[int, int]] = []
            for phrase in kind.detail:
                free = (d for d in every[kind.name, phrase] if _free(d, used, kind.name))
                details = [detail for detail in free if not _overlaps(detail, own)]
                chosen = _beside(details, match.span(), low, high, taken[0][0], alike)
                if chosen is not None:
                    fields = {**chosen.fields, **fields}
                    own.append((chosen.start, chosen.end))
            used |= {span: kind.name for span in own if span[0] >= taken[0][0]}
            yield kind, fields, Span(*match.span())

    def around(
        self, kind: ToldKind, number: int, anchored: list[list[tuple[ToldKind, re.Match[str]]]]
    ) -> dict[str, Field]:
        """Return details from the clauses below a record, else from the header above it."""
        fields: dict[str, Field] = {}
        own = self.clauses[number]
        for other in range(number + 1, min(number + 1 + _LOOK_AHEAD, len(self.clauses))):
            clause = self.clauses[other]
            anew = clause.fresh and clause.indent <= own.indent and not own.header
            if anchored[other] or clause.keyed or anew or clause.line > own.line + _LOOK_AHEAD:
                break
            fields = {**self.details_in(kind, clause), **fields}
        if not fields:
            fields = self.above(kind, number, anchored)
        return fields

    def above(
        self, kind: ToldKind, number: int, anchored: list[list[tuple[ToldKind, re.Match[str]]]]
    ) -> dict[str, Field]:
        for other in range(number - 1, max(-1, number - 1 - _LOOK_BACK), -1):
            clause = self.clauses[other]
            if clause.keyed:
                return {}
            if clause.header or (clause.line == self.clauses[number].line and not anchored[other]):
                return self.details_in(kind, clause)
        return {}

    def details_in(self, kind: ToldKind, clause: Clause) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        for phrase in kind.detail:
            for detail in self.details(phrase, kind, clause.start, clause.end, [])[:1]:
                fields = {**detail.fields, **fields}
        return fields

    def details(
        self, phrase: str, kind: ToldKind, low: int, high: int, taken: list[tuple[int, int]]
    ) -> list[_Detail]:
        found = []
        for match in self.every(phrase, kind, low, high):
            start, end = match.span()
            if all(end <= a or b <= start for a, b in taken):
                fields = self.fields_of(kind, match)
                if fields:
                    found.append(_Detail(start, end, fields))
        return found

    # -- patterns ----------------------------------------------------------------------------
    def every(self, phrase: str, kind: ToldKind, low: int, high: int) -> Iterator[re.Match[str]]:
        return pattern(phrase, self.slots[kind.name]).finditer(self.masked.text, low, high)

    def find(self, phrase: str, kind: ToldKind, low: int, high: int) -> re.Match[str] | None:
        return pattern(phrase, self.slots[kind.name]).search(self.masked.text, low, high)

    def fields_of(self, kind: ToldKind, match: re.Match[str]) -> dict[str, Field]:
        """Return the values of the slots of a phrase; two times beside each other are read as one span."""
        fields: dict[str, Field] = {}
        clocks = [name for name, text in match.groupdict().items()
                  if text and kind.fields[name].kind == "clock"]  # fmt: skip
        for name, text in match.groupdict().items():
            if text is None or name in clocks:
                continue
            value = self.slot(kind, name, *match.span(name))
            if value is not None:
                fields[name] = Field(value, (Span(*match.span(name)),))
        for name, value in zip(clocks, _clocks([match[name] for name in clocks]), strict=True):
            if value is not None:
                fields[name] = Field(value, (Span(*match.span(name)),))
        return fields

    def slot(self, kind: ToldKind, name: str, low: int, high: int) -> Any:
        field = kind.fields[name]
        if field.kind == "name":
            at = next((n for n in range(low, high) if n in self.masked.names
                       and self.masked.text[n] == self.masked.marks.get(field.names)), None)  # fmt: skip
            if at is not None:
                return self.masked.names[at]
            return self.response[low:high].strip() or None
        if field.kind == "text":
            return self.response[low:high].strip() or None
        return slots.value_of(self.masked.text[low:high], field, "")


def _clocks(texts: list[str]) -> list[Any]:
    if len(texts) == 2:
        return list(slots.pair(*texts))
    return [slots.clock(text) for text in texts]


def _overlaps(detail: _Detail, spans: list[tuple[int, int]]) -> bool:
    return any(detail.start < end and start < detail.end for start, end in spans)


def _free(detail: _Detail, used: Mapping[tuple[int, int], str], kind: str) -> bool:
    """Tell whether no record of another kind has taken a detail."""
    return not _overlaps(detail, [span for span, owner in used.items() if owner != kind])


def _beside(
    details: list[_Detail], own: tuple[int, int], low: int, high: int, first: int, alike: bool
) -> _Detail | None:
    """Choose the detail that belongs to a record of a clause.

    `low` and `high` are the ends of its neighbours, `first` is where the first record begins.
    A detail before all records is shared by those that have none of their own before them;
    one behind, by records that are all `alike`.
    """
    if not details:
        return None
    if details[0].start < first:
        before = [d for d in details if d.end <= own[0]]
        near = [d for d in before if d.start >= low]
        shared = [d for d in before if alike or d.end <= first]
        return next(iter(near[-1:] or shared[-1:]), None)
    after = [d for d in details if d.start >= own[1]]
    near = [d for d in after if d.end <= high]
    before = [d for d in details if low <= d.start and d.end <= own[0]]
    return next(iter(near[:1] or before[-1:] or (after[:1] if alike else [])), None)


def _sound(kind: ToldKind, fields: Mapping[str, Field]) -> bool:
    """Tell whether a record has what its kind needs; what can be made of its fields counts."""
    return all(
        any(one in fields or _made(kind, one, fields) for one in group) for group in kind.needs
    )


def _made(kind: ToldKind, name: str, fields: Mapping[str, Field]) -> bool:
    forms = (form for form in kind.fields[name].otherwise if not form.endswith(" of last"))
    return any(
        form.split()[-1] in fields
        if form.startswith(("begin of ", "end of "))
        else all(word in fields for word in form.split()[::2])
        for form in forms
    )
