"""Hand-built facts for tests: an outline of nested mappings becomes a response and its facts.

Each node is `{Label: {rank: day, amounts: {calories: 300 kcal}, parts: [...]}}`, or, for an
item, `{Label: {calories: 300 kcal}}`. The response is written along with the facts, so every
span is real.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import msgspec

from evalspec.core.case import Case
from evalspec.core.policy import SWITCHES, Policy
from evalspec.core.quantity import Interval, Unit
from evalspec.core.span import Span
from evalspec.document.facts import (
    Amount,
    Claim,
    Doubt,
    Entry,
    EntryKind,
    Facts,
    Origin,
    TimePoint,
)  # fmt: skip
from evalspec.language.ir import Constraint
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from evalspec.language.program import Program
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon

SETTINGS = {
    "rank", "ranks", "kind", "amounts", "parts", "names", "at", "stated", "claims", "compound",
    "optional", "ordinal", "weekday", "doubt", "until", "refers", "per",
}  # fmt: skip
DEFAULTS = {
    "snacks_are_meals": "true",
    "warm_ups_are_exercises": "open",
    "rest_is_item": "false",
    "rest_counts_time": "true",
    "per_side_amounts": "once",
    "start_only": "until-next",
    "sleep_wraps": "true",
    "told_lengths": "open",
    "nested_blocks": "open",
    "compound_blocks": "open",
    "repeated_items": "open",
    "bodyweight_loads": "open",
    "between_set_rest": "open",
    "written_products": "either",
    "missing_amounts": "unknown",
    "referenced_items": "resolve",
    "absent_names": "absent",
}
assert set(DEFAULTS) == set(SWITCHES)
_LEXICONS: dict[str, Lexicon] = {}


def lexicon(name: str) -> Lexicon:
    """Return a shipped vocabulary, merged once."""
    if name not in _LEXICONS:
        _LEXICONS[name] = load_lexicon([name] if name else [], None, None).lexicon
    return _LEXICONS[name]


def policy(**switches: Any) -> Policy:
    """Return the default policy with some switches changed."""
    settings = {k: v for k, v in switches.items() if k in SWITCHES}
    return Policy(
        "test",
        {**DEFAULTS, **settings},
        Decimal(str(switches.get("equality_tolerance", 0))),
        Decimal(str(switches.get("about_tolerance", "0.1"))),
    )


def program(checks: list[str], words: Lexicon, rules: Policy | None = None, **more: Any) -> Program:
    """Compile formal constraints."""
    constraints = []
    for number, text in enumerate(checks, 1):
        readings = tuple(compile_formula(part, words).formula for part in text.split(" || "))
        shown = tuple(canonical(reading) for reading in readings)
        constraints.append(
            Constraint(
                f"c{number}", text, "check", readings, " | ".join(shown), reading_texts=shown
            )
        )
    return Program("test", tuple(constraints), words, rules or policy(), **more)


class Builder:
    """Writes a response and its facts from an outline."""

    def __init__(self, words: Lexicon) -> None:
        self.words = words
        self.text = ""
        self.entries: list[Entry] = []
        self.claims: list[Claim] = []
        self.doubts: list[Doubt] = []

    def write(self, text: str) -> Span:
        start = len(self.text)
        self.text += text
        return Span(start, len(self.text))

    def amount(self, measure: str, written: str, origin: Origin = Origin.ITEM) -> Amount:
        """Write `300 kcal`, `10-12 rep`, `~5 min`, `20 kg (per hand)`."""
        found = re.fullmatch(
            r"(~?)\$?([\d.]+)(?:-([\d.]+))?\s*([^(]*?)\s*(?:\((.*)\))?", str(written)
        )
        assert found, written
        low, high = Decimal(found[2]), Decimal(found[3] or found[2])
        unit = self.words.units.get(fold(found[4])) if found[4] else Unit("", "one")
        assert unit, f"no unit in {written!r}"
        span = self.write(str(written))
        self.write(f" {measure}; ")
        return Amount(
            measure, Interval(low, high), unit, span, origin, found[5] or "", bool(found[1])
        )

    def add(self, label: str, node: dict[str, Any], parent: int) -> int:
        number = len(self.entries)
        settings = {k: v for k, v in node.items() if k in SETTINGS}
        bare = {k: v for k, v in node.items() if k not in SETTINGS}
        self.entries.append(
            Entry(number, EntryKind.ITEM, "", (), label, Span(0, 0), (), (), parent)
        )
        start = len(self.text)
        span = self.write(label)
        self.write(": ")
        starts, ends = self.times(settings)
        amounts = [self.amount(m, w) for m, w in {**bare, **settings.get("amounts", {})}.items()]
        amounts += [self.amount(m, w, Origin.STATED) for m, w in settings.get("stated", {}).items()]
        amounts += [
            self.amount(m, w, Origin.REFERENCED) for m, w in settings.get("refers", {}).items()
        ]
        for measure, written in settings.get("claims", {}).items():
            claimed = self.amount(measure, written, Origin.CLAIMED)
            self.claims.append(Claim(number, claimed, claimed.span, settings.get("per", "")))
        if "doubt" in settings:
            self.doubt(number, settings["doubt"])
        self.write("\n")
        parts = tuple(
            self.add(name, inner or {}, number)
            for part in settings.get("parts", ())
            for name, inner in part.items()
        )
        rank = settings.get("rank", "")
        kind = settings.get("kind") or ("container" if parts else "block" if starts else "item")
        names = tuple(dict.fromkeys([fold(label), *map(fold, settings.get("names", ()))]))
        self.entries[number] = Entry(
            number, EntryKind[kind.upper()], rank,
            tuple(settings.get("ranks", (rank,) if rank else ())), label, span, names,
            (Span(start, len(self.text)),), parent, parts, tuple(amounts),
            ordinal=settings.get("ordinal", 0), weekday=settings.get("weekday", 0),
            starts=starts, ends=ends, compound=tuple(settings.get("compound", ())),
            optional=settings.get("optional", False),
        )  # fmt: skip
        return number

    def times(
        self, settings: dict[str, Any]
    ) -> tuple[tuple[TimePoint, ...], tuple[TimePoint, ...]]:
        """Write `at: 08:00-09:30`, or `at: 08:00` with `until: 09:30` for the next entry."""
        starts: tuple[TimePoint, ...] = ()
        ends: tuple[TimePoint, ...] = ()
        if "at" in settings:
            first, _, last = str(settings["at"]).partition("-")
            starts = (self.point(first, "written"),)
            if last:
                self.write("-")
                origin = "past-midnight" if self.minutes(last) > 1440 else "written"
                ends = (self.point(last, origin),)
            self.write(" ")
        if "until" in settings:
            given, _, origin = str(settings["until"]).partition(" ")
            ends = (TimePoint(self.minutes(given), starts[0].span, origin or "next-entry"),)
        return starts, ends

    @staticmethod
    def minutes(text: str) -> int:
        hour, _, minute = text.partition(":")
        return int(hour) * 60 + int(minute or 0)

    def point(self, text: str, origin: str) -> TimePoint:
        return TimePoint(self.minutes(text), self.write(text), origin)

    def doubt(self, number: int, given: dict[str, Any]) -> None:
        amount = None
        measure = given.get("measure", "")
        if "amount" in given:
            amount = self.amount(measure, given["amount"])
            span = amount.span
        else:
            span = self.write("(?)")
        code = given.get("code", "orphan-quantity")
        self.doubts.append(
            Doubt(code, span, (number,), measure, amount=amount, count=given.get("count", 0))
        )


def build(outline: dict[str, Any], words: Lexicon) -> tuple[Case, Facts]:
    """Return the response that an outline stands for, and its facts."""
    builder = Builder(words)
    builder.add("", {"kind": "plan", **outline}, -1)
    plan = msgspec.structs.replace(builder.entries[0], spans=(Span(0, len(builder.text)),))
    entries = (plan, *builder.entries[1:])
    facts = Facts(entries, tuple(builder.claims), tuple(builder.doubts))
    return Case(builder.text), facts
