"""How amounts are written: numbers, units, labels, factors; and times of day."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.layouts.plans import Item, Measure
from tests.layouts.style import Choice, Choices, Style

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _thousands(mark: str) -> Choice:
    return lambda value: f"{value:,}".replace(",", mark) if value >= 1000 else None


def _spelled(place: int, template: str, currency: str) -> Choice:
    def quantity(number: str, measure: Measure) -> str | None:
        if len(measure.unit) == 3 and measure.unit.isupper():
            shown = currency if number[0].isdigit() else "{0} {1.spelled[2]}"
            return shown.format(number, measure) if currency else None
        unit = measure.spelled[place]
        one = number in ("1", "one") and len(unit) > 2
        return (
            template.format(number, unit.removesuffix("s") if one else unit) if template else None
        )

    return quantity


def _only_labelled(template: str) -> Choice:
    """A label that the plain way leaves out is left out here too."""
    return lambda quantity, number, measure: (
        None
        if measure.bare or measure.counted
        else template.format(quantity=quantity, label=measure.label.lower())
    )


def _hours(template: str) -> Choice:
    """Lengths of an hour and more in hours and minutes."""

    def quantity(number: str, measure: Measure) -> str | None:
        if measure.unit != "min" or not number.isdigit() or int(number) < 60:
            return None
        return template.format(h=int(number) // 60, m=int(number) % 60)

    return quantity


def _label_first(template: str, short: bool = False) -> Choice:
    def labelled(quantity: str, number: str, measure: Measure) -> str | None:
        label = measure.short if short else measure.label
        shown = number if measure.counted else quantity
        return template.format(quantity=shown, label=label) if label else None

    return labelled


def _label_behind(quantity: str, number: str, measure: Measure) -> str:
    bare = measure.bare or measure.counted
    return quantity if bare else f"{quantity} {measure.label.lower()}"


def _times(template: str) -> Choice:
    """The amount as so many times a smaller one, where it can be divided."""

    def factored(value: int, quantity: Callable[[int], str]) -> str | None:
        count = next((n for n in (3, 2) if value % n == 0 and value > n), 0)
        return template.format(n=count, one=quantity(value // count)) if count else None

    return factored


def amount_text(
    measure: Measure, value: int, style: Style, alone: bool, spread: int = 0, joint: str = ""
) -> str:
    """Write one amount; only one that stands alone may be written as a multiple."""
    if not value:
        return "free"
    if spread:
        number = joint.format(value, value + spread)
        return str(style("unit", number=number, measure=measure))

    def quantity(single: int) -> str:
        number = style("number", value=single)
        return str(style("unit", number=number, measure=measure))

    if alone and measure.adds and not measure.counted:
        whole = style("factor", value=value, quantity=quantity)
    else:
        whole = quantity(value)
    number = style("number", value=value)
    return str(style("label", quantity=whole, number=number, measure=measure))


def amounts_of(item: Item, style: Style) -> list[str]:
    """Write the amounts of an item."""
    alone = len(item.amounts) == 1
    told = [
        amount_text(measure, value, style, alone, 0 if place else item.spread, item.joint)
        for place, (measure, value) in enumerate(item.amounts)
    ]
    return list(style("lift", told=told[item.missing :], item=item))


def _told_apart(told: list[str], item: Item) -> list[str]:
    return told


def _lifted(template: str) -> Choice:
    """Sets, repetitions and weight in one: `3 x 10 @ 20 kg`."""

    def together(told: list[str], item: Item) -> list[str] | None:
        names = [measure.name for measure, _ in item.amounts]
        if names != ["sets", "reps", "weight"]:
            return None
        return [template.format(*(value for _, value in item.amounts))]

    return together


def _half(shown: str, am: str, pm: str, whole: str = "") -> Choice:
    """A clock of twelve hours; `whole` writes full hours."""

    def clock(minutes: int) -> str:
        hour, minute = divmod(minutes, 60)
        form = whole if whole and not minute else shown
        return form.format(h=(hour - 1) % 12 + 1, m=minute, half=pm if hour >= 12 else am)

    return clock


def _clock(shown: str) -> Choice:
    return lambda minutes: shown.format(h=minutes // 60, m=minutes % 60)


def _span(template: str, same_half: bool = False) -> Choice:
    def span(start: int, end: int, clock: Callable[[int], str]) -> str | None:
        first, last = clock(start), clock(end)
        if same_half:
            half = re.search(r"\s?[AaPp]\.?[Mm]?\.?$", first)
            if half is None or not last.endswith(half[0]):
                return None
            first = first[: half.start()]
        return template.format(start=first, end=last, minutes=end - start)

    return span


AMOUNTS: Choices = {
    "label": {
        "10 g protein": _label_behind,
        "10 g of protein": _only_labelled("{quantity} of {label}"),
        "protein 10 g": _only_labelled("{label} {quantity}"),
        "protein: 10 g": _only_labelled("{label}: {quantity}"),
        "Protein: 10 g": _label_first("{label}: {quantity}"),
        "Protein 10 g": _label_first("{label} {quantity}"),
        "**Protein:** 10 g": _label_first("**{label}:** {quantity}"),
        "Protein = 10 g": _label_first("{label} = {quantity}"),
        "Protein (10 g)": _label_first("{label} ({quantity})"),
        "P: 10 g": _label_first("{label}: {quantity}", short=True),
        "P10 g": _label_first("{label}{quantity}", short=True),
    },
    "unit": {
        "10 g": _spelled(0, "{0} {1}", "{1.spelled[0]}{0}"),
        "10g": _spelled(0, "{0}{1}", "{0}{1.spelled[0]}"),
        "10 gr.": _spelled(1, "{0} {1}", "{0} {1.spelled[1]}"),
        "10 grams": _spelled(2, "{0} {1}", "{0} {1.spelled[2]}"),
        "1 h 30 min": _hours("{h} h {m} min"),
        "1h 30m": _hours("{h}h {m}m"),
        "1h30": _hours("{h}h{m:02d}"),
        "1:30 h": _hours("{h}:{m:02d} h"),
        "1 hour and 30 minutes": _hours("{h} hours and {m} minutes"),
        "EUR 10": _spelled(0, "", "{1.unit} {0}"),
    },
    "number": {
        "1200": "{value}",
        "1,200": _thousands(","),
        "1 200": _thousands(" "),
        "1'200": _thousands("'"),
        "1.200": _thousands("."),
        "~1200": "~{value}",
        "about 1200": "about {value}",
        "ca. 1200": "ca. {value}",
        "1200, bold": "**{value}**",
        "1200.0": "{value}.0",
        "twelve": lambda value: WORDS[value] if 0 < value < len(WORDS) else None,
    },
    "lift": {
        "3 sets, 10 reps, 20 kg": _told_apart,
        "3x10 @ 20 kg": _lifted("{}x{} @ {} kg"),
        "3 x 10 @ 20kg": _lifted("{} x {} @ {}kg"),
        "3 × 10 × 20 kg": _lifted("{} × {} × {} kg"),
        "3 sets of 10 reps at 20 kg": _lifted("{} sets of {} reps at {} kg"),
        "3 sets of 10 at 20 kg": _lifted("{} sets of {} at {} kg"),
        "3 sets × 10 reps, 20 kg": _lifted("{} sets × {} reps, {} kg"),
        "3x10, 20 kg": _lifted("{}x{}, {} kg"),
        "20 kg, 3x10": _lifted("{2} kg, {0}x{1}"),
        "3/10/20 kg": _lifted("{}/{}/{} kg"),
    },
    "factor": {
        "300 kcal": lambda value, quantity: quantity(value),
        "2 × 150 kcal": _times("{n} × {one}"),
        "2 x 150 kcal": _times("{n} x {one}"),
        "150 kcal × 2": _times("{one} × {n}"),
        "2 at 150 kcal each": _times("{n} at {one} each"),
        "2 at 150 kcal": _times("{n} at {one}"),
        "2 @ 150 kcal": _times("{n} @ {one}"),
        "×2 (150 kcal each)": _times("×{n} ({one} each)"),
        "2, 150 kcal each": _times("{n}, {one} each"),
    },
}  # fmt: skip
"""How an amount is written."""
CLOCKS: Choices = {
    "clock": {
        "09:00": _clock("{h:02d}:{m:02d}"),
        "9:00": _clock("{h}:{m:02d}"),
        "9:00 AM": _half("{h}:{m:02d} {half}", "AM", "PM"),
        "9:00am": _half("{h}:{m:02d}{half}", "am", "pm"),
        "9:00 a.m.": _half("{h}:{m:02d} {half}", "a.m.", "p.m."),
        "9am": _half("{h}:{m:02d}{half}", "am", "pm", "{h}{half}"),
        "9:00a": _half("{h}:{m:02d}{half}", "a", "p"),
        "9:00  AM": _half("{h}:{m:02d}  {half}", "AM", "PM"),
        "9.00": _clock("{h}.{m:02d}"),
        "09.00": _clock("{h:02d}.{m:02d}"),
        "0900": _clock("{h:02d}{m:02d}"),
        "9h00": _clock("{h}h{m:02d}"),
        "9:00 h": _clock("{h}:{m:02d} h"),
        "09:00 Uhr": _clock("{h:02d}:{m:02d} Uhr"),
        "9 AM": _half("{h}:{m:02d} {half}", "AM", "PM", "{h} {half}"),
        "0900h": _clock("{h:02d}{m:02d}h"),
        "9:00A": _half("{h}:{m:02d}{half}", "A", "P"),
        "9:00 A.M.": _half("{h}:{m:02d} {half}", "A.M.", "P.M."),
        "09:00:00": _clock("{h:02d}:{m:02d}:00"),
        "09:00 hrs": _clock("{h:02d}:{m:02d} hrs"),
    },
    "span": {
        "09:00–10:30": _span("{start}–{end}"),
        "09:00-10:30": _span("{start}-{end}"),
        "09:00 – 10:30": _span("{start} – {end}"),
        "09:00 - 10:30": _span("{start} - {end}"),
        "09:00 to 10:30": _span("{start} to {end}"),
        "from 09:00 to 10:30": _span("from {start} to {end}"),
        "09:00 until 10:30": _span("{start} until {end}"),
        "09:00 → 10:30": _span("{start} → {end}"),
        "9:00–10:30 AM": _span("{start}–{end}", same_half=True),
        "09:00 (90 min)": _span("{start} ({minutes} min)"),
        "09:00–10:30 (90 min)": _span("{start}–{end} ({minutes} min)"),
    },
}  # fmt: skip
"""How times of day are written."""
