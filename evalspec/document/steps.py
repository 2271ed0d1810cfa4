"""How long a step of instructions takes, told in its sentences: `Simmer for 20 minutes, then rest 5 minutes`.

The times that a step is done for add up. Others only say when something is done (`after 5 minutes`), how
long a thing keeps (`up to 2 days`), or which part of another time is meant (`for the last 10 minutes`).
What a step uses of things that are listed elsewhere (`Add 2 tbsp of the oil`) is no more of them.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LIST_DEPTH
from evalspec.document.duplicates import without_duplicates
from evalspec.document.facts import IN_TOTAL, OPTIONAL, PERHAPS_IN_TOTAL, Amount, EntryKind
from evalspec.document.ranks import listed_rank, walk
from evalspec.document.rates import BOTH
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_SENTENCES = regex(r"[.!?;](?!\w)")
_WHEN = regex(
    r"\b(?:(?:after|every|until|once|by|past|than|prior to|at|from|timer for)"
    r"(?: the| another| first| initial| last| about)*"
    r"|(?:in|during|with) the \w+(?!\W*\())\W*$|\b(?:once|when|if)\b[^,.;:\d]*\bha(?:s|ve)\b[^,.;:\d]*$",
    re.I,
)
_PART = regex(r"\b(?:last|final|remaining|initial)(?: few| or so)?\W*$", re.I)
_BESIDES = regex(r"\d (?:sec|min|hour)[^.]*\b(?:while|meanwhile)\b|\b(?:if|this takes)\b", re.I)
"""What is done at the same time, or not always, or told again adds nothing, or all of it."""
_NAMES = regex(r"\d-[^\W\d_]")
"""`The 5-minute rice` is called so."""
_BEFORE = regex(
    r"[\s*_)]*(?:before\b|beforehand|ahead|in advance|earlier|later|old\b|apart|mark\b)", re.I
)
_DONE_FOR = regex(r"\b(?:for|least)\W*(?:(?:about|around|another|at least|up to)\W*)*$", re.I)
"""`Let it rest for 10 minutes before slicing`."""
_MORE = regex(
    r"[\s*_,)]*(?:or (?:overnight|longer|more)|each\b|at a time)"
    r"|[ -](?:\w+ )?(?:intervals|increments|bursts)",
    re.I,
)
"""It is done so long at least: `2 hours or overnight`, `3 minutes each`."""
_MEANWHILE = regex(
    r"[\s*_\d.)]*(?:meanwhile|in the meantime|at the same time|while (?:the|it|they|that|this)\b)",
    re.I,
)
_BATCHES = regex(r"\bbatches\b", re.I)
_VERB = regex(r"(?<!\bthe )(?<!\ba )(?<!\ban )\b([^\W\d_]+)\W*$", re.I)
_UNTOLD = regex(
    r"\bovernight\b"
    r"|\b(?:a (?:few|couple)|several|some)(?: of)?(?: more)? (?:seconds|minutes|hours|days|time)\b",
    re.I,
)
_OR = regex(
    r"\W*(?:to|[-–])\W*|[^.;]*\bor(?: (?:for|up to|about|even|in|with)\b[^.;]*)?\W*"
    r"|.*\b(?:alternatively|(?:can|could|may) also)\b.*",
    re.I | re.S,
)
_EACH_SIDE = regex(r"\s*(?:on|for) each side\b", re.I)
_EACH_OF = regex(r"\beach \w+(?: \w+)? for\W*(?:\w+\W*)?$", re.I)
_CALLED = regex(r"[\s*_]*\([^()]*\)[\s*_]+[^\W\d_]")
"""Behind what only packs a thing: `1 stick (8 tbsp) butter`."""
_ADDED = regex(r"(?:\bplus|\band|[+&])(?: another| an? (?:extra|additional))?\W*$", re.I)
_EITHER = regex(r"\b(?:or|to)(?: about| up to)?\W*$", re.I)
_OF_ANOTHER = regex(r"\b(?:in|into|with|from|of|using|to make|per)(?: about| another)?\W*$", re.I)
"""Between two amounts of a listed thing: the second is added, stands for the first, is of something else."""
_ANOTHER = regex(r"[.;]\s+(?=[A-Z])")
_IN_BOLD = regex(r"(?:\*\*|__)[^*_\n]*\([^()\n]*$")
_TITLE = regex(r"[^()*_\n]*\)[.:]?(?:\*\*|__)")
"""Around the time that the title of a step tells, in which all that its sentences tell is done."""
_DOES = ("step of work", "rest")
_DONE = (EntryKind.ITEM, EntryKind.REST, EntryKind.BLOCK)
_NEAR = 120
"""Characters around a time that may say what it is."""
_MARKED = 4
"""Characters of emphasis that a line may begin with."""
_NEARLY = Decimal("1e-9")
_DAYS = 1440
"""Minutes from which on a time may be how long a thing keeps."""


def settle(reading: Reading) -> None:
    """Let each step last as long as its sentences tell; what it uses is listed elsewhere."""
    rank = reading.wording.item_rank
    if rank not in reading.wording.heading_items:
        return
    every = list(walk(reading.plan))
    headed = {draft.lists for draft in every} - {""}
    for draft in every:
        if draft.kind not in _DONE or not draft.amounts:
            continue
        told = listed_rank(reading, draft)
        if told == rank or not headed:
            _settle(reading, draft, uses=bool(headed - {rank}))
        elif told in reading.wording.heading_items and not draft.parts:
            _settle_listed(reading, draft)
    steps = [d for d in every if d.kind is EntryKind.ITEM and listed_rank(reading, d) in (rank, "")]
    for before, step in pairwise(steps):
        if before.parent is step.parent and _MEANWHILE.match(reading.string(step.spans[0])):
            _do_meanwhile(reading, before, step)


def _do_meanwhile(reading: Reading, before: Draft, step: Draft) -> None:
    """Let what is done while the step before goes on add nothing, or perhaps where that is shorter."""
    lengths = [
        q.value.scaled(q.unit.factor).low or 0
        for q in reading.quantities(before.spans[0])
        if q.unit is not None and q.unit.dimension == "time"
    ]
    for at, amount in enumerate(step.amounts):
        if amount.unit.dimension == "time" and not amount.qualifier:
            most = amount.value.scaled(amount.unit.factor).high
            within = most is not None and most <= max(lengths, default=0)
            qualifier = IN_TOTAL if within else PERHAPS_IN_TOTAL
            step.amounts[at] = replace(amount, qualifier=qualifier)


def _settle_listed(reading: Reading, draft: Draft) -> None:
    """Let a listed thing have the amount its line begins with, and what is added to that.

    `1 tsp yeast dissolved in 2 tbsp water` is a teaspoon, `1 cup sugar, divided (½ cup for …)` a cup.
    """
    first, *others = sorted(draft.amounts, key=lambda amount: amount.span.start)
    line = draft.spans[0]
    if _CALLED.match(reading.text, draft.span.end, line.end):
        _name_all(reading, draft)
    if first.span.start > min(draft.span.start, line.start + _MARKED):
        return
    whole, kept, left = first, [], []
    for before, amount in pairwise((first, *others)):
        between = reading.text[before.span.end : amount.span.start]
        ahead = reading.text[line.start : amount.span.start]
        open_ = ahead.count("(") > ahead.count(")")
        added = _ADDED.search(between) and not (open_ and before in left)
        if amount.measure != first.measure or added:
            kept.append(amount)
        elif _EITHER.search(between) and not open_:
            ratio = _ratio(amount.unit, whole.unit)
            whole = replace(whole, value=whole.value.hull(amount.value.scaled(ratio)))
            left.append(amount)
        elif open_ or _OF_ANOTHER.search(between):
            left.append(amount)
        else:
            kept.append(amount)
    if left:
        draft.amounts, draft.whole = [whole, *kept], True
        for amount in left:
            reading.leave(amount.span, "of another thing, or of a part")


def _settle(reading: Reading, draft: Draft, *, uses: bool) -> None:
    """Keep what a step has of its own: how long it lasts, and how hot it is."""
    measure = reading.wording.lexicon.time_measure
    timed = [a for a in draft.amounts if a.measure == measure]
    lasting, again = without_duplicates(reading.text, draft.spans[0], timed, reading.wording)
    others = [a for a in draft.amounts if a.measure != measure]
    others, same = without_duplicates(reading.text, draft.spans[0], others, reading.wording)
    known = reading.wording.lexicon.measures
    used = [a for a in others if uses and (a.measure not in known or known[a.measure].adds)]
    last = max(amount.span.start for amount in draft.amounts)
    if (
        draft.starts
        and draft.span.end < last
        and _ANOTHER.search(reading.text, draft.span.end, last)
    ):
        _name_all(reading, draft)  # `Oven to 200 °C. Rice (500 g) into a sieve.`
    if not (timed or used or same):
        return
    draft.kind, draft.whole = EntryKind.BLOCK if draft.starts else EntryKind.ITEM, True
    line = draft.spans[0]
    behind = reading.text[draft.span.end : line.end].lstrip(" *_")
    if draft.span.start - line.start <= _MARKED and behind[:1].isalnum():
        _name_all(reading, draft)  # no name ends amid a sentence
    if lasting and _TITLE.match(reading.text, lasting[0].span.end, line.end):
        within = (
            lasting[1:] if _IN_BOLD.search(reading.text, line.start, lasting[0].span.start) else []
        )
        lasting, again = [a for a in lasting if a not in within], again + within
    for amount in again + same:
        reading.leave(amount.span, "duplicate")
    for amount in used:
        reading.leave(amount.span, "used in a step")
    draft.amounts = [a for a in others if a not in used]
    if lasting and (total := _total(reading, draft, lasting)) is not None:
        rests = _is_named_above(reading, draft, "rest")  # below `Oven`, of which it may be no part
        draft.amounts.append(replace(total, qualifier=OPTIONAL) if rests else total)


def _name_all(reading: Reading, draft: Draft) -> None:
    """Let all of a line be the name of a thing."""
    draft.span = Span(draft.span.start, draft.spans[0].end)
    draft.label = reading.string(draft.span)
    draft.names.insert(0, fold(draft.label))


def _total(reading: Reading, draft: Draft, found: list[Amount]) -> Amount | None:
    """Return what the times of a step come to."""
    total: Amount | None = None
    line = draft.spans[0]
    for amount in found:
        value = _lasts(reading, draft, amount)
        if value is None:
            reading.leave(amount.span, "when")
            continue
        if total is None:
            total = replace(amount, value=value, qualifier="")
            continue
        if amount.unit.factor < total.unit.factor:
            finer = total.value.scaled(_ratio(total.unit, amount.unit))
            total = replace(total, value=finer, unit=amount.unit)
        value = value.scaled(_ratio(amount.unit, total.unit))
        between = reading.text[total.span.end : amount.span.start]
        if len(between) > _NEAR or not _OR.fullmatch(between):
            value = total.value + value
        elif total.value.high is None and not value.low:
            value = Interval(total.value.low, value.high)  # `at least 2 hours or up to 8 hours`
        else:
            value = total.value.hull(value)
        span, about = Span(total.span.start, amount.span.end), total.about or amount.about
        total = replace(total, value=value, span=span, about=about)
    if total is not None and _UNTOLD.search(reading.text, line.start, line.end):
        return replace(total, value=Interval(total.value.low, None))
    return total


def _ratio(unit: Unit, finer: Unit) -> Decimal:
    """Return how many of a finer unit one has; a second is no exact part of a minute."""
    ratio = EXACT.divide(unit.factor, finer.factor)
    whole = ratio.to_integral_value()
    return whole if abs(ratio - whole) < _NEARLY else ratio


def _is_named_above(reading: Reading, draft: Draft, *roles: str) -> bool:
    """Tell whether the line above says what is done for a time: `Rest`, `15 min before cutting`."""
    holder = draft.parent
    named = holder is not None and holder.depth >= LIST_DEPTH and not holder.amounts
    return named and holder is not None and reading.wording.role(fold(holder.label), *roles)


def _lasts(reading: Reading, draft: Draft, amount: Amount) -> Interval | None:
    """Return how long a step is done for a time that it tells; None where that only tells when."""
    text, value, end, line = reading.text, amount.value, amount.span.end, draft.spans[0]
    written = re.search(r"\d", text[amount.span.start : end])
    first = max(line.start, amount.span.start - _NEAR)
    lead = text[first : amount.span.start + (written.start() if written else 0)]
    said = _SENTENCES.split(lead)[-1] + _SENTENCES.split(text[end : min(line.end, end + _NEAR)])[0]
    verb = _VERB.search(lead)
    rests = verb is not None and reading.wording.role(verb[1].lower(), "step of work")
    ahead = _BEFORE.match(text, end, line.end) and not (rests or _DONE_FOR.search(lead))
    ahead = ahead and not (_is_named_above(reading, draft, *_DOES) and not lead.strip(" -*_•"))
    if ahead or _WHEN.search(lead):
        return None
    high = None if value.high is None else value.high * amount.unit.factor
    limit = value.low is None or not value.low
    words = (word.lower() for word in re.findall(r"[^\W\d_]+", said))
    keeps = any(reading.wording.role(word, "keeping") for word in words)
    if (limit or keeps) and (high is None or high >= _DAYS or (limit and keeps)):
        return None
    if _PART.search(lead) or _BESIDES.search(lead) or _NAMES.search(text, amount.span.start, end):
        return Interval(exactly(0).low, value.high)
    if amount.qualifier.startswith("per "):  # `20 minutes per pound`
        return Interval(exactly(0).low, None)
    if _EACH_SIDE.match(text, end, line.end):
        return value * BOTH
    more = amount.qualifier == "each" or _EACH_OF.search(lead) or _BATCHES.search(said)
    more = more or _MORE.match(text, end, line.end)
    multiplied = len(reading.quantities(amount.span)) > 1  # `two rounds of 5 min each`
    return Interval(value.low, None) if more and not multiplied else value
