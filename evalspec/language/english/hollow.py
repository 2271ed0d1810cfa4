"""Names that name nothing in a plan, so that a formula which looks for them says what nobody asked.

Any words that can be a noun phrase may be a name. Nouns of accounting and measure (`the grand total`),
of reasons (`for safety's sake`) and judgements (`is a fail`) are such phrases too, but no plan has a
thing of that name, unless somebody quotes it. Which they are is data (`grammars/parts-of-speech.yaml`).
"""

from __future__ import annotations

import re
from functools import cache

from evalspec.language.english.closed import data
from evalspec.language.english.inflected import inflected
from evalspec.language.english.lexicon import Words
from evalspec.language.english.nominal import table, verbal
from evalspec.language.english.taken_apart import ends
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.nouns import singular

_TEXTS = re.compile(r'contains (?:"[^"]*"|(?:any|all) of \[[^\]]*\])')
"""What is written in a thing, which may be any text."""
_NAMED = re.compile(r'(?:value|field)\("[^"]*"\)|"((?:[^"\\]|\\.)*)"')
"""Names in a formula; empty for columns and fields."""
_DEED = re.compile(r'not exists "(\w+ing of [^"]*)"')
"""A deed that is not to be done to something, which a plan tells by its verb: `no packing of the tents`."""
_LED = re.compile(r'(\w+)(?: where \(|: )exists "([^"]*)"')
"""Things that have the name of what they stand under: `the method in 8 steps`."""
_AT_EDGE = re.compile(r'exists "([^"]*)" and not exists item (?:preceding|following)')
"""What a plan begins or ends with."""
_WITHIN = re.compile(
    r'each "([^"]*)": (?:gap\(|each "|each (?:first|last) |exists (?:block\()?"[^"]*"\)? at \d)'
)
"""Things that would have others or a gap in them: `each drive between the flats`, `the bus leaves home`."""
_LONG_BEFORE = re.compile(r"duration\(([^=<>]*) (?:preceding|following) [^=<>]* at \d[^=<>]*\) =")
"""How long before a time something is, taken for how long it lasts: `dinner an hour before the show at 8`."""
_TIMED_TWICE = re.compile(r"\b(?:start|end)\(([^=<>]*?) at \d\d:\d\d\) (?:[<>]|between)")
"""What is at one time, held to another: `dinner at six, half past six at the latest`."""
_ANY_EDGE = re.compile(r"\bexists ((?:first|last) \w+)$")
"""The last of some, which is there wherever any is."""
_SAYING = re.compile(r'where \(contains "(\w+)"\)')
"""Where something stands, taken for what it says: `a time at the front of each step`."""
_BEFORE_ONE = re.compile(r"each (?:first|last) [^:]*(?:preceding|following) [^:]*: exists ")
"""What is to be in the first of some that come before another: `the first song before the lights go out`."""
_BEGUN = re.compile(
    r'^each (?:question|sentence|line|paragraph): \(exists "[^"]*" and not exists item preceding'
)
"""What begins a text, taken for what begins each of its parts: `begin with a riddle for the guests`."""
_LAID = re.compile(r"^tables = \d+ and each table: count")
"""Things at tables that are no tables of a text: `three tables, six guests at each`."""
_WITHOUT_DAYS = re.compile(r"\bof (?:day|week|month|meal) except named\b")
"""Days that go by another name, where things on them are left out: `over three days, without the hotel`."""
_STARTED = re.compile(r'\b(?:start|end)\((?:block\()?"[^"]*"\)? (?:preceding|following) [^=]*\) = ')
"""What is over before something begins at a time."""
_PLACED = re.compile(r'^each "[^"]*": exists (?:daypart|[^:]* (?:preceding|following) )')
"""Where a thing has its place, taken for what it holds: `the workshop in the morning, before lunch`."""
_MISREAD = (_BEFORE_ONE, _BEGUN, _LAID, _WITHOUT_DAYS, _STARTED, _PLACED)
_LENGTH = re.compile(r"\b(?:gap|break|pause|rest) of .*\b(?:minutes?|hours?|seconds?)\b")
_SUMMED = re.compile(r'\bsum\("([^"]+)"\)')
_IN_A_ROW = re.compile(r"\b\w+s running$")
_SPOKEN = {"it", "they", "we", "you", "i", "their", "his", "her", "my", "our", "your"}
_FOR_SOMEBODY = re.compile(r" for (?:the|my|our|his|her|their) (.+)")
_CLAUSES = re.compile(
    r'\b(?:(?:start|end)\((?:first |last )?|(?:before|after|preceding|following) )(?:block\()?"[^"]*"'
)
"""What happens at a time, which a plan may tell by a clause: `start(block("guests arrive"))`."""
_PHYSICAL = {"length", "area", "mass", "volume"}
_OF_AREA = {"square", "cubic", "running", "linear"}
_WHOLES = {"Plan", "Rank", "TOTAL", "FULL", "PERIODIC", "Measure"}
"""Types of words that say of a measure that it is of all: `the trip cost`."""


def hollow(formula: str, w: Words, cited: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the names in a formula that name nothing, but for those that stand in quotes."""
    if w.prose:
        return ()
    if done := _DEED.search(formula):
        return (done[1],)
    if misread := next((m for m in (p.search(formula) for p in _MISREAD) if m), None):
        return (misread[0],)
    if led := _LED.search(formula):
        if fold(led[2]) in table("only examples"):
            return (led[2],)
        rank = w.lexicon.ranks.get(led[1])
        if rank is not None and fold(led[2]) in map(fold, rank.headings):
            return (led[2],)
    if (edge := _AT_EDGE.search(formula)) and edge[1] not in cited:
        told = re.split(r"[\s-]+", edge[1].lower())[-1]
        if {told, singular(told)} & table("told in words"):
            return (edge[1],)
    if before := _LONG_BEFORE.search(formula):
        return (before[1],)
    if twice := _TIMED_TWICE.search(formula):
        return (twice[1],)
    if any_edge := _ANY_EDGE.search(formula):
        return (any_edge[1],)
    if (within := _WITHIN.search(formula)) and within[1] not in cited:
        return (within[1],)
    if (saying := _SAYING.search(formula)) and saying[1] in table("places in things"):
        return (saying[1],)
    if summed := next((m for m in _SUMMED.findall(formula) if not _adds(m, w)), ""):
        return (summed,)
    plain = _TEXTS.sub("", formula)
    names = [name for name in _NAMED.findall(plain) if name and name not in cited]
    told = {name for name in _NAMED.findall(_CLAUSES.sub("", plain)) if name and _tells(name, w)}
    return tuple(name for name in names if name in told or _says_nothing(name.lower(), w))


def _tells(name: str, w: Words) -> bool:
    """Tell whether words are a clause with a verb, or say for whom: `Dad handles bath`, `altos rehearse`."""
    first, *others = name.split() or [""]
    whom = _FOR_SOMEBODY.search(name)
    if whom is not None and ends(whom[1].split(), "people"):
        return True
    plural = len(others) == 1 and first.endswith("s")
    if plural and verbal(others[0]) and not others[0].endswith("s") and not w.types(others[0]):
        return True
    somebody = first.istitle() or first.lower() in w.persons
    tenses = {verb.tense for verb in inflected(others[0])} if others else set()
    return somebody and len(others) > 1 and "s" in tenses and not others[0].istitle()


def _says_nothing(name: str, w: Words) -> bool:
    if _SPOKEN & {*name.split()}:
        return True  # `with all breaks it should stay under an hour`
    if _LENGTH.search(name):
        return True  # `leave a gap of thirty minutes`
    head, of, rest = name.partition(" of ")
    *before, last = re.split(r"[\s-]+", head.strip()) or [""]
    ends, types = {last, singular(last)}, w.types(last)
    if ("Thing" in types and not before) or not w.labels.isdisjoint((name, singular(name))):
        return False  # `rest`, `entry fee`
    unit = w.lexicon.units.get(singular(last))
    if unit is not None and unit.dimension in _PHYSICAL and set(before) <= _OF_AREA:
        return True  # `€30 per square metre` is a rate
    if ends & table("no ends") or (not (before or of) and ends & table("no names alone")):
        return True
    if re.search(r"\bas an? ", name) or _IN_A_ROW.search(name):
        return True  # `five jobs as a bulleted list`, `two days running`
    first, *others = name.split() or [""]
    if others and (first in table("no names led by") or _nth_rank(first, others, w)):
        return True  # `the most time`, `the first day`
    if singular(last) == "list" and before and " ".join(before) in data("kinds of lists"):
        return True  # `a numbered list`
    if of and last in table("no names of"):
        return True
    if before and ends & table("parts of texts") and set(before) <= table("adjectives"):
        return True  # `three short paragraphs`
    if before and (before[0] == "per" or before[0] in table("no names before")):
        return True
    vague = all(word in table("no names alone") for word in before)
    if before and vague and "Rank" in types:
        return True  # `the opening item`
    behind = rest.split() if before else ["?"]  # `cost of living`
    wholes = all(w.types(word) & _WHOLES or word in _wholes() for word in (*before, *behind))
    return bool(before) and wholes and "Measure" in types


def _adds(name: str, w: Words) -> bool:
    """Tell whether amounts of a measure can be added up: heart rates cannot."""
    measure = w.lexicon.measures.get(name)
    return measure is None or measure.adds


def _nth_rank(first: str, others: list[str], w: Words) -> bool:
    """Tell whether words say which day, week or meal is meant, and name nothing in it."""
    nth = any(entry.type in ("NTH", "Edge") for entry in w.phrases.get((first,)))
    return nth and len(others) == 1 and singular(others[0]) in w.lexicon.ranks


@cache
def _wholes() -> frozenset[str]:
    return frozenset((*data("whole"), *data("whole texts"), "grand", "overall", "total"))
