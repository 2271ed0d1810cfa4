"""Blocks → outline: each line gets its role, containers get their rank.

The roles of a line are tried in the order of `ROLES`; the first that takes it wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from evalspec.core.span import Span
from evalspec.document import schedule, tables
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.measured import amounts, column
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Named
from evalspec.vocabulary.fold import fold

_HEADS = (BlockKind.HEADING, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE)
_LISTS = (BlockKind.BULLET, BlockKind.NUMBERED)
_DEPTH = {BlockKind.BOLD_LINE: 7, BlockKind.LABEL_LINE: 8, BlockKind.PARAGRAPH: 9}
_SENTENCE = re.compile(r"[a-z]\w*[.!?](?:\s|$)")
_CUT = re.compile(r"\s*(?:\((?=[^()]*\d)|:\s|\s[-–—]\s|\||@|=|;)")
_LEAD = re.compile(r"^[\s*_•\-–—:|.,]+|[\s*_\-–—:|.,(]+$")
_MAX_ITEM_WORDS = 40
_OPTIONAL = re.compile(r"\b(?:optional|if desired|if needed|as needed)\b", re.IGNORECASE)


def read_outline(reading: Reading) -> None:
    """Read every block of the response into the outline."""
    blocks = reading.blocks
    at = 0
    while at < len(blocks):
        block = blocks[at]
        if block.kind in (BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW):
            end = at
            while end < len(blocks) and blocks[end].group == block.group:
                end += 1
            tables.read_table(reading, blocks[at:end])
            at = end
            continue
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        reading.at = at
        for role in ROLES:
            if role(reading, block, following):
                break
        at += 1


def depth_of(block: Block) -> int:
    """Return how deep a block's markup stands."""
    if block.kind is BlockKind.HEADING:
        return block.level
    return _DEPTH.get(block.kind, 10 + block.level)


def _children(block: Block, following: Block | None) -> bool:
    """Tell whether the next block is nested below this list item."""
    if following is None or block.kind not in (*_LISTS, BlockKind.PARAGRAPH):
        return False
    if block.kind is BlockKind.PARAGRAPH:
        return following.kind in _LISTS and following.group == block.group
    return following.kind in _LISTS and following.level > block.level


# -- roles ----------------------------------------------------------------------------
def _silent(reading: Reading, block: Block, following: Block | None) -> bool:
    return block.kind is BlockKind.RULE or block.text.start >= block.text.end


def _code(reading: Reading, block: Block, following: Block | None) -> bool:
    if block.kind is not BlockKind.CODE:
        return False
    reading.leave(block.span, "code")
    return True


def _total(reading: Reading, block: Block, following: Block | None) -> bool:
    """`Total: 520 kcal`, `**Day 1 totals:** ...`, `Daily total - 1 900 kcal`."""
    label = fold(reading.string(block.label or block.text))
    wording = reading.wording
    if block.label is None:
        head = _CUT.split(reading.string(block.text), maxsplit=1)[0]
        label = fold(re.split(r"\d", head, maxsplit=1)[0])
    if not label or len(label.split()) > 6 or not wording.begins_with_role(label, "total"):
        return False
    found = _amounts(reading, block.text, Origin.STATED)
    if not found:
        return False
    per = reading.per(label)
    holder = reading.ranked() or reading.plan
    named = wording.named(label)
    if named is not None and named.rank:
        holder = next((d for d in reversed(reading.stack) if d.rank == named.rank), holder)
    elif per:
        holder = next((d for d in reversed(reading.stack) if d.rank == per), reading.plan)
    if holder is reading.plan and (per or _claims_ahead(reading)):
        reading.claim(holder, _claimed(found), block.span, per)
    else:
        holder.amounts += found
        holder.spans.append(block.span)
    return True


def _claims_ahead(reading: Reading) -> bool:
    """At the plan level a stated total before any part is a goal."""
    return not reading.plan.parts


def _container(reading: Reading, block: Block, following: Block | None) -> bool:
    """Headings, bold lines, labels and list items that hold others."""
    children = _children(block, following)
    head = block.kind in _HEADS or children or block.kind in (*_LISTS, BlockKind.PARAGRAPH)
    if not head:
        return False
    span = _label_span(reading, block)
    label = reading.string(span)
    if schedule.starts_with_time(reading, block) and not _is_ranked_head(reading, label):
        return False
    named = reading.wording.named(label) or _calendar(reading, span)
    if named is not None and named.rank and _may_hold(reading, block, named, children):
        _open_ranked(reading, block, span, named)
        return True
    if block.kind in (BlockKind.PARAGRAPH,) and not children:
        return False
    if block.kind in _LISTS and not children:
        return False
    return _open_unranked(reading, block, span, children)


def _is_ranked_head(reading: Reading, label: str) -> bool:
    named = reading.wording.named(label)
    return named is not None and bool(named.rank)


def _may_hold(reading: Reading, block: Block, named: Named, children: bool) -> bool:
    """A plain line is a container only when its label is all it says before a separator."""
    if block.kind in _HEADS or children:
        return True
    if named.rank in reading.wording.item_ranks:
        return False
    numbered = named.ordinals != (0,)
    text = reading.string(block.text)
    if block.label is not None:
        return numbered or _says(block.rest)
    return numbered and len(text.split()) <= 8 and not _SENTENCE.search(text)


def _label_span(reading: Reading, block: Block) -> Span:
    """Return the label of a line; of a heading its whole text unless amounts follow."""
    if block.label is not None and block.kind not in (BlockKind.HEADING,):
        return block.label
    text = reading.string(block.text)
    cut = re.search(r"\s*\(", text)
    if cut is not None and cut.start() > 0:
        return Span(block.text.start, block.text.start + cut.start())
    end = len(text.rstrip(" :*_"))
    return Span(block.text.start, block.text.start + end) if end else block.text


def _calendar(reading: Reading, span: Span) -> Named | None:
    """Recognise `Monday`, `Mon/Wed/Fri`, `3 March` at the start of a label."""
    dates = reading.dates(span)
    if not dates or dates[0].span.start > span.start + 2:
        return None
    kind = "weekday" if dates[0].weekdays else "date"
    for rank, calendar in reading.wording.calendar.items():
        if kind in calendar and rank in reading.wording.level:
            rest = reading.text[dates[0].span.end : span.end].strip(" :-–—,|(")
            count = max(len(dates[0].weekdays), 1)
            return Named(rank, (0,) * count, fold(reading.string(dates[0].span)), rest)
    return None


def _open_ranked(reading: Reading, block: Block, span: Span, named: Named) -> None:
    wording = reading.wording
    dates = reading.dates(span)
    weekdays = dates[0].weekdays if dates else ()
    copies: list[Draft] = []
    for number, ordinal in enumerate(named.ordinals):
        draft = Draft(EntryKind.CONTAINER, reading.string(span), span, rank=named.rank,
                      depth=depth_of(block))  # fmt: skip
        draft.level = wording.level[named.rank]
        draft.ordinal = ordinal
        draft.weekday = weekdays[number] if number < len(weekdays) else 0
        draft.date = dates[0].date if dates else None
        draft.spans = [block.span]
        numbered = f"{named.stem} {ordinal}" if ordinal else ""
        draft.name(fold(draft.label), numbered, named.stem, fold(named.title))
        draft.name(*wording.categories_of(named.stem))
        if draft.weekday:
            draft.name(_WEEKDAYS[draft.weekday - 1])
        copies.append(draft)
    first = reading.open(copies[0])
    for copy in copies[1:]:
        holder = first.parent or reading.plan
        holder.add(copy)
        copy.parts = first.parts
    rest = _after_label(block, span)
    first_title = fold(named.title.split("(")[0])
    if wording.role(first_title, "rest") or wording.begins_with_role(first_title, "rest") or (
        block.rest is not None and _all_rest(reading, block.rest)
    ):
        for copy in copies:
            copy.section = "rest"
    elif rest is not None:
        _inline_parts(reading, block, first, rest)


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _all_rest(reading: Reading, rest: Span) -> bool:
    words = fold(reading.string(rest))
    return len(words.split()) <= 6 and reading.wording.begins_with_role(words, "rest")


def _after_label(block: Block, span: Span) -> Span | None:
    if span.end < block.text.end:
        return Span(span.end, block.text.end)
    return None


def _inline_parts(reading: Reading, block: Block, holder: Draft, rest: Span) -> None:
    """Read what follows a container's label on its line: stated amounts, times, or items."""
    text = reading.string(rest)
    schedule.take_times(reading, holder, rest)
    inner = text.strip()
    if inner.startswith("(") and inner.endswith((")", "):", ")**")):
        _state(reading, holder, rest, block)
        return
    body = _LEAD.sub("", re.sub(r"^\s*\([^()]*\)", "", inner))
    if not body or block.kind in (BlockKind.HEADING, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE):
        _state(reading, holder, rest, block)
        return
    start = reading.text.find(body, rest.start)
    span = Span(start, start + len(body)) if start >= 0 else rest
    if body.startswith(("(",)) or not re.search(r"[A-Za-z]", body):
        _state(reading, holder, rest, block)
        return
    item = _item(reading, span, depth_of(block) + 1)
    holder.add(item)
    reading.last_item = item


def _state(reading: Reading, holder: Draft, rest: Span, block: Block) -> None:
    """Amounts in a container's own heading are stated totals."""
    found = _amounts(reading, rest, Origin.STATED)
    if found:
        holder.amounts += found


def _open_unranked(reading: Reading, block: Block, span: Span, children: bool) -> bool:
    label = fold(reading.string(span))
    wording = reading.wording
    found = _amounts(reading, block.text, Origin.ITEM)
    if _is_title(reading, block):
        reading.claim(reading.plan, _claimed(found), block.span, reading.per(label))
        reading.plan.label, reading.plan.span = reading.string(span), span
        reading.plan.name(label)
        return True
    if _says(block.rest) and not children and block.kind in _HEADS:
        return False
    draft = Draft(EntryKind.CONTAINER, reading.string(span), span, depth=depth_of(block))
    draft.spans = [block.span]
    draft.name(label, *_stem(label))
    for section in ("note", "definition", "claim"):
        if wording.role(label, section) or (
            wording.ends_with_role(label, section)
            if section == "claim"
            else wording.begins_with_role(label, section)
        ):
            draft.section = section
            break
    if children and block.kind in _LISTS:
        draft.amounts = found
        draft.name(*wording.asides(draft.label))
        draft.name(*(c for part in wording.parts(draft.label) for c in wording.categories_of(part)))
    elif found:
        draft.amounts = [_as(amount, Origin.STATED) for amount in found]
    reading.close_lists(draft.depth)
    reading.open(draft)
    return True


def _says(rest: Span | None) -> bool:
    return rest is not None and rest.start < rest.end


def _is_title(reading: Reading, block: Block) -> bool:
    """The first heading of all names the plan, when it says so or another heading follows."""
    plan = reading.plan
    if len(reading.stack) > 1 or plan.parts or plan.label or block.kind not in _HEADS:
        return False
    if block.kind is BlockKind.HEADING and block.level == 1:
        return True
    words = fold(reading.string(block.text).split("(")[0]).split()
    if any(word in reading.wording.plans for word in words):
        return True
    following = reading.blocks[reading.at + 1 : reading.at + 2]
    return bool(following) and following[0].kind in (*_HEADS, BlockKind.RULE)


def _stem(label: str) -> tuple[str, ...]:
    found = re.match(r"(.+?)\s+#?(\d+|[a-z])(?:\s*[:-]\s*(.*))?$", label)
    return (fold(found[1]), fold(found[3] or "")) if found else ()


def _property(reading: Reading, block: Block, following: Block | None) -> bool:
    """`Sets: 3` or `- Calories: 300` below an item, or `Duration: 45 minutes` below a session."""
    if block.label is None or block.rest is None or not _says(block.rest):
        return False
    wording = reading.wording
    header = column(reading.string(block.label), wording)
    label = fold(reading.string(block.label))
    section = reading.section()
    if wording.begins_with_role(label, "claim") and (reading.ranked() is None or not header.measure):
        found = amounts(reading.text, block.rest, reading.quantities(block.rest), wording, header)
        if found or wording.role(label, "claim"):
            reading.claim(reading.top, _claimed(found), block.span, reading.per(reading.string(block.text)))
            return True
    if not header.measure or _is_rest_item(reading, block, label):
        return False
    found = amounts(reading.text, block.rest, reading.quantities(block.rest), wording, header)
    if not found:
        return False
    holder = reading.top
    if reading.ranked() is None and not section:
        per = reading.per(reading.string(block.text))
        known = holder.kind is EntryKind.CONTAINER and holder.depth >= 10
        if not known:
            reading.claim(reading.plan, _claimed(found), block.span, per)
            return True
    if holder.depth < 10 and reading.last_item is not None and block.kind in _LISTS:
        if depth_of(block) > reading.last_item.depth:
            reading.last_item.amounts += found
            return True
    origin = Origin.ITEM if holder.depth >= 10 and not holder.rank else Origin.STATED
    holder.amounts += [_as(amount, origin) for amount in found]
    return True


def _is_rest_item(reading: Reading, block: Block, label: str) -> bool:
    """Rest that stands in the list of items, not below one of them."""
    item = reading.last_item
    below = item is not None and depth_of(block) > item.depth
    return block.kind in _LISTS and not below and is_rest(reading, label)


def _note(reading: Reading, block: Block, following: Block | None) -> bool:
    """Lines of note sections, and label lines such as `Note: ...`."""
    label = fold(reading.string(block.label)) if block.label is not None else ""
    section = reading.section()
    if section == "claim" and schedule.starts_with_time(reading, block):
        return False
    inside = section in ("note", "claim")
    if inside or (label and reading.wording.role(label, "note")):
        found = _amounts(reading, block.text, Origin.CLAIMED)
        if found and reading.section() != "note" and label not in reading.wording.roles.get("note", ()):
            reading.claim(reading.plan, found, block.span, reading.per(reading.string(block.text)))
        else:
            reading.leave(block.span, "note")
        return True
    return False


def _scheduled(reading: Reading, block: Block, following: Block | None) -> bool:
    return schedule.read_line(reading, block, depth_of(block), _children(block, following))


def _listed(reading: Reading, block: Block, following: Block | None) -> bool:
    """A list item is a part of the container it stands in."""
    if block.kind not in _LISTS:
        return False
    reading.close_lists(depth_of(block))
    if reading.top.section == "rest" and reading.top.rank:
        reading.leave(block.span, "rest")
        return True
    item = _item(reading, block.text, depth_of(block), block)
    reading.top.add(item)
    reading.last_item = item
    return True


def _prose(reading: Reading, block: Block, following: Block | None) -> bool:
    """A plain line is an item when it stands in a container and is no sentence."""
    text = reading.string(block.text)
    found = _amounts(reading, block.text, Origin.ITEM)
    holder = reading.ranked()
    words = len(text.split())
    plain = words <= _MAX_ITEM_WORDS and not _SENTENCE.search(text)
    if holder is not None and found and plain and block.kind is not BlockKind.QUOTE:
        reading.close_lists(10)
        item = _item(reading, block.text, 10, block)
        reading.top.add(item)
        reading.last_item = item
        return True
    if found:
        per = reading.per(text)
        reading.claim(holder or reading.plan if not per else reading.plan, _claimed(found),
                      block.span, per)  # fmt: skip
    else:
        reading.leave(block.span, "prose")
    return True


ROLES: tuple[Callable[[Reading, Block, Block | None], bool], ...] = (
    _silent,
    _code,
    _total,
    _container,
    _property,
    _note,
    _scheduled,
    _listed,
    _prose,
)


# -- items ----------------------------------------------------------------------------
def _item(reading: Reading, span: Span, depth: int, block: Block | None = None) -> Draft:
    """Make an item of a line: its name, its amounts, whether it is rest."""
    wording = reading.wording
    name = _name_span(reading, span, block)
    item = Draft(EntryKind.ITEM, reading.string(name), name, depth=depth)
    item.spans = [span]
    item.amounts = _amounts(reading, span, Origin.ITEM)
    label = fold(item.label)
    item.name(label, *wording.asides(reading.string(span)))
    for part in wording.parts(item.label):
        item.name(*wording.categories_of(part))
    if _OPTIONAL.search(reading.string(span)):
        item.optional = True
    if is_rest(reading, label):
        item.kind = EntryKind.REST
    schedule.take_times(reading, item, span)
    return item


def is_rest(reading: Reading, label: str) -> bool:
    """Tell whether a name means rest between items."""
    words = label.split()
    return bool(label) and len(words) <= 6 and (
        reading.wording.role(label, "rest")
        or words[0] == "rest"
        or reading.wording.begins_with_role(label, "rest") and len(words) <= 4
    )


def _name_span(reading: Reading, span: Span, block: Block | None) -> Span:
    """Cut an item's name before its amounts."""
    if block is not None and block.label is not None:
        span = block.label
    text = reading.string(span)
    end = len(text)
    cut = _CUT.search(text)
    if cut is not None and re.search(r"[A-Za-z]", text[: cut.start()]):
        end = cut.start()
    for mention in reading.quantities(span):
        offset = mention.span.start - span.start
        if offset >= end:
            break
        if re.search(r"[A-Za-z]{2}", text[:offset]) and mention.unit is not None:
            end = offset
            break
    name = text[:end].rstrip(" ,:-–—*_(")
    start = len(name) - len(name.lstrip(" *_"))
    return Span(span.start + start, span.start + len(name)) if name.strip() else span


def _amounts(reading: Reading, span: Span, origin: Origin) -> list[Amount]:
    return amounts(
        reading.text, span, reading.quantities(span), reading.wording, None, origin
    )


def _claimed(found: list[Amount]) -> list[Amount]:
    return [_as(amount, Origin.CLAIMED) for amount in found]


def _as(amount: Amount, origin: Origin) -> Amount:
    return Amount(
        amount.measure, amount.value, amount.unit, amount.span, origin, amount.qualifier,
        amount.about,
    )  # fmt: skip
