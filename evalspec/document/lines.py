"""What one line holds: its depth, its amounts, the item it writes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, behind_gap, column_at
from evalspec.document import schedule
from evalspec.document.bare_counts import with_counts
from evalspec.document.blocks import BELOW, LIST_DEPTH, LISTS, NAMED_DEPTH, Block, BlockKind
from evalspec.document.facts import OPTIONAL, PERHAPS_IN_TOTAL, Amount, EntryKind, Origin
from evalspec.document.headers import Column
from evalspec.document.line_amounts import BETWEEN, FACTOR
from evalspec.document.mention import DateMention, QuantityMention, TimeMention
from evalspec.document.plain import ARROW, without_link
from evalspec.document.reading import ALSO_ITEM, Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

SENTENCE = regex(
    r"(?<!\w)(?!(?:approx|est|ca|incl|max|min|avg)\.|\w{1,4}\.\s\d)[^\Wa-z]*[a-z]\w*+[.!?](?:\s|$)"
)
CUT = regex(
    r"(?<!\s)\s*(?:\((?=[^)]{0,200}\d)|\[(?=[^\]]{0,200}\d[^\]]*\](?!\())"
    r"|:\s|\s[-–—·•]\s|\||@|=|;|\.{4,}|…{2,})"
)
"""Where a name ends: `Oats (80 g)`, `Oats [310; 11 g]`, `Oats ......... 310`."""
_NAME_END = regex(rf"{CUT.pattern}|{ARROW}")
_DEPTH = {BlockKind.BOLD_LINE: NAMED_DEPTH, BlockKind.LABEL_LINE: 8, BlockKind.PARAGRAPH: 9}
SHARE = regex(r"^\d+(?:\.\d+)?\s?%\s+")
"""A share before a name: `30 % deposit`, `20 % VAT`."""
_BARE_ASIDE = regex(r"\([^()\d]*\)")
_IN_BRACKETS = regex(r"\([^()]*\)")
"""A remark in brackets: `120 kcal (shake only)`."""
_MARKER = regex(r"[A-Za-z]?\d{1,2}[.)]\s+")
_FOLLOWING = regex(r"\s(?:of\s)?([A-Za-z]+)")
_PROPER = regex(r"[\s*_\"'“‘«(]*[A-Z]")
_FACTORS = regex(r"(?<![\w.,])\d{1,3}\s?[x×]\s?\d")
"""Numbers that are multiplied: `Squat 3x10`."""
_ARTICLE = regex(r"\b(?:an?|the|another)\s+$", re.IGNORECASE)
"""What is said of a thing that follows stands behind it: `Take a 2-hour train to Lucerne`."""
_LETTERS = regex(r"[A-Za-z]{2}")
_ATTRIBUTE = regex(
    r"(?:[–—|(;]|,\s)\s*[A-Z][^\W\d]{2,20}:\s+([A-Z][^\W\d]+(?:[ '-][^\W\d]+){0,2})(?=\s*(?:$|[–—|),;]))"
)
"""What an attribute says behind a name: `Early shift (Nurse: Petra)`."""
_JOINT = regex(
    rf"(?<!\s)\s*:[*_]*\s+|\s(?:[-–—|·•]|{ARROW})[*_]*\s+|[)\]][*_]*\s+|(?<=\w)[*_]{{1,3}}\s+(?=\w)"
)
"""What parts the amounts that a line begins with from its name."""
_CROSSED = regex(r"\s?[x×]\s?\d|\s[–—→]\s")
_WORDS = regex(r"[^\W\d_]{2,}")
_AROUND = " ,:;|=·.…→–—-*_([~≈@/"
_SHARE_END = regex(r"[,;|)\]]")
_PIECE_END = regex(r"[\n,;|()\[\]·–—]| - ")
_FORMER_REACH = 20
_LEAD_REACH = 60
_SAVES = regex(r"\bsaves(?: you)?(?: about| around| some| up to| roughly)?$")
_BETWEEN_SOME = regex(r"\bbetween\s+(?:each\b|(?:the\s+)?[^\W\d_]+s\b)", re.IGNORECASE)
"""Of a rest of its own: `3 min rest between hangs` comes between what the exercise calls its sets."""
_QUOTES = regex(r"[\"“”«»]")
_BY = regex(r"[^\W\d_]{3}(?<!ed)\W+by$")
_NEAREST = 40
"""Parts above a line that are looked at."""
_NOTHING = exactly(0)
_NAME_WORDS = 8
"""More words are a sentence."""


def depth_of(block: Block) -> int:
    """Return how deep a block's markup stands: headings 1-6, bold 7, labels 8, text 9, lists."""
    if block.kind is BlockKind.HEADING:
        return block.level
    return _DEPTH.get(block.kind, LIST_DEPTH + block.level)


def is_below_name(reading: Reading, block: Block) -> bool:
    """Tell whether a list item stands below a line that only names it, before any other with amounts."""
    top = reading.top
    if block.kind not in LISTS or not NAMED_DEPTH <= top.depth < depth_of(block):
        return False
    ends = (*top.parts[:1], *top.parts[-1:])  # one of many that say nothing is enough
    return not (top.rank or top.section or any(part.amounts or part.parts for part in ends))


def column_of(reading: Reading, block: Block) -> int:
    """Return how many characters stand before a block on its line."""
    return column_at(reading.text, block.span.start)


def amounts_in(reading: Reading, span: Span, origin: Origin = Origin.ITEM) -> list[Amount]:
    """Return the amounts written in a span; each span is read once."""
    found = reading.amounts.get(span)
    if found is None:
        found = _without_leads(reading, _without_former(reading, reading.measured(span)))
        found = _without_shares(reading, span, found) if len(found) > 1 else found
        found = without_limits(reading, found, found) if len(found) > 1 else found
        found = _without_titles(reading, span, found)
        reading.amounts[span] = found
    if origin is Origin.STATED:
        return [as_origin(_summed(reading, a), origin) for a in found]
    return [as_origin(a, origin) for a in found] if origin is not Origin.ITEM else list(found)


def _summed(reading: Reading, amount: Amount) -> Amount:
    """Return an amount of a whole: the weights of exercises are never added up, their tonnage is."""
    product = reading.wording.product_of.get(amount.measure)
    return replace(amount, measure=product) if product else amount


def _without_former(reading: Reading, found: list[Amount]) -> list[Amount]:
    """Leave out what something would cost else: `free (normally €15)`; take off what `saves 10 min`."""
    former = reading.wording.roles.get("former", ())
    kept: list[Amount] = []
    told = [amount.measure for amount in found]
    for amount in found:
        start = amount.span.start
        before = reading.text[max(0, start - _FORMER_REACH) : start].lower().rstrip(" *_:(~")
        changed = told.count(amount.measure) > 1 and _tells_change(reading, amount, before)
        money = amount.unit.dimension.startswith("currency:")
        if (money or told.count(amount.measure) > 1) and any(map(before.endswith, former)):
            reading.leave(amount.span, "former")
        elif changed and kept:
            reading.leave(amount.span, "change")
        elif _SAVES.search(before):
            kept.append(replace(amount, value=-amount.value, qualifier=OPTIONAL))
        else:
            kept.append(amount)
    return kept


def _without_leads(reading: Reading, found: list[Amount]) -> list[Amount]:
    """Leave out how long before a thing something is done: `(notify them 5 days before)`."""
    roles = reading.wording.roles
    ahead, earlier = (tuple(roles.get(role, ())) for role in ("in advance", "earlier"))
    kept = []
    for amount in found:
        start, end = amount.span.start, amount.span.end
        behind = reading.text[end : end + _FORMER_REACH].lower().strip()
        led = amount.unit.dimension == "time" and behind.startswith(earlier)
        before = reading.text[max(0, start - _LEAD_REACH) : start].lower() if led else ""
        said = _WORDS.findall(_PIECE_END.split(before)[-1])
        if (led and not roles["arrange"].isdisjoint(said)) or behind.startswith(ahead):
            reading.leave(amount.span, "lead")
        else:
            kept.append(amount)
    return kept


def _tells_change(reading: Reading, amount: Amount, before: str) -> bool:
    """Tell whether an amount is by how much a thing changes: `4 x 75 m, another stroke by 25 m`.

    Of what is multiplied so is what comes later: `30 kg (add 2.5 kg each week)`.
    """
    if _BY.search(before):
        return True
    if amount.measure not in reading.wording.factors or "(" not in before:
        return False
    roles = reading.wording.roles
    words = [fold(word) for word in _WORDS.findall(before)[-2:]]
    return any(word in roles["change"] or word in roles["change so much"] for word in words)


def _without_shares(reading: Reading, span: Span, found: list[Amount]) -> list[Amount]:
    """Leave out pieces of what is told before: `€90 incl. breakfast €10`, `5 km (of which 1 km hard)`.

    An amount that goes on behind a comma may be another piece: `incl. 6 x 400 m fast, 400 m jog`.
    """
    words = [m.end() for m in reading.wording.shares.finditer(reading.text, span.start, span.end)]
    if not words or reading.wording.roles.get("inside"):
        return found
    stops = [m.start() for m in _SHARE_END.finditer(reading.text, span.start, span.end)]
    told: dict[str, Amount] = {}
    kept: list[Amount] = []
    end = -1
    """Where the piece ends that is told last."""
    for before, amount in zip([None, *found], found, strict=False):
        word = bisect_right(words, amount.span.start) - 1
        if before is not None and word >= 0 and words[word] >= before.span.end:
            first = bisect_left(stops, words[word])
            last = bisect_left(stops, amount.span.end)
            end = (*stops[last : last + 1], span.end)[0] if first == last else -1
        whole = told.get(amount.measure)
        smaller = whole is not None and _at_most(amount, whole)
        counted = amount.because == FACTOR and amount.unit.dimension.startswith("count:")
        if amount.span.start < end and (smaller or counted):
            reading.leave(amount.span, "share")
        elif smaller and end > 0 and not reading.text[end : amount.span.start].strip(" ,"):
            kept.append(replace(amount, qualifier=PERHAPS_IN_TOTAL))
        else:
            kept.append(amount)
            told[amount.measure] = amount
    return kept


def _at_most(part: Amount, whole: Amount) -> bool:
    """Tell whether an amount is no more than another."""
    low = part.value.scaled(part.unit.factor).low
    high = whole.value.scaled(whole.unit.factor).high
    return low is not None and high is not None and low <= high


def without_limits(reading: Reading, own: Sequence[Amount], told: Sequence[Amount]) -> list[Amount]:
    """Leave out limits of a period on what is told itself: `120 pages (at most 30 pages a day)`."""
    measures = {amount.measure for amount in told if amount.value.exact}
    limits = [a for a in own if a.measure in measures and is_limit(a)]
    for amount in limits:
        reading.leave(amount.span, "claim")
    return [a for a in own if a not in limits]


def is_limit(amount: Amount) -> bool:
    """Tell whether an amount is no more than a bound of a period."""
    open_end = amount.value.high is None or amount.value.low == 0
    return open_end and not amount.value.exact and amount.qualifier.startswith("per ")


def _without_titles(reading: Reading, span: Span, found: list[Amount]) -> list[Amount]:
    """Leave out number words that only belong to a name: `One Hundred Days: 200 pages`.

    A length in days or weeks that is written out in a capitalised name says nothing of an item
    whose amounts follow.
    """
    cut = CUT.search(reading.string(span)) if len(found) > 1 else None
    end = span.start + cut.start() if cut is not None else span.start
    if found and found[-1].span.start < end:
        return found
    return [a for a in found if a.span.end > end or not _spelled_rank(reading, a)]


def _spelled_rank(reading: Reading, amount: Amount) -> bool:
    written = reading.string(amount.span)
    ranked = fold(amount.unit.name) in reading.wording.ranks
    return ranked and written.istitle() and not any(c.isdigit() for c in written)


def whole_name(reading: Reading, span: Span) -> str:
    """Return all that stands before the amounts of a line, folded: `Tea – with milk (40 kcal)`."""
    ends = [m.span.start for m in reading.quantities(span) if m.unit is not None]
    text = reading.text[span.start : min(ends, default=span.end)].partition("\n")[0]
    name = fold(text.strip(_AROUND))
    return name if len(name.split()) <= _NAME_WORDS else ""


def as_origin(amount: Amount, origin: Origin) -> Amount:
    """Return the same amount with another origin."""
    return replace(amount, origin=origin)


def come_to(parts: Sequence[Amount], totals: Sequence[Amount]) -> bool:
    """Tell whether amounts come to each of some totals."""
    return all(
        sum((p.value.scaled(p.unit.factor) for p in parts if p.measure == total.measure), _NOTHING)
        == total.value.scaled(total.unit.factor)
        for total in totals
    )


def claimed(found: Sequence[Amount]) -> list[Amount]:
    """Return amounts as claims."""
    return [as_origin(amount, Origin.CLAIMED) for amount in found]


_FIRST_AND_LAST = 2


def take_date(reading: Reading, item: Draft, span: Span) -> None:
    """Let a thing be on the day or days that a cell, or a piece of its line, tells and no more.

    A later day of the same thing is its last one: `3 March | 14 March`, `2–3 (9–22 March)`. A piece ends
    at a comma, a dash or a bracket: `14 January, CHF 380 (tell them 5 days before)`.
    """
    dates = reading.dates(span)
    if not all(date.sure for date in dates):
        return
    told = list(_alone(reading, span, dates))
    days = [day for date in told for day in (date.date, date.end) if day]
    if not days or len(days) > _FIRST_AND_LAST:
        return
    first, last = days[0], days[-1]
    if not first.year and last.year:
        first = replace(first, year=last.year)
    if item.date is None:
        item.date = first
        named = [date.weekdays[0] for date in told if len(date.weekdays) == 1]
        item.weekday = item.weekday or (named[0] if len(named) == len(days) else 0)
    if item.until is None and last > item.date:
        item.until = last


def _alone(reading: Reading, span: Span, dates: Sequence[DateMention]) -> Iterator[DateMention]:
    """Yield the dates that share their piece of a line with no word."""
    ends = (
        [m.span() for m in _PIECE_END.finditer(reading.text, span.start, span.end)] if dates else []
    )
    inner = [e for e in ends if not any(d.span.start <= e[0] < d.span.end for d in dates)]
    starts = [span.start, *(end for _, end in inner)]
    for start, end in zip(starts, [*(start for start, _ in inner), span.end], strict=True):
        own = [d for d in dates if start <= d.span.start < end]
        told = sum(c.isalpha() for d in own for c in reading.string(d.span))
        if sum(map(str.isalpha, reading.text[start:end])) == told:
            yield from own


def item_of(reading: Reading, span: Span, depth: int, block: Block | None = None) -> Draft:
    """Make an item of a line: its name, its amounts, whether it is rest."""
    wording = reading.wording
    name = name_span(reading, span, block)
    item = Draft(EntryKind.ITEM, reading.string(name).replace("**", ""), name, depth=depth)
    item.spans = [span]
    item.amounts = with_counts(reading, span, amounts_in(reading, span))
    if block is not None and block.label is not None and block.rest is not None:
        _leave_named(reading, item, block.label)
        _leave_within(reading, item, block.label)
    label = fold(item.label)
    rank = titled(reading, block) if block is not None else ""
    if block is not None and not rank and (called := _called(reading, block)):
        rank = called[1]
        item.name(label, called[0])
    if rank not in ("", wording.item_rank):
        item.take_rank(rank, wording.level[rank])
    item.name(label, whole_name(reading, span), *wording.asides(reading.string(span)))
    item.name(*(fold(said[1]) for said in _ATTRIBUTE.finditer(reading.string(span))))
    item.name(*wording.done(item.label))
    if block is not None and block.label is not None and name.start >= block.label.end:
        kind = fold(reading.string(block.label))
        item.name(kind, *wording.categories_of(kind))
    if block is not None:
        start = block.rest.start if block.rest and block.rest.start <= name.start else name.end
        take_date(reading, item, Span(start, max(start, span.end)))
    if block is not None and block.rest is not None:
        item.name(*schedule.contents(reading, Span(name.end, block.rest.end)))
    extent = [whole for amount in item.amounts if (whole := _whole(reading, amount))]
    if extent and not names_something(reading, item.label):
        item.amounts += extent
    item.optional = not reading.alike.get(span.start, True) or perhaps_total(
        reading, label, span, block
    )
    nothing = wording.role(label.partition(". ")[0].rstrip("."), "nothing") and not item.amounts
    if nothing or is_rest(reading, label) or (block is not None and _is_off(reading, block)):
        take_rest(reading, item)
    if length := _length(reading, item, span):
        item.amounts += length
    else:
        schedule.take_times(reading, item, span)
    return item


def _leave_named(reading: Reading, item: Draft, label: Span) -> None:
    """Leave lengths in a name behind which all of it is told: `Run 30 s / walk 30 s: 8 min`."""
    timed = [a for a in item.amounts if a.unit.dimension == "time"]
    inner = [a for a in timed if label.covers(a.span)]
    behind = [a for a in timed if a.span.start >= label.end and not a.qualifier]
    between = reading.text[label.end : behind[0].span.start + 1] if behind else ""
    if any(map(str.isalpha, between)):
        return  # `Relay (30 min): five teams, 8 min each`
    if len(behind) == 1 and all(_at_most(a, behind[0]) for a in inner):
        item.amounts = [a for a in item.amounts if a not in inner]
        for amount in inner:
            reading.leave(amount.span, "title")


def _leave_within(reading: Reading, item: Draft, label: Span) -> None:
    """Leave lengths in the sentences behind one that is of all of it: `**20 min** – Game. 90 s a turn.`"""
    timed = [a for a in item.amounts if a.unit.dimension == "time"]
    if not timed or not label.covers(timed[0].span) or names_something(
        reading, reading.string(label)
    ):  # fmt: skip
        return
    for amount in timed[1:]:
        between = _QUOTES.sub("", reading.text[timed[0].span.end : amount.span.start])
        if amount.measure == timed[0].measure and SENTENCE.search(between):
            item.amounts.remove(amount)
            reading.leave(amount.span, "share")


def _whole(reading: Reading, amount: Amount) -> Amount | None:
    """Return how much there is of a thing that is all of one measure: 50 g of sugar weigh 50 g."""
    usual = reading.wording.usual_measure(amount.unit.dimension)
    known = reading.wording.role(amount.measure, ALSO_ITEM) and usual not in ("", amount.measure)
    return replace(amount, measure=usual) if known else None


def perhaps_total(reading: Reading, label: str, line: Span, block: Block | None = None) -> bool:
    """Tell whether a thing may be a total of those above it.

    By its first word, `Total stretch: 5 min`, or as a plain line behind a list of things of which
    each is less: `Kilos lifted: 3 000 kg`.
    """
    wording = reading.wording
    plain = wording.without_role(label, "total")
    known = wording.says_what_sums(label) or plain in wording.categories
    said = not known and wording.role(label.partition(" ")[0], "total")
    if not said and not _leaves_items(reading, block):
        return False
    if reading.times(line) or not (reading.last_item is not None or reading.top.parts):
        return False
    others = reading.string(line).strip(" |").partition("|")[2]
    if not reading.quantities(line) or names_something(reading, others):
        return False
    above = [a for part in reading.top.parts[-_NEAREST:] for a in part.amounts]
    told = {amount.measure: amount for amount in amounts_in(reading, line)}
    if not said and (len(told) > 1 or not any(a.measure in told for a in above)):
        return False
    # no total is less than one of its parts
    return bool(told) and all(_at_most(a, told[a.measure]) for a in above if a.measure in told)


def _leaves_items(reading: Reading, block: Block | None) -> bool:
    """Tell whether a plain line with a label stands behind a gap below listed things."""
    above = reading.last_item
    if block is None or block.kind in BELOW or block.rest is None:
        return False
    below = next(iter(reading.behind()), None)
    if above is None or not is_listed(reading, above) or (below and below.kind in BELOW):
        return False
    return behind_gap(reading.text, block.span.start)


def _length(reading: Reading, item: Draft, span: Span) -> list[Amount]:
    """Return how long `"Night Tram" (5:02)` lasts, where a time says that of an item's rank."""
    times = reading.times(span)
    known = reading.wording.lexicon
    rank = known.ranks.get(item.rank or reading.wording.item_rank)
    told = [m for m in rank.measures if known.measures[m].dimension == "time"] if rank else []
    if len(times) != 1 or not told or any(a.measure in told for a in item.amounts):
        return []
    return reading.measured(times[0].span, Column("", told[0], None))


def _is_off(reading: Reading, block: Block) -> bool:
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


def is_rest(reading: Reading, label: str) -> bool:
    """Tell whether a name means rest between items; dough that rests is a step as others are."""
    words = label.split()
    wording = reading.wording
    if any(wording.role(word, "done") for word in words):
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
            len(words) <= 4
            and wording.begins_with_role(name, "rest")
            and not (words[1:] and words[-1] in wording.roles.get("done at rest", ()))
        )
        or (len(words) <= 4 and wording.role(fold(aside), "rest"))
    )


def rests_so_long(reading: Reading, item: Draft) -> bool:
    """Tell whether a line begins with how long the rest is: `3 min rest between hangs, then start again`."""
    first = min(item.amounts, key=lambda amount: amount.span.start, default=None)
    if first is None or first.unit.dimension != "time" or first.span.start > item.span.start:
        return False
    said = fold(reading.text[first.span.end : item.span.end].partition(",")[0])
    word, _, further = said.partition(" ")
    leads = not further or word == "rest" or reading.wording.role(further.split()[0], "linking")
    return leads and reading.wording.role(word, "rest", "pausing")


def _cut(reading: Reading, span: Span, text: str) -> int:
    """Return where a name ends: at the first separator or amount after a word that is no unit."""
    quantities = reading.quantities(span)
    units = [(m.span.start - span.start, m.span.end - span.start) for m in quantities]
    words = (word.start() for word in _LETTERS.finditer(text))
    first = next((at for at in words if all(not a <= at < b for a, b in units)), len(text))
    own = (m for m in quantities if m.unit is not None and not _is_serving(reading, m))
    starts = (m.span.start for m in own)
    text_before = ((at, reading.text[max(span.start, at - 9) : at]) for at in starts)
    ends = [at - span.start for at, before in text_before if not _ARTICLE.search(before)]
    ends += [cut.start() for cut in CUT.finditer(text)]
    if reading.wording.factors:
        ends += [found.start() for found in _FACTORS.finditer(text)]
    ends += [first.span.start - span.start for first in _closing_times(reading, span)]
    return min((end for end in ends if end > first), default=len(text))


def _closing_times(reading: Reading, span: Span) -> Sequence[TimeMention]:
    """Return the times from when to when with which a line ends: `Ada 7:00–11:00 and 16:00–20:00`."""
    times = reading.times(span)
    if not times or any(time.end is None for time in times):
        return ()
    places = [*(time.span for time in times), Span(span.end, span.end)]
    between = (_IN_BRACKETS.sub(" ", reading.text[a.end : b.start]) for a, b in pairwise(places))
    return times if {fold(said.strip(" ,;/&+")) for said in between} <= {"", "and"} else ()


def titled(reading: Reading, block: Block) -> str:
    """Return the item rank that a label names before the name itself: `Camp: Lake Camp`."""
    if block.label is None or block.rest is None or reading.times(block.text):
        return ""
    rank = reading.wording.ranks.get(fold(reading.string(block.label)), "")
    if rank not in reading.wording.item_ranks or not _PROPER.match(reading.string(block.rest)):
        return ""
    return rank


def _called(reading: Reading, block: Block) -> tuple[str, str] | None:
    """Return name and item rank of what follows a label: `Overnight: Lake Camp (1,850 m)`."""
    if block.label is None or block.rest is None or reading.times(block.text):
        return None
    text = reading.string(block.rest)
    name = fold(CUT.split(text, maxsplit=1)[0])
    rank = reading.wording.ranks.get(name.rpartition(" ")[2], "")
    usual = {"item", reading.wording.item_rank}
    known = _PROPER.match(text) and rank in reading.wording.item_ranks - usual
    return (name, rank) if known else None


def name_behind(reading: Reading, span: Span) -> Span | None:
    """Return what follows the amounts a line begins with: `690 kcal, 56 g protein – Baked leek`.

    More amounts may stand behind the name: `10 min – Rowing (80 kcal)`, `(€60) Lamp, 45 min`.
    """
    end, found = span.start, reading.quantities(span)
    for mention in found:
        between = reading.text[end : mention.span.start]
        if mention.unit is None and not _is_crossed(reading, mention, between):
            continue
        if names_something(reading, between) or is_rest(reading, fold(between.strip(_AROUND))):
            break
        end = mention.span.end
    joint = _JOINT.search(reading.text, end, span.end) if end > span.start else None
    if joint is None:
        return None
    last = Span(end - 1, joint.start())
    if names_something(reading, without_qualifiers(reading.string(last), last, found)[1:]):
        return None
    if joint[0][0] in ")]" and reading.text[span.start] not in "([":
        return None  # `4 oz (113 g) chicken`
    name = Span(joint.end(), span.end)
    named = names_something(reading, reading.string(name))
    return name if named or _rests(reading, Span(span.start, end), name) else None


def _is_crossed(reading: Reading, mention: QuantityMention, before: str) -> bool:
    """Tell whether a number without unit is said of what follows: `3 x 10 – Squats`, `Hours 2–3: Lunch`."""
    word = before.strip(_AROUND).lower()
    if fold(word) != word and fold(word) in reading.wording.lexicon.units:
        return True
    behind = _CROSSED.match(reading.text, mention.span.end)
    return behind is not None and not any(map(str.isalpha, before.replace("x", "")))


def _rests(reading: Reading, before: Span, name: Span) -> bool:
    """Tell whether a length stands before the word of a rest, none behind it: `5 min – Rest (0 kcal)`."""
    lead, behind = (
        [m.unit.dimension if m.unit is not None else "" for m in reading.quantities(piece)]
        for piece in (before, name)
    )
    said = _NAME_END.split(reading.string(name), maxsplit=1)[0]
    return lead[:1] == ["time"] and "time" not in behind and is_rest(reading, fold(said))


def only_amounts(reading: Reading, span: Span, found: Sequence[Amount]) -> bool:
    """Tell whether a line is nothing but amounts; `1 teaspoon salt` is no amount of salt, but some."""
    text = _BARE_ASIDE.sub("", without_qualifiers(reading.string(span), span, found))
    if names_something(reading, text):
        return False
    known = reading.wording.measures
    told = {known.get(fold(word), "") for word in _WORDS.findall(text)} - {""}
    return told <= {amount.measure for amount in found}


def without_qualifiers(text: str, span: Span, found: Sequence[Amount | QuantityMention]) -> str:
    """Leave out what amounts are for, as it is written behind them: `9 kg per hand`, `3 h at €20/h`."""
    for first, second in pairwise(sorted(found, key=lambda a: a.span.start)):
        low, high = first.span.end - span.start, second.span.start - span.start
        paid = second.unit is not None and second.unit.dimension.startswith("currency:")
        if paid and low >= 0 and text[low:high].strip(" *_").lower() == "at":
            text = f"{text[:low]}{' ' * (high - low)}{text[high:]}"
    for amount in sorted(found, key=lambda a: -a.span.end):
        at = amount.span.end - span.start
        behind = text[max(at, 0) :].lstrip(" \xa0(,")
        forms = (amount.qualifier, amount.qualifier.replace("per ", "/"))
        said = next((form for form in forms if behind.lower().startswith(form)), "")
        if said and at > 0:
            text = f"{text[:at]} {behind[len(said) :]}"
    return text


def is_detail(reading: Reading, draft: Draft) -> bool:
    """Tell whether a container only groups what is said of the one that holds it."""
    known = not draft.rank and bool(draft.names)
    return known and reading.wording.role(draft.names[0], "detail")


def only_numbers(reading: Reading, label: Span) -> bool:
    """Tell whether the name follows a label: `Exercise 1: Squats`, `Name: Squats`."""
    written = reading.string(label)
    if fold(written) in reading.wording.roles.get("name", ()):
        return True
    named = reading.wording.named(written)
    return named is not None and named.rank in reading.wording.item_ranks and not named.title


def _only_amounts(reading: Reading, span: Span) -> bool:
    """Tell whether amounts stand where a name would: `Stage 2: 3 h, 50 km`."""
    told = reading.quantities(span)
    said = without_qualifiers(reading.string(span), span, told) if told else ""
    return bool(told) and not names_something(reading, said)


def _is_serving(reading: Reading, mention: QuantityMention) -> bool:
    """Tell whether an amount is said of a thing inside a name: `toast with 1 tbsp butter`."""
    bulk = mention.unit is not None and mention.unit.dimension in ("mass", "volume")
    following = _FOLLOWING.match(reading.text, mention.span.end)
    return bulk and following is not None and fold(following[1]) not in reading.wording.measures


def name_span(reading: Reading, span: Span, block: Block | None) -> Span:
    """Cut an item's name before its amounts."""
    if behind := name_behind(reading, span):
        span = behind
    elif block is not None and block.label is not None:
        span = block.label
        named = titled(reading, block) or only_numbers(reading, block.label)
        label = fold(reading.string(block.label))
        named = named or label in reading.kinds or reading.wording.role(label, "optional")
        if block.rest is not None and named and not _only_amounts(reading, block.rest):
            span = block.rest
    text = reading.string(span)
    verb, _, rest = text.partition(" ")
    often = [m for m in reading.quantities(span) if m.unit is not None][:1]
    known = reading.wording.measures
    counted = often and known.get(often[0].unit_word) in reading.wording.factors[:1]
    led = counted and text.find(rest) == often[0].span.start - span.start
    if led and reading.wording.role(fold(verb), "again"):
        span, text = Span(often[0].span.start, span.end), rest  # `Do 3 sets of 10 dips`
    marker = _MARKER.match(text)
    if marker is not None and marker.end() < len(text):
        span = Span(span.start + marker.end(), span.end)
        text = text[marker.end() :]
    end = _cut(reading, span, text)
    name = without_link(text[:end]).rstrip(" ,:-–—*_`([→=·|•⇒➜➔›»>~/")
    name = name.removesuffix("<br").rstrip()
    head, comma, tail = name.rpartition(",")
    if comma and end < len(text) and fold(tail) in reading.wording.measures:
        name = head.rstrip()
    opening = "" if ")" in name or "]" in name else "(["
    start = len(name) - len(name.lstrip(" *_`·•" + opening))
    return Span(span.start + start, span.start + len(name)) if name.strip() else span


def names_something(reading: Reading, body: str) -> bool:
    """Tell whether a line holds more words than the measures of its amounts."""
    return reading.wording.names_more(body)


def is_listed(reading: Reading, draft: Draft) -> bool:
    """Tell whether a thing is an item of a list, or holds such."""
    block = block_of(reading, draft)
    start = draft.spans[0].start
    return block is not None and block.kind in LISTS and start <= block.text.start


def block_of(reading: Reading, draft: Draft) -> Block | None:
    """Return the line on which a thing begins."""
    start = draft.spans[0].start
    at = bisect_right(reading.blocks, start, key=lambda block: block.span.start) - 1
    return reading.blocks[at] if at >= 0 else None
