"""Reading what an answer tells: clauses, records, the draft that counts, what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import Clock
from evalspec.core.timeset import WEEKDAYS
from evalspec.document.told.clauses import clauses_of
from evalspec.document.told.drafts import announced, chosen
from evalspec.document.told.joining import completed, implied, joined
from evalspec.document.told.masking import masked
from evalspec.document.told.records import Field, Finder, Found
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.told import ToldKind

LONGEST = 200_000
"""Characters of an answer beyond which nothing is read."""


class ToldValue(Record, frozen=True):
    """One field of a record as it was read."""

    value: Any
    """A text, a `Clock`, `Times`, or a whole number: minutes of an amount."""
    spans: tuple[Span, ...] = ()


class Told(Record, frozen=True):
    """One record that an answer tells."""

    kind: str
    fields: dict[str, ToldValue]
    span: Span
    implied: bool = False


class Telling(Record, frozen=True):
    """All that one answer tells, under one reading."""

    records: tuple[Told, ...]
    refusals: tuple[Span, ...] = ()
    """Where the answer says that there is none."""
    because: str = ""
    """What sets this reading apart from the first."""


def read_told(
    response: str, answer: tuple[Span, ...], lexicon: Lexicon, names: Mapping[str, tuple[str, ...]],
    none: tuple[str, ...] = (),
) -> tuple[Telling, ...]:  # fmt: skip
    """Read what an answer tells; several readings when it has several answers or lengths.

    `names` are the names that given data hold, by what they name; `none` further wordings of
    a refusal.
    """
    kinds = lexicon.told
    wanted = tuple(
        dict.fromkeys(f.names for k in kinds.values() for f in k.fields.values() if f.names)
    )
    form = masked(response, answer, names, wanted, _words(kinds))
    refusals = _refusals(form.text, (*lexicon.roles.get("refusal", ()), *none))
    if not kinds or len(response) > LONGEST:
        return (Telling((), refusals),)
    clauses = clauses_of(form.text, response)
    found = Finder(kinds, form, response, clauses).records()
    final = lexicon.roles.get("final", ())
    found = _unless_refused(found, kinds, refusals, response, final)
    answers = chosen(found, kinds, clauses, response, final, lexicon.roles.get("another", ()))
    tellings = [_telling(one, kinds, refusals, "") for one in answers]
    told = [Telling(t.records, t.refusals, f"answer {n}" if n > 1 else "")
            for n, t in enumerate(tellings, 1)]  # fmt: skip
    other = [_by_length(one, kinds) for one in answers[:1]]
    told += [_telling(one, kinds, refusals, "written lengths") for one in other if one is not None]
    return tuple(
        one for n, one in enumerate(told) if all(one.records != t.records for t in told[:n])
    )


def _unless_refused(
    found: list[Found], kinds: Mapping[str, ToldKind], refusals: tuple[Span, ...], response: str,
    final: tuple[str, ...],
) -> list[Found]:  # fmt: skip
    """Leave single records out where a refusal is announced as the answer, and none after it."""
    last = max((one.start for one in refusals if announced(response, one.start, final)), default=-1)
    if last < 0:
        return found
    again = any(
        one.span.start > last and announced(response, one.span.start, final) for one in found
    )
    return [one for one in found if not kinds[one.kind].single or (again and one.span.start > last)]


def _words(kinds: Mapping[str, ToldKind]) -> frozenset[str]:
    """Return the words that phrases are made of, and the days, which begin with a capital too."""
    phrases = (p for kind in kinds.values() for p in (*kind.said, *kind.detail, *kind.unless))
    words = {word.lower() for phrase in phrases for word in _WORD.findall(_SLOT.sub(" ", phrase))}
    return frozenset(words | {name.lower() for name in WEEKDAYS} | _COMMON)


_SLOT, _WORD = regex(r"\{\w+\}"), regex(r"[A-Za-z']+")
_COMMON = frozenset("day days you i we they it the a an on at in from to then next finally".split())


def _telling(
    found: list[Found], kinds: Mapping[str, ToldKind], refusals: tuple[Span, ...], because: str
) -> Telling:
    every = joined(implied(completed(found, kinds), kinds), kinds)
    records = tuple(
        Told(one.kind, {n: ToldValue(f.value, f.spans) for n, f in one.fields.items()}, one.span,
             one.implied)
        for one in every
    )  # fmt: skip
    return Telling(records, refusals, because)


def _by_length(found: list[Found], kinds: Mapping[str, ToldKind]) -> list[Found] | None:
    """Read again with the ends that written lengths give, where these contradict the times."""
    changed = False
    made = []
    for one in found:
        end = kinds[one.kind].fields.get("end")
        form = next((f for f in end.otherwise if " for " in f), "") if end is not None else ""
        start_name, _, length_name = form.split() if form else ("", "", "")
        if form and {start_name, length_name, "end"} <= one.fields.keys():
            start, length = one.fields[start_name], one.fields[length_name]
            other = Clock(start.value.minutes + length.value)
            if other != one.fields["end"].value:
                changed = True
                end_field = Field(other, (*start.spans, *length.spans))
                one = one._replace(fields={**one.fields, "end": end_field})
        made.append(one)
    return made if changed else None


def _refusals(text: str, wordings: tuple[str, ...]) -> tuple[Span, ...]:
    found = []
    for wording in wordings:
        words = r"[\s,]+".join(
            r"(?:\S+\s+){0,4}?\S+" if word in ("…", "...") else _word(word)
            for word in wording.split()
        )
        found += [Span(*m.span()) for m in regex(rf"(?i)(?<!\w){words}(?!\w)").finditer(text)]
    return tuple(sorted(found))


def _word(word: str) -> str:
    return "".join(f"\\{c}" if not c.isalnum() else c for c in word)
