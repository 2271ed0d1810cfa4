"""The lexicon: what words mean in a response, as plain data.

Built once per spec by merging vocabularies (`evalspec.vocabulary.load`), stored in
the compile cache, and used to read responses, to resolve names in constraints and
to compile English. All words are normalised by `fold` (case, dashes, apostrophes,
plural of the last word), so lookups are dictionary hits.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from typing import TypeVar

from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.vocabulary.told import ToldKind


class Rank(Record, frozen=True):
    """A kind of thing a response is made of: day, meal, session, exercise, stop."""

    name: str
    """The word used in the formal language: `day`."""
    level: int
    """Nesting order: a smaller level contains a larger one (week 10, day 20, meal 30, food 40)."""
    words: tuple[str, ...]
    """Nouns that name it, folded: `session`, `workout`, `training session`."""
    members: tuple[str, ...] = ()
    """Names whose heading or label makes a container of this rank: `breakfast`, `lunch`."""
    item: bool = False
    """The rank of the smallest parts (food, exercise, stop, chapter) in this vocabulary."""
    default: bool = False
    """Of several item ranks the one of a list line that no word names."""
    calendar: str = ""
    """`weekday`, `date`, `month` …: which calendar names also mark it (comma separated)."""
    stands_for: tuple[str, ...] = ()
    """Ranks whose containers are also of this rank when they hold its items directly and nothing of
    this rank lies between: a `Day 1` that holds exercises is a session."""
    implicit: bool = False
    """When nothing of this rank is written, a quantifier takes the plan as the only one."""
    plan: bool = False
    """The rank of the response as a whole: plan, routine, schedule, itinerary."""
    measures: tuple[str, ...] = ()
    """What its amounts are of when no word names it: the altitude of a camp, the pages of a book."""
    rates: tuple[str, ...] = ()
    """Adjectives that say of an amount that it is per one of these: `daily`."""
    told_by: tuple[str, ...] = ()
    """Measures that a container of this rank has of its own: `Venice (2 nights)` is a leg."""
    headings: tuple[str, ...] = ()
    """Headings above lines that are of this item rank: `Directions` above steps."""
    timed: bool = False
    """Lines that begin with a time are of this rank where nothing else is: `7:00 – oats, milk`."""


class MeasureWord(Record, frozen=True):
    """A measurable property: protein, duration, weight, price, pages."""

    name: str
    """The word used in the formal language."""
    words: tuple[str, ...]
    """Nouns, column headers and unit-like words that name it, folded."""
    dimension: str
    """As in `Unit.dimension`."""
    unit: str
    """Canonical unit for output and for bare numbers: `g`."""
    default_for: bool = False
    """An amount of this dimension that no word names is this measure (`15 min` → duration)."""
    adds: bool = True
    """Amounts of several items add up; not so the load of an exercise, a rest, a speed."""
    product: tuple[str, ...] = ()
    """Measures whose product per item defines it when it is not written: tonnage = sets, reps, weight."""
    counts: bool = False
    """Bare numbers that stand at the name of an item are of it: `10 push-ups` of the repetitions."""
    gives: tuple[tuple[str, Decimal], ...] = ()
    """Other measures that one unit of it gives, in their units: a gram of fat 9 kcal."""
    labels: tuple[str, ...] = ()
    """Those of its words that tell it of some things only, so that they name no whole: `entrance fee`."""
    had_by: tuple[str, ...] = ()
    """Ranks, categories and words of lines of what has it: drives, no lunch; empty where anything may."""


class Category(Record, frozen=True):
    """A family of names: sleep, work, meals, cardio; used by `block(sleep)`, `meal(snack)`."""

    name: str
    """The word used in the formal language."""
    words: tuple[str, ...]
    """Names that belong to it, folded."""
    synonyms: tuple[str, ...] = ()
    """Those of them that name the whole of it: accommodation of lodging."""
    parents: tuple[str, ...] = ()
    """Categories it belongs to in turn: lunch → meals."""
    starts: tuple[str, ...] = ()
    """Phrases that begin it without naming a length: `start work`, `bedtime`."""
    ends: tuple[str, ...] = ()
    """Phrases that have no length and end it: `wake up`, `end work`."""
    wraps: bool = False
    """It may run past midnight into the start of the same schedule (sleep)."""
    rank: str = ""
    """Rank that a name of this category takes as container or item; may be empty."""
    verbs: tuple[str, ...] = ()
    """Verbs that say it with an object behind them: `read` in `Read a novel`."""
    holds: tuple[str, ...] = ()
    """Other categories that belong to it where they stand under its heading: meetings to work."""
    counts_by: str = ""
    """Policy switch that says whether it counts among what it belongs to: snacks among meals."""


class Kind(Record, frozen=True):
    """What a word for many things covers: dairy is milk, butter, cheese."""

    name: str
    """The word used in the formal language, as a name."""
    words: tuple[str, ...]
    """Other names of it, folded: `milk product`."""
    members: tuple[str, ...] = ()
    """Names of the things, folded."""
    kinds: tuple[str, ...] = ()
    """Other kinds that belong to it: poultry to meat."""
    unlike: tuple[str, ...] = ()
    """Names that hold one of those and are none: `coconut milk`."""
    mock: tuple[str, ...] = ()
    """Words before one of those that make it none: `vegan` before cheese."""
    perhaps: tuple[str, ...] = ()
    """Names of what may hold one: a lasagna."""
    perhaps_kinds: tuple[str, ...] = ()
    """Kinds whose things may hold one: cake, of egg."""
    forms: tuple[str, ...] = ()
    """Those of its names that are also made of something else: milk."""
    of: tuple[str, ...] = ()
    """Names of that, or of its kinds: `oat` before milk."""
    lacks: tuple[str, ...] = ()
    """Kinds of which nothing may be there: meat and fish in what is vegetarian."""


class Costs(Record, frozen=True, rename="kebab"):
    """What ways to read a line cost; `grammars/labelling.yaml` says what each is for."""

    unnamed: int
    unused: int
    other_side: int
    announced: int
    unit_as_name: int
    bare: int
    margin: int


class Lexicon(Record, frozen=True):
    """Everything the reader and the compiler look up."""

    name: str
    """Names of the vocabularies it was merged from, joined by `+`."""
    ranks: dict[str, Rank]
    measures: dict[str, MeasureWord]
    categories: dict[str, Category]
    units: dict[str, Unit]
    """Folded spelling → unit with factor; spellings may hold spaces (`fl oz`)."""
    roles: dict[str, tuple[str, ...]]
    """Folded words by role: total, claim, rest, note, qualifier (per hand), optional …"""
    currencies: dict[str, str]
    """Symbol or word → ISO code: `$` → `USD`."""
    numbers: dict[str, str]
    """Number word → decimal text: `two` → `2`, `half` → `0.5`, `dozen` → `12`."""
    parts_of_day: dict[str, tuple[int, int]]
    """`morning` → minutes since midnight, half-open."""
    costs: Costs
    """Of the ways to give names to numbers."""
    item_rank: str = ""
    """The rank of a list line that no word names."""
    told: dict[str, ToldKind] = {}
    """Kinds of records that answers tell, in the order in which they are looked for."""
    kinds: dict[str, Kind] = {}
    """What words for many things cover."""
    beside: tuple[str, ...] = ()
    """Vocabularies by which a response that has their headings is read as well."""

    def priced_in(self, name: str) -> tuple[str, str]:
        """Return a name without the currency that is its last word, and that: `unit cost eur`."""
        before, _, last = name.rpartition(" ")
        codes = (last, f"{last}s")  # names are folded: `fare_kes`
        known = next((code for code in codes if code in self.currencies), "") if before else ""
        return (before, known) if known else (name, "")

    @property
    def time_measure(self) -> str:
        """The measure that an amount of time is, where no word names one."""
        usual = (n for n, m in self.measures.items() if m.default_for and m.dimension == "time")
        return next(usual, "duration")


_MADE = TypeVar("_MADE")
_MOST_KEPT = 16


def once_a_lexicon(make: Callable[[Lexicon], _MADE]) -> Callable[[Lexicon], _MADE]:
    """Make what depends on a lexicon alone once, and keep it for the last few of them."""
    kept: dict[int, tuple[Lexicon, _MADE]] = {}

    @wraps(make)
    def known(lexicon: Lexicon) -> _MADE:
        found = kept.get(id(lexicon))
        if found is None or found[0] is not lexicon:
            if len(kept) >= _MOST_KEPT:
                kept.clear()
            found = kept[id(lexicon)] = (lexicon, make(lexicon))
        return found[1]

    return known
