"""A whole sentence: words → chart → formulas, or a refusal that says what was not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from evalspec.core.errors import Problem
from evalspec.language import ir
from evalspec.language.english import English, refuse
from evalspec.language.english.asides import SAID_AGAIN, Circumstance, aside, circumstances
from evalspec.language.english.chart import Chart, Entry, Grammar, UnfitError
from evalspec.language.english.counted import counted, countings
from evalspec.language.english.covering import Meaning
from evalspec.language.english.doers import done_by, may_do
from evalspec.language.english.existence import existence
from evalspec.language.english.floating import assembled
from evalspec.language.english.hollow import hollow
from evalspec.language.english.hours import in_half_a_day
from evalspec.language.english.idle import idle_words
from evalspec.language.english.lexicon import Words, words_of
from evalspec.language.english.likelier import unlikely
from evalspec.language.english.naming import AN, OWN
from evalspec.language.english.of_whom import OF_THEM, SHARED, for_whom, held_for, of_whom
from evalspec.language.english.one_bound import single
from evalspec.language.english.rates import held_by, rated
from evalspec.language.english.timing import says_who_does, timed
from evalspec.language.english.tokens import Row
from evalspec.language.english.turned import Form, plainly, turned
from evalspec.language.grammar import LanguageError
from evalspec.language.lower import Compiled, compile_formula
from evalspec.language.printer import canonical
from evalspec.vocabulary.fold import fold, says
from evalspec.vocabulary.lexicon import Lexicon

MAX_LENGTH = 2000
"""Longest sentence, in code points."""
MAX_TURNED = 250
"""Longest sentence of which other forms are tried, in code points."""
MOST_TURNED, MOST_OF_ONE = 24, 16
"""Other forms of a sentence that are compiled, with what stands beside a reason and without."""
MOST_READINGS = 4
"""A sentence with more is ambiguous."""
MOST_TRIED = 12
"""Ways to take what counts out of a sentence that are compiled."""
MARGIN = 0.05
"""Derivations whose costs differ by less are alike: their meanings are readings."""
TOO_MUCH = "it holds more than can be understood at once: write it as several constraints"


@cache
def grammar() -> Grammar:
    """Return the grammar with all rules."""
    import evalspec.language.english.rules  # noqa: F401
    from evalspec.language.english.rule import RULES

    return Grammar(RULES)


def parse(text: str, lexicon: Lexicon) -> tuple[Row, Chart]:
    """Return the words of a sentence and their chart."""
    return _parsed(text, words_of(lexicon))


@lru_cache(maxsize=8)
def _parsed(text: str, known: Words) -> tuple[Row, Chart]:
    """Parse once what is asked for with and without the clauses beside it."""
    row = Row(text, known)
    return row, grammar().parse(row.entries(), len(row.words), known)


def _formal(formula: str, lexicon: Lexicon) -> Compiled:
    """Compile a formula that stands for a sentence, once for all who ask; raise its `LanguageError`."""
    made = _compiled_once(formula, words_of(lexicon))
    if isinstance(made, Compiled):
        return made
    raise LanguageError(made)


@lru_cache(maxsize=64)
def _compiled_once(formula: str, known: Words) -> Compiled | tuple[Problem, ...]:
    try:
        return compile_formula(formula, known.lexicon)
    except LanguageError as error:
        return tuple(error.problems)


def read(text: str, lexicon: Lexicon, turn: bool = True) -> English:
    """Compile a sentence; unless `turn` is unset, also what it says in another order."""
    if len(text) > MAX_LENGTH:
        because = f"the sentence is longer than {MAX_LENGTH} characters"
        return English(refusal=ir.Refusal((), because=because))
    text = plainly(text)
    beside = (
        _for_somebody(text, lexicon, turn)
        or _of_doers(text, lexicon)
        or _with_what_counts(text, lexicon)
    )
    if beside is not None:
        return beside
    said, notes = without_asides(text, lexicon)
    doers = _of_doers(said, lexicon) if said != text else None
    if doers is not None:
        return English(doers.readings, None, (*notes, *doers.notes), doers.idle, doers.names)
    row, chart = parse(said, lexicon)
    made, problem = understood(said, lexicon)
    beside = (
        (
            _of_somebody_named(said, lexicon, notes, turn)
            or _at_a_rate(said, lexicon, notes, turn)
            or _asked(text, lexicon)
        )
        if not made
        else None
    )
    if beside is not None:
        return beside
    if not made:
        refused = English(refusal=_refusal(row, chart, lexicon, problem), notes=notes)
        otherwise = turn and _said_otherwise(text, lexicon)
        return otherwise or refused
    again = [note.rpartition(": ")[2] for note in notes if SAID_AGAIN in note.partition(":")[0]]
    if again and not all(_exact(canonical(one.made.formula), again) for one in made):
        return English(refusal=ir.Refusal(tuple(again)), notes=notes)
    if fact := _FACT.search(said):
        because = "what is said of it behind the comma may be told or asked for: write it apart"
        return English(refusal=ir.Refusal(tuple(fact[1].split()), because=because), notes=notes)
    near = _nearest(row, chart, lexicon)
    if near:
        return English(refusal=refuse.slipped(row, chart, near), notes=notes)
    readings = in_half_a_day({canonical(one.made.formula): one.made.formula for one in made})
    if len(readings) > MOST_READINGS:
        because = f"ambiguous: it may mean {len(readings)} things"
        return English(
            refusal=ir.Refusal((), formulas=tuple(readings)[:2], because=because), notes=notes
        )
    notes = (*notes, *(note for one in made for note in one.made.notes))
    idle = [word for one in made[:1] for word in one.idle(row)]
    idle += _set_aside(text, said)
    names = [name for one in made[:1] for entry in one.entries for name in _names(entry)]
    once = (tuple(dict.fromkeys(row)) for row in (notes, idle, names))
    return English(tuple(readings.values()), None, *once)


def _said_otherwise(text: str, lexicon: Lexicon) -> English | None:
    """Compile the first other form of a sentence that is understood and shows what it says again."""
    cited = frozenset(re.findall(r'"([^"]*)"', text))
    for notes, form in islice(_other_forms(text, lexicon), MOST_TURNED):
        made = read(form.text, lexicon, turn=False)
        formulas = [canonical(one) for one in made.readings]
        if any(hollow(_EDGE_TEXT.sub("", one), words_of(lexicon), cited) for one in formulas):
            continue  # quotes that the other form puts around a name cite nothing
        if formulas and all(map(form.shown, formulas)):
            notes = (*notes, f"said otherwise: {form.text}", *made.notes)
            return English(made.readings, None, notes, made.idle, made.names)
    return None


_EDGE_TEXT = re.compile(r'(?:starts|ends) with "[^"]*"')
"""What a text begins or ends with, which is said as it stands: `sign off with Kind regards`."""


def _other_forms(
    text: str, lexicon: Lexicon, notes: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Form]]:
    """Yield the other forms of a sentence, then those of what is asked beside a reason or who wants it."""
    if len(text) > MAX_TURNED:
        return
    yield from ((notes, form) for form in islice(turned(text), MOST_OF_ONE))
    for beside in circumstances(text, words_of(lexicon)):
        if beside.kind != "added up" and not _demands(beside, lexicon):
            noted = (*notes, beside.note)
            if beside.told:
                yield noted, Form(beside.rest)
            yield from _other_forms(beside.rest, lexicon, noted)


def _exact(formula: str, again: list[str]) -> bool:
    """Tell whether a formula holds exact amounts alone, and none that is said not to be meant."""
    plain = _QUOTED.sub("", formula)
    others = [word for one in again for word in re.findall(r"not (\d+)$", one)]
    fits = " = " in plain and not re.search(r"[<>±]|between|about", plain)
    return fits and not any(re.search(rf"= {word}\b", plain) for word in others)


def _for_somebody(text: str, lexicon: Lexicon, turn: bool) -> English | None:
    """Compile a sentence without whom it is for, where that says nothing of the plan."""
    rest = for_whom(text)
    made = read(rest, lexicon, turn) if rest else English()
    formulas = [canonical(one) for one in made.readings]
    if not formulas or any(map(OF_THEM.search, formulas)):
        return None
    if any(map(SHARED.search, formulas)):
        because = "how much is for each of them is not said"
        return English(refusal=ir.Refusal((), formulas=tuple(formulas[:1]), because=because))
    said = " ".join(_set_aside(text, rest))
    return English(made.readings, None, (*made.notes, f"set aside: {said}"), made.idle, made.names)


def _of_doers(text: str, lexicon: Lexicon) -> English | None:
    """Compile what persons who are named are to do."""
    known = words_of(lexicon)
    if not may_do(text, known) or _understood_by_rules(text, lexicon):
        return None  # `PE takes place on Tuesday`
    besides = (
        one
        for one in circumstances(text, known)
        if not (_DONE_TOO.match(one.said) or _demands(one, lexicon))
    )
    for said, notes in chain[tuple[str, tuple[str, ...]]](
        [(text, ())], ((one.rest, (one.note,)) for one in besides)
    ):
        formula, names = done_by(said, known, _meant(lexicon))
        rows = _compiled_all([formula], lexicon) if formula else ()
        if rows:
            return English(rows, None, notes, names=names)
    return None


def _understood_by_rules(text: str, lexicon: Lexicon) -> bool:
    """Tell whether rules alone understand a sentence, not with somebody as a thing that holds others."""
    made = compiled(parse(text, lexicon)[1], lexicon)[0]
    return bool(made) and not any(canonical(one.formula).startswith('each "') for _, one in made)


def _meant(lexicon: Lexicon) -> Callable[[str], str]:
    """Return what tells the one formula that a sentence means."""

    def meant(said: str) -> str:
        readings = read(said, lexicon, turn=False).readings
        return canonical(readings[0]) if len(readings) == 1 else ""

    return meant


def _of_somebody_named(
    text: str, lexicon: Lexicon, notes: tuple[str, ...], turn: bool
) -> English | None:
    """Compile a sentence without whom it is of, and hold its formulas for them."""
    known = words_of(lexicon)
    for one in of_whom(text, known):
        made = read(one.rest, lexicon, turn)
        rows = _compiled_all(
            (held_for(canonical(f), one, known.scheduled) for f in made.readings), lexicon
        )
        if rows:
            names = (*made.names, *([one.name] if one.name else []))
            return English(rows, None, (*notes, *made.notes), made.idle, names)
    return None


def _at_a_rate(text: str, lexicon: Lexicon, notes: tuple[str, ...], turn: bool) -> English | None:
    """Compile a sentence without the unit of a rate, and hold its formulas to so much of it."""
    for one in rated(text, words_of(lexicon)):
        made = read(one.rest, lexicon, turn)
        rows = _compiled_all((held_by(canonical(f), one) for f in made.readings), lexicon)
        if rows:
            return English(rows, None, (*notes, *made.notes), made.idle, made.names)
    return None


_FACT = re.compile(
    r",\s((?:they|it|he|she) (?:costs?|takes?|lasts?|weighs?)|the \w+ (?:has|have) no) ",
    re.IGNORECASE,
)
"""What begins a clause that may only tell how things are: `five days at most, they cost 640 a day`."""
_WISHING = tuple("would will should can could may might shall".split())
"""What somebody else is asked with: `could there be two snacks?` wants two, and no fewer."""
_ASKING = (*"does do did is are was were has have must".split(), *_WISHING)
_MORE_THAN = re.compile(r"(?<![<>])> \d")
"""What is rather asked to be allowed: `could it be more than an hour?`."""
_POSSIBLE = re.compile(r"\b(?:possible|doable|feasible|manageable|ok|okay)\b[^?]*\?", re.IGNORECASE)
"""What is asked of a demand, and no part of it: `would an hour at most be doable?`."""

_CHUNKS = re.compile(r"(?:'[^']*'|\"[^\"]*\"|\S)+")
"""The words of a question, of which a text in quotes is one."""


def _asked(text: str, lexicon: Lexicon) -> English | None:
    """Compile a question as the statement that it asks for: `is the word absent from the reply?`."""
    verb, *words = _CHUNKS.findall(text.rstrip(" ?")) or [""]
    verb = verb.lower()
    if verb not in _ASKING or not text.rstrip().endswith("?") or _POSSIBLE.search(text):
        return None
    moved = (0,) if verb in _ASKING[:3] else range(1, len(words))
    wish = verb in _WISHING
    said = "must" if wish else verb
    rows = (" ".join((*words[:n], *([said] if n else []), *words[n:])) for n in moved)
    found = [parse(row, lexicon)[1] for row in rows]
    made = [
        (row, [canonical(one.formula) for _, one in compiled(row, lexicon)[0]]) for row in found
    ]
    told = {tuple(formulas) for _, formulas in made if formulas}
    if len(told) != 1 or (wish and any(map(_MORE_THAN.search, *told))):
        return None
    return English(tuple(one for f in told.pop() for one in _compiled_all([f], lexicon)))


def _compiled_all(
    formulas: Iterable[str | None], lexicon: Lexicon, cited: frozenset[str] = frozenset()
) -> tuple[ir.Formula, ...]:
    """Return formulas that all compile and name something; nothing where one does not."""
    try:
        rows = tuple(_formal(each or "", lexicon).formula for each in formulas)
    except LanguageError:
        return ()
    named = (hollow(canonical(one), words_of(lexicon), cited) for one in rows)
    return () if any(named) else rows


def _with_what_counts(text: str, lexicon: Lexicon) -> English | None:
    """Compile a sentence without what it says of things that count, and put that into the formulas."""
    said, notes = aside(text)
    if compiled(parse(said, lexicon)[1], lexicon)[0]:
        return None
    for one in islice(countings(said, words_of(lexicon)), MOST_TRIED):
        made = read(one.rest, lexicon, turn=False)
        meant = (counted(canonical(f), one) for f in made.readings)
        if _SUM_ALONE.fullmatch(one.rest):  # what all is to cost is a budget
            meant = (_ALL_COSTS.sub(r"\1 <= ", f or "") for f in meant)
        rows = _compiled_all(meant, lexicon)
        if not rows:
            continue
        names = () if one.kind == "may" else (name.strip('"') for name in one.things)
        return English(
            tuple(rows), None, (*notes, *made.notes, one.note), made.idle, (*made.names, *names)
        )
    return None


def without_asides(text: str, lexicon: Lexicon) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without what demands nothing, and a note for each such part.

    What rules and their parts understand without a clause is rather that than one bound of any words.
    """
    said, notes = aside(text)
    if parse(said, lexicon)[1].full:
        return said, notes
    for loose in (False, True):
        for alone in (True, False):
            if alone or not understood(said, lexicon, loose)[0]:
                for beside in _beside(said, lexicon, alone=alone, loose=loose):
                    said, notes = beside[-1].rest, (*notes, *(one.note for one in beside))
    return said, notes


class Understood(NamedTuple):
    """A meaning of a sentence, and the derivations that it rests on."""

    made: Compiled
    entries: tuple[Entry, ...]
    joining: tuple[str, ...] = ()
    """Words between them that say nothing."""

    def idle(self, row: Row) -> Iterator[str]:
        """Yield the words that carry no meaning of their own."""
        for entry in self.entries:
            yield from idle_words(entry, row, row.known)
        yield from self.joining


def _attempt(read: Callable[[Row, Chart], list[Meaning]], row: Row, chart: Chart) -> list[Meaning]:
    """Return what a reader of parts makes of a sentence, nothing where its parts do not fit."""
    try:
        return read(row, chart)
    except UnfitError:
        return []


def understood(text: str, lexicon: Lexicon, loose: bool = True) -> tuple[list[Understood], str]:
    """Return the meanings by the rules; where they join nothing, of the parts; and what is wrong."""
    return _understood(text, words_of(lexicon), loose)


@lru_cache(maxsize=64)
def _understood(text: str, known: Words, loose: bool) -> tuple[list[Understood], str]:
    """Understand once what is asked for with and without each of the clauses beside it."""
    lexicon = known.lexicon
    row, chart = parse(text, lexicon)
    if chart.full:
        return [], TOO_MUCH
    if _lifted(row, chart):
        return [], ""
    made, problem = compiled(chart, lexicon)
    if made or problem:
        return [Understood(one, (entry,)) for entry, one in made], problem
    found: list[Understood] = []
    loosely = (timed, existence, single) if loose else (timed, existence)
    for read in (assembled, *loosely):
        meanings = _attempt(read, row, chart)
        found, wrong = _sound(meanings, row, chart, lexicon)
        problem = problem or wrong
        several = len({canonical(one.made.formula) for one in found}) > 1
        rows = {tuple((p.role, p.start, p.end) for p in one.parts) for one in meanings}
        if several and len(rows) > 1:
            return [], "ambiguous: its parts may be put together in several ways"
        if found or wrong:
            return found, "" if found else problem
    return [], problem


def _sound(
    meanings: list[Meaning], row: Row, chart: Chart, lexicon: Lexicon
) -> tuple[list[Understood], str]:
    """Return the meanings whose formulas compile and name something, and what is wrong with others."""
    found, problem = [], ""
    for meaning in meanings:
        try:
            one = _formal(meaning.formula, lexicon)
        except LanguageError as error:
            problem = problem or error.problems[0].message
            continue
        if hollow(canonical(one.formula), row.known, _cited(chart)):
            continue
        entries = tuple(part.entry for part in meaning.parts if part.role != "glue")
        said = (row.text(p.start, p.end) for p in meaning.parts if p.role == "glue")
        found.append(Understood(one, entries, tuple(said)))
    return found, problem


def _lifted(row: Row, chart: Chart) -> bool:
    """Tell whether nothing is asked for: `need not have`, but not `we need not more than 3`."""
    lows = [word.low for word in row.words]
    if any(lows[n : n + 2] == ["not", "need"] and "to" in lows[n:] for n in range(len(lows))):
        return True
    bounds = [word for word in chart.words if word.type in ("GE", "LE")]
    return any(
        word.type == "LIFTED" and not any(word.start < b.start < word.end < b.end for b in bounds)
        for word in chart.words
    )


def _beside(
    text: str, lexicon: Lexicon, depth: int = 2, alone: bool = False, loose: bool = True
) -> list[tuple[Circumstance, ...]]:
    """Return the clauses without which a sentence is understood, if there are some: at most one way.

    A clause that is understood by itself is a demand too, and no circumstance, unless its words
    say that it only tells how things are; those are set aside even where the whole is understood.
    """
    found = [c for c in circumstances(text, words_of(lexicon)) if c.alone or not alone]
    for one in found:
        made = understood(one.rest, lexicon, loose)[0]
        if made and _of_somebody(one, made):
            one = one._replace(rest=one.of_whom)
            made = understood(one.rest, lexicon, loose)[0]
        if (
            made
            and _holds(one, made)
            and not (_demands(one, lexicon) or _is_of(one, text, lexicon))
        ):
            return [(one,)]
    for one in found if depth > 1 else ():
        if not _demands(one, lexicon):
            for more in _beside(one.rest, lexicon, depth - 1, alone, loose):
                return [(one, *more)]
    return []


def _holds(beside: Circumstance, made: list[Understood]) -> bool:
    """Tell whether each meaning of the rest is of a sum, where it is said to be added up."""
    formulas = [canonical(one.made.formula) for one in made]
    if beside.kind == "added up":
        each = any(one.startswith("each ") for one in formulas) and not _EACH.search(beside.rest)
        return not each and all(re.search(r"\b(?:sum|count|duration)\b", one) for one in formulas)
    return True


def _of_somebody(beside: Circumstance, made: list[Understood]) -> bool:
    """Tell whether all is asked of one who is only named beside it: `Rex is a pup, he needs 2 hours`."""
    formulas = (canonical(one.made.formula) for one in made)
    spoken = re.match(r"(?:he|she)\b", beside.rest, re.IGNORECASE)
    known = _SUM_OF_ALL if spoken else _TIME_OF_ALL
    return bool(beside.of_whom) and any(map(known.fullmatch, formulas))


def _is_of(beside: Circumstance, text: str, lexicon: Lexicon) -> bool:
    """Tell whether a bound alone is of what a clause before it speaks of: `dough rests, an hour or more`."""
    _, chart = parse(beside.rest, lexicon)
    bound = text.startswith(beside.said) and chart.found("Bound", 0, chart.length)
    return bool(bound) and not _SOMEBODY.match(beside.said)


_SOMEBODY = re.compile(
    r"(?:i|we|you|he|she|they|it|there|that|this|my|our|his|her|their)\b|[^ ]+ (?:is|are)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"[^"]*"')
_DONE_TOO = re.compile(r"(?:I|i|we|We|you)\b|(?!He|She|They|It|That|This|There)[A-Z]")
"""Who else may do something: `Ann leads the hike, I carry the food`."""
_EACH = re.compile(r"\b(?:each|every|per|daily|any|an?)\b", re.IGNORECASE)
_SUM_ALONE = re.compile(
    r"(?:[€£$] ?\d[\d.,]*|\d[\d.,]* ?(?:euros?|pounds?|dollars?|francs?|[€£$]))"
    r"(?: (?:an?|per|each|every|for|in|the|total|all|everything|lot|day|night|week|head|person|child))*[.!]*",
    re.IGNORECASE,
)
"""An amount of money for all, without a verb: `£20 a head for all of it, wine not counted`."""
_ALL_COSTS = re.compile(
    r"^((?:(?:each|per|for) [^:]*: )*sum\(price\)(?: - sum\(price\) of [^ ]+)*) = "
)
_SUM_OF_ALL = re.compile(
    r"(?:each [^:()]*: )?(?:sum\([\w-]+\)|duration|count\([\w()-]+\)) (?:<=|>=|<|>|=|!=|between) [^()]*"
)
_TIME_OF_ALL = re.compile(r"(?:each [^:()]*: )?duration (?:<=|>=|<|>|=) [^()]*")
"""An amount of all that there is, or that a day, a meal or a session holds."""


def _demands(beside: Circumstance, lexicon: Lexicon) -> bool:
    """Tell whether what stands beside a sentence is a demand as well."""
    known = words_of(lexicon)
    if may_do(beside.said, known) and done_by(beside.said, known, _meant(lexicon))[0]:
        return True
    if beside.told:
        return False
    row, chart = parse(beside.said, lexicon)
    told = [entry.value.told for entry in chart.found("Clause", 0, chart.length)[:1]]
    if any(told):
        return False
    understood_so = bool(compiled(chart, lexicon)[0])
    understood_so = understood_so or not all(map(says_who_does, timed(row, chart)))
    return understood_so or _said_otherwise(beside.said, lexicon) is not None


def compiled(chart: Chart, lexicon: Lexicon) -> tuple[list[tuple[Entry, Compiled]], str]:
    """Return the cheapest meanings that are formulas, all that cost alike, and what is wrong with others."""
    made: list[tuple[Entry, Compiled]] = []
    problem = ""
    for entry in chart.found("Sentences", 0, chart.length):
        if made and entry.cost > made[0][0].cost + MARGIN:
            break
        try:
            one = _formal(entry.value, lexicon)
        except LanguageError as error:
            problem = problem or error.problems[0].message
            continue
        if not hollow(canonical(one.formula), words_of(lexicon), _cited(chart)):
            made.append((entry, one))
    others = unlikely((canonical(one.formula) for _, one in made), words_of(lexicon))
    return [(e, one) for e, one in made if canonical(one.formula) not in others], problem


def _cited(chart: Chart) -> frozenset[str]:
    """Return the texts that stand in quotes."""
    return frozenset(str(word.value) for word in chart.words if word.type == "Quoted")


def _names(entry: Entry) -> list[str]:
    """Return the names in a derivation that only the response can explain."""
    if entry.type in ("Words", "Activity"):
        return [str(entry.value).removeprefix(AN).removeprefix(OWN).strip(" -")]
    return [name for part in entry.parts for name in _names(part)]


def _set_aside(text: str, said: str) -> list[str]:
    """Return the words of a sentence that were set aside as a reason."""
    return [word for word in text.split() if word.strip(".,;()") not in said]


def _nearest(row: Row, chart: Chart, lexicon: Lexicon) -> str:
    """Return the sentence with its slips of the pen corrected, if it has some and then compiles."""
    near = refuse.corrected(row, chart)
    made = compiled(parse(near, lexicon)[1], lexicon)[0] if near else []
    if not made:
        return ""
    quoted = fold(" ".join(re.findall(r'"[^"]*"', canonical(made[0][1].formula))))
    others = set(near.split()) - set(row.source.split())
    known = any(not says(quoted, other) for other in others)
    return near if known else ""  # a name is as good as another


def _refusal(row: Row, chart: Chart, lexicon: Lexicon, problem: str) -> ir.Refusal:
    """Say why a sentence is refused, and what to write instead."""
    if chart.full:
        return ir.Refusal((), because=problem)
    near = _nearest(row, chart, lexicon)
    if problem:
        return ir.Refusal((), near, because=problem)
    part = refuse.longest(chart)
    words = refuse.in_the_way(row, chart, part)
    understood = row.text(part.start, part.end).rstrip(" .") if part is not None else ""
    formula = refuse.formula_of(part) if part is not None and not refuse.denied(words) else ""
    try:
        formulas = (canonical(_formal(formula, lexicon).formula),) if formula else ()
    except LanguageError:
        formulas = ()
    return ir.Refusal(words, near, understood, formulas)
