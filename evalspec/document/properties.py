"""Times and days written as properties: `"time_range": "10:00-10:30", "day": "Monday"`.

Label lines of one object or list that name times and days describe one appointment; they
are gathered into a single block.
"""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.document.facts import EntryKind
from evalspec.document.lines import SENTENCE
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.schedule import set_end, set_times
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_KEY = regex(r"[-•\"'*_\s]*([A-Za-z][A-Za-z_ ]{1,24}?)[\"'*_\s]*:")
_ENDS = ("end", "to")


def gather(reading: Reading) -> None:
    """Make one block of the time and day properties that stand side by side."""
    if "block" not in reading.wording.item_ranks and not reading.is_json:
        return
    if reading.is_json:
        _leave_told_of_all(reading)
    for holder in [reading.plan, *walk(reading.plan)]:
        _put_below(reading, holder)
        keyed = [(key, part) for part in holder.parts if (key := _key(reading, part))]
        times = [(key, part) for key, part in keyed if reading.wording.role(key, "time property")]
        dates = [part for key, part in keyed if reading.wording.role(key, "date property")]
        named = holder.kind in (EntryKind.CONTAINER, EntryKind.ITEM) and not holder.rank
        alone = named and sum(bool(part.starts) for part in holder.parts) == 1
        if times and holder.kind is EntryKind.PLAN and reading.is_json and _is_timed(holder, times):
            for _, part in times:
                reading.leave(part.spans[0], "property")
                holder.parts.remove(part)
            continue
        if times and (dates or len(times) > 1 or reading.is_json or alone):
            _gather(reading, holder, times, dates)


def _leave_told_of_all(reading: Reading) -> None:
    """Leave what an answer says beside its lists in other measures than theirs: `"boat": "12 m sloop"`."""
    plan = reading.plan
    listed = {a.measure for d in walk(plan) if d.parent is not plan for a in d.amounts}
    for part in list(plan.parts):
        own = {amount.measure for amount in part.amounts}
        plain = part.kind is EntryKind.ITEM and not (part.parts or part.starts)
        if own and listed and plain and own.isdisjoint(listed):
            plan.parts.remove(part)
            part.amounts = []
            reading.leave(part.spans[0], "property")


def _put_below(reading: Reading, holder: Draft) -> None:
    """Put times below the things that each stands right under: `1. Ann`, `Time: 9:00`, `2. Bo` …"""
    owner: Draft | None = None
    owners: list[tuple[Draft, Draft]] = []
    for part in holder.parts:
        key = _key(reading, part)
        if not key:
            bare = part.kind is EntryKind.ITEM and not (part.parts or part.starts)
            owner = part if bare else None
        elif reading.wording.role(key, "time property", "date property"):
            near = owner is not None and not reading.text.count(
                "\n\n", owner.spans[0].end, part.spans[0].start
            )
            if owner is None or not near:
                return
            owners.append((owner, part))
    moved = {id(part) for _, part in owners}
    holder.parts = [part for part in holder.parts if id(part) not in moved]
    for above, part in owners:
        above.move(part)


def _is_timed(plan: Draft, times: list[tuple[str, Draft]]) -> bool:
    """Tell whether a plan has parts with times of their own, so that its own say when all of it is."""
    own = {id(part) for _, part in times}
    inside = (draft for part in plan.parts if id(part) not in own for draft in walk(part))
    return any(draft.starts for draft in inside)


def _key(reading: Reading, part: Draft) -> str:
    """Return the folded label of a label line without parts; empty for anything else."""
    if part.parts or part.kind not in (EntryKind.ITEM, EntryKind.BLOCK, EntryKind.CONTAINER):
        return ""
    found = _KEY.match(reading.text, part.spans[0].start, part.spans[0].end)
    named = found is not None and bool(part.label) and part.span.start >= found.end()
    return fold(found[1].replace("_", " ")) if found and not named else ""  # no row of records


def _is_argued(reading: Reading, part: Draft) -> bool:
    """Tell whether sentences behind a label weigh several times: `Time: Ann is free from 9 to 11. Bo …`."""
    several = len(reading.times(part.spans[0])) > 1
    return several and SENTENCE.search(reading.string(part.spans[0])) is not None


def _gather(
    reading: Reading, holder: Draft, times: list[tuple[str, Draft]], dates: list[Draft]
) -> None:
    argued = {id(part) for _, part in times if _is_argued(reading, part)}
    holder.parts = [part for part in holder.parts if id(part) not in argued]
    mentions = [(key, m) for key, part in times for m in reading.times(part.spans[0])]
    if argued and not holder.parts and holder.kind is EntryKind.CONTAINER:
        holder.kind = EntryKind.ITEM  # a thing of which nobody knows when it is
    if argued or not mentions:
        return
    target = holder
    first = times[0][1]
    blocks = "block" in reading.wording.item_ranks
    if holder.kind is EntryKind.PLAN or holder.starts or (holder.rank and blocks):
        target = Draft(EntryKind.BLOCK, "", mentions[0][1].span)
        target.parent = holder
        holder.parts.insert(holder.parts.index(first), target)
    gone = [part for _, part in times] + dates
    target.amounts += [amount for part in gone for amount in part.amounts]
    if target is not holder or not holder.rank:
        target.kind = EntryKind.BLOCK
        target.spans = [span for part in gone for span in part.spans]
    holder.parts = [part for part in holder.parts if part not in gone]
    starting = [m for key, m in mentions if not key.startswith(_ENDS)]
    ending = [m for key, m in mentions if key.startswith(_ENDS)]
    set_times(target, (starting or ending)[0])
    if starting and ending and not target.ends:
        set_end(target, ending[0])
    for part in dates:
        for found in reading.dates(part.spans[0]):
            target.weekday = found.weekdays[0] if len(found.weekdays) == 1 else 0
            target.date = found.date
