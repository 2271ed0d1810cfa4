"""Plans told in running prose: each sentence that tells things is a list of them.

`In session 1, start with rowing for 10 min, then do dips for 5 min.` says what a label and two bullets
say, and `You get up at 6, and at 7 there is tea.` two lines of a schedule. Only what holds nothing but
paragraphs is told so; a sentence of another form stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS, Block, BlockKind
from evalspec.document.container_names import Named
from evalspec.document.inline import read_inline
from evalspec.document.mention import TimeMention
from evalspec.document.own_amounts import names_something
from evalspec.document.plain import ARROW, outside_brackets, trim
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

_PLAIN = (BlockKind.PARAGRAPH, BlockKind.RULE)
_STOP = regex(r"(?<![ap])(?<![ap]\.m)[.!;](?:\*\*)?\s+(?=[*_]*[^\W_a-z])")
"""What ends a sentence."""
_AND = r"and|then|plus|before|until|followed\s+by|along(?:side|\s+with)"
_JOINT = regex(
    rf"[()\[\]]|[;,·|•]\s+(?:(?:{_AND})\s+)*|\s(?:(?:{_AND})\s+)*(?:{_AND})\s"
    rf"|\s(?:{ARROW})\s|[.!]\s+"
)
"""What may part two things; nothing inside brackets does."""
_WORD = regex(r"[\s*_,:;]*([^\W_]+(?:['’][^\W\d_]+)?)(?![-\w])")
_CALLED = regex(r"[\s*_,:;]*((?:[^\W_]+ ){0,2}[^\W_]+)[*_]*(?=(?:[,:]|\s[-–—])?(?:\s|$))")
_COUNTED = regex(r"[\s*_]*([^\W\d_]{2,20} #?\d{1,3})[*_]*(?=,? there (?:is|are)\b)", re.IGNORECASE)
"""What no vocabulary knows, with its number: `On hive 1 there is …`."""
_ASIDE = regex(r",\s[^,:;()\d]+,\s+([^\W\d_]+)(?=\s)")
"""What is said of a container before what it holds: `Lunch, after the walk, is …`."""
_LEAD_IN = regex(r"[^:;()\[\]\d.]+:\s+")
"""What leads to the things of a container: `Breakfast comes right after the run: …`."""
_OF_ALL = regex(
    r"(?:in (?:total|all)|th(?:is|at|ese|ose)|all|each|every|both|it (?:all|comes|adds|makes))\b"
    r"(?! time| is followed)",
    re.IGNORECASE,
)
"""How a sentence begins that speaks of what others tell."""
_FOR = regex(r"\b(?:for|at|as) (\w+)[\s.*_]*$")
_CROSSED = regex(r"\s?[x×]\s?\d")
_SUBJECT, _VERB = 4, 3
_BRACKETED = regex(r"[\s*_]*[^\W\d_][^()\d]*\([^()]*\d[^()]*\)[\s*_.]*")
"""One of several things that each have their amounts in brackets: `Milk (2 l), butter (250 g)`."""
_BULK = frozenset(("mass", "volume"))
_AT = regex(r"[\s*_(]*(?:(?:at|from|by|around|about)\b)?[\s*_(~]*", re.IGNORECASE)
_RANKS = ".!;·|•,"
"""What parts two times, the surest first."""
_TITLED = regex(r"\s*[,(:]|\s[–—-]\s")
_LETTERS = regex(r"[^\W\d_]{2}")
_FEW = 3
_LEAST = 2
_TITLE = 6
"""Words of a title."""
_DONE = 12
"""Words of what is done at a time."""


class _Told(Record, frozen=True):
    """A sentence, with what it tells."""

    span: Span
    places: tuple[tuple[Span | None, Span | None], ...] = ()
    """A container that is named, or a thing, in order; none of a sentence that tells nothing so."""


def settle(reading: Reading) -> None:
    """Let each thing that prose tells have a line of its own, below what it stands in."""
    if reading.is_json:
        return
    timed = "block" in reading.wording.item_ranks
    told: dict[int, list[_Told]] = {}
    counts: list[int] = []
    for head, body in _sections(reading):
        by_day = timed and _is_told_by_days(reading, head, body)
        for at in body:
            found = list(_sentences(reading, reading.blocks[at], head, timed=timed, by_day=by_day))
            things = sum(thing is not None for one in found for _, thing in one.places)
            if _is_prose(reading, found) or (timed and things > 1):
                told[at] = found
                counts += [things] if things else []
    if sum(counts) < _FEW and len(counts) < _LEAST:
        return
    reading.blocks = tuple(
        line
        for at, block in enumerate(reading.blocks)
        for line in (_lines(reading, block, told[at]) if at in told else (block,))
    )


def join(reading: Reading) -> None:
    """Let a time alone on a line, and what is done then on the next, be one line: `When: 7:00`, `What: tea`.

    What is named first heads the line of its time.
    """
    if reading.is_json or "block" not in reading.wording.item_ranks:
        return
    old = reading.blocks
    blocks: list[Block] = []
    at = pairs = 0
    joined = False
    while at < len(old):
        pair = _pair(reading, old[at : at + 3]) if _begins(reading, at) or joined else ()
        joined = bool(pair)
        blocks += pair or old[at : at + 1]
        at, pairs = at + 1 + joined, pairs + joined
    if pairs >= _FEW:
        reading.blocks = tuple(blocks)


def _begins(reading: Reading, at: int) -> bool:
    """Tell whether nothing but a heading stands right above a line."""
    line, above = reading.blocks[at], reading.blocks[at - 1] if at else None
    heads = line.kind in HEADS or above is None or above.kind in HEADS
    return heads or above is None or _gap(reading, above, line) > 1


def _pair(reading: Reading, lines: Sequence[Block]) -> tuple[Block, ...]:
    """Return a time and what is done then, on the first two of some lines, as they are read best."""
    first, second = lines[0], lines[1] if len(lines) > 1 else None
    if second is None or _gap(reading, first, second) > 1 + (first.kind in HEADS):
        return ()
    time, later = _time_alone(reading, first), _time_alone(reading, second)
    if time is not None and _is_done(reading, second):
        whole = Span(time.start, second.text.end)
        return (line_of(reading, second, BlockKind.BULLET, whole),)
    more = len(lines) > 2 and _time_alone(reading, lines[2]) is not None  # `Start: …`, `End: …`
    if later is None or second.label is None or more or not _is_done(reading, first):
        return ()
    name = line_of(reading, first, BlockKind.LABEL_LINE, first.rest or first.text)
    return name, line_of(reading, second, BlockKind.PARAGRAPH, later)


def _gap(reading: Reading, first: Block, second: Block) -> int:
    """Return how many line ends lie between two lines."""
    return reading.text.count("\n", first.span.end, second.span.start)


def _time_alone(reading: Reading, block: Block) -> Span | None:
    """Return the clock time that a line is nothing but, perhaps behind a word for it."""
    if block.kind not in (*HEADS, BlockKind.PARAGRAPH):
        return None
    label = fold(reading.string(block.label)) if block.label and block.rest else ""
    span = block.rest if label and block.rest else block.text
    said = not label or reading.wording.role(label, "when", "time property")
    times = reading.times(span) if said else []
    parts = [span, *(time.span for time in times)]
    said_so = {reading.string(part).strip(" *_:.") for part in parts}
    return parts[1] if len(times) == len(said_so) == 1 else None


def _is_done(reading: Reading, block: Block) -> bool:
    """Tell whether a line names what is done, and says nothing of when or how long."""
    told = reading.times(block.text) or any(m.unit for m in reading.quantities(block.text))
    named = block.label is None or reading.wording.role(fold(reading.string(block.label)), "name")
    plain = block.kind is BlockKind.PARAGRAPH and named and not told
    return plain and len(reading.string(block.text).split()) <= _DONE


def _is_prose(reading: Reading, told: Sequence[_Told]) -> bool:
    """Tell whether sentences lead to what they tell, or several tell things; no list in a line does."""
    telling = [one for one in told if any(t and not _rests(reading, t) for _, t in one.places)]
    led = any(
        thing and thing.start > one.span.start for one in telling for _, thing in one.places[:1]
    )
    return led or any(place for one in telling for place, _ in one.places) or len(telling) > 1


def _rests(reading: Reading, thing: Span) -> bool:
    return reading.wording.role(fold(reading.string(thing).partition(" ")[0]), "rest")


def _sections(reading: Reading) -> Iterator[tuple[Block | None, list[int]]]:
    """Yield what heads paragraphs alone, and where these stand."""
    head: Block | None = None
    body: list[int] = []
    plain = True
    for at, block in enumerate(reading.blocks):
        if block.kind in HEADS:
            if plain and body:
                yield head, body
            head, body, plain = block, [], True
        elif block.kind is BlockKind.PARAGRAPH:
            body.append(at)
        elif block.kind is not BlockKind.RULE:
            plain = False
    if plain and body:
        yield head, body


def _is_told_by_days(reading: Reading, head: Block | None, body: Sequence[int]) -> bool:
    """Tell whether sentences begin with several days and tell times of them, below no heading of one day."""
    named = ranked(reading, _name(reading, head)) if head is not None else None
    level, day = reading.wording.level, reading.wording.day
    if not day or (named is not None and level[named.rank] >= level[day]):
        return False
    of: Span | None = None
    told: set[str] = set()
    for at in body:
        for sentence in _cut(reading, reading.blocks[at].text):
            of = _day(reading, sentence) or of
            if of is not None and reading.times(sentence):
                told.add(fold(reading.string(of)))
    return len(told) >= _LEAST


def _cut(reading: Reading, span: Span) -> Iterator[Span]:
    """Yield the sentences of a paragraph as they stand."""
    stops = _STOP.finditer(reading.text, span.start, span.end)
    for start, end in pairwise([span.start, *(stop.end() for stop in stops), span.end]):
        yield Span(start, end)


def _day(reading: Reading, sentence: Span) -> Span | None:
    """Return the day that a sentence begins with: `On Monday you …`, `Tuesday belongs to …`."""
    at = sentence.start
    while word := _WORD.match(reading.text, at, sentence.end):
        for named, called in _called(reading, word.start(1), sentence.end):
            if named.rank == reading.wording.day and not named.title:
                return called
        if not _leads_in(reading, word[1]):
            return None
        at = word.end()
    return None


def _sentences(
    reading: Reading, block: Block, head: Block | None, *, timed: bool, by_day: bool
) -> Iterator[_Told]:
    """Yield the sentences of a paragraph, with what they tell."""
    text, span = reading.text, block.text
    label: Span | None = None
    within = head is not None and ranked(reading, _name(reading, head)) is not None
    if timed and block.label is not None and reading.times(block.label):
        return  # `**Second bell, 6:00.** Sitting. Tea follows.` is a line of a schedule
    if block.label is not None and block.rest is not None:
        named = ranked(reading, reading.string(block.label))
        if named is not None or (timed and len(reading.times(block.rest)) > 1):
            label, within, span = block.label, True, block.rest
    ends = [stop.end() for stop in _STOP.finditer(text, span.start, span.end)]
    if label and ends and _is_title(reading, Span(span.start, ends[0])):
        label, span = Span(label.start, ends[0]), Span(ends.pop(0), span.end)
    if by_day and label and (day := _day(reading, label)):
        label = day
    if label:
        yield _Told(label, ((label, None),))
    for start, end in pairwise([span.start, *ends, span.end]):
        sentence = _trimmed(reading, start, end)
        found = tuple(_timed(reading, sentence) if timed else _listed(reading, sentence))
        if by_day and (day := _day(reading, sentence)):
            yield _Told(day, ((day, None),))
            if not (found or reading.quantities(sentence)):
                continue  # `Tuesday belongs to biology.`
        if not (within or timed or any(place for place, _ in found)):
            found = ()
        within = within or bool(found)
        yield _Told(sentence, found)


def _is_title(reading: Reading, sentence: Span) -> bool:
    """Tell whether a few words behind a label say what stands below: `**Day 1: Legs and back.** Begin …`."""
    return len(reading.string(sentence).split()) <= _TITLE and not (
        reading.quantities(sentence) or reading.times(sentence)
    )


def _name(reading: Reading, block: Block) -> str:
    return reading.string(block.label or block.text).rstrip(" :")


def ranked(reading: Reading, label: str) -> Named | None:
    """Return what a label names where that holds things."""
    first = _TITLED.split(label.strip("*_ "), maxsplit=1)[0]  # `Monday – Stalls`
    named = reading.wording.named(label) or reading.wording.weekday_named(first)
    held = named is not None and named.rank and named.rank not in reading.wording.item_ranks
    return named if held else None


def _trimmed(reading: Reading, start: int, end: int) -> Span:
    """Return a part of a line without the marks that part it from others; `5 min.` ends with a point."""
    span = trim(reading.text, start, end)
    last = span.start + len(reading.string(span).rstrip(" .;,!·|•"))
    ends = [last, *(m.span.end for m in reading.quantities(span))]
    return Span(span.start, max(*ends, *(time.span.end for time in reading.times(span)), last))


def things_of(reading: Reading, span: Span) -> list[Span]:
    """Return the things that a part of a line lists, with their amounts or their times, if it does."""
    timed = "block" in reading.wording.item_ranks
    told = [] if timed else list(_listed(reading, span))
    return [thing for _, thing in told or _timed(reading, span) if thing is not None]


# -- sentences of things with amounts ------------------------------------------------------
def _listed(reading: Reading, sentence: Span) -> Iterator[tuple[Span | None, Span | None]]:
    """Yield the containers and things of a sentence in which each thing has its amounts."""
    if _OF_ALL.match(reading.text, sentence.start, sentence.end) or _is_of_plan(reading, sentence):
        return
    found: list[tuple[Span | None, Span | None]] = []
    behind = _behind(reading, sentence)
    for piece in _pieces(reading, sentence):
        places, start = _led(reading, piece)
        places, behind = places or behind, []
        thing = _trimmed(reading, start, piece.end)
        name = fold(reading.string(thing).partition("(")[0])
        if reading.wording.begins_with_role(name, "total", "claim"):
            return
        if not names_something(reading, reading.string(thing)) or not _keys(reading, thing):
            return
        found += [(place, None) for place in places]
        found.append((None, thing))
    if found and found[-1][1] is not None:
        found[-1] = (None, _without_sum(reading, found[-1][1]))
    yield from found


def _is_of_plan(reading: Reading, sentence: Span) -> bool:
    """Tell whether a sentence only says what the plan comes to: `The plan provides 1700 kcal`."""
    amounts = reading.quantities(sentence)
    before = reading.text[sentence.start : amounts[0].span.start] if amounts else ""
    words = fold(before.strip("*_ ")).split()
    at = next((n for n, word in enumerate(words[:_SUBJECT]) if word in reading.wording.plans), -1)
    return at > 0 and 0 < len(words) - at - 1 <= _VERB and words[-1] not in reading.wording.linking


def _without_sum(reading: Reading, thing: Span) -> Span:
    """Leave out what several things come to, behind the last: `…, a banana (100 kcal), which is 400 kcal`."""
    summed = reading.wording.comes_to.search(reading.text, thing.start, thing.end)
    if summed is None:
        return thing
    own = _keys(reading, Span(thing.start, summed.start()))
    whole = _keys(reading, Span(summed.end(), thing.end))
    if own != whole or len(own) > 1:
        return thing  # `4 sets of 6 with 70 kg, which is 1,680 kg` is of its factors
    reading.leave(Span(summed.start(), thing.end), "duplicate")
    return _trimmed(reading, thing.start, summed.start())


def _behind(reading: Reading, sentence: Span) -> list[Span]:
    """Return the container that a sentence names behind all amounts: `… a pear (90 kcal) for lunch`."""
    last = max((m.span.end for m in reading.quantities(sentence)), default=sentence.end)
    found = _FOR.search(reading.text, last, sentence.end)
    place = Span(*found.span(1)) if found is not None else sentence
    return [place] if found and ranked(reading, reading.string(place)) is not None else []


def _keys(reading: Reading, span: Span) -> set[str]:
    """Return what is measured in a span: dimensions, and factors that a cross joins."""
    found = set()
    for mention in reading.quantities(span):
        if mention.unit is not None:
            found.add(mention.unit.dimension)
        elif _CROSSED.match(reading.text, mention.span.end, span.end):
            found.add("×")
    return found


def _pieces(reading: Reading, sentence: Span) -> list[Span]:
    """Cut a sentence where another thing begins: what names it, before what was measured comes again."""
    text = reading.text
    joints = list(_joints(text, sentence.start, sentence.end))
    ends = [joint.start() for joint in joints]
    begins = [sentence.start, *(joint.end() for joint in joints)]
    parts = [Span(a, b) for a, b in zip(begins, [*ends, sentence.end], strict=True)]
    every = _keys(reading, sentence)
    bulk = _BULK if every - _BULK else frozenset()
    keys = [_keys(reading, part) - bulk for part in parts]
    if all(_BRACKETED.fullmatch(text, part.start, part.end) for part in parts) and all(keys):
        return parts
    found, own = [parts[0]], set(keys[0])
    for at, part in enumerate(parts[1:], 1):
        ahead = next((k for k in keys[at:] if k), set())
        if own & ahead and _names(reading, part):
            found.append(part)
            own = set()
        else:
            found[-1] = Span(found[-1].start, part.end)
        own |= keys[at]
    return found


def _joints(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield what may part two things."""
    return outside_brackets(_JOINT, text, start, end)


def _names(reading: Reading, part: Span) -> bool:
    _, start = _led(reading, part)
    if reading.wording.comes_to.match(reading.text, part.start, part.end):
        return False  # `…, that makes 960 kg`
    return names_something(reading, reading.text[start : part.end])


def _led(reading: Reading, piece: Span) -> tuple[list[Span], int]:
    """Return the containers that a piece names first, and where its thing begins behind what leads there.

    The largest comes first: `for breakfast on day 1`.
    """
    text, at = reading.text, piece.start
    places: list[tuple[int, Span]] = []
    while word := _WORD.match(text, at, piece.end):
        aside = _ASIDE.match(text, at, piece.end) if places else None
        if aside is not None and _leads_in(reading, aside[1]):
            at = aside.start(1)
            continue
        called = _place(reading, word.start(1), piece.end)
        if called is not None:
            places.append(called)
            at = called[1].end
            continue
        thing = text[piece.start : word.start(1)].rstrip(" *_").endswith((" a", " an"))
        lead = not thing and _leads_in(reading, word[1])  # `lunch is a wrap` is no `wrap up with`
        of_rank = at > piece.start and not places and fold(word[1]) in reading.wording.ranks
        if not (lead or of_rank) or (word[1][0].isupper() and at > piece.start and not places):
            break
        at = word.end()
    if places and (colon := _LEAD_IN.match(text, at, piece.end)):
        at = colon.end()
    while at < piece.end and not (text[at].isalnum() or text[at] in "([~≈€$£*"):
        at += 1
    return [place for _, place in sorted(places)], at


def _leads_in(reading: Reading, word: str) -> bool:
    """Tell whether a word leads to a thing; in a schedule it matters whether something begins or ends."""
    roles = reading.wording.roles
    words = roles.get("leading in", frozenset())
    if "block" not in reading.wording.item_ranks:
        words = words | roles.get("leading on", words)
    return fold(word) in words or word.lower() in words


def _place(reading: Reading, start: int, end: int) -> tuple[int, Span] | None:
    """Return the container that words name, and its level: with its number, else before a verb or a mark."""
    for named, called in _called(reading, start, end):
        words = reading.string(called)
        led = _leads_in(reading, words.partition(" ")[0])
        if named.title in ("", "" if led else fold(words)):  # `light lunch`, no `your lunch`
            following = _WORD.match(reading.text, called.end, end)
            marked = reading.text[called.end : called.end + 3].lstrip("*_")[:1] in (",", ":")
            verb = following is not None and _leads_in(reading, following[1])
            told = named.ordinals != (0,) or marked or verb
            return (reading.wording.level[named.rank], called) if told else None
    counted = _COUNTED.match(reading.text, start, end)
    return (0, Span(*counted.span(1))) if counted is not None else None


def _called(reading: Reading, start: int, end: int) -> Iterator[tuple[Named, Span]]:
    """Yield what the first words name that holds things, most words first."""
    found = _CALLED.match(reading.text, start, end)
    while found is not None:
        named = ranked(reading, found[1])
        if named is not None:
            yield named, Span(*found.span(1))
        shorter = found.start(1) + len(found[1].rpartition(" ")[0])
        found = _CALLED.match(reading.text, start, shorter) if shorter > found.start(1) else None


# -- sentences of things at clock times ----------------------------------------------------
def _timed(reading: Reading, sentence: Span) -> Iterator[tuple[Span | None, Span | None]]:
    """Yield what a sentence says is done at each of its times."""
    times = reading.times(sentence)
    cuts = [_between(reading, first, second) for first, second in pairwise(times)]
    starts = [sentence.start, *(end for _, end in cuts)] if times else []
    ends = [*(start for start, _ in cuts), sentence.end] if times else []
    things = []
    for start, end in _apart(reading, zip(starts, ends, times, strict=False)):
        led = _led(reading, Span(start, end))[1]  # `You're up at 6:30` leads to nothing else
        named = _LETTERS.search(reading.text, led, end) is not None
        things.append(_trimmed(reading, led if named else start, end))
    if all(_LETTERS.search(reading.string(thing)) for thing in things):
        yield from ((None, thing) for thing in things)


def _apart(
    reading: Reading, parts: Iterable[tuple[int, int, TimeMention]]
) -> Iterator[tuple[int, int]]:
    """Yield parts of a sentence; what takes its own time beside a thing is one: `…, take 15 minutes off`."""
    for start, end, time in parts:
        before = [j for j in _joints(reading.text, start, time.span.start) if j.start() > start]
        behind = [j for j in _joints(reading.text, time.span.end, end) if j.end() < end]
        cut, last = before[-1] if before else None, behind[-1] if behind else None
        if cut is not None and _LETTERS.search(reading.text, cut.end(), end):
            if _lasts(reading, Span(start, cut.start())):
                yield start, cut.start()
                start = cut.end()
            elif _AT.fullmatch(reading.text, cut.end(), time.span.start):
                start = cut.end()  # `Have something to eat, and from 18:30 to 20:00 draft …`
        tail = last is not None and _lasts(reading, Span(last.end(), end))
        yield start, last.start() if tail and last is not None else end
        if tail and last is not None:
            yield last.end(), end


def _lasts(reading: Reading, piece: Span) -> bool:
    """Tell whether a piece of a sentence tells what is done for so long: `take ten minutes off`."""
    lengths = [m for m in reading.quantities(piece) if m.unit and m.unit.dimension == "time"]
    before = reading.text[piece.start : lengths[0].span.start] if lengths else ""
    return _LETTERS.search(before) is not None and "(" not in before


def _between(reading: Reading, first: TimeMention, second: TimeMention) -> tuple[int, int]:
    """Return where what is done at the first of two times ends, and where what is done then begins."""
    text = reading.text
    joints = list(_joints(text, first.span.end, second.span.start))
    last = joints[-1] if joints else None
    if last is not None and _AT.fullmatch(text, last.end(), second.span.start):
        return last.span()
    if joints and not text[first.span.end : joints[0].start()].strip(" *_)"):
        joints = joints[1:][::-1] or joints  # `at 9, wash up and read; bed is at 10`
    best = min(
        joints,
        key=lambda joint: (_RANKS + joint[0].strip()[:1]).index(joint[0].strip()[:1]),
        default=None,
    )
    return best.span() if best is not None else (first.span.end, first.span.end)


# -- lines ---------------------------------------------------------------------------------
def _lines(reading: Reading, block: Block, told: Sequence[_Told]) -> Iterator[Block]:
    for one in told:
        if not one.places:
            yield line_of(reading, block, BlockKind.PARAGRAPH, one.span)
        for place, thing in one.places:
            if place is not None:
                yield line_of(reading, block, BlockKind.LABEL_LINE, place)
            if thing is not None:
                yield line_of(reading, block, BlockKind.BULLET, thing)


def line_of(reading: Reading, block: Block, kind: BlockKind, span: Span) -> Block:
    """Make a line of a part of another one."""
    inline = read_inline(reading.text, span.start, span.end)
    inner = Span(inline.start, inline.end)
    return Block(kind, span, inner, 0, block.group, "", inline.label, inline.rest)
