"""Sentences whose meaning is known, made from formulas: one meaning, many wordings.

A `Saying` is a sentence with the formula it was made from and what kind of wording it is. What
sentences are about stands in `subjects.yaml`, how one says it in `wordings.yaml`; the same seed
makes the same sentences.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

HERE = Path(__file__).parent
_PLURAL = ("calories", "pages", "calories burned")
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
_FINER = {"h": (60, "{} minutes"), "km": (1000, "{} m"), "l": (1000, "{} ml")}
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


class Saying(NamedTuple):
    """A sentence with its meaning."""

    vocabulary: str
    text: str
    formula: str
    """In the formal language."""
    kind: str
    """Kind of meaning and of wording: `amount, telegram`."""
    phrases: tuple[str, ...]
    """The ways of saying a bound and a period that it uses."""
    also: tuple[str, ...] = ()
    """Other formulas that are as good a reading."""


@cache
def _data(name: str) -> Any:
    return yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8"))


def sayings(number: int, seed: int, vocabulary: str = "") -> Iterator[Saying]:
    """Yield so many sentences, over all vocabularies or one."""
    rng = random.Random(seed)
    names = [vocabulary] if vocabulary else list(_data("subjects"))
    for _ in range(number):
        yield Writer(rng, rng.choice(names)).saying()


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
        self.subjects = _data("subjects")[vocabulary]
        self.phrases: list[tuple[str, str]] = []
        """Ways of saying something, and what was said; some may not be used in the end."""

    def saying(self) -> Saying:
        """Make the sentence."""
        makers = [(kind, make) for part, kind, make in MAKERS if part in self.subjects]
        made = None
        while made is None:
            kind, make = self.rng.choice(makers)
            made = make(self)
        style, template, formulas, slots = made
        text = " ".join(template.format_map(slots).split())
        for gap in (" .", " ,", " :", " ;"):
            text = text.replace(gap, gap[1])
        text = text.lstrip(", ")
        text = text[0].upper() + text[1:]
        used = tuple(way for way, said in self.phrases if said.lower() in text.lower())
        formula, *also = formulas.split(" | ")
        return Saying(self.vocabulary, text, formula, f"{kind}, {style}", used, tuple(also))

    # -- parts --------------------------------------------------------------------------
    def one(self, part: str) -> Any:
        """Choose a subject."""
        return self.rng.choice(self.subjects[part])

    def template(self, kind: str, fits: Callable[[str], bool] = bool) -> tuple[str, str]:
        """Choose a kind of wording and one of its sentences that fits."""
        styles = {
            style: [text for text in texts if fits(text)]
            for style, texts in _data("wordings")[kind].items()
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

    def amounts(self, bound: Bound, many: str = "") -> dict[str, str]:
        """Write the amounts of a bound with its unit or what is counted."""
        words = self.rng.random() < _FRACTION_OF_NUMBERS_IN_WORDS
        units = _UNITS[bound.unit] if bound.unit else [f"{{}} {many}".strip()]
        unit = max(units, key=len) if words else self.rng.choice(units)
        low, high = (in_words(n) if words else f"{n}" for n in (bound.low, bound.high))
        if words:
            self.phrases.append(("(number in words)", low))
        bare = self.rng.random() < 0.5 or not bound.unit
        once = bound.comparator == "between" and unit.startswith("{}") and bare
        first, last = unit.format(low), unit.format(high)
        return {
            "n": low if once else first,
            "m": last,
            "digits": f"{bound.low}-{unit.format(bound.high)}",
        }

    def noun_phrase(self, bound: Bound, many: str = "", amounts: Any = None) -> str:
        """Write a bound as a noun phrase: `at least 50 g`."""
        table = _data("wordings")
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
        table = _data("wordings")
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
            else self.phrase(_data("wordings")["eachs"], x=over["noun"])
        )

    def modal(self, many: bool = False) -> str:
        """Choose `must` or another."""
        return str(self.rng.choice(_data("wordings")["modals"]["many" if many else "one"]))

    def slots(self, template: str, over: Any, bound: Bound, amounts: Any) -> dict[str, Any]:
        """Fill what every template may use; no sentence begins with `a day`."""
        table = _data("wordings")
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


Made = tuple[str, str, str, dict[str, Any]]
"""Kind of wording, its template, formulas joined by ` | `, and what fills the template."""


def _fits(over: Any, bound: Bound, subject: Any) -> Callable[[str], bool]:
    """Return which templates can be filled: `no day` only of days, `50 g` alone only of protein."""
    verbs, held = subject.get("verbs", True), subject.get("held", True)

    def fits(text: str) -> bool:
        common = over["name"] != "plan" and "proper" not in over
        return not (
            ("{adjective}" in text and "adjective" not in over)
            or ("{no}" in text and not common)
            or ("{beyond}" in text and bound.comparator in ("=", "between"))
            or ("{verb}" in text and not verbs)
            or (text == "{bound}{of} {period}" and not held)
        )

    return fits


def _amount(writer: Writer) -> Made:
    subject = writer.one("amounts")
    over, bound = writer.over(subject), writer.bound(subject)
    what = writer.rng.choice(subject["nouns"])
    many = what in _PLURAL
    amounts = writer.amounts(bound)
    style, template = writer.template("amount", _fits(over, bound, subject))
    if subject["unit"] == "kcal" and subject["held"] == "" and "{each}" not in template:
        amounts = {key: text.replace(" calories", " kcal") for key, text in amounts.items()}
    slots = writer.slots(template, over, bound, amounts)
    slots |= {
        "what": what,
        "of": subject["held"],
        "modal": writer.modal(many and "{each}" not in template),
        "verb": writer.rng.choice(subject["verbs"] or [""]),
    }
    _fill_bounds(writer, template, bound, amounts, slots, many)
    return style, template, over["formula"] + bound.formula(subject["value"]), slots


def _fill_bounds(
    writer: Writer, template: str, bound: Bound, amounts: Any, slots: dict[str, Any], many: bool
) -> None:
    table = _data("wordings")
    if "{bound}" in template:
        slots["bound"] = writer.noun_phrase(bound, amounts=amounts)
    if "{again}" in template:
        slots["again"] = _again(writer, bound, amounts, slots["bound"])
    if "{predicate}" in template:
        text = writer.phrase(table["predicates"][bound.comparator], **amounts)
        slots["predicate"] = (
            text.replace("has to", "have to").replace("is ", "are ") if many else text
        )
    if "{kept}" in template:
        slots["kept"] = writer.phrase(table["kept"][bound.comparator], **amounts)


def _again(writer: Writer, bound: Bound, amounts: Any, said: str) -> str:
    """Say a bound again: in another unit, or in other words."""
    ways = _data("wordings")["numbers"][bound.comparator]
    if bound.unit in _FINER:
        factor, unit = _FINER[bound.unit]
        first, last = (unit.format(size * factor) for size in (bound.low, bound.high))
        return str(ways["plain"][0].format(n=first, m=last))
    others = [text.format(**amounts) for text in ways["plain"]]
    again = writer.rng.choice([text for text in others if text != said])
    return f"{writer.rng.choice(['i.e. ', 'that is, ', ''])}{again}"


def _count(writer: Writer) -> Made:
    subject = writer.one("counts")
    over, bound = writer.over(subject), writer.bound(subject)
    style, template = writer.template("count", _fits(over, bound, subject))
    many = subject["many"]
    amounts = writer.amounts(bound, "" if "{number}" in template else many)
    slots = writer.slots(template, over, bound, amounts)
    plural = "{bound} {modal}" in template or "There {modal}" in template
    slots |= {
        "many": many,
        "bound": writer.noun_phrase(bound, many, amounts) if "{bound}" in template else "",
        "number": writer.noun_phrase(bound, "", amounts) if "{number}" in template else "",
        "modal": writer.modal(plural),
    }
    return style, template, over["formula"] + bound.formula(subject["value"]), slots


def _presence(writer: Writer, kind: str) -> Made:
    subject = writer.one("named")
    over = writer.over(subject)
    bound = Bound(">=", 1, 1, "")
    style, template = writer.template(kind, _fits(over, bound, subject))
    slots = writer.slots(template, over, bound, {"n": ""})
    slots |= {
        "period": writer.period(over, amount=False),
        "a": f"{subject['article']} {subject['noun']}",
        "many": subject["many"],
        "modal": writer.modal() if subject["article"] else writer.rng.choice(["must", "should"]),
    }
    sign = "exists" if kind == "exists" else "not exists"
    return style, template, f"{over['formula']}{sign} {subject['scope']}", slots


def _exists(writer: Writer) -> Made:
    return _presence(writer, "exists")


def _absent(writer: Writer) -> Made:
    return _presence(writer, "absent")


def _exception(writer: Writer) -> Made:
    given = writer.one("exceptions")
    over = {"name": given["over"], **writer.subjects["overs"][given["over"]]}
    fitting = [
        (part, subject)
        for part in ("amounts", "counts")
        for subject in writer.subjects.get(part, ())
        if given["over"] in subject["overs"] and (part == "counts" or subject["verbs"])
    ]
    part, subject = writer.rng.choice(fitting)
    bound = writer.bound(subject)
    verb = "have" if part == "counts" else writer.rng.choice(subject["verbs"])
    said = writer.noun_phrase(bound, subject.get("many", ""))
    style, template = writer.template("exception")
    slots = {
        "each": writer.each(over),
        "but": given["noun"],
        "rest": f"{writer.modal()} {verb} {said}{subject.get('held', '')}",
    }
    scope = over["formula"].removesuffix(": ") + f" except {given['filter']}: "
    return style, template, scope + bound.formula(subject["value"]), slots


def _order(writer: Writer) -> Made:
    first, one, second, other = writer.one("orders")
    style, template = writer.template("order")
    formulas = f"{first} before {second} | exists {first} preceding {second}"
    if style == "order of clauses":
        formulas += f" | exists {second} following {first}"
    return style, template, formulas, {"first": one, "second": other}


def _length(writer: Writer) -> Made:
    subject = writer.one("times")
    unit = writer.rng.choice(["min", "h"])
    size = (
        {"unit": unit, "low": 2, "high": 9}
        if unit == "h"
        else {"unit": unit, "low": 20, "high": 150}
    )
    bound = writer.bound(size)
    style, template = writer.template("length")
    amounts = writer.amounts(bound)
    slots = {
        "what": subject["noun"],
        "modal": writer.modal("{bound} {modal}" in template),
        "reason": writer.rng.choice(_data("wordings")["reasons"]),
    }
    _fill_bounds(writer, template, bound, amounts, slots, False)
    return style, template, bound.formula(f"duration({subject['scope']})"), slots


def _start(writer: Writer) -> Made:
    subject = writer.one("times")
    style, template = writer.template("start")
    hour, minute = writer.rng.randint(6, 20), writer.rng.choice([0, 0, 15, 30])
    half, name = (hour - 12, "pm") if hour > 12 else (hour, "pm" if hour == 12 else "am")
    short = f"{half} {name}" if not minute else f"{half}:{minute:02d} {name}"
    slots = {
        "what": subject["noun"],
        "time": writer.rng.choice([f"{hour}:{minute:02d}", short, short.upper()]),
    }
    time = f"{hour:02d}:{minute:02d}"
    formulas = f"start({subject['scope']}) {style} {time}"
    if style != "=":
        opposite = "<" if style == ">=" else ">"
        formulas += f" | not exists block({subject['scope']}) where (start {opposite} {time})"
    return style, template, formulas, slots


def _quote(writer: Writer) -> Made:
    style, template = writer.template("quote")
    text = writer.one("quotes")
    sign = "contains" if style == "contains" else "not contains"
    return style, template, f'{sign} "{text}" | {sign} "{text}" inside words', {"text": text}


def _two(writer: Writer) -> Made:
    over_name, one, other = writer.one("pairs")
    asked = [s for s in writer.subjects["amounts"] if over_name in s["overs"]]
    subjects = {subject["nouns"][0]: subject for subject in asked}
    over = {"name": over_name, **writer.subjects["overs"][over_name]}
    one, other = subjects[one], subjects[other]
    first, second = writer.bound(one), writer.bound(other)
    style, template = writer.template("two")
    slots = {
        "each": writer.each(over), "period": writer.period(over), "modal": writer.modal(),
        "verb": writer.rng.choice(one["verbs"]), "verb2": writer.rng.choice(other["verbs"]),
        "what": one["nouns"][0], "what2": other["nouns"][0],
        "of": one["held"], "of2": other["held"],
        "bound": writer.noun_phrase(first), "bound2": writer.noun_phrase(second),
    }  # fmt: skip
    formula = f"{first.formula(one['value'])} and {second.formula(other['value'])}"
    return style, template, f"{over['formula']}({formula})", slots


def _average(writer: Writer) -> Made | None:
    """A mean over the parts of a plan: only of amounts that add up in each part."""
    fitting = [
        (subject, name)
        for subject in writer.subjects["amounts"]
        for name in subject["overs"]
        if name in ("day", "session", "week", "stage") and subject["value"].startswith("sum(")
    ]
    if not fitting:
        return None
    subject, name = writer.rng.choice(fitting)
    over, bound = {"name": name, **writer.subjects["overs"][name]}, writer.bound(subject)
    amounts = writer.amounts(bound)
    style, template = writer.template("average", _fits(over, bound, subject))
    what = writer.rng.choice(subject["nouns"])
    many = what in _PLURAL
    slots = writer.slots(template, over, bound, amounts) | {
        "x": over["noun"],
        "what": what,
        "of": subject["held"],
        "modal": writer.modal(many and "{what} {modal} average" in template),
        "verb": writer.rng.choice(subject["verbs"] or [""]),
    }
    _fill_bounds(writer, template, bound, amounts, slots, many=False)
    value = f"mean({subject['value'][4:-1]} per {over['noun']})"
    return style, template, bound.formula(value), slots


def _some(writer: Writer) -> Made | None:
    """A condition on some of the days: at least two, at most three, exactly two."""
    fitting = [
        (subject, name)
        for subject in writer.subjects["counts"]
        for name in subject["overs"]
        if name != "plan" and "proper" not in writer.subjects["overs"][name]
    ]
    if not fitting:
        return None
    subject, name = writer.rng.choice(fitting)
    over, bound = writer.subjects["overs"][name], writer.bound(subject)
    number = writer.rng.randint(2, 4)
    sign = writer.rng.choice(["at least", "at most", "exactly"])
    words = writer.rng.choice([str(number), in_words(number)])
    style, template = writer.template("some")
    slots = {
        "q": f"{sign} {words} {over['noun']}s",
        "of_the": f"{sign} {words} of the {over['noun']}s",
        "bound": writer.noun_phrase(bound, subject["many"]),
    }
    asked = bound.formula(subject["value"])
    formula = over["formula"].replace("each ", f"{sign} {number} of ") + asked
    return style, template.replace("On ", "On " if name == "day" else "In "), formula, slots


def _restated(writer: Writer) -> Made:
    """A total with its parts in brackets, which may be compiled too."""
    subject = writer.one("restated")
    each, parts = writer.rng.randint(2, 5), writer.rng.randint(3, 6)
    style, template = writer.template("restated")
    total = f"{subject['value']} = {each * parts}"
    more = f"each {subject['over']}: {subject['value']} = {each}", f"{subject['whole']} = {parts}"
    formulas = [total, *(f"{total} and {part}" for part in more), " and ".join((total, *more))]
    slots = {
        "plan": writer.subjects["overs"]["plan"]["noun"], "many": subject["many"],
        "total": each * parts, "n": each, "k": parts, "x": subject["over"],
    }  # fmt: skip
    return style, template, " | ".join(formulas), slots


def _compare(writer: Writer) -> Made:
    subject = writer.one("compares")
    counted = subject["value"].startswith("count")
    style, template = writer.template("compare")
    slots = {
        **subject,
        "less": "fewer" if counted or subject["what"] in _PLURAL else "less",
        "amount": f"number of {subject['what']}" if counted else subject["what"],
        "that": "those" if subject["what"] in _PLURAL else "that",
        "in": "on" if subject["one"].startswith("day") else "in",
    }
    value, first, second = subject["value"], subject["first"], subject["second"]
    return style, template, f"{value} of {first} > {value} of {second}", slots


def _conditional(writer: Writer) -> Made:
    given = writer.one("conditions")
    fitting = [s for s in writer.subjects["counts"] if given["over"] in s["overs"]]
    subject = writer.rng.choice([s for s in fitting if s["one"] not in given["has"]])
    bound = writer.bound(subject)
    style, template = writer.template("conditional")
    slots = {
        "x": given["over"],
        "has": given["has"],
        "bound": writer.noun_phrase(bound, subject["many"]),
    }
    asked = bound.formula(subject["value"])
    formulas = f"each {given['over']}: if {given['if']} then {asked}"
    return (
        style,
        template,
        f"{formulas} | each {given['over']} where ({given['if']}): {asked}",
        slots,
    )


MAKERS: list[tuple[str, str, Callable[[Writer], Made | None]]] = [
    ("amounts", "amount", _amount),
    ("amounts", "amount", _amount),
    ("counts", "count", _count),
    ("counts", "count", _count),
    ("named", "exists", _exists),
    ("named", "absent", _absent),
    ("exceptions", "exception", _exception),
    ("orders", "order", _order),
    ("times", "length", _length),
    ("times", "start", _start),
    ("quotes", "quote", _quote),
    ("pairs", "two", _two),
    ("amounts", "average", _average),
    ("counts", "some", _some),
    ("restated", "restated", _restated),
    ("compares", "compare", _compare),
    ("conditions", "conditional", _conditional),
]
"""What a vocabulary must have, kind of meaning, and what makes it; twice what people say most."""
