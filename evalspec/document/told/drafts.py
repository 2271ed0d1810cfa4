"""Which of several drafts is the answer: the last whole one; alternatives are all kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evalspec.core.regex import regex
from evalspec.core.span import line_at
from evalspec.core.times import Clock
from evalspec.core.timeset import Times
from evalspec.document.told.clauses import Clause
from evalspec.document.told.records import Found
from evalspec.vocabulary.told import ToldKind

_MOST = 8
_NEAR = 60
"""Characters before a record in which it is announced."""


def chosen(
    found: list[Found], kinds: Mapping[str, ToldKind], clauses: list[Clause], response: str,
    final: tuple[str, ...], another: tuple[str, ...],
) -> tuple[list[Found], ...]:  # fmt: skip
    """Return the records of the answer; several when it gives several final ones.

    `final` and `another` are words that announce the last word and an alternative.
    """
    if found and all(kinds[one.kind].single for one in found):
        return _single(found, clauses, response, final)
    drafts = _drafts(found, kinds, clauses)
    if len(drafts) < 2:
        return (found,)
    largest = max(_extent(draft, kinds) for draft in drafts)
    whole = [draft for draft in drafts if 2 * _extent(draft, kinds) >= largest]
    keyed = [draft for draft in whole if all(clauses[one.clause].keyed for one in draft)]
    whole = keyed or whole
    answers = [whole[-1]]
    for earlier, later in zip(whole[-2::-1], whole[:0:-1], strict=True):
        between = response[clauses[earlier[-1].clause].end : clauses[later[0].clause].end]
        if not _says(between, another) or _says(between, final):
            break
        answers.append(earlier)
    return tuple(answers[:_MOST])


def _single(
    found: list[Found], clauses: list[Clause], response: str, final: tuple[str, ...]
) -> tuple[list[Found], ...]:
    """Return the one record that is the answer; all that may be where nothing tells.

    The last that is announced counts, else an object of JSON, else what fills a line. None does
    where something is announced that was not read.
    """
    phrases = "|".join(map(re.escape, final))
    colons = [m.end() for m in regex(rf"(?i)(?<!\w)(?:{phrases})[\s*_]*:").finditer(response)]
    if colons:
        behind = [one for one in found if _where(one)[0] >= colons[-1]]
        between = response[colons[-1] : _where(behind[0])[0]] if behind else ""
        return (behind[:1] if not regex(r"\d").search(between) else [],)
    told = [one for one in found if announced(response, _where(one)[0], final)][-1:]
    told = told or [one for one in found if clauses[one.clause].keyed][-1:]
    told = told or [one for one in found if _fills_line(one, clauses[one.clause], response)]
    different = {str([f.value for f in one.fields.values()]): one for one in told or found}
    return tuple([one] for one in different.values())[:_MOST]


def announced(response: str, at: int, final: tuple[str, ...]) -> bool:
    """Tell whether the last word is announced just before a place: `Final answer: …`."""
    phrases = "|".join(map(re.escape, final))
    before = regex(rf"(?i)(?<!\w)(?:{phrases})\W+(?:is\W+|on\W+)*$")
    return before.search(response[max(0, at - _NEAR) : at]) is not None


def _where(one: Found) -> tuple[int, int]:
    """Return where a record begins and ends, with its fields around what says it."""
    spans = [one.span, *(span for field in one.fields.values() for span in field.spans)]
    return min(span.start for span in spans), max(span.end for span in spans)


def _fills_line(one: Found, clause: Clause, response: str) -> bool:
    """Tell whether a record stands by itself: in a row of a table, or in a line that is no item."""
    if clause.cells:
        return True
    first, last = _where(one)
    around = line_at(response, first, last)
    line = response[around.start : first] + response[last : around.end]
    return not regex(r"\w").search(line) and not regex(r"\s*[-+•*]\s").match(line)


def _extent(draft: list[Found], kinds: Mapping[str, ToldKind]) -> int:
    """Return how many different things a draft tells of; a thought goes over some of them often."""
    return len(
        {
            (
                one.kind,
                *(str(one.fields[n].value) for n in kinds[one.kind].same[:1] if n in one.fields),
            )
            for one in draft
        }
    )


def _drafts(
    found: list[Found], kinds: Mapping[str, ToldKind], clauses: list[Clause]
) -> list[list[Found]]:
    """Part records where, behind a break, they begin again at or before the beginning."""
    drafts: list[list[Found]] = [[]]
    first: Any = None
    last_clause = -1
    broken = False
    for one in found:
        broken = broken or _break(clauses, last_clause, one.clause)
        if last_clause >= 0 and clauses[one.clause].keyed != clauses[last_clause].keyed:
            drafts.append([])  # prose beside JSON is about it, or led to it
            first = None
        place = _place(one, kinds[one.kind])
        if place is not None:
            if broken and first is not None and _at_or_before(place, first):
                drafts.append([])
                first = place
            elif first is None or _at_or_before(place, first):
                first = place
            broken = False
        drafts[-1].append(one)
        last_clause = one.clause
    return [draft for draft in drafts if draft]


def _break(clauses: list[Clause], before: int, now: int) -> bool:
    """Tell whether something stands between two records: other clauses, a blank line."""
    if before < 0 or now == before:
        return False
    return now > before + 1 or clauses[now].fresh


def _place(one: Found, kind: ToldKind) -> tuple[str, int] | None:
    value = one.fields[kind.order].value if kind.order in one.fields else None
    if isinstance(value, Clock):
        return "clock", value.minutes
    if isinstance(value, Times) and value.stretches:
        return value.calendar, value.start
    return None


def _at_or_before(place: tuple[str, int], first: tuple[str, int]) -> bool:
    return place[0] == first[0] and place[1] <= first[1]


def _says(text: str, words: tuple[str, ...]) -> bool:
    return any(regex(rf"(?i)(?<!\w){re.escape(word)}(?!\w)").search(text) for word in words)
