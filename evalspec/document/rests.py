"""Rests: lines that say that nothing is done, and for how long."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import line_at
from evalspec.document.blocks import Block
from evalspec.document.facts import OR_BEHIND, Amount, EntryKind
from evalspec.document.line_amounts import BETWEEN, BETWEEN_SETS
from evalspec.document.own_amounts import claimed
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.nouns import singular

_REST_WORDS = 4
"""More words behind one for rest are no name of it."""
_DENYING = ("no", "nothing")
_FIRST_OF_IT = regex(r"\s+[–—-]\s+|[,.;!(]")
_BETWEEN_SOME = regex(r"\bbetween\s+(?:each\b|(?:the\s+)?[^\W\d_]+s\b)", re.IGNORECASE)
"""Of a rest of its own: `3 min rest between hangs` comes between what the exercise calls its sets."""


def says_off(reading: Reading, block: Block) -> bool:
    """Tell whether a line says of a name nothing but that it rests: `Chloe: off`."""
    if block.label is None or block.rest is None:
        return False
    wording = reading.wording
    said = fold(reading.string(block.rest).rstrip(" .!*_"))
    named = wording.named(reading.string(block.label))
    label = fold(reading.string(block.label))
    known = named or label in wording.ranks or label in wording.lexicon.parts_of_day
    return not known and not wording.is_measure(label) and wording.role(said, "rest")


def take_rest(reading: Reading, item: Draft) -> None:
    """Make an item a rest: its time is its length."""
    item.kind = EntryKind.REST
    item.amounts = [_as_length(reading, amount, item) for amount in item.amounts]


def _as_length(reading: Reading, amount: Amount, item: Draft) -> Amount:
    """Take the time of a rest of its own as its duration, whatever rest is called elsewhere."""
    between = BETWEEN if _BETWEEN_SOME.search(item.label) else ""
    length = reading.wording.default_measure.get(amount.unit.dimension, "")
    if amount.unit.dimension != "time" or not length:
        return amount
    named = amount.measure if amount.measure != length else amount.name
    return replace(amount, measure=length, qualifier=amount.qualifier or between, name=named)


def as_rest(reading: Reading, rest: Draft) -> Amount | None:
    """Return the one time of a line of rest as what a thing tells of its own rest, if there is a measure."""
    timed = [a for a in rest.amounts if a.unit.dimension == "time"]
    wording = reading.wording
    named = wording.measures.get(fold(rest.label)) or (timed[0].name if timed else "")
    known = wording.lexicon.measures.get(named or wording.resting)
    if len(timed) != 1 or known is None or known.dimension != "time":
        return None
    return replace(timed[0], measure=known.name)


def names_others(reading: Reading, rest: Draft) -> bool:
    """Tell whether a line of rest is between rounds, exercises or the like, not between sets of one."""
    line = rest.spans[0]
    said = BETWEEN_SETS.search(reading.text, line.start, line.end)
    word, wording = fold(said[1] or "") if said is not None else "", reading.wording
    counted = wording.measures.get(word) in wording.repeats
    return counted or (word in wording.ranks and word not in wording.measures)


def rest_between(reading: Reading, draft: Draft) -> None:
    """Let a line of rest between things be told of what holds it: `Rest 60 s between exercises`."""
    for part in [p for p in draft.parts if p.kind is EntryKind.REST and not p.parts]:
        told = part.amounts
        if told and all(a.between_sets and _between_others(reading, draft, a) for a in told):
            reading.claim(draft, claimed(told), part.spans[0])
            draft.parts.remove(part)


def _between_others(reading: Reading, draft: Draft, amount: Amount) -> bool:
    """Tell whether a rest is between blocks, exercises or such as what holds it, not between its rounds."""
    if amount.qualifier == OR_BEHIND:
        return True
    line = line_at(reading.text, amount.span.start)
    said = BETWEEN_SETS.search(reading.text, line.start, line.end)
    named = fold(said[1] or "") if said is not None else ""
    such = singular(named) == fold(draft.label).partition(" ")[0]  # below `Round 2`
    return such or (named in reading.wording.ranks and named not in reading.wording.measures)


def is_rest(reading: Reading, label: str) -> bool:
    """Tell whether a name means rest between items; dough that rests is a step as others are."""
    words = label.split()
    wording = reading.wording
    if _is_done(words, wording):
        return False
    name, _, aside = label.partition(" (")  # `Monday (rest)`, but not `Songs (lights off)`
    name = name.partition(",")[0]  # `Rest, stretching`, but not `rowing, planks, rest`
    if wording.ends_with_role(name, "off") and not wording.role(name, "rest"):
        before, _, _ = name.rpartition(" ")  # `Monday off`, but not `Weighted vest off`
        named = wording.named(before) or wording.weekday_named(before)
        return named is not None or before in wording.lexicon.parts_of_day
    return 0 < len(words) <= 6 and (
        wording.role(label, "rest", "pausing")
        or words[0] == "rest"
        or (
            len(words) <= _REST_WORDS
            and wording.begins_with_role(name, "rest")
            and not is_done_at_rest(label, wording)
        )
        or (len(words) <= _REST_WORDS and wording.role(fold(aside), "rest"))
    )


def says_nothing_done(reading: Reading, said: str) -> bool:
    """Tell whether what stands at a day or a person says that nothing is done, or that nobody is there."""
    return is_rest(reading, said) or reading.wording.role(said, "away")


def denies_all(reading: Reading, said: str) -> bool:
    """Tell whether a line says first that there is nothing: `Nothing planned, Ann is away`."""
    head = fold(_FIRST_OF_IT.split(said, maxsplit=1)[0])
    return head.split(" ")[0] in _DENYING and bool(reading.wording.role(head, "nothing"))


def says_nothing(reading: Reading, said: str) -> bool:
    """Tell whether a line begins with saying that nothing is done: `No work – away all week`."""
    head = fold(_FIRST_OF_IT.split(said, maxsplit=1)[0])
    wording = reading.wording
    none, _, what = head.partition(" ")
    nothing = none == "no" and (what in wording.ranks or what in wording.categories)
    return nothing or wording.role(head, "nothing", "away", "rest")


def _is_done(words: Sequence[str], wording: Wording) -> bool:
    return any(wording.role(word, "done") for word in words)


def is_done_at_rest(label: str, wording: Wording) -> bool:
    """Tell whether a name that begins with a word for rest is of what is done: `recovery run`."""
    words = label.split()
    if _is_done(words, wording):
        return True
    done = words[1:] and words[-1] in wording.roles.get("done at rest", ())
    return bool(done) and words[0] != "rest" and len(words) <= _REST_WORDS


def rests_so_long(reading: Reading, item: Draft) -> bool:
    """Tell whether a line begins with how long the rest is: `3 min rest between hangs, then start again`."""
    first = min(item.amounts, key=lambda amount: amount.span.start, default=None)
    if first is None or first.unit.dimension != "time" or first.span.start > item.span.start:
        return False
    if first.between_sets and reading.wording.resting and len(item.amounts) == 1:
        return True  # `90 s easy spin between efforts`
    said = fold(reading.text[first.span.end : item.span.end].partition(",")[0])
    word, _, further = said.partition(" ")
    leads = not further or word == "rest" or reading.wording.role(further.split()[0], "linking")
    return leads and reading.wording.role(word, "rest", "pausing")
