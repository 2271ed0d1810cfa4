"""What one sentence is put together from: subjects, bounds, amounts, periods, phrases."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests import quick_yaml

HERE = Path(__file__).parent
PLURAL = ("calories", "pages", "calories burned")
COMPARATORS = (">=", "<=", "=", "<", ">", "between")
_FRACTION_OF_NUMBERS_IN_WORDS = 0.25
_UNITS = {
    "": ["{}"],
    "g": ["{} g", "{} grams", "{}g"],
    "mg": ["{} mg", "{} milligrams"],
    "kg": ["{} kg", "{} kilograms"],
    "kcal": ["{} kcal", "{} calories"],
    "min": ["{} minutes", "{} min"],
    "h": ["{} hours", "{} h"],
    "km": ["{} km", "{} kilometres"],
    "m": ["{} m", "{} metres"],
    "mile": ["{} miles"],
    "l": ["{} litres", "{} l"],
    "USD": ["${}", "{} dollars"],
    "EUR": ["€{}", "{} euros"],
    "page": ["{} pages"],
    "set": ["{} sets"],
}
FINER = {"h": (60, "{} minutes"), "km": (1000, "{} m"), "l": (1000, "{} ml")}
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


@cache
def data(name: str) -> Any:
    return quick_yaml.load((HERE / f"{name}.yaml").read_text("utf-8"))


def in_words(number: int) -> str:
    """Write a whole number below 10 000 in words: `two hundred and fifty`."""
    if number < 20:
        return _SMALL[number]
    if number < 100:
        ten, one = divmod(number, 10)
        return _TENS[ten] + (f"-{_SMALL[one]}" if one else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    high, low = divmod(number, size)
    joint = " and " if low < 100 else " "
    return f"{in_words(high)} {name}" + (f"{joint}{in_words(low)}" if low else "")


class Bound(NamedTuple):
    """A comparison with one amount, or with two."""

    comparator: str
    low: int
    high: int
    unit: str

    def formula(self, value: str) -> str:
        """Write it behind a value."""
        low = f"{self.low} {self.unit}".strip()
        if self.comparator == "between":
            return f"{value} between {low} and {f'{self.high} {self.unit}'.strip()}"
        return f"{value} {self.comparator} {low}"


class Writer:
    """Makes one sentence of one vocabulary."""

    def __init__(self, rng: random.Random, vocabulary: str) -> None:
        """Start a sentence."""
        self.rng = rng
        self.vocabulary = vocabulary
        self.subjects = data("subjects")[vocabulary]
        self.phrases: list[tuple[str, str]] = []
        """Ways of saying something, and what was said; some may not be used in the end."""

    def one(self, part: str) -> Any:
        """Choose a subject."""
        return self.rng.choice(self.subjects[part])

    def template(self, kind: str, fits: Callable[[str], bool] = bool) -> tuple[str, str]:
        """Choose a kind of wording and one of its sentences that fits."""
        styles = {
            style: [text for text in texts if fits(text)]
            for style, texts in data("wordings")[kind].items()
        }
        style = self.rng.choice([style for style, texts in styles.items() if texts])
        return style, self.rng.choice(styles[style])

    def phrase(self, texts: list[str], **given: Any) -> str:
        """Choose a phrase, and note it."""
        chosen = self.rng.choice(texts)
        said = chosen.format(**given)
        if said:
            self.phrases.append((chosen, said))
        return said

    def bound(self, subject: Any) -> Bound:
        """Choose a bound of usual size."""
        low, high = subject["low"], subject["high"]
        step = 1 if high < 20 else 5 if high < 200 else 50 if high < 2000 else 100
        first = self.rng.randrange(low, high, step)
        second = first + step * self.rng.randint(1, 4)
        return Bound(self.rng.choice(COMPARATORS), first, second, subject.get("unit", ""))

    def amounts(self, bound: Bound, many: str = "", of: str = "") -> dict[str, str]:
        """Write the amounts of a bound with its unit or what is counted, and what it is of."""
        words = self.rng.random() < _FRACTION_OF_NUMBERS_IN_WORDS
        units = _UNITS[bound.unit] if bound.unit else [f"{{}} {many}".strip()]
        unit = max(units, key=len) if words else self.rng.choice(units)
        low, high = (in_words(n) if words else f"{n}" for n in (bound.low, bound.high))
        if words:
            self.phrases.append(("(number in words)", low))
        bare = self.rng.random() < 0.5 or not bound.unit
        once = bound.comparator == "between" and unit.startswith("{}") and bare
        first = unit.format(low) if bound.comparator == "between" else unit.format(low) + of
        return {
            "n": low if once else first,
            "m": unit.format(high) + of,
            "digits": f"{bound.low}-{unit.format(bound.high)}{of}",
        }

    def noun_phrase(self, bound: Bound, many: str = "", amounts: Any = None) -> str:
        """Write a bound as a noun phrase: `at least 50 g`."""
        table = data("wordings")
        ways = table["numbers"][bound.comparator]
        unusual = table["unwritable"]["count" if not bound.unit else "amount"]
        plain = self.rng.random() < 0.5
        texts = [t for t in ways["plain" if plain else "other"] if t not in unusual]
        texts = texts or ways["plain"]
        return self.phrase(texts, **(amounts or self.amounts(bound, many)))

    def over(self, subject: Any) -> Any:
        """Choose what a condition is asked of."""
        name = self.rng.choice(subject["overs"])
        return {"name": name, **self.subjects["overs"][name]}

    def period(self, over: Any, amount: bool = True) -> str:
        """Write `per day`; for the whole plan `in total`, or nothing; `a day` only of amounts."""
        table = data("wordings")
        if over["name"] == "plan":
            return self.phrase(["", *table["whole"]], x=over["noun"]) if amount else ""
        if "proper" in over:
            return self.phrase(over["proper"])
        ways = table["periods"].get(over["name"], table["periods"]["other"])
        fitting = [way for way in ways if amount or not way.startswith("a ")]
        return self.phrase(fitting, x=over["noun"])

    def each(self, over: Any) -> str:
        """Write `every day`, `the plan`."""
        if over["name"] == "plan":
            return f"the {over['noun']}"
        return (
            over["noun"]
            if "proper" in over
            else self.phrase(data("wordings")["eachs"], x=over["noun"])
        )

    def modal(self, many: bool = False) -> str:
        """Choose `must` or another."""
        return str(self.rng.choice(data("wordings")["modals"]["many" if many else "one"]))

    def slots(self, template: str, over: Any, bound: Bound, amounts: Any) -> dict[str, Any]:
        """Fill what every template may use; no sentence begins with `a day`."""
        table = data("wordings")
        first = template.startswith("{period}") and over["name"] != "plan"
        beyond = table["beyond"].get(bound.comparator, [""])
        return {
            "period": self.period(over, amount=not first),
            "each": self.each(over),
            "no": f"no {over['noun']}",
            "adjective": over.get("adjective", ""),
            "beyond": self.rng.choice(beyond).format(**amounts),
            "reason": self.rng.choice(table["reasons"]),
        }
