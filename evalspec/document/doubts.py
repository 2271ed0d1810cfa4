"""Places that may have been misread: what a person would look at twice.

A doubt makes verdicts that depend on it undetermined, so each kind is narrow.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.document import references
from evalspec.document.blocks import LIST_DEPTH
from evalspec.document.facts import IN_ALL, OR_BEHIND, Amount, Doubt, EntryKind, Origin, lengths_in
from evalspec.document.heads import doubts_of_heads
from evalspec.document.line_amounts import BETWEEN, BETWEEN_SETS
from evalspec.document.lines import is_listed
from evalspec.document.listed_alike import may_stand_among
from evalspec.document.own_amounts import amounts_in, as_origin, names_something
from evalspec.document.ranks import gaps, is_numbered, walk
from evalspec.document.rates import adds_up, grouped
from evalspec.document.reading import PendingClaim, Reading
from evalspec.document.restated import sums_of
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

Found = Iterator[tuple[Draft, Doubt]]
_SENTENCE = regex(r"[a-z)][.!?]\s+(?=[A-Z])")
_SPREAD = regex(r"\d\s*(?:[-–—]|to|through)\s*(?:[A-Za-z]+\s+)?\d")
_LETTER = 12
"""Words of a heading that is told in sentences."""
_ROUNDS = regex(
    r"\b\d+\s?[x×✕*]\s?[(\[](?=[^()\[\]]*\d)|\d[^()\[\]]{0,200}[)\]]\s?[x×✕*]\s?\d+\b"
    r"|\b\d+\*{0,2} times\b(?! (?:a|per|each|every|as)\b)"
)
"""So many times what stands in brackets or on the line: `6 × (2 min hard / 1 min easy)`, `30 s, 6 times`."""
_FOR_SEVERAL = regex(r"[\s*_]*(?:for|of)\s[^\n.;:()\d]{2,60}?(?:,|\sand)\s", re.IGNORECASE)
_SENTENCE_WORDS = 4
"""Fewer words are a name or a remark."""
_GAP = 80
"""Characters between two lines that stand right below each other."""
_SLIPS = 10
"""A tenth of a sum, by which a stated total may miss it."""
_FEWEST_RANKED = 2
_BRACKETED = regex(r"\([^()]*\)")
_LED = regex(r"[:\d~≈]")
_MOST_DAYS = 31
_SIZES = ("mass", "volume", "length")
"""Of what a pack may hold so much."""
_MARKER = 8
"""Characters that list marks and emphasis take at most."""


def doubt(reading: Reading) -> None:
    """Collect the doubts of a finished outline; entries are filled in by number later."""
    every = tuple(walk(reading.plan))
    for kind in KINDS:
        for draft, found in kind(reading, every):
            reading.doubt(draft, found)


def _orphans(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt a quantity in a sentence between the parts of a container; rest may add to any of them."""
    ends: dict[int, int] = {}
    """Where the last part of a container begins."""
    heads = sorted(
        (d for d in every if d.kind is EntryKind.CONTAINER), key=lambda d: d.span.start
    ) if reading.claims else []  # fmt: skip
    starts = [head.span.start for head in heads]
    told = frozenset((a.measure, a.value) for d in every if reading.claims for a in d.amounts)
    passages: set[Span] = set()
    last = max((d.span.start for d in every if d.kind is EntryKind.ITEM), default=0)
    told_of = Counter((claim.words, claim.amount.measure) for claim in reading.claims)
    measured = Counter(words for (words, _), often in told_of.items() if often > 1)
    # advice below all parts is none: `add 2 kg, or 5 kg for the legs`
    listing = {
        words for words, often in measured.items()
        if (words.start < last or often > 1)
        and reading.string(words).rstrip(" *_").endswith(".") and not _tells(reading, words)
    }  # fmt: skip
    for claim in reading.claims:
        led = fold(_LED.split(reading.string(claim.words), maxsplit=1)[0])
        if reading.wording.begins_with_role(led, "average"):
            continue
        amid = _amid_parts(claim, ends)
        things = told_of[claim.words, claim.amount.measure] if claim.words in listing else 1
        above = heads[bisect_right(starts, claim.words.start) - 1 :][:1] if heads else []
        rested = _rested(reading, claim, above, amid) if claim.amount.between_sets else None
        if rested is not None:
            yield _of_rest(reading, rested, claim.amount, claim.words)
        elif (
            (may_stand_among(reading, claim.words.start) and not claim.draft.section)
            or (claim.draft.rank and not claim.per and amid and _plain(reading, claim))
            or _so_many_more(reading, claim, told, several=things > 1)
        ):
            amount = _in_all(reading, claim)
            if things > 1 and claim.words not in passages:
                passages.add(claim.words)
                holder = claim.draft.parent or claim.draft
                yield holder, Doubt("passage", claim.words, (), count=things)
            doubt = Doubt("orphan-quantity", amount.span, (), amount.measure, amount=amount)
            yield claim.draft, doubt


def _so_many_more(
    reading: Reading, claim: PendingClaim, told: frozenset[tuple[str, Interval]], *, several: bool
) -> bool:
    """Tell whether a sentence tells what no part has: so many things at a price each, or several amounts."""
    told_before = (claim.amount.measure, claim.amount.value) in told
    each = claim.amount.qualifier == "each"
    if told_before or claim.draft.section or claim.per or not (several or each):
        return False
    return several or (_plain(reading, claim) and _counted(reading, claim) is not None)


def _counted(reading: Reading, claim: PendingClaim) -> Interval | None:
    """Return how many things a sentence tells before what each of them is: `three rides at €4 each`."""
    before = reading.quantities(Span(claim.words.start, claim.amount.span.start))
    counts = before[-1:] if claim.amount.unit.dimension.startswith("currency:") else ()
    return next((c.value for c in counts if c.unit is None), None)


def _in_all(reading: Reading, claim: PendingClaim) -> Amount:
    """Return what a claim comes to as a part, as often as its sentence counts."""
    amount = as_origin(claim.amount, Origin.ITEM)
    often = _counted(reading, claim) if amount.qualifier == "each" else None
    return amount if often is None else replace(amount, value=amount.value * often, qualifier="")


def _rested(reading: Reading, claim: PendingClaim, above: list[Draft], amid: bool) -> Draft | None:
    """Return what a sentence tells the rest of: what it stands amid, else the last list above it."""
    if amid and claim.draft is not reading.plan:
        return claim.draft
    listed = next((d for d in above if d.span.start <= claim.words.start and _of_a_part(d)), None)
    return listed or (claim.draft if amid else None)


def _of_a_part(draft: Draft) -> bool:
    """Tell whether rest can be between the parts of a container."""
    return bool(draft.parts) and not draft.section


def _rests(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt how often a rest is taken that a heading tells: `2 rounds, 1 min rest between rounds`."""
    for draft in every:
        for amount in draft.amounts if _of_a_part(draft) else ():
            if amount.between_sets and amount.origin is Origin.STATED:
                line = line_at(reading.text, amount.span.start)
                yield _of_rest(reading, draft, amount, line)


def _packs(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt how much there is where a name tells the size and a number how many: `Milk, 2 l`, `27`."""
    often = reading.wording.measures.get("qty")
    for draft in every:
        told = next((a for a in draft.amounts if a.measure == often), None)
        number = told.value if told is not None else exactly(1)
        if told is None or not number.low or number.high is None or number.low <= 1:
            continue
        for size in draft.amounts:
            sized = size.unit.dimension in _SIZES and size.origin is Origin.ITEM
            if sized and draft.span.start <= size.span.start < draft.span.end:
                rest = size.value * Interval(number.low - 1, number.high - 1)
                more = replace(size, value=rest)
                yield draft, Doubt("orphan-quantity", draft.span, (), size.measure, amount=more)


def _of_rest(reading: Reading, draft: Draft, amount: Amount, line: Span) -> tuple[Draft, Doubt]:
    """Doubt that a rest counts, taken between 4 rounds three times; that between things comes in each."""
    rounds, measure = references.rounds_of(reading, draft), reading.wording.lexicon.time_measure
    word = BETWEEN_SETS.search(reading.text, amount.span.end, line.end)
    word = word or BETWEEN_SETS.search(reading.text, line.start, amount.span.start)
    told = word is not None and fold(word[0]) != "between"
    named = fold((word[1] or "") if word and told else amount.qualifier.removeprefix("between "))
    named = "" if amount.qualifier == OR_BEHIND else named
    in_all: Interval | None = None
    if rounds and (not named or reading.wording.measures.get(named) == rounds.measure):
        in_all = rounds.value - exactly(1)
        in_all = in_all.hull(rounds.value) if amount.qualifier == OR_BEHIND else in_all
    elif reading.wording.ranks.get(named) in reading.wording.item_ranks:
        things = sum(part.kind is EntryKind.ITEM for part in draft.parts)
        in_all = exactly(things - 1).hull(exactly(things)) * (
            rounds.value if rounds else exactly(1)
        )
    elif draft.parent is not None:  # `Rest 2 min between blocks`
        blocks = [part for part in draft.parent.parts if fold(part.label).startswith(named or "-")]
        draft, in_all = (draft.parent, exactly(len(blocks) - 1)) if blocks else (draft, None)
    if in_all is None or not in_all.high:
        return draft, Doubt("orphan-quantity", amount.span, (), measure, amount=amount)
    given = replace(as_origin(amount, Origin.ITEM), value=amount.value * in_all)
    return draft, Doubt("orphan-quantity", amount.span, (), measure, IN_ALL, given)


def _put_away(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt whether plain lines without a mark are items, right below or above what is read as a part.

    Nothing may be decided on the absence of what such a line names.
    """
    lines = {block.span: block for _, block in reading.put_away}
    parts = {span.end for draft in every for span in draft.spans}
    claimed = {claim.words: claim.draft for claim in reading.claims}
    ends = {span.end for span in lines} | parts
    whole = sums_of(reading.plan) if reading.put_away else {}
    for holder, block in reading.put_away:
        start = block.span.start
        gap = reading.text[max(0, start - _GAP) : start]
        blank = gap[len(gap.rstrip()) :]
        joined = blank.count("\n") == 1 and start - len(blank) in ends
        found = amounts_in(reading, block.text)
        rest = reading.string(block.rest) if block.rest is not None else None
        labelled = rest is not None and not (found and names_something(reading, rest))
        if labelled or block.span.end in parts or reading.dates(block.text):
            continue
        text = reading.string(block.text)
        named = names_something(reading, text) and text.rstrip(" *_")[-1:] not in ".!?:"
        if not joined or not named or not reading.plan.parts or _tells(reading, block.text):
            continue
        if not (found or holder.rank) or (found and _tells_the_whole(whole, found)):
            continue
        yield holder, Doubt("passage", block.text, (), count=1)
        for amount in found if block.span in claimed else ():
            yield holder, Doubt("unread", amount.span, (), amount.measure, amount=amount)


def _tells_the_whole(whole: Mapping[str, Interval], found: Sequence[Amount]) -> bool:
    """Tell whether each amount of a line is about what all parts come to: `Level A2 · 45 minutes`."""
    for amount in found:
        own, of_all = amount.value.scaled(amount.unit.factor), whole.get(amount.measure)
        if (
            of_all is None
            or of_all.low is None
            or own.low is None
            or not (of_all.exact and own.exact)
        ):
            return False
        if abs(own.low - of_all.low) * _SLIPS > of_all.low:
            return False
    return True


def _amid_parts(claim: PendingClaim, ends: dict[int, int]) -> bool:
    """Tell whether a claim stands between parts of what it is said of; `ends` keeps where these end."""
    if id(claim.draft) not in ends:
        silent = (EntryKind.REST, EntryKind.DEFINITION)
        starts = (part.span.start for part in walk(claim.draft) if part.kind not in silent)
        ends[id(claim.draft)] = max(starts, default=-1)
    return claim.draft.span.start <= claim.words.start < ends[id(claim.draft)]


def _plain(reading: Reading, claim: PendingClaim) -> bool:
    """Tell whether no word of the sentence says that it states a total or a goal."""
    return not _tells(reading, claim.words)


def _tells(reading: Reading, span: Span) -> bool:
    found, at, said = reading.quantities(span), span.start, ""
    for mention in found:  # `42 min` is no minimum
        said, at = said + reading.text[at : mention.number.start], mention.span.end
    words = f" {fold(said + reading.text[at : span.end])} "
    telling = (
        word
        for role in ("total", "claim", "at-most", "at-least", "note", "rest")
        for word in reading.wording.roles.get(role, ())
    )
    return any(m.bound for m in found) or any(f" {word} " in words for word in telling)


def _headers(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt a section beside ranked containers whose items look like theirs."""
    for holder in (reading.plan, *every):
        last: Draft | None = None
        for part in holder.parts:
            if part.kind is not EntryKind.CONTAINER or part.optional:
                continue
            if part.rank:
                last = part
            elif last is not None and not part.section and part.depth == last.depth:
                items = [p for p in walk(part) if p.kind is EntryKind.ITEM and p.amounts]
                shared = _measures(items) & _measures(list(walk(last)))
                if shared:
                    yield last, Doubt("unplaced-header", part.span, (), count=len(items))
                told = (a for item in items for a in item.amounts if a.measure in shared)
                for a in told:
                    doubt = Doubt("unplaced-header", a.span, (), a.measure, part.label, a)
                    yield last, doubt


def _repetitions(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt what is done several times: whether amounts are for one round or for all."""
    repeats = reading.wording.roles.get("repeat", frozenset())
    for draft in every:
        if draft.kind not in (EntryKind.CONTAINER, EntryKind.ITEM):
            continue
        rounds = references.rounds_of(reading, draft)
        inner = draft.parent is not None and draft.parent.kind is EntryKind.ITEM
        if rounds is None and draft.kind is EntryKind.ITEM and not inner:
            line = draft.spans[0]
            often = _ROUNDS.search(reading.text, line.start, line.end)
            if often and not any(a.span.start <= often.start() < a.span.end for a in draft.amounts):
                carried = [draft, *walk(draft)]
                summed = any(grouped(reading.text, line))
                for measure in sorted(_measures(carried, but_sums=summed)):
                    yield draft, Doubt("repeated", Span(*often.span()), (), measure, draft.label)
        told = repeats.difference(reading.wording.measures)
        words = _words(reading, draft)
        letter = len(draft.label.split()) > _LETTER and draft.kind is EntryKind.CONTAINER
        words = words[:2] if letter else words  # `Thank you for showing us round. We offer:`
        said = id(draft) not in reading.settled and told.intersection(words)
        if rounds is None and not said:
            continue
        span = rounds.span if rounds is not None else draft.span
        if rounds is not None and any(
            group.start <= span.start < group.end
            for _, group, _ in grouped(reading.text, draft.spans[0])
        ):
            continue
        carried = [draft, *walk(draft)] if draft.kind is EntryKind.ITEM else list(walk(draft))
        told_once = rounds is not None and f"per {rounds.unit.name}"
        unsure = {
            measure
            for part in carried
            for measure in _measures([part], told_once)
            if rounds is None or measure not in references.sure_in_rounds(reading, part, rounds)
        }
        behind = [part for part in carried if _rests_behind(reading, part)]
        unsure |= _measures(behind, BETWEEN)
        known = reading.wording.lexicon.measures
        for measure in sorted(unsure - {rounds.measure if rounds else ""}):
            if measure not in known or known[measure].adds:  # a pause is as long each time
                yield draft, Doubt("repeated", span, (), measure, draft.label)


def _rests_behind(reading: Reading, part: Draft) -> bool:
    """Tell whether a rest stands behind a list or table of what is done in rounds: in each, or after all."""
    others = part.parent.parts if part.parent is not None else []
    last = part.kind is EntryKind.REST and others[-1:] == [part] and len(others) > 1
    below = last and (others[0].whole or is_listed(reading, others[0]))
    return below and not (part.whole or is_listed(reading, part))


def _beside(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt that an item is of no rank where those listed with it are of one, with amounts like its own.

    `- Dinner: 600 kcal`, `- Before bed: 200 kcal`.
    """
    for holder in (reading.plan, *every):
        held = (p for p in holder.parts if p.kind is EntryKind.CONTAINER and p.depth >= LIST_DEPTH)
        ranked = [part for part in held if part.rank]
        if len(ranked) < _FEWEST_RANKED or len({p.rank for p in ranked}) > 1:
            continue
        carried = {frozenset(_measures([p, *walk(p)])) for p in ranked}
        for part in holder.parts if len(carried) == 1 else ():
            own = _measures([part, *walk(part)])
            alike = part.kind is EntryKind.ITEM and part.depth == ranked[0].depth
            if alike and own and own in carried:
                yield ranked[-1], Doubt("unranked", part.spans[0], (), count=1)


def _shared_sets(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt sets that are told once for several things: `3 sets of 12 reps for squats, lunges and dips`.

    So are those of a heading above things that tell none: `### Upper body – 6 sets`, `- Press – 10 reps`.
    """
    factors = reading.wording.factors
    for draft in every if len(factors) > 1 else ():
        told = [a for a in draft.amounts if a.measure in factors]
        last = max((a.span.end for a in told), default=-1)
        if draft.kind is EntryKind.ITEM and told and _FOR_SEVERAL.match(reading.text, last):
            for amount in told:
                yield draft, Doubt("repeated", draft.span, (), amount.measure, draft.label)
        below = _measures(draft.parts) if draft.kind is EntryKind.CONTAINER else set()
        for amount in told if factors[0] not in below and factors[1] in below else ():
            if amount.measure == factors[0]:
                yield draft, Doubt("repeated", amount.span, (), amount.measure, draft.label)


def _told_to_repeat(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt amounts beside a line that tells to do it again: `Repeat steps 3-6`."""
    wording = reading.wording
    repeats = wording.roles.get("repeat", frozenset())
    instructs = wording.item_rank in wording.heading_items
    for draft in every:
        bare = draft.kind is EntryKind.ITEM and not (draft.amounts or draft.parts)
        if bare and draft.parent and fold(draft.label.partition(" ")[0]) in repeats:
            if not (instructs and is_numbered(reading, draft)):  # a numbered step is one
                yield draft, Doubt("repeated", draft.spans[0], (), count=-1)
            reading.repeats.append((draft.parent, draft.spans[0]))
    measures: dict[int, list[str]] = {}
    for holder, span in reading.repeats:
        if any(date.weekdays for date in reading.dates(span)):  # `Repeat session 1 on Friday`
            yield reading.plan, Doubt("passage", span, (), count=1)
        while not holder.parts and holder.parent is not None:
            holder = holder.parent
        if id(holder) not in measures:
            measures[id(holder)] = sorted(_measures(list(walk(holder))))
        for measure in measures[id(holder)]:
            yield holder, Doubt("repeated", span, (), measure, measure)


def _dates(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt dates whose day and month may be exchanged, with nothing that tells their order."""
    if all(mention.sure for mention in reading.mentions.dates):
        return
    for draft in every:
        for mention in reading.dates(draft.spans[0]) if draft.date is None else ():
            if not mention.sure:
                yield draft, Doubt("ambiguous-date", mention.span, (), "date")


def _periods(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt how many days a heading of several holds: `3–5 March: Rome` beside `6 March`."""
    day = reading.wording.day
    for draft in every if day else ():
        plain = draft.kind is EntryKind.CONTAINER and not draft.rank and draft.depth < LIST_DEPTH
        for mention in reading.dates(draft.span) if plain else ():
            if mention.end is not None:
                doubt = Doubt(
                    "unplaced-header", mention.span, (), "", draft.label, count=_MOST_DAYS
                )
                yield reading.plan, doubt


def _contested(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt numbers of which two names, one before and one behind, are as likely."""
    contested = reading.labelling.open
    for draft in every if contested else ():
        for number in contested:
            if any(a.span.start <= number.start < a.span.end for a in draft.amounts):
                for measure in sorted(contested[number]):
                    yield draft, Doubt("readings-differ", number, (), measure)


def _said_again(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt whether a bare name is another thing when one with amounts goes by it beside it."""
    for holder in (reading.plan, *every):
        measured: set[str] = set()
        for part in holder.parts:
            if part.kind is not EntryKind.ITEM or part.starts:
                continue
            name = fold(part.label)
            if part.amounts or part.parts:
                measured.add(name)
            elif name in measured:
                yield part, Doubt("said-again", part.spans[0], (), count=-1)


def _shared(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt what `Day 1-3` costs in all: once for the days together, or for each of them."""
    for holder in (reading.plan, *every):
        groups: dict[int, list[Draft]] = {}
        for part in holder.parts:
            if part.rank and part.parts and _SPREAD.search(part.label):
                groups.setdefault(id(part.parts), []).append(part)
        for parts in groups.values():
            span, name = parts[0].span, parts[0].label
            for draft in walk(parts[0]) if len(parts) > 1 else ():
                for amount in draft.amounts:
                    if amount.unit.dimension.startswith("currency:"):
                        yield draft, Doubt("repeated", span, (), amount.measure, name)


def _words(reading: Reading, draft: Draft) -> list[str]:
    """Return the words of a container's own heading, but for what names a thing: `hill repeats`."""
    if draft.kind is not EntryKind.CONTAINER:
        return []
    line = reading.string(draft.spans[0])[:200]
    said = [word.strip(".,;:!*_()").lower() for word in line.split()]
    vague = reading.wording.roles.get("vague", frozenset())
    return [
        fold(word)
        for before, word in pairwise(["", *said])
        if word == fold(word) or not before.isalpha() or before in vague
    ]


def _measures(drafts: list[Draft], but: str | bool = False, *, but_sums: bool = False) -> set[str]:
    """Return the measures of parts, but of amounts for or between rounds and of groups that are added up."""
    return {
        a.measure
        for d in drafts
        for a in d.amounts
        if a.origin is Origin.ITEM
        and not (but and (a.qualifier == but or a.between_sets or references.is_per_set(a)))
        and not (but_sums and adds_up(a.unit))
    }


def _listed(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt how many things the words behind a container's label are: `Monday: Maths, English`.

    So it is where a length stands among them, of which it may be: `Monday: Squats, 30 min run, planks`.
    """
    for draft in every:
        alone = draft.kind is EntryKind.ITEM and not (draft.parts or draft.starts)
        holder = draft.parent
        if alone and holder is not None and holder.whole and holder.parts == [draft]:
            first, comma, _ = draft.label.partition(",")
            if draft.amounts:
                yield from _amid(reading, draft)
                continue
            if comma:
                others = Span(draft.span.start + len(first) + 1, draft.span.end)
                yield draft, Doubt("passage", others, (), count=draft.label.count(","))


def _amid(reading: Reading, draft: Draft) -> Found:
    """Doubt whose a length is that stands behind a comma and before another name."""
    amount, line = draft.amounts[0], draft.spans[0]
    before = _BRACKETED.sub("", reading.text[draft.span.end : amount.span.start])
    behind = reading.text[amount.span.end : line.end].lstrip(" -")
    named = behind[:1].isalpha() and "," in behind and names_something(reading, behind)
    if len(draft.amounts) == 1 and amount.unit.dimension == "time" and "," in before and named:
        others = Span(draft.span.end, line.end)
        commas = reading.string(others).count(",")
        yield draft, Doubt("passage", others, (), count=commas)
        yield draft, Doubt("readings-differ", amount.span, (), amount.measure)


def _passages(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt how many things an item is that consists of sentences, each of which may name more."""
    for draft in every:
        if draft.kind is not EntryKind.ITEM or draft.parts:
            continue
        if draft.parent is not None and draft.parent.lists and is_listed(reading, draft):
            continue  # its mark tells how many there are
        line = draft.spans[0]
        text = reading.string(line)
        first = _SENTENCE.search(text) if draft.span.start - line.start <= _MARKER else None
        if first is None or len(text[: first.start()].split()) < _SENTENCE_WORDS:
            continue
        rest = Span(line.start + first.end(), line.end)
        words = len(reading.string(rest).split())
        if words >= _SENTENCE_WORDS and draft.span.end >= line.start + first.start():
            yield draft, Doubt("passage", rest, (), count=words)


def _lengths(reading: Reading, every: Sequence[Draft]) -> Found:
    """Doubt when a piece of a schedule ends that has several lengths: `Nap, 90 min; Lego, 45 min`."""
    measure = reading.wording.lexicon.time_measure
    for draft in every:
        if draft.kind is EntryKind.BLOCK and not any(e.origin == "written" for e in draft.ends):
            lengths = lengths_in(draft.amounts, measure)
            if len(lengths) > 1:
                yield draft, Doubt("ambiguous-time", lengths[1].span, (), "end")


KINDS: tuple[Callable[[Reading, Sequence[Draft]], Found], ...] = (
    _orphans,
    _rests,
    _packs,
    _put_away,
    gaps,
    _headers,
    _repetitions,
    _shared_sets,
    _told_to_repeat,
    _beside,
    _contested,
    _said_again,
    _shared,
    _dates,
    _lengths,
    _periods,
    _listed,
    _passages,
    doubts_of_heads,
)
"""Every kind of doubt found after the outline is complete."""
