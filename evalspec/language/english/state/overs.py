"""Quantifiers over scopes: over which things a formula is held, and how they fold into its text."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Clause,
    Made,
    Noun,
    Over,
    Subject,
    changed,
    clause_of,
    joined,
)
from evalspec.vocabulary.nouns import singular


def readings_of(made: Any) -> list[Clause]:
    """Return the readings of what may be one, several or none."""
    return [one for one in (made if isinstance(made, list) else [made]) if one is not None]


def first_reading(made: Any) -> Clause | None:
    """Return the first of several readings."""
    return next(iter(readings_of(made)), None)


def all_of(parts: list[Clause]) -> Clause:
    """Join clauses into one that states them all."""
    if all(p.overs == parts[0].overs for p in parts):
        return clause_of([p.written for p in parts], parts[0].overs)
    return clause_of([folded(p) for p in parts])


def folded(one: Clause) -> Made:
    """Write the quantifiers of a clause before its formula."""
    return fold_overs(one.overs, one.written)


def fold_overs(overs: tuple[Over, ...], formula: Made) -> Made:
    """Write the quantifiers before a formula, the widest rank outside; each scope once."""
    rows: dict[str, Over] = {}
    if any(over.that for over in overs):
        raise UnfitError  # of which day, nothing says
    for over in overs:
        key = over.rank or over.scope
        known = rows.get(key)
        if known is None or (known.quantifier == "each" and len(known.scope) <= len(over.scope)):
            each = known is not None and known.scope == key and over.quantifier == "together"
            rows[key] = changed(over, quantifier="each", number=0) if each else over
        elif known.quantifier == "together" and (over.quantifier, over.scope) == ("each", key):
            rows[key] = changed(known, quantifier="each", number=0)  # `in the first week, a day`
    if len([o for o in rows.values() if o.item]) > 1:
        rows.pop("item", None)
    if any(o.item for o in rows.values()):
        formula = (_SUM.sub(r"\1", formula[0]), formula[1])
    deepest = max((o.level for o in rows.values() if o.quantifier == "each"), default=0)
    for row in sorted(rows.values(), key=lambda o: -o.level):
        narrowed = row.quantifier == "together" and row.scope != row.rank and row.level < deepest
        over = changed(row, quantifier="each", number=0) if narrowed else row
        text, strength = formula
        if over.quantifier == "together":
            formula = of_all(over, text)
            continue
        if over.scope in ("week", "month") and over.quantifier == "each" and _STREAK.search(text):
            formula = _streaks_outside(over, text, strength)
            continue
        if over.rank == "day" and _OF_WEEKS.search(text):
            raise UnfitError  # `45 minutes a day in the first two weeks`: not in all of them together
        if over.same:
            text, strength = _of_one_and_the_same(text, strength)
        if text.startswith(("lines ", "exists line")) and over.rank and not over.item:
            text, strength = _lines_of_days(over, text)
        text = text if strength == 3 else f"({text})"
        parts = [f"{over.quantifier} {scope}: {text}" for scope in (over.scope, *over.also)]
        formula = (" and ".join(parts), 3 if len(parts) == 1 else 2)
    return formula


def _lines_of_days(over: Over, text: str) -> Made:
    """Count the lines of a day without its heading, or its rows in a table; of others it is open."""
    bound = text.removeprefix("lines")
    if over.rank != "day" or over.quantifier != "each" or bound == text or " and " in bound:
        raise UnfitError
    rows = f"rows{bound}" if bound[1] in "=>" else f"(rows >= 1 and rows{bound})"
    return f"lines - headings{bound} or {rows}", 1


_STREAK = re.compile(r"streak\((?!.*\) >= )")
"""A limit for days in a row, which also holds from one week to the next; so many at least are within one."""


def _streaks_outside(over: Over, text: str, strength: int) -> Made:
    """Hold days in a row over all weeks: `meat three times a week, never two days running`."""
    pieces = _conjuncts(text) if strength == 2 else [text]
    if strength < 2:
        raise UnfitError
    inner = [piece for piece in pieces if "streak(" not in piece]
    made = [(piece, 3) for piece in pieces if "streak(" in piece]
    if inner:
        made = [fold_overs((over,), joined([(piece, 3) for piece in inner], "and")), *made]
    return joined(made, "and")


def _conjuncts(text: str) -> list[str]:
    """Return the parts of a formula that `and` joins outside of brackets and quotes."""
    parts, depth, cited = [""], 0, False
    for word in re.split(r"( and )", text):
        if word == " and " and not depth and not cited:
            parts.append("")
            continue
        parts[-1] += word
        depth += word.count("(") - word.count(")")
        cited ^= word.count('"') % 2 == 1
    return parts


def _of_one_and_the_same(text: str, strength: int) -> Made:
    """Forbid things where they meet: `no rice and pasta on the same day` allows either."""
    pieces = re.split(r" and (?=not exists )", text)
    if len(pieces) > 1 and all(piece.startswith("not exists ") for piece in pieces):
        both = " and ".join(piece.removeprefix("not ") for piece in pieces)
        return f"not ({both})", 3
    if "exists " in text:
        raise UnfitError  # one thing alone is with nothing
    return text, strength


def of_all(over: Over, formula: str) -> Made:
    """Write that amounts are of all members of a scope together."""
    pieces = re.split(r" and (?=[a-z]+\()", formula)
    matches = [_AMOUNT.match(piece) for piece in pieces]
    if not all(matches) or over.also:
        raise UnfitError
    among = "" if over.whole else f" of {over.scope}"
    texts = [f"{m[1]}{among}{m[2]}" for m in matches if m]
    if over.number:
        texts.append(f"count({over.scope}) = {over.number}")
    return joined([(text, 3) for text in texts], "and")


_AMOUNT = re.compile(
    r"""((?:(?:sum|count|distinct|duration)\((?:[^()"]|"[^"]*"|\([^()]*\))*\)|duration(?=\s))"""
    r"""(?: of (?:[\w-]|"[^"]*"|[ ,\[\]])+?)?)( (?:[<>!]?=|[<>]|between) [^()"]*)\Z"""
)
"""One amount or count, held to a bound."""
_OF_WEEKS = re.compile(r" of (?:first|last) \d+ (?:week|month)\b")
_SUM = re.compile(r"\bsum\(([^()*]+)\)(?! of)")
"""The sum of a smallest part is its amount."""


def compatible(overs: tuple[Over, ...]) -> bool:
    """Tell whether quantifiers can stand together: of one rank only one may be narrowed."""
    seen: dict[str, set[str]] = {}
    for over in overs:
        if over.scope != over.rank or over.quantifier != "each":
            seen.setdefault(over.rank or over.scope, set()).add(f"{over.quantifier} {over.scope}")
    return all(len(scopes) == 1 for scopes in seen.values())


def overs_of(subject: Subject) -> tuple[Over, ...] | None:
    """Return the quantifiers that a subject brings where it only holds what is asked."""
    noun = subject.noun
    if noun is None or noun.kind == "plan":
        return () if not subject.quantifier else None
    if noun.kind in WORDING:
        return None
    return (*noun.overs, over_of(noun, subject.quantifier or "each"))


def over_of(noun: Noun, quantifier: str = "each") -> Over:
    """Return the quantifier over a noun."""
    quantifier = "each" if quantifier == "all" else quantifier
    if noun.several or (noun.kind == "name" and _is_no_scope(noun.name.lower())):
        raise UnfitError
    bare = changed(noun, also=())
    also = tuple(f"{noun.front}{noun.scope}{filters}" for filters in noun.also)
    opened = noun.article == "a" or not (noun.plural or noun.placed or noun.article)
    return Over(
        bare.text, noun.level, quantifier, noun.rank, also,
        item=noun.kind in ("item", "block"), open=opened and not noun.filters,
        several=noun.plural and noun.placed, some=noun.counts == "weekend",
    )  # fmt: skip


def _is_no_scope(name: str) -> bool:
    """Tell whether amounts are told for it, of which no plan is made: `per m²`, `in each hand`."""
    return bool({"²", "³"} & set(name)) or singular(name) in data("of a body")


def all_together(over: Over) -> Over:
    """Return a quantifier over several as one over all of them: `on weekdays … in total`."""
    return (
        changed(over, quantifier="together") if over.several and over.quantifier == "each" else over
    )


def block_text(w: Words, noun: Noun) -> str:
    """Write a thing as pieces of a schedule, where there is one: `block(lunch)`."""
    if w.scheduled and noun.kind in ("category", "name"):
        return f"{noun.front}block({noun.scope}){noun.filters}"
    return noun.text


WORDING = ("literal", "mark", "keys")
"""Kinds of things that stand in the wording of a text."""


def so_many(number: Amount) -> Over | None:
    """Take a number for that of the persons who share."""
    whole = number.exact and number.low == int(number.low) and 0 < number.low < 1000
    return shared(int(number.low)) if whole else None


def shared(number: int) -> Over:
    """Take what is told for one person for each of several: `for 2 persons: …`."""
    return Over(f"{number or 'all'} person{'s' * (number != 1)}", -1, "for", "persons")
