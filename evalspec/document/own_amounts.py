"""Amounts that a line tells of its own thing: no former price, no piece of what is told before."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import IN_FORCE, OPTIONAL, PERHAPS_IN_TOTAL, Amount, Origin
from evalspec.document.line_amounts import FACTOR
from evalspec.document.mention import QuantityMention
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

CUT = regex(
    r"(?<!\s)\s*(?:\((?=[^)]{0,200}\d)|\[(?=[^\]]{0,200}\d[^\]]*\](?!\())"
    r"|:\s|\s[-–—·•]\s|\||@|=|;|\.{4,}|…{2,})"
)
"""Where a name ends: `Oats (80 g)`, `Oats [310; 11 g]`, `Oats ......... 310`."""
_BARE_ASIDE = regex(r"\([^()\d]*\)")
_WORDS = regex(r"[^\W\d_]{2,}")
_OPENING = regex(r"[ \xa0(,]*")
_SHARE_END = regex(r"[,;|)\]]")
PIECE_END = regex(r"[\n,;|()\[\]·–—]| - ")
_FORMER_REACH = 20
_LEAD_REACH = 60
_COUNTDOWN = regex(
    r"(?:\bt(?:[ \xa0]?[-–−]|[ \xa0]minus)|\b(?:only|not|and|then|wait until) after)[ \xa0]?$"
)
"""`T − 2 days`, `only after 2 days`."""
_DAY = 24 * 60
_WITHIN = regex(r"within\b", re.IGNORECASE)
_OPENS_LINE = regex(r"(?:^|\n)[\s*_#]*$")
_SAVES = regex(r"\bsaves(?: you)?(?: about| around| some| up to| roughly)?$")
_BY = regex(r"[^\W\d_]{3}(?<!ed)\W+by$")


def amounts_in(reading: Reading, span: Span, origin: Origin = Origin.ITEM) -> list[Amount]:
    """Return the amounts written in a span; each span is read once."""
    found = reading.amounts.get(span)
    if found is None:
        found = _without_leads(reading, _without_former(reading, reading.measured(span)))
        found = [_in_force(reading, amount) for amount in found]
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
    told = Counter(amount.measure for amount in found)
    for amount in found:
        start = amount.span.start
        before = reading.text[max(0, start - _FORMER_REACH) : start].lower().rstrip(" *_:(~")
        changed = told[amount.measure] > 1 and _tells_change(reading, amount, before)
        money = amount.unit.dimension.startswith("currency:")
        if (money or told[amount.measure] > 1) and any(map(before.endswith, former)):
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
        timed = amount.unit.dimension == "time"
        before = reading.text[max(0, start - _LEAD_REACH) : start].lower() if timed else ""
        said = _WORDS.findall(PIECE_END.split(before)[-1])
        led = timed and behind.startswith(earlier)
        told = not roles["arrange"].isdisjoint(said) or _OPENS_LINE.search(before) is not None
        led = led and told
        due = behind.startswith("of ") or not roles["payment"].isdisjoint(said)
        within = timed and due and _WITHIN.match(reading.text, start)
        if led or within or behind.startswith(ahead) or (timed and _COUNTDOWN.search(before)):
            reading.leave(amount.span, "lead")
        else:
            kept.append(amount)
    return kept


def _in_force(reading: Reading, amount: Amount) -> Amount:
    """Tell how long a thing holds from how long it takes: `The offer is valid for 30 days`."""
    if amount.unit.dimension != "time" or amount.unit.factor < _DAY:
        return amount
    start = amount.span.start
    before = reading.text[max(0, start - _LEAD_REACH) : start].lower()
    said = _WORDS.findall(PIECE_END.split(before)[-1])
    holds = not reading.wording.roles["in force"].isdisjoint(said)
    return replace(amount, qualifier=IN_FORCE) if holds else amount


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
        smaller = whole is not None and at_most(amount, whole)
        counted = amount.because == FACTOR and amount.unit.dimension.startswith("count:")
        if amount.span.start < end and (smaller or counted):
            reading.leave(amount.span, "share")
        elif smaller and end > 0 and not reading.text[end : amount.span.start].strip(" ,"):
            kept.append(replace(amount, qualifier=PERHAPS_IN_TOTAL))
        else:
            kept.append(amount)
            told[amount.measure] = amount
    return kept


def at_most(part: Amount, whole: Amount) -> bool:
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


def as_origin(amount: Amount, origin: Origin) -> Amount:
    """Return the same amount with another origin."""
    return replace(amount, origin=origin)


def claimed(found: Sequence[Amount]) -> list[Amount]:
    """Return amounts as claims."""
    return [as_origin(amount, Origin.CLAIMED) for amount in found]


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
        if at <= 0 or not amount.qualifier:
            continue
        opening = _OPENING.match(text, at)
        behind = opening.end() if opening else at
        near = text[behind : behind + len(amount.qualifier)].lower()
        forms = (amount.qualifier, amount.qualifier.replace("per ", "/"))
        said = next((form for form in forms if near.startswith(form)), "")
        if said:
            text = f"{text[:at]} {text[behind + len(said) :]}"
    return text


def names_something(reading: Reading, body: str) -> bool:
    """Tell whether a line holds more words than the measures of its amounts."""
    return reading.wording.names_more(body)
