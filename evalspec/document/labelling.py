"""Which name belongs to which number of a line: the one before it or the one behind it.

`Protein 25 g, carbs 2 g` and `25 g protein, 2 g carbs` hold the same words. Each way to give
the names of a line to its numbers has a cost (`grammars/labelling.yaml`); a list has its names
before its numbers or behind them, so what a line alone leaves open is decided over all lines of
its *shape*, those in which numbers, units and names follow each other alike, and then over
the whole response. What that leaves open too is told, and stays open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Literal, NamedTuple

from msgspec.structs import replace

from evalspec.core.quantity import Unit
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.mention import QuantityMention
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Costs

Side = Literal["before", "behind"]
SIDES: tuple[Side, Side] = ("before", "behind")
_WORDS = regex(r"[A-Za-z][\w'’-]*")
_BEFORE = regex(
    r"([A-Za-z][\w'’. -]{0,40}?)\s*[*_]*(?:\([^()]*\)\s*)?(?:[:=–—-]|\b(?:of|is|at|for)\b|@|[(\[])?\s*"
    r"[*_]*\s*(?:~|≈|about|approx\.?|around)?\s*[$€£]?\s*$",
    re.IGNORECASE,
)
_LISTED_BEFORE = regex(r"([A-Za-z]+(?:\s*/\s*[A-Za-z]+)+)[*_)]*\s*(?:\([^()]*\))?\s*[:=]?[\s*_(]*$")
_LISTED_BEHIND = regex(r"\s*[*_(]*([A-Za-z]+(?:\s*/\s*[A-Za-z]+)+)\b")
_TERM = r"[A-Za-z]+(?:[ \xa0]?\([A-Za-z]+\)|[ \xa0][A-Za-z]+)?"
_LEGEND = regex(
    r"(?<![A-Za-z/(])(?<!/ )(" + _TERM + r"(?:\s?/\s?" + _TERM + r")+)(?![A-Za-z]|\s*=)"
    r"|(?:(?<=[(\[:*–—-])[ \xa0]?|(?<=\bas )|(?<=\bare )|(?<=\blists )|(?<=\bshows ))"
    r"(" + _TERM + r"(?:\s?[/,;·|]\s?" + _TERM + r")+(?:,? and " + _TERM + r")?)"
    r"(?: (?:per|for each) [a-z]+|, in (?:that|this) order)?\.?[*_]{0,3}\s*(?:[)\]]|$)",
    re.MULTILINE,
)
"""`calories / protein (g) / fat (g)`: what the numbers of the lines of a response are, told once."""
_TERMS_APART = regex(r"\s?([/,;·|])\s?(?:and )?|\s(and)\s")
_APART = regex(r"[,;|\n•·+]|\)\s|\s/\s?|/\s")
_BREAK = regex(r"[,;|()\n•·/+=]|\s[-–—]\s")
_BEFORE_MEASURE = frozenset(("total", "worth", "dietary"))
_ENDS = regex(r"[*_]*\s*(?:$|[\d,;|()\n•·/+.]|[-–—]\s)")
_COUNTED = regex(r"[ \xa0]+([^\W\d_]{2,})")
_ANNOUNCES = regex(r"[*_]*\s*[:=]")
_SLOT = regex(
    r"(\||[–—]|\s-)\s*(?:\d[\d.]*\s*[x×]\s*\d[^|–—]{0,12}=\s*)?[*_]*(?:~|≈|about|approx\.?|around)?\s*$"
)
"""The mark behind which an amount ends a line."""
_FEWEST_TERMS = 2
"""Of a legend."""
_REACH = 40
_LIST = 80
"""Characters before a number in which its name is looked for, and a list of names before a list."""


class Name(NamedTuple):
    """The name of a measure in a line."""

    start: int
    end: int
    measure: str
    announces: bool = False
    """A colon stands behind it."""


class Legend(NamedTuple):
    """What the numbers of the lines of a response are, told once."""

    mark: str
    """What stands between two of them: `/`."""
    terms: Sequence[tuple[Name, Unit | None]]


class Given(NamedTuple):
    """What one number of a line is given."""

    name: Name | None = None
    side: Side | None = None
    cost: int = 0


class Told(NamedTuple):
    """The numbers of a line and what each is given."""

    cost: int
    quantities: Sequence[QuantityMention]
    given: Sequence[Given]


_Path = tuple[Given, "_Path | None"]
Ways = Sequence[Sequence[Given]]
"""What each number of a line may be given."""
Shape = tuple[tuple[Side | None, ...], ...]
"""Where there are names for the numbers of a line."""
Lines = Iterable[tuple[Span, Sequence[QuantityMention]]]


class Labelling:
    """The names of the numbers of one response."""

    def __init__(self, text: str, wording: Wording, lines: Lines) -> None:
        self.text = text
        self.wording = wording
        self.costs = wording.lexicon.costs
        self.open: dict[Span, set[str]] = {}
        """Measures that numbers may or may not be of."""
        self._unread = lines
        self._shapes: dict[Shape, tuple[int, int]] = {}
        """What names before the numbers and names behind them cost in all lines of a shape."""
        self._whole = (0, 0)

    def of(
        self, line: Span, quantities: Sequence[QuantityMention]
    ) -> tuple[Sequence[QuantityMention], Sequence[Given]]:
        """Return the numbers of a line, and what each is given."""
        numbers, given = self._of(line, quantities)
        measure = self._said_once.get(numbers[-1].span.start, "") if self._said_once else ""
        if not measure or given[-1].name is not None:
            return numbers, given
        end = numbers[-1].span.end
        return numbers, [*given[:-1], Given(Name(end, end, measure), "behind")]

    @cached_property
    def _lines(self) -> Sequence[tuple[Span, Sequence[QuantityMention]]]:
        return tuple(self._unread)

    @cached_property
    def _said_once(self) -> dict[int, str]:
        """What the last numbers of lines measure whose name only the first of several lines says.

        `… | 27 g protein`, then `… | 38 g` and `… | 42 g`, each behind the same mark.
        """
        slots: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for line, quantities in self._lines:
            last = quantities[-1]
            after = name_behind(self.text, last.span.end, line.end, self.wording)
            end = after.end if after is not None else last.span.end
            mark = _SLOT.search(
                self.text, max(line.start, last.span.start - _REACH), last.span.start
            )
            unit = last.unit if last.unit is not None and last.unit.dimension != "time" else None
            if unit is not None and mark and not self.text[end : line.end].strip(" *_).|"):
                key = (mark[1], unit.name)
                said = after.measure if after is not None else ""
                slots.setdefault(key, []).append((last.span.start, said))
        found: dict[int, str] = {}
        for places in slots.values():
            first = places[0][1]
            bare = [at for at, said in places if not said]
            if first and len(bare) > 1 and all(said in ("", first) for _, said in places):
                found.update(dict.fromkeys(bare, first))
        return found

    @cached_property
    def _legend(self) -> Legend:
        """Names, and their units, that the response lists once for the numbers of its lines."""
        found: dict[tuple[str, ...], Legend] = {}
        for match in _LEGEND.finditer(self.text):
            span = match.span(match.lastindex or 1)
            marks = list(_TERMS_APART.finditer(self.text, *span))
            ends = [span[0], *(at for mark in marks for at in mark.span()), span[1]]
            terms = [self._term(*piece) for piece in zip(ends[::2], ends[1::2], strict=True)]
            measures = tuple(name.measure for name, _ in terms)
            if len({*measures}) == len(measures) and all(measures):
                found[measures] = Legend(marks[0][1], terms)
        return next(iter(found.values())) if len(found) == 1 else Legend("/", ())

    def _term(self, start: int, end: int) -> tuple[Name, Unit | None]:
        """Return the measure and the unit of a term of a legend: `protein`, `protein (g)`, `g fat`."""
        units = self.wording.lexicon.units
        words = list(_WORDS.finditer(self.text, start, end))
        names = [w for w in words if fold(w[0]) in self.wording.measures]
        name = names[0] if len(names) == 1 else words[0]
        measure = self.wording.measures.get(fold(name[0]), "")
        others = (fold(word[0]) for word in words if word is not name)
        told = next((units[word] for word in others if word in units), None)
        return Name(name.start(), name.end(), measure), told

    def _of(
        self, line: Span, quantities: Sequence[QuantityMention]
    ) -> tuple[Sequence[QuantityMention], Sequence[Given]]:
        if listed := _in_parallel(self.text, line, quantities, self.wording):
            return listed
        listed = _by_legend(self.text, quantities, self.wording, self._legend)
        if listed is None:
            return self._by_names(line, quantities)
        numbers, given = list(listed[0]), list(listed[1])
        left = [place for place, one in enumerate(given) if one.name is None]
        if left:  # `[310 / 14], NC 28`
            named = self._by_names(line, [numbers[place] for place in left])
            for place, number, one in zip(left, *named, strict=True):
                numbers[place], given[place] = number, one
        return numbers, given

    def _by_names(
        self, line: Span, quantities: Sequence[QuantityMention]
    ) -> tuple[Sequence[QuantityMention], Sequence[Given]]:
        ways = _ways(self.text, line, quantities, self.wording)
        bare = _bare(self.text, quantities, self.wording)
        if bare is quantities and all(len(choices) == 1 for choices in ways):
            return quantities, [choices[0] for choices in ways]
        before, behind = self._told(line, quantities, ways)
        if before[1:] == behind[1:]:
            return behind[1:]
        difference = self._difference(_shape(ways))
        if abs(difference) < self.costs.margin:
            self._leave_open(before, behind)
        return before[1:] if difference < 0 else behind[1:]

    def _told(
        self, line: Span, quantities: Sequence[QuantityMention], ways: Ways
    ) -> tuple[Told, Told]:
        """Return the cheapest way for names before the numbers, and for names behind them."""
        every = [(0, quantities, ways)]
        if (bare := _bare(self.text, quantities, self.wording)) is not quantities:
            lent = _ways(self.text, line, bare, self.wording)
            every.append((self.costs.unit_as_name, bare, lent))
        before, behind = (
            min(
                (
                    Told(cost + found[0], numbers, found[1])
                    for cost, numbers, choices in every
                    for found in [_cheapest(choices, side, self.costs)]
                ),
                key=lambda told: told.cost,
            )
            for side in SIDES
        )
        return before, behind

    def _leave_open(self, before: Told, behind: Told) -> None:
        for told in (before, behind):
            for quantity, given in zip(told.quantities, told.given, strict=True):
                unit = quantity.unit
                usual = self.wording.usual_measure(unit.dimension) if unit is not None else ""
                if measure := given.name.measure if given.name else usual:
                    self.open.setdefault(quantity.number, set()).add(measure)
        self.open = {number: found for number, found in self.open.items() if len(found) > 1}

    def _difference(self, shape: Shape) -> int:
        """Tell how much more names before the numbers cost than names behind them."""
        if not self._shapes:
            self._weigh()
        before, behind = self._shapes.get(shape, (0, 0))
        return before - behind or self._whole[0] - self._whole[1]

    def _weigh(self) -> None:
        for line, quantities in self._lines:
            ways = _ways(self.text, line, quantities, self.wording)
            shape = _shape(ways)
            sums = self._shapes.get(shape, (0, 0))
            before, behind = self._told(line, quantities, ways)
            self._shapes[shape] = (sums[0] + before.cost, sums[1] + behind.cost)
        values = self._shapes.values()
        self._whole = (sum(one for one, _ in values), sum(other for _, other in values))


def _in_parallel(
    text: str, line: Span, quantities: Sequence[QuantityMention], wording: Wording
) -> tuple[Sequence[QuantityMention], Sequence[Given]] | None:
    """Read a list of names beside a list of as many numbers: `25/2/12 g P/C/F`."""
    if text.find("/", quantities[0].span.end, quantities[-1].span.start) < 0:
        return None
    joints = [text[a.span.end : b.span.start].strip() for a, b in pairwise(quantities)]
    first = joints.index("/") if "/" in joints else len(quantities)
    last = first + len(list(takewhile("/".__eq__, joints[first:])))
    if last == first:
        return None
    run = range(first, last + 1)
    unit, word = quantities[last].unit, quantities[last].unit_word
    start = quantities[first].span.start
    before = _LISTED_BEFORE.search(text, max(line.start, start - _LIST), start)
    behind = _LISTED_BEHIND.match(text, quantities[last].span.end, line.end)
    for side, found in zip(SIDES, (before, behind), strict=True):
        names = list(_WORDS.finditer(text, *found.span(1))) if found is not None else []
        measures = [wording.measures.get(fold(name[0]), "") for name in names]
        if len(names) == len(run) and all(measures):
            told = [Given() for _ in quantities]
            numbers = list(quantities)
            for place, name, measure in zip(run, names, measures, strict=True):
                told[place] = Given(Name(name.start(), name.end(), measure), side)
                shared = unit is not None and wording.admits(measure, unit.dimension)
                own, said = (unit, word) if shared else (None, "")
                numbers[place] = replace(numbers[place], unit=own, unit_word=said, qualifier="")
            return numbers, told
    return None


def _by_legend(
    text: str, quantities: Sequence[QuantityMention], wording: Wording, legend: Legend
) -> tuple[Sequence[QuantityMention], Sequence[Given]] | None:
    """Let numbers go by the names that the response lists once: `240 / 26 g / 14 g`."""
    if (size := len(legend.terms)) < _FEWEST_TERMS:
        return None
    told, numbers = [Given() for _ in quantities], list(quantities)
    runs = [[0]]
    for place, (one, other) in enumerate(pairwise(quantities), 1):
        if text[one.span.end : other.span.start].strip() == legend.mark:
            runs[-1].append(place)
        else:
            runs.append([place])
    for run in runs:
        if len(run) != size:
            continue
        for place, (name, measured) in zip(run, legend.terms, strict=True):
            unit = numbers[place].unit
            named = unit is None and fold(numbers[place].unit_word) in wording.measures
            if named or not (unit is None or wording.admits(name.measure, unit.dimension)):
                return None
            told[place] = Given(name, "before")
            if unit is None and measured and wording.admits(name.measure, measured.dimension):
                numbers[place] = replace(numbers[place], unit=measured)
    return (numbers, told) if any(given.name for given in told) else None


def _bare(
    text: str, quantities: Sequence[QuantityMention], wording: Wording
) -> Sequence[QuantityMention]:
    """Return the numbers without units that may be names of the number behind: `sets 3 reps 10`."""
    lending = [
        quantity.unit_word in wording.measures
        and not text[quantity.span.end : following.span.start].strip(" :=*_")
        for quantity, following in pairwise(quantities)
    ]
    if not any(lending):
        return quantities
    return [
        replace(quantity, span=quantity.number, unit=None, unit_word="") if lends else quantity
        for quantity, lends in zip(quantities, [*lending, False], strict=True)
    ]


def _shape(ways: Ways) -> Shape:
    return tuple(tuple(given.side for given in choices) for choices in ways)


def _cheapest(ways: Ways, side: Side, costs: Costs) -> tuple[int, Sequence[Given]]:
    """Return the cheapest way to give names to the numbers of a line that has them on one side."""
    # each way as its last choice and the way before it: long lines would be copied at every number
    paths: list[tuple[int, _Path]] = [(0, (Given(), None))]
    waiting: Name | None = None
    for choices in ways:
        leading = _name_on(choices, "before")
        unused = costs.unused if waiting or leading else 0
        two = waiting is not None and leading is not None and waiting.end <= leading.start
        paths = [_led_to(paths, given, _cost(given, side, costs), unused, two) for given in choices]
        waiting = _name_on(choices, "behind")
    cost, (_, path) = _led_to(paths, Given(), 0, costs.unused if waiting else 0)
    given, rest = path or (Given(), None)
    chosen: list[Given] = []
    while rest is not None:
        chosen.append(given)
        given, rest = rest
    return cost, chosen[::-1]


def _cost(given: Given, side: Side, costs: Costs) -> int:
    return given.cost + (costs.other_side if given.side not in (None, side) else 0)


def _name_on(choices: Sequence[Given], side: Side) -> Name | None:
    return next((given.name for given in choices if given.side == side), None)


def _led_to(
    paths: list[tuple[int, _Path]], given: Given, cost: int, unused: int, two: bool = False
) -> tuple[int, _Path]:
    """Return the cheapest way to a choice.

    `unused` is the cost of a name between that neither number has; `two`: there is one for each of them
    (`20 s rest, rate 26`).
    """
    right = given.name if given.side == "before" else None
    least, found = -1, paths[0][1]
    for before, path in paths:
        left = path[0].name if path[0].side == "behind" else None
        if left and right and right.start < left.end:
            continue  # both have one name
        idle = (left is None) + (right is None) if two else not (left or right)
        whole = before + cost + unused * idle
        if least < 0 or whole < least:
            least, found = whole, path
    return least, (given, found)


def _ways(text: str, line: Span, quantities: Sequence[QuantityMention], wording: Wording) -> Ways:
    """Return what each number of a line may be given."""
    ways: list[list[Given]] = []
    end = line.start
    for number, quantity in enumerate(quantities):
        last = number + 1 == len(quantities)
        following = line.end if last else quantities[number + 1].span.start
        found = []
        after = name_behind(text, quantity.span.end, following, wording)
        before = name_before(text, end, quantity.span.start, wording)
        joined = after is not None and "." not in text[quantity.span.end - 1 : after.start]
        alone = number and joined and before is None  # not `80 kg. Tonnage: 2000 kg`
        if after and alone and _ended(quantities[number - 1], ways[-1], wording):
            after = after._replace(announces=False)  # `20 g protein | 5 g fat: 1 cup of lentils`
        if after and (cost := _cost_behind(text, quantity, after, quantities, wording)) is not None:
            found.append(Given(after, "behind", cost))
        fits = before is None or _fits(text, before, quantity, wording)
        fits = fits and not (before and _counts_another(text, before, quantity, wording))
        if before and fits:
            found.append(Given(before, "before"))
        unnamed = _cost_unnamed(quantity, wording) if found else 0
        found.append(Given(None, None, unnamed if fits else wording.lexicon.costs.unused))
        ways.append(found)
        end = quantity.span.end
    return ways


def _ended(quantity: QuantityMention, ways: Sequence[Given], wording: Wording) -> bool:
    """Tell whether the number before another one surely has its name behind it: `20 g protein`."""
    sides = {given.side for given in ways if given.name is None or not given.name.announces}
    return "before" not in sides and ("behind" in sides or quantity.unit_word in wording.measures)


def _fits(text: str, name: Name, quantity: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number may be of a measure before it: `rest for 10 s`, not `per person for 2`."""
    if quantity.unit is not None:
        return wording.admits(name.measure, quantity.unit.dimension)
    return text[name.end : quantity.span.start].strip().lower() != "for"


def _counts_another(text: str, name: Name, quantity: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number counts what stands behind it: `Odd minutes: 15 swings` are no 15 minutes."""
    if quantity.unit is not None or not wording.needs_unit(name.measure):
        return False
    units, roles = wording.lexicon.units, wording.roles
    behind = _COUNTED.match(text, quantity.span.end)
    if fold(text[name.start : name.end]) not in units or behind is None or quantity.qualifier:
        return False
    word = fold(behind[1])
    return word not in units and not any(word in roles[r] for r in ("in all", "generic"))


def _cost_behind(
    text: str,
    quantity: QuantityMention,
    name: Name,
    quantities: Sequence[QuantityMention],
    wording: Wording,
) -> int | None:
    """Return what a name behind a number costs; None where it cannot be its name."""
    cost = wording.lexicon.costs.announced if name.announces else 0
    if quantity.unit is not None:
        return cost if wording.admits(name.measure, quantity.unit.dimension) else None
    if not wording.needs_unit(name.measure):
        return cost
    listed = len(quantities) > 1 and _ENDS.match(text, name.end)
    return cost + wording.lexicon.costs.bare if listed else None


def _cost_unnamed(quantity: QuantityMention, wording: Wording) -> int:
    said = quantity.unit is None or quantity.unit_word in wording.measures
    return 0 if said else wording.lexicon.costs.unnamed


def name_behind(text: str, start: int, end: int, wording: Wording) -> Name | None:
    """Return the measure named right after a number: `10 g of protein`, `300 calories burned`."""
    if start >= end or text[start] in ",;|()\n•·":
        return None
    stop = _BREAK.search(text, start, min(end, start + _REACH))
    limit = stop.start() if stop else min(end, start + _REACH)
    words = list(_WORDS.finditer(text, start, limit))
    while words and words[0][0].lower() in wording.linking | _BEFORE_MEASURE:
        words = words[1:]
    for size in range(min(4, len(words)), 0, -1):
        measure = wording.measures.get(fold(" ".join(word[0] for word in words[:size])))
        if measure:
            at = words[size - 1].end()
            return Name(words[0].start(), at, measure, bool(_ANNOUNCES.match(text, at, end)))
    return None


def _means_another(word: str, measure: str, wording: Wording) -> bool:
    """Tell whether the spelling of a unit is no unit before a number: `HR 120` is no time."""
    unit = wording.lexicon.units.get(word)
    told = unit is not None and wording.role(word, "another before a number")
    return told and unit is not None and wording.admits(measure, unit.dimension)


def name_before(text: str, start: int, end: int, wording: Wording) -> Name | None:
    """Return the measure named right before a number: `Protein: 10 g`, `weight of 10 kg`."""
    first = max(start, end - _REACH)
    for cut in _APART.finditer(text, first, end):
        first = cut.end()
    stretch = text[first:end]
    ends = wording.measure_ends
    if not any(fold(word).rpartition(" ")[2] in ends for word in _WORDS.findall(stretch)):
        return None
    found = _BEFORE.search(stretch)
    if found is None:
        return None
    words = list(_WORDS.finditer(found[1]))
    for size in range(min(4, len(words)), 0, -1):
        said = fold(" ".join(word[0] for word in words[-size:]))
        measure = wording.measures.get(said)
        if measure and size < len(words) and wording.role(said, "off"):
            return None  # `Vest off: 4 min`
        if measure and _means_another(words[-1][0].lower(), measure, wording):
            return None
        if measure:
            at = first + found.start(1)
            return Name(at + words[-size].start(), at + words[-1].end(), measure)
    return None
