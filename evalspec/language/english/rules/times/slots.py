"""Stretches of the calendar, and what must or must not lie in them: `Friday`, `9:00 to 10:00 on Monday`."""

from __future__ import annotations

from typing import Any

from evalspec.core.record import Record
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Clause, Clock, Noun, Over, Window, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.times.order import ordered_text
from evalspec.language.english.state.overs import block_text


class Slot(Record, frozen=True):
    """A day, a stretch of hours, or such a stretch of a day."""

    text: str
    """As filters, with a space before them."""
    window: Window | None = None
    day: str = ""


@rule("Slot -> Window", "Slot -> Clock TO Clock", example="9:00 to 10:00")
def hours(w: Words, window: Any, high: Clock | None = None) -> Slot | None:
    window = window if high is None else placing.from_to(w, window, high)
    fits = window is not None and window.kind in ("from", "between", "before", "after")
    return Slot(window.text, window) if fits else None


@rule("Slot -> Day", example="Friday")
def whole_day(w: Words, day: Noun) -> Slot:
    return Slot(day.filters, None, day.filters)


def _both(parts: tuple[Any, ...]) -> tuple[Noun, Slot]:
    """Return the thing and the stretch that a rule speaks of."""
    noun = next(part for part in parts if isinstance(part, Noun))
    return noun, next(part for part in parts if isinstance(part, Slot))


@rule("Slot -> ON? Day COMMA? Slot / Slot COMMA? ON Day", example="Monday 9:00 to 10:00", cost=-0.1)
def of_day(w: Words, *parts: Any) -> Slot | None:
    day, slot = _both(parts)
    fits = slot.window is not None and not slot.day
    return changed(slot, text=slot.text + day.filters, day=day.filters) if fits else None


@rule("Called -> SLOT COMMA|COLON? Slot / SLOT OPEN Slot CLOSE",
      example="the time from 9:00 to 10:00 on Monday", cost=-0.1)  # fmt: skip
def called(w: Words, slot: Slot) -> Slot | None:
    return slot if slot.window is not None else None


@rule("Called -> Noun OF|COMMA|COLON|BETWEEN? Slot / Noun COMMA? NAMELY Slot / Noun OPEN Slot CLOSE",
      example="Ada's engagement on Monday from 9:00 to 10:00", cost=0.1)  # fmt: skip
def called_so(w: Words, noun: Noun, slot: Slot) -> Slot | None:
    """Take a stretch by its hours where its name is that of one, or tells what somebody does in it."""
    own = (
        noun.rank in w.lexicon.ranks
        and not noun.plural
        and "appointment" in w.lexicon.ranks[noun.rank].words
    )
    whose = own or "'s " in noun.name or (noun.kind == "block" and noun.name[:1].isupper())
    fits = whose or noun.name.lower().rpartition(" ")[2] in data("stretches")
    return slot if fits and slot.window is not None and slot.window.high is not None else None


@rule("Slot -> Called", example="the working hours from 9:00 to 17:00")
def as_called(w: Words, slot: Slot) -> Slot:
    return slot


@rule("Lies -> BE HAVE?", "Lies -> APPEAR|COME", example="be held")
def lies(w: Words) -> tuple[()]:
    return ()


def free(w: Words, noun: Noun, slot: Slot) -> Clause | None:
    """Ask that nothing of a thing lies in a stretch."""
    text = ordered_text(w, noun)
    if text is None or " to " in slot.day or " any of " in slot.day:
        return None
    if slot.window is None or slot.window.high is None:
        return Clause(f"not exists {text}{slot.text}", (), 3)
    return Clause(f"duration({text}{slot.text}) = 0 min")


def inside(w: Words, noun: Noun, slot: Slot) -> Clause | None:
    """Ask that all of a thing lies in some hours."""
    window = slot.window
    if window is None or window.low is None or window.high is None:
        return None
    over = Over(block_text(w, noun), noun.level, "each", noun.rank)
    formula = f"start >= {window.low.text} and end <= {window.high.text}"
    if slot.day:
        return Clause(f"exists {over.scope}{slot.day} and each {over.scope}: ({formula})", (), 2)
    return Clause(formula, (over,), 2)


@rule("Clause -> Noun Duty OVERLAP WITH? Slot Over?", "Clause -> Slot Duty BE OVERLAP BY Noun", "Clause -> Noun Duty Lies IN? Slot",
      example="the meeting must not overlap Monday 9:00 to 10:00", cost=-0.3)  # fmt: skip
def must_not_meet(w: Words, *parts: Any) -> Clause | None:
    noun, slot = _both(parts)
    duty = next(p for p in parts if isinstance(p, str))
    over = parts[-1] if isinstance(parts[-1], Over) else None
    if over is not None:
        if slot.day or over.rank != "day":
            return None
        slot = changed(slot, text=slot.text + over.scope.removeprefix("day"))
    fits = () not in parts or placing.only_one(noun)
    return free(w, noun, slot) if duty in ("must not", "may not") and fits else None


@rule("Clause -> Noun Duty? Lies|FIT WITHIN Slot", "Clause -> Noun Duty? Lies|FIT IN|BETWEEN Called",
      example="the meeting must lie within the working hours from 9:00 to 17:00", cost=-0.3)  # fmt: skip
def must_fit(w: Words, noun: Noun, *parts: Any) -> Clause | None:
    duty, slot = parts[0], parts[-1]
    if duty in ("must not", "may not"):
        return free(w, noun, slot)
    return inside(w, noun, slot) if duty != "may" else None


@rule("Clause -> NO_PART*? Noun Duty Lies OUTSIDE Slot", example="the meeting must not lie outside 9:00 to 17:00")  # fmt: skip
def not_outside(w: Words, part: str | None, noun: Noun, duty: str, *parts: Any) -> Clause | None:
    return inside(w, noun, parts[-1]) if (duty in ("must not", "may not")) != bool(part) else None
