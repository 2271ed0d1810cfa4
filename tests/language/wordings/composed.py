"""Sentences with more than one part: exceptions, order, averages, some of the days, conditions …"""

from __future__ import annotations

from tests.language.wordings.simple import Made, fill_bounds, fits
from tests.language.wordings.writer import PLURAL, Writer, data, in_words


def exception(writer: Writer) -> Made:
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
    many = subject.get("many", "")
    said = writer.noun_phrase(bound, many, writer.amounts(bound, many, subject.get("held", "")))
    style, template = writer.template("exception")
    slots = {
        "each": writer.each(over),
        "but": given["noun"],
        "rest": f"{writer.modal()} {verb} {said}",
    }
    scope = over["formula"].removesuffix(": ") + f" except {given['filter']}: "
    return style, template, scope + bound.formula(subject["value"]), slots


def order(writer: Writer) -> Made:
    first, one, second, other = writer.one("orders")
    style, template = writer.template("order")
    formulas = f"{first} before {second} | exists {first} preceding {second}"
    if style == "order of clauses":
        formulas += f" | exists {second} following {first}"
    return style, template, formulas, {"first": one, "second": other}


def length(writer: Writer) -> Made:
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
        "reason": writer.rng.choice(data("wordings")["reasons"]),
    }
    fill_bounds(writer, template, bound, amounts, slots, False)
    return style, template, bound.formula(f"duration({subject['scope']})"), slots


def start(writer: Writer) -> Made:
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


def quote(writer: Writer) -> Made:
    style, template = writer.template("quote")
    text = writer.one("quotes")
    sign = "contains" if style == "contains" else "not contains"
    return style, template, f'{sign} "{text}" | {sign} "{text}" inside words', {"text": text}


def two(writer: Writer) -> Made:
    over_name, one, other = writer.one("pairs")
    asked = [s for s in writer.subjects["amounts"] if over_name in s["overs"]]
    subjects = {subject["nouns"][0]: subject for subject in asked}
    over = {"name": over_name, **writer.subjects["overs"][over_name]}
    one, other = subjects[one], subjects[other]
    first, second = writer.bound(one), writer.bound(other)
    style, template = writer.template("two")
    held = (one["held"], other["held"]) if "{of}" in template else ("", "")
    slots = {
        "each": writer.each(over), "period": writer.period(over), "modal": writer.modal(),
        "verb": writer.rng.choice(one["verbs"]), "verb2": writer.rng.choice(other["verbs"]),
        "what": one["nouns"][0], "what2": other["nouns"][0],
        "of": "", "of2": "",
        "bound": writer.noun_phrase(first, amounts=writer.amounts(first, of=held[0])),
        "bound2": writer.noun_phrase(second, amounts=writer.amounts(second, of=held[1])),
    }  # fmt: skip
    formula = f"{first.formula(one['value'])} and {second.formula(other['value'])}"
    return style, template, f"{over['formula']}({formula})", slots


def average(writer: Writer) -> Made | None:
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
    style, template = writer.template("average", fits(over, bound, subject))
    amounts = writer.amounts(bound, of=subject["held"] if "{of}" in template else "")
    what = writer.rng.choice(subject["nouns"])
    many = what in PLURAL
    slots = writer.slots(template, over, bound, amounts) | {
        "x": over["noun"],
        "what": what,
        "of": "",
        "modal": writer.modal(many and "{what} {modal} average" in template),
        "verb": writer.rng.choice(subject["verbs"] or [""]),
    }
    fill_bounds(writer, template, bound, amounts, slots, many=False)
    value = f"mean({subject['value'][4:-1]} per {over['noun']})"
    return style, template, bound.formula(value), slots


def some(writer: Writer) -> Made | None:
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


def restated(writer: Writer) -> Made:
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


def compare(writer: Writer) -> Made:
    subject = writer.one("compares")
    counted = subject["value"].startswith("count")
    style, template = writer.template("compare")
    slots = {
        **subject,
        "less": "fewer" if counted or subject["what"] in PLURAL else "less",
        "amount": f"number of {subject['what']}" if counted else subject["what"],
        "that": "those" if subject["what"] in PLURAL else "that",
        "in": "on" if subject["one"].startswith("day") else "in",
    }
    value, first, second = subject["value"], subject["first"], subject["second"]
    return style, template, f"{value} of {first} > {value} of {second}", slots


def conditional(writer: Writer) -> Made:
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
