"""What is on the day right before or after something else: `no deadlifts the day after squats`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Clause, Noun, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names
from evalspec.language.english.rules.days import there
from evalspec.language.english.state.counts import roster


@rule("DayAfter -> ON|IN? DAY_AFTER* Noun", example="the day after squats")
def day_after(w: Words, word: str, other: Noun) -> tuple[str, Noun]:
    return word.rpartition(" ")[2], other


@rule("DayAfter -> RIGHT AFTER|BEFORE* Noun", example="right after a rest day")
def after_a_day(w: Words, word: str, day: Noun) -> tuple[str, Noun] | None:
    """Take what is next to a kind of day to be on a day."""
    kind_of_day = day.article == "a" and (_is_rest(w, day) or (day.rank == "day" and day.filters))
    return ("before" if word in w.earlier else "after", day) if kind_of_day else None


def _is_rest(w: Words, noun: Noun) -> bool:
    return noun.kind == "category" and noun.name in w.pauses and not w.scheduled


def _on(w: Words, noun: Noun, day: str = "") -> str | None:
    """Write that a day has a thing: the one in force, or another."""
    if _is_rest(w, noun):
        return f"exists {day or 'this'} named {quoted(noun.name)}"
    if noun.rank == "day":
        return f"exists {day or 'this'}{noun.filters}" if " where " in noun.filters else None
    text = there(w, changed(noun, article=""))
    return f"{text} of {day}" if text is not None and day else text


def _days_with(w: Words, noun: Noun) -> str | None:
    """Write the days that have a thing."""
    if noun.rank == "day":
        return f"day{noun.filters}" if " where " in noun.filters else None
    if _is_rest(w, noun):
        return f"day named {quoted(noun.name)}"
    text = there(w, changed(noun, article=""))
    return None if text is None else f"day where ({text})"


@rule("Clause -> NO Noun DayAfter", "Clause -> Noun NOT DayAfter", "Clause -> NOT HAVE? Noun DayAfter",
      "Clause -> Noun Duty BE? HAVE|APPEAR|COME DayAfter", "Clause -> Noun Copula HAVE? DayAfter",
      example="no deadlifts the day after squats", cost=-0.5)  # fmt: skip
def on_day_after(w: Words, *parts: Any) -> Clause | None:
    """Ask that a thing is on the day next to another, or keep it from there."""
    noun, (side, other) = next(p for p in parts if isinstance(p, Noun)), parts[-1]
    duty = next((p for p in parts[:-1] if isinstance(p, str)), "must not")
    if duty in ("must", None):
        return next_day(w, noun, side, other)
    first, second = (noun, other) if side == "after" else (other, noun)
    texts = _on(w, first), _on(w, second, "previous")
    if None in texts or duty not in ("must not", "may not"):
        return None
    each = 'each value("person"): ' * roster(w)  # of one nurse, and not of all of them
    return Clause(f"{each}no adjacent day: ({texts[0]} and {texts[1]})")


@rule("Clause -> Noun DayAfter", "Clause -> Noun APPEAR|HAVE|COME DayAfter", "Clause -> HAVE Noun DayAfter",
      "Clause -> THERE IS Noun DayAfter", example="the soup comes the day after the roast", cost=-0.5)  # fmt: skip
def is_day_after(w: Words, noun: Noun, part: tuple[str, Noun]) -> Clause | None:
    return next_day(w, noun, *part)


@rule("Clause -> DayAfter Duty? BE WITHOUT Noun", "Clause -> DayAfter Duty? BE? HAVE? NO Noun",
      "Clause -> DayAfter Duty? BE Words FREE", example="the day after squats must be without lunges")  # fmt: skip
def free_of_it(w: Words, part: tuple[str, Noun], *rest: Any) -> Clause | None:
    noun = rest[-1] if isinstance(rest[-1], Noun) else names.named(names.bare(rest[-1]))
    return on_day_after(w, noun, part) if rest[0] in ("must", noun) else None


@rule("Clause -> DayAfter MUST? BE|HAVE Noun", example="the day after the race must be a rest day")
def the_day_after(w: Words, part: tuple[str, Noun], noun: Noun) -> Clause | None:
    return next_day(w, changed(noun, article="a"), *part)


def next_day(w: Words, noun: Noun, side: str, other: Noun) -> Clause | None:
    """Ask that each day with a thing is next to one with another: of the two, what is no `rest day`."""
    later, earlier = (noun, other) if side == "after" else (other, noun)
    if _any_one(w, later) and not _any_one(w, earlier):
        texts = _on(w, earlier, "previous"), _on(w, later)
        return None if None in texts else Clause("no adjacent day: ({} and not {})".format(*texts))
    days, text = _days_with(w, later), _on(w, earlier, "previous")
    return None if days is None or text is None else Clause(f"each adjacent {days}: {text}")


def _any_one(w: Words, noun: Noun) -> bool:
    """Tell whether any one of a kind will do: `a rest day`."""
    return noun.article == "a" or _is_rest(w, noun)
