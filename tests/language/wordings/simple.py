"""Sentences about one amount, one count, or one thing that is there or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.language.wordings.writer import FINER, PLURAL, Bound, Writer, data

Made = tuple[str, str, str, dict[str, Any]]
"""Kind of wording, its template, formulas joined by ` | `, and what fills the template."""


def fits(over: Any, bound: Bound, subject: Any) -> Callable[[str], bool]:
    """Return which templates can be filled: `no day` only of days, `50 g` alone only of protein."""
    verbs, held = subject.get("verbs", True), subject.get("held", True)

    def filled(text: str) -> bool:
        common = over["name"] != "plan" and "proper" not in over
        return not (
            ("{adjective}" in text and "adjective" not in over)
            or ("{no}" in text and not common)
            or ("{beyond}" in text and bound.comparator in ("=", "between"))
            or ("{verb}" in text and not verbs)
            or (text == "{bound}{of} {period}" and not held)
        )

    return filled


def amount(writer: Writer) -> Made:
    subject = writer.one("amounts")
    over, bound = writer.over(subject), writer.bound(subject)
    what = writer.rng.choice(subject["nouns"])
    many = what in PLURAL
    style, template = writer.template("amount", fits(over, bound, subject))
    amounts = writer.amounts(bound, of=subject["held"] if "{of}" in template else "")
    if subject["unit"] == "kcal" and subject["held"] == "" and "{each}" not in template:
        amounts = {key: text.replace(" calories", " kcal") for key, text in amounts.items()}
    slots = writer.slots(template, over, bound, amounts)
    slots |= {
        "what": what,
        "of": "",
        "modal": writer.modal(many and "{each}" not in template),
        "verb": writer.rng.choice(subject["verbs"] or [""]),
    }
    fill_bounds(writer, template, bound, amounts, slots, many)
    return style, template, over["formula"] + bound.formula(subject["value"]), slots


def fill_bounds(
    writer: Writer, template: str, bound: Bound, amounts: Any, slots: dict[str, Any], many: bool
) -> None:
    table = data("wordings")
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
    ways = data("wordings")["numbers"][bound.comparator]
    if bound.unit in FINER:
        factor, unit = FINER[bound.unit]
        first, last = (unit.format(size * factor) for size in (bound.low, bound.high))
        return str(ways["plain"][0].format(n=first, m=last))
    others = [text.format(**amounts) for text in ways["plain"]]
    again = writer.rng.choice([text for text in others if text != said])
    return f"{writer.rng.choice(['i.e. ', 'that is, ', ''])}{again}"


def count(writer: Writer) -> Made:
    subject = writer.one("counts")
    over, bound = writer.over(subject), writer.bound(subject)
    style, template = writer.template("count", fits(over, bound, subject))
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
    style, template = writer.template(kind, fits(over, bound, subject))
    slots = writer.slots(template, over, bound, {"n": ""})
    slots |= {
        "period": writer.period(over, amount=False),
        "a": f"{subject['article']} {subject['noun']}",
        "many": subject["many"],
        "modal": writer.modal() if subject["article"] else writer.rng.choice(["must", "should"]),
    }
    sign = "exists" if kind == "exists" else "not exists"
    return style, template, f"{over['formula']}{sign} {subject['scope']}", slots


def exists(writer: Writer) -> Made:
    return _presence(writer, "exists")


def absent(writer: Writer) -> Made:
    return _presence(writer, "absent")
