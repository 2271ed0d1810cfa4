"""What a sentence of what is to be there may be covered with: things, denials, scopes, glue.

The types of words and the phrases are data (`grammars/english.yaml`, `existence`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from evalspec.language.english.chart import Chart, Entry
from evalspec.language.english.closed import data, verb_forms
from evalspec.language.english.covering import Part
from evalspec.language.english.meanings import Noun
from evalspec.language.english.noun_phrases import LONGEST, person, things
from evalspec.language.english.phrases import Phrases
from evalspec.language.english.rules.layout import listed
from evalspec.language.english.rules.names import named
from evalspec.language.english.state.overs import over_of
from evalspec.language.english.tokens import Row


def existence_parts(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield what the sentence may be covered with."""
    roles = {kind: role for role, types in data("existence")["roles"].items() for kind in types}
    lows = tuple(w.low for w in row.words)
    phrases = list(_phrases().found(row))
    telling = {(said.start, said.end) for said in phrases if said.role == "tell"}
    for (kind, start, end), entries in chart.entries.items():
        for entry in sorted(entries.values(), key=lambda e: e.cost)[:1]:
            if (kind == "WHO" and entry.value == "one") or (kind == "Plan" and entry.value.plural):
                continue  # `one table`, `bullet lists`
            led = any(chart.found(verb, start - 1, start) for verb in ("HAVE", "BE"))
            if kind == "Plan" and lows[start] in ("a", "an") and led:
                continue  # `must not include a recipe`, `must be a project`
            if kind in roles and (start, end) not in telling:
                cost = max(entry.cost, 0.0) / 10 + (0.1 if roles[kind] == "glue" else 0.2)
                if roles[kind] == "form":
                    form = listed(row.known, entry.value) if kind == "Listed" else entry.value
                    yield Part("form", start, end, form, 0.4 + cost, entry)
                    continue
                denied = roles[kind] == "modal" and entry.value == "must not"  # `I don't want`
                role = "deny" if denied else roles[kind]
                yield Part(role, start, end, entry.value, cost, entry)
    for said in phrases:
        name, _, form = said.role.partition(": ")
        yield _part(row, name, said.start, said.end, 0.5 if form else 0.15, form or None)
    for start in range(len(lows)):
        end = person(row, start)
        if end:
            yield _part(row, "who", start, end, 0.15)
            if start and lows[start - 1] in ("for", "with", "to"):
                yield _part(row, "glue", start - 1, end, 0.15)
        if row.filler[start]:
            yield _part(row, "glue", start, start + 1, 0.05)
        end = start + 4
        if lows[start : start + 3] == ("not", "one", "per") and end <= len(lows):
            yield _part(row, "single", start, end, 0.2)  # `one table, not one per room`
    yield from _unread(row)
    yield from _days(row, chart)
    for start in range(len(lows) - 1):
        if row.words[start].joined and lows[start + 1] == "free":
            noun = named(row.words[start].text)
            yield _part(row, "thing", start, start + 2, 0.4, noun)._replace(
                entry=Entry("FREE", start, start + 2, noun.name, 0.4)
            )
    for start, end, noun, cost in things(row, chart):
        yield _part(row, "thing", start, end, 0.4 + cost, noun)


def _days(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield days that are told by their place, or counted: `day four`, `two of the five days`."""
    for (kind, start, end), entries in chart.entries.items():
        for entry in sorted(entries.values(), key=lambda e: e.cost)[:1]:
            value = entry.value
            day = kind == "Noun" and value.rank == "day" and not value.overs
            if day and (value.front or (value.placed and value.filters)):
                yield Part("over", start, end, over_of(value), 0.3, entry)
            if kind == "Asks" and len(value.parts) == 1 and not value.overs:
                (ask,) = value.parts
                noun = ask.noun if ask.kind == "count" else None
                plain = noun is not None and not (noun.also or noun.several) and noun.text == "day"
                words = {e.type for e in chart.words if start <= e.start < end}
                other = row.words[start].low == "within" or "Plan" in words
                if plain and ask.bound is not None and not other:  # `in 14 days`, `a 4-day plan`
                    yield Part("days", start, _out_of(row, end, ""), ask.bound, 0.3, entry)
            if kind == "Bound" and value.amount.bare and _out_of(row, end, "days") > end:
                yield Part("days", start, _out_of(row, end, "days"), value, 0.3, entry)


def _out_of(row: Row, place: int, unit: str) -> int:
    """Return where `out of the seven`, `of the five days` ends, if it begins at a place."""
    lows = [w.low for w in row.words]
    end = place + (lows[place : place + 1] == ["out"])
    if lows[end : end + 1] not in (["of"], ["in"]):
        return place
    end += 1
    end += lows[end : end + 1] in (["the"], ["all"], ["those"])
    if end >= len(lows) or not row.counts(end):
        return place
    end += 1
    if lows[end : end + 1] == ["days"]:
        return end + 1
    return place if unit else end


def _unread(row: Row) -> Iterator[Part]:
    """Yield what columns are for, by whatever words: `a column for the price per person`."""
    lows, words = [w.low for w in row.words], data("existence")
    if not {"column", "columns"} & set(lows):
        return
    for start in range(1, len(lows)):
        end = start
        while (
            end < len(lows) and end < start + LONGEST and lows[end] not in words["behind a column"]
        ):
            end += 1
            ended = end == len(lows) or lows[end] in words["behind a column"]
            inner = {"table", "column", "columns"} & {*lows[start:end]}
            if ended and lows[start] not in words["before a column"] and not inner:
                yield _part(row, "raw", start, end, 0.5, row.text(start, end))


def _part(row: Row, role: str, start: int, end: int, cost: float, value: Any = None) -> Part:
    said = row.text(start, end).lower() if value is None else value
    kind = (
        "Words"
        if role == "thing" and isinstance(value, Noun) and value.kind == "name"
        else role.upper()
    )
    shown = value.name if isinstance(value, Noun) else said
    return Part(role, start, end, said, cost, Entry(kind, start, end, shown, cost))


@cache
def _phrases() -> Phrases:
    """Return the phrases that are listed, the forms of verbs among them."""
    tables = data("existence")
    verbs = dict.fromkeys(form for verb in tables["verbs"] for form in verb_forms(verb))
    forms = {f"form: {form}": row for form, row in tables["forms"].items()}
    return Phrases({**tables["phrases"], "verb": verbs, **forms})
