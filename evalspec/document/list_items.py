"""List items with lines below: things with details, or groups that hold things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from evalspec.core.regex import regex
from evalspec.document.components import without_sides
from evalspec.document.facts import EntryKind, Origin
from evalspec.document.own_amounts import as_origin, names_something
from evalspec.document.ranks import is_numbered, walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_NUMBERED = regex(r"([^\W\d_][^\W\d]*(?: [^\W\d]+)?) #?(\d{1,3}|[A-Za-z]+)\b")
"""`Hive 1`, `Hive 2 – South slope`."""


class Lists:
    """What lists tell of all their lines: each asked once, before most of its lines are settled."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._told: dict[tuple[str, int, int], bool] = {}
        self._stems: dict[int, Counter[str]] = {}

    def heads_amounts(self, draft: Draft) -> bool:
        """Tell whether a label stands above things, most with amounts: `For the salad:`, `2 cups kale`.

        So it does where another label of the same list stands above such things.
        """
        reading = self.reading
        return _is_label(reading, draft) and self._any(
            "heads", draft, lambda d: _is_label(reading, d) and _holds_amounts(reading, d)
        )

    def is_summed(self, draft: Draft) -> bool:
        """Tell whether a group tells what its things come to, or one beside it does.

        `- Kitchen`, then `- Pot: 160 g`, `- Spork: 15 g`, `- Subtotal: 175 g`.
        """
        if draft.amounts or not draft.parts:
            return bool(draft.parts) and _is_stated(draft)
        return self._any("summed", draft, _is_stated)

    def has_like(self, draft: Draft, stem: str) -> bool:
        """Tell whether several lines of a list go by one word and a number."""
        if draft.parent is None:
            return False
        stems = self._stems.get(id(draft.parent))
        if stems is None:
            found = (_NUMBERED.match(part.label) for part in draft.parent.parts)
            stems = self._stems[id(draft.parent)] = Counter(f[1] for f in found if f is not None)
        return stems[stem] > 1

    def _any(self, what: str, draft: Draft, told: Callable[[Draft], bool]) -> bool:
        if draft.parent is None:
            return False
        key = (what, id(draft.parent), draft.depth)
        if key not in self._told:
            beside = (d for d in draft.parent.parts if d.depth == draft.depth and d.parts)
            self._told[key] = any(told(d) for d in beside)
        return self._told[key]


def _is_stated(draft: Draft) -> bool:
    """Tell whether all amounts of a thing are totals."""
    return bool(draft.amounts) and all(a.origin is Origin.STATED for a in draft.amounts)


def settle_list_item(reading: Reading, draft: Draft, lists: Lists) -> None:
    """Make a list item with amounts an item with details; one without may hold items."""
    if draft.lists and draft.parent is not None and draft.parent.lists:
        # `1. Dough` is a step with details, `- Dough` above things with amounts holds them
        held = draft.lists != reading.wording.item_rank or any(p.amounts for p in walk(draft))
        if not held or is_numbered(reading, draft):
            draft.kind = EntryKind.ITEM
        return
    listed = draft.names and reading.wording.ranks.get(draft.names[0]) in reading.wording.item_ranks
    if listed and draft.parts and not draft.amounts:
        return
    if _is_counted(reading, draft, lists):
        draft.amounts = [as_origin(amount, Origin.STATED) for amount in draft.amounts]
        return
    measured = any(
        without_sides(part.amounts, reading.wording) or part.parts for part in draft.parts
    )
    measured = measured or lists.heads_amounts(draft)
    if not lists.is_summed(draft) and (
        without_sides(draft.amounts, reading.wording) or not measured
    ):
        draft.kind = EntryKind.ITEM


def _is_label(reading: Reading, draft: Draft) -> bool:
    """Tell whether a line ends with a colon."""
    line = reading.string(draft.spans[0]).partition("\n")[0]
    return line.rstrip(" *_").endswith(":")


def _holds_amounts(reading: Reading, draft: Draft) -> bool:
    """Tell whether most things below a label, at least two, say how much there is of them."""
    told = [part for part in draft.parts if _is_amount_of(reading, part)]
    return len(told) > 1 and 2 * len(told) > len(draft.parts)


def _is_amount_of(reading: Reading, part: Draft) -> bool:
    """Tell whether a line begins with a number of what it names, or ends with it behind a label."""
    said = reading.string(part.spans[0])
    label, colon, behind = said.partition(":")
    counted = (behind if colon else said).strip(" *_")[:1]
    return (counted.isdigit() or counted in "½¼¾⅓⅔") and names_something(
        reading, label if colon else said
    )


def _is_counted(reading: Reading, draft: Draft, lists: Lists) -> bool:
    """Tell whether a list item is one of several that a word counts, and holds things with amounts."""
    stem = _NUMBERED.match(draft.label)
    if not stem or not (stem[2].isdigit() or stem[2].lower() in reading.wording.lexicon.numbers):
        return False
    holds = any(part.amounts and part.label[:1].isalpha() for part in draft.parts)
    return holds and lists.has_like(draft, stem[1])
