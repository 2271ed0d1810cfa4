"""What something costs by the hour, by weight, for a night or a piece: `labour at 42 euros an hour`.

The unit is taken out of the sentence, and the money that the rest holds a thing to is held to it times how
much of the thing there is. What nothing is said to cost so much (`5 euros an hour`) stays refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evalspec.core.quantity import Unit
from evalspec.language.english.lexicon import Words
from evalspec.language.english.tokens import Row


class Rate(NamedTuple):
    """A sentence without the unit of a rate, and how much of a thing there is, in that unit."""

    rest: str
    times: str
    """`(sum(duration) / 1 h)`."""
    least_one: bool
    """Whether there is one at least: a night, but perhaps half an hour."""
    thing: str = ""
    """What costs so much where nothing is named: lodging, by the night."""


def rated(text: str, known: Words) -> Iterator[Rate]:
    """Yield a sentence without what money is for: `an hour`, `per kilo`, `each`."""
    row = Row(text, known)
    for place, word in enumerate(row.words):
        if place and word.low in (*_PER, *_PIECE) and _paid(row, place):
            for taken, rate in _rates(row, place, known):
                start, end = row.words[place - 1].end, row.words[place + taken].end
                yield rate._replace(rest=f"{text[:start]}{text[end:]}")


def _rates(row: Row, place: int, known: Words) -> Iterator[tuple[int, Rate]]:
    """Yield how many words behind one say of what a rate is, and how much of that there is."""
    unit, taken = row.numbers.unit(place + 1)
    theme = known.default(unit.dimension) if unit is not None else None
    if row.words[place].low in _PER and unit is not None and theme is not None and _measures(unit):
        times = f"(sum({theme.measure}) / 1 {unit.name})"
        nightly = unit.dimension == "count:night"
        lodged = nightly and "lodging" in known.lexicon.categories
        yield taken, Rate("", times, nightly, "lodging" * lodged)
    elif row.numbers.low(place + 1) in ("for", "on", "towards"):
        return  # `20 euros each for food`: for each person
    elif row.words[place].low in _PIECE and "quantity" in known.lexicon.measures:
        yield 0, Rate("", "sum(quantity)", True)


_HEADS = (["per", "person"], ["a", "head"], ["per", "head"], ["a", "person"])
_PER = frozenset(("a", "an", "per", "/", "each", "every"))
_PIECE = frozenset(("each", "apiece"))
_LARGE = frozenset(("day", "week", "month", "year"))
"""Of which a plan has one after the other: `20 euros a day`."""


def _measures(unit: Unit) -> bool:
    countable = unit.dimension in ("time", "mass", "volume", "length", "count:night")
    return countable and unit.name not in _LARGE


def _paid(row: Row, place: int) -> bool:
    """Tell whether an amount of money ends before a place: `€80 per person` per night."""
    if [word.low for word in row.words[max(0, place - 2) : place]] in _HEADS:
        place -= 2
    return any(
        start + length == place
        and (amount.dimension.startswith("currency") or amount.unit == "lb")  # `95 pounds`
        for start in range(max(0, place - 4), place)
        for amount, length in row.numbers.amounts(start)
    )


_PRICED = re.compile(
    r'(?P<front>(?:(?:each|per|for) [^:]*: )*)(?P<value>sum|mean)\(price\)(?: of (?P<of>"[^"]*"|[^<>="]+?))? '
    r"(?P<sign>[<>]?=|[<>]|between) (?P<low>[\d.]+(?: [A-Z]+)?)(?: and (?P<high>[\d.]+(?: [A-Z]+)?))?"
)
_EACH_THING = re.compile(r"each (?!day|week|month)")


def held_by(formula: str, rate: Rate) -> str | None:
    """Return a formula that holds what each thing costs to a rate; nothing where it is of no thing."""
    match = _PRICED.fullmatch(formula)
    if match is None:
        return None
    of, front = match["of"] or rate.thing, match["front"]
    each = bool(_EACH_THING.search(front))
    if not (of or each) or (rate.times == "sum(quantity)" and (of or "")[:1] != '"'):
        return None  # what a vocabulary knows is an entry by itself
    signs = [match["sign"]] if match["high"] is None else [">=", "<="]
    ends = list(zip(signs, (match["low"], match["high"]), strict=False))
    if match["value"] == "mean":
        times = re.sub(r"sum\((\w+)\)", rf"sum(\1) of {of}", rate.times)
        tests = [f"sum(price) of {of} {sign} {end} * {times}" for sign, end in ends]
        return f"{front}{tests[0]}" if len(tests) == 1 and not each else None
    front += f"each {of}: " if of and not each else ""
    tests = [f"sum(price) {sign} {end} * {rate.times}" for sign, end in ends]
    if rate.least_one and match["sign"].startswith("<"):
        tests.insert(0, f"sum(price) {match['sign']} {match['low']}")
    link = " or " if rate.least_one and len(signs) == 1 else " and "
    return f"{front}({link.join(tests)})" if len(tests) > 1 else f"{front}{tests[0]}"
