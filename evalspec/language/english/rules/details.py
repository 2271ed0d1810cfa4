"""What each entry of a plan or a list must tell: `the price behind every item`, `each task needs an owner`."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Clause, Noun, Theme, changed, clause_of, joined
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names, persons, presence
from evalspec.language.english.state.overs import folded, over_of
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.nouns import singular

Detail = tuple[tuple[str, str], ...]
"""What is told, as formulas about one entry, and what each is: a measure, a person, a mark or a name."""
_BOX = r"\\[[ xX]?\\]|[\\x{2610}-\\x{2612}\\x{25A1}\\x{25FB}\\x{25FD}\\x{2B1C}\\x{274F}-\\x{2752}]"
"""A box to tick, as it is written."""


# -- what is told ---------------------------------------------------------------------------------
@rule("Detail -> NUMBER_OF? Measure / Measure GENERIC|TIMED", example="the price", idle=(1,))
def of_measure(w: Words, theme: Theme) -> Detail | None:
    plain = not (theme.of or theme.overs or theme.limit) and theme.kind != "whole"
    name = theme.measure.strip('"')
    if not plain or name not in w.lexicon.measures:
        return None
    reckoned = name == "weight" or w.lexicon.measures[name].product
    held = theme.dimension == "mass" and not reckoned  # `every meal needs protein`
    return ((f"exists measured({theme.measure})", "content" if held else "measure"),)


@rule("Detail -> Words", example="the kilos")
def of_name(w: Words, text: str) -> Detail | None:
    """Take what is measured in a unit that is named, or what stands under a name of its own."""
    name = names.bare(text)
    *first, last = name.lower().split()
    figure = first[0] if len(first) == 1 and last in data("figures") else name.lower()
    unit = w.lexicon.units.get(singular(figure))
    theme = w.default(unit.dimension) if unit is not None else None
    if theme is not None:
        return of_measure(w, theme)
    if unit is None and (names.open_name(w, text) is None or len(name.split()) > 2):
        return None
    if name.lower() in w.lexicon.roles.get("person", ()):
        return of_person(w)  # `every slot needs a speaker`
    known = unit is not None or singular(name.lower().split()[-1]) in data("attributes")
    kind = "attribute" if known else "name"
    return ((f"exists value({quoted(name)})", kind),)


@rule("Detail -> Attribute", example="a due date", cost=-0.1)
def of_attribute(w: Words, text: str) -> Detail:
    """Take what stands under a name of its own, or what is known by how it is written: a year."""
    pattern = data("written as").get(singular(text.lower()))
    if pattern is not None:
        return ((f"matches {quoted(pattern)}", "mark"),)
    return ((f"exists value({quoted(text)})", "attribute"),)


@rule("Detail -> Detail|GENERIC* IN Known|Words", example="the weight in grams", cost=-0.3)
def in_unit(w: Words, told: Detail | str, text: str) -> Detail | None:
    """Take an amount that is written in a unit."""
    pattern = unit_pattern(w, text)
    kinds = ["measure"] if isinstance(told, str) else [kind for _, kind in told]
    if not pattern or "mark" in kinds or "person" in kinds:
        return None
    return ((f"matches {quoted(pattern)}", "mark"),)


def unit_pattern(w: Words, text: str, dimension: str = "") -> str:
    """Return how amounts in a unit are written, or nothing where it is none, or of something else."""
    unit = w.lexicon.units.get(singular(names.bare(text).lower()))
    kind = dimension.partition(":")[0]
    if unit is None or (kind and unit.dimension.partition(":")[0] != kind):
        return ""
    spelled = [re.escape(s) for s, known in w.lexicon.units.items() if known == unit]
    behind = f"[0-9] ?(?:{'|'.join(spelled)})s?(?:[^\\p{{L}}]|$)"
    before = "|".join(s for s in spelled if not s.isalpha()) if ":" in unit.dimension else ""
    return f"(?i){behind}" + (f"|(?:{before}) ?[0-9]" if before else "")


@rule("Detail -> EDGE_TIMES*", example="start and end times", cost=-0.1)
def of_times(w: Words, said: str) -> Detail:
    """Take the times that a response writes, and not those that others tell."""
    edges = [edge for edge in ("start", "end") if edge in said] or ["start"]
    return tuple((f"exists measured({edge})", "time") for edge in edges)


@rule("Detail -> RESPONSIBLE / RESPONSIBLE_WHO", example="a responsible person", cost=-0.1)
def of_person(w: Words) -> Detail | None:
    who = persons.person(w)
    return None if who is None else ((f"exists {who.scope}", "person"),)


@rule("Detail -> TICK_BOX", example="a tick box", cost=-0.1)
def of_box(w: Words) -> Detail:
    return ((f'matches "^\\\\W*(?:{_BOX})"', "mark"),)


@rule("Details -> Detail", "Details -> Details COMMA|AND Detail", "Details -> Details COMMA AND Detail",
      "Details -> BOTH Detail AND Detail", example="calories and protein")  # fmt: skip
def details(w: Words, *parts: Detail) -> Detail:
    return tuple(chain(*parts))


@rule("Details -> Detail OR Detail", example="a responsible person or team")
def either(w: Words, one: Detail, other: Detail) -> Detail | None:
    kinds = {kind for _, kind in (*one, *other)}
    return ((f"({one[0][0]} or {other[0][0]})", one[0][1]),) if "mark" not in kinds else None


# -- of what --------------------------------------------------------------------------------------
@rule("Entries -> EACH|ALL LINES", example="every line")
def lines(w: Words) -> Noun | None:
    return None if w.prose else presence.smallest(w)


@rule("Entries -> EACH|ALL Noun", example="each dish", cost=0.1)
def entries(w: Words, noun: Noun) -> Noun | None:
    """Take things of a rank or a name; who is there has things, and is told nothing of."""
    kinds = ("item", "block", "member", "rank", "name")
    somebody = singular(noun.name.lower()) in w.persons | set(data("words")["CREW"])
    if w.prose or somebody or noun.kind not in kinds or noun.scope == "item":
        return None
    rank = w.lexicon.ranks.get(w.lexicon.item_rank)
    if noun.kind == "name" and fold(singular(noun.name)) in data("listed things") and rank:
        noun = w.rank(rank)  # `a price next to every product`: whatever is listed
    return None if noun.article or noun.front or noun.overs or noun.placed or noun.also else noun


def telling(w: Words, noun: Noun, told: Detail) -> Clause | None:
    """Ask each entry for what it is to tell; what holds others may tell an amount of all of them."""
    holder = _holder(w, noun)
    if noun.rank in _CALENDAR and any(kind not in _AMOUNTS for _, kind in told):
        return None  # told of what is on it
    texts = [
        text if kind not in _AMOUNTS or holder is None else _of_holder(w, holder, text)
        for text, kind in told
    ]
    formula, strength = joined([(text, 3) for text in texts], "and")
    return Clause(formula, (over_of(changed(holder or noun, plural=False)),), strength)


def _holder(w: Words, noun: Noun) -> Noun | None:
    """Return what holds parts: a day, a meal; of a dish its meal, where that has a name of its own."""
    least = presence.smallest(w)
    if least is None or noun.kind == "name":
        return None
    if noun.kind != "item":
        return None if noun.rank == least.rank else noun
    named = [r for r in w.lexicon.ranks.values() if r.members and r.level < least.level]
    eaten = bool(named) and least.name in data("mass")  # a dish may be what its meal is called
    return w.rank(max(named, key=lambda r: r.level)) if eaten and not noun.filters else None


def _of_holder(w: Words, holder: Noun, text: str) -> str:
    stated, least = text.replace("measured(", "stated("), presence.smallest(w)
    if holder.rank in _CALENDAR or least is None:
        return stated
    some = f"exists {least.text} where ({text})"
    return f"(if {some} then each {least.text}: {text} else {stated})"


_CALENDAR = ("day", "week", "month")
_AMOUNTS = ("measure", "content")


# -- how it is asked for --------------------------------------------------------------------------
@rule("Clause -> Entries Duty? HAVE*|TELL* Details BESIDE_IT?", "Clause -> Entries COMMA? WITH Details BESIDE_IT?",
      "Clause -> TELL* Entries Details",
      "Clause -> TELL*? Details FOR|TO|WITH|OF|ON|AT|IN Entries", "Clause -> WITH Details FOR|ON|AT|IN|BESIDE_EACH Entries", "Clause -> TELL*? Details Entries",
      "Clause -> FOR|ON|WITH Entries COMMA|COLON? TELL*? Details", "Clause -> Details Duty? BE|COME|APPEAR? FOR|ON|AT Entries",
      example="every line needs a responsible person", idle=(4,), cost=-0.3)  # fmt: skip
def each_has(w: Words, *parts: Any) -> Clause | None:
    """Ask that each entry has what can only be told of it, or is to be written: not `each dish must have salt`."""
    told = next(part for part in parts if isinstance(part, tuple))
    noun = next(part for part in parts if isinstance(part, Noun))
    said = {part for part in parts if isinstance(part, str)}
    beside = noun.kind == "item" and {kind for _, kind in told} - {"name", "content"}
    fits = bool(said & set(data("written")) or beside) or _only_told(told)
    return telling(w, noun, told) if fits and not said & {"must not", "may"} else None


@rule(
    "Clause -> Entries Duty? START WITH TICK_BOX",
    example="each item should start with a check box",
    cost=-0.3,
)
def each_starts(w: Words, noun: Noun, duty: str | None) -> Clause | None:
    return each_has(w, noun, duty, of_box(w)) if duty else each_has(w, noun, of_box(w))


def _only_told(told: Detail) -> bool:
    """Tell whether what is said to be there can be no part of an entry: not `protein for every meal`."""
    kinds = [kind for _, kind in told]
    return "name" not in kinds and kinds != ["content"]


@rule("Clause -> TELL? WHO_DOES Entries", example="write down who does each chore", cost=-0.3)
def who_does(w: Words, noun: Noun) -> Clause | None:
    told = of_person(w)
    return None if told is None else telling(w, noun, told)


@rule("Clause -> TELL Details BESIDE_EACH Entries", "Clause -> Details BESIDE_EACH Entries", "Clause -> Details Duty? COME|BE|APPEAR BESIDE_EACH Entries",
      example="put the price behind every item", cost=-0.3)  # fmt: skip
def beside_each(w: Words, told: Detail, *rest: Any) -> Clause | None:
    duty = rest[0] if len(rest) > 1 else None
    return telling(w, rest[-1], told) if duty in (None, "must") else None


@rule("Clause -> TELL NAME_OF_WHOM BESIDE_EACH Entries", example="put a name behind every item",
      against="give a name for every item", cost=-0.3)  # fmt: skip
def named_beside_each(w: Words, noun: Noun) -> Clause | None:
    """What stands beside a thing is no name of its own, but of who does it."""
    told = of_person(w)
    return None if told is None else telling(w, noun, told)


@rule("Clause -> TELL* Details BEFORE|AFTER Entries", example="note the weight after each exercise", cost=-0.2)  # fmt: skip
def written_after(w: Words, verb: str, told: Detail, noun: Noun) -> Clause | None:
    """Not `add rest after each exercise`, which is one more thing."""
    marks = all(kind == "mark" for _, kind in told)
    written = verb in data("written") and all(kind in _AMOUNTS for _, kind in told)
    return telling(w, noun, told) if marks or written else None


@rule("Clause -> Details Copula TOLD* FOR|ON|AT|IN|WITH Entries", "Clause -> Details Copula TOLD* BESIDE_EACH Entries",
      "Clause -> Details OF|FOR Entries Copula TOLD*",
      example="the weight must be listed for each exercise", against="protein must be included in each meal", cost=-0.3)  # fmt: skip
def told_for_each(w: Words, told: Detail, *rest: Any) -> Clause | None:
    """Ask that amounts are written; what is given or included may be a part of a thing as well."""
    noun = next(part for part in rest if isinstance(part, Noun))
    duty, verb = (part for part in rest if part is not noun)
    kinds = {kind for _, kind in told}
    part = "name" in kinds or ("content" in kinds and verb in ("given", "included", "provided"))
    return telling(w, noun, told) if duty == "must" and not part else None


@rule(
    "Clause -> HAVE|TELL? Layout WITH Details", example="a table with start and end times", cost=0.1
)
def laid_out_with(w: Words, layout: str, told: Detail) -> Clause | None:
    """Ask for a table or a list, and that each line of it tells something."""
    least = presence.smallest(w)
    if least is None or w.prose or not _only_told(told) or " where " in layout:
        return None
    each = telling(w, changed(least, kind="block"), told)
    return None if each is None else clause_of([(layout, 3), folded(each)])


@rule("Clause -> TELL Theme", "Clause -> Theme Copula TOLD", example="show the total calories for each day",
      against="give the average", cost=0.2)  # fmt: skip
def sum_told(w: Words, theme: Theme, duty: str | None = None) -> Clause | None:
    """Ask that a sum is written, of the whole or of each day."""
    plain = not (theme.of or theme.mean or theme.limit) and theme.kind != "whole"
    known = theme.measure in w.lexicon.measures and duty in (None, "must")
    summed = theme.total or theme.overs
    dated = all(over.rank in _CALENDAR and over.quantifier == "each" for over in theme.overs)
    if not (plain and known and summed and dated):
        return None
    return Clause(f"exists stated({theme.measure})", theme.overs)


@rule("Clause -> Clause COMMA? NOT_IN_SUMS", example="put the price behind every item, not only in the total", idle=(1, 2))  # fmt: skip
def not_in_sums(w: Words, made: Clause) -> Clause | None:
    return made if "exists measured(" in made.formula else None
