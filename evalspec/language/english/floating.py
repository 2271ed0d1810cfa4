"""A demand put together from typed parts in any order, where no rule joins them as they stand.

The chart of a refused sentence holds parts that are understood: who is spoken of, what is asked,
where it holds, when. A row of such parts that covers every word is a demand if their types fit
together in one way only; between them stand words that join and say nothing (`glue`). What
changes a meaning is no such word, so it forbids. After P. Pasupat and P. Liang, "Compositional
Semantic Parsing on Semi-Structured Tables", 2015 (section 4: floating rules).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from evalspec.language.english.chart import Chart, Entry, UnfitError
from evalspec.language.english.closed import data
from evalspec.language.english.covering import (
    MARGIN,
    Meaning,
    Part,
    Parts,
    Starting,
    last_place,
    only_named,
    rows,
    starting,
)
from evalspec.language.english.floating_frames import FRAMES, LIGHT, NOBODY, amounts, times
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Clause,
    Noun,
    Over,
    Subject,
    changed,
    joined,
)
from evalspec.language.english.one_bound_parts import is_coin
from evalspec.language.english.phrases import Phrases
from evalspec.language.english.rules.clauses.joined import depends_on_scope, over_clause
from evalspec.language.english.rules.clauses.limits import has, most_at_hand
from evalspec.language.english.rules.clauses.pairs import like_first, paired
from evalspec.language.english.rules.clauses.stated import only_told
from evalspec.language.english.rules.demands.counts import count
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.rules.sentences import unsound
from evalspec.language.english.rules.verbs import takes_none
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import folded, readings_of
from evalspec.language.english.tokens import Row

PART_COST = 0.3
"""Of every part: a row of few large ones says more of how words belong together."""
MOST = {"over": 2, "be": 3, "have": 3, "sign": 2, "whom": 2, "total": 2, "in": 2}
"""How many parts of a role one demand has; of others one, of glue any number."""


def assembled(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence put together from its parts, the cheapest first."""
    end = last_place(row, chart)
    if not end:
        return []
    found = _Assembly(row.known, chart, starting(row, _parts(row, chart)), joints(row)).sentence(
        0, end, None
    )
    best = min((m.cost for m in found), default=0.0)
    return [m for m in found if m.cost <= best + MARGIN and not unsound(row.known, m.formula)]


def joints(row: Row) -> dict[int, int]:
    """Return where demands are joined: the end of each run of joining words by its start."""
    joining, open_ = set(data("floating")["joints"]), False
    places = []
    for n, word in enumerate(row.words):
        if word.low in ("between", "both"):
            open_ = True
        elif word.low == "and" and open_:  # `between lunch and dinner`
            open_ = False
        elif word.low in joining:
            places.append(n)
    return {n: next(m for m in range(n, len(row.words) + 1) if m not in places)
            for n in places if n - 1 not in places}  # fmt: skip


class _Assembly:
    """The demands of one sentence, each put together once."""

    def __init__(self, w: Words, chart: Chart, parts_at: Starting, joints: dict[int, int]) -> None:
        self._w, self._chart, self._starting, self._joints = w, chart, parts_at, joints

    def sentence(self, start: int, end: int, before: Meaning | None) -> list[Meaning]:
        """Return the meanings of one demand, or of several joined."""
        found = self._one(start, end, before)
        for joint, behind in self._joints.items() if not found else ():
            if start < joint and behind < end:
                for first in self._one(start, joint, before)[:2]:
                    for other in self.sentence(behind, end, first)[:2]:
                        fits = not _leads(first) or _leads(other)
                        if fits and not (_shares(first, other) or self._contrasts(first, behind)):
                            found.append(_both(first, other))
        return found

    def _contrasts(self, first: Meaning, place: int) -> bool:
        """Tell whether an order is followed by what it is not of: `piano before dinner, not the trumpet`."""
        denied = any(e.start == place and e.value == "not" for e in self._chart.words)
        return denied and bool(_ORDER.search(first.formula))

    def _one(self, start: int, end: int, before: Meaning | None) -> list[Meaning]:
        found: dict[str, Meaning] = {}
        words = [e for e in self._chart.words if start <= e.start and e.end <= end]
        longer = [(e.start, e.end) for e in words if e.type == "HAVE"]  # `are set aside`
        counting = any(
            e.type in ("NOT_COUNTED", "INCLUDED", "NOT_COUNTING", "INCLUDING")
            and not any(low < e.start and e.end <= high for low, high in longer)
            for e in words
        )
        if before is not None and counting:
            return []  # `…, snacks not included` is no demand of its own
        for cost, parts in rows(self._starting, start, end, MOST) if not counting else ():
            if found and cost > min(m.cost for m in found.values()) + MARGIN:
                break
            try:
                made = demand(self._w, parts, before)
            except UnfitError:
                continue
            for meaning in made:
                found.setdefault(meaning.formula, meaning._replace(cost=cost, parts=parts))
        for entry in self._chart.found("Clause", start, end):
            one = entry.value
            if before is None and not (one.test or one.plural or one.asks):
                try:
                    text, strength = folded(one)
                except UnfitError:
                    continue
                part = Part("clause", start, end, one, entry.cost, entry)
                cost = max(entry.cost, 0.0)
                if text not in found or found[text].cost > cost:
                    kept = _kept(found.get(text), one.topic)
                    found[text] = Meaning(text, strength, cost, (part,), *kept)
        return sorted(found.values(), key=lambda m: m.cost)


def _kept(meaning: Meaning | None, topic: Noun | None) -> tuple[Subject | None, Asks | None]:
    if meaning is not None:
        return meaning.subject, meaning.asks
    return (None if topic is None else Subject(topic)), None


def _both(one: Meaning, other: Meaning) -> Meaning:
    if other.whole:
        return other._replace(cost=one.cost + other.cost, parts=(*one.parts, *other.parts))
    made = ((one.formula, one.strength), (other.formula, other.strength))
    formula, strength = joined(made, "and")
    parts, cost = (*one.parts, *other.parts), one.cost + other.cost + 0.2
    return Meaning(formula, strength, cost, parts, whole=one.whole)


def _parts(row: Row, chart: Chart) -> Iterator[Part]:
    """Yield the parts that the chart holds, and the words that only join."""
    roles = data("floating")["roles"]
    kinds = {kind: role for role, types in roles.items() for kind in types}
    for (kind, start, end), entries in chart.entries.items():
        other = {"DayRow": "Day", "Subject": "IN_A_ROW"}.get(kind, "")  # `two evenings running`
        if kind in kinds and not (
            chart.found(other, start, end) or _names(row, chart, kind, start)
        ):
            for entry in sorted(entries.values(), key=lambda e: e.cost)[:2]:
                cost = max(entry.cost, 0.0) + (0.1 if kinds[kind] in LIGHT else PART_COST)
                yield Part(kinds[kind], start, end, entry.value, cost, entry)
    for role, start, end, _ in _phrases().found(row):
        yield Part(role, start, end, None, 0.1, Entry(role.upper(), start, end, None, 0.1))


def _names(row: Row, chart: Chart, kind: str, place: int) -> bool:
    """Tell whether what is done is part of the name before it: `thesis writing`."""
    doing = kind in ("HAVE", "HAVING") and row.words[place].low.endswith("ing") and place > 0
    named = any(e.type == "Open" and e.end == place for e in chart.words)
    return doing and named and bool(chart.found("Words", place, place + 1))


@cache
def _phrases() -> Phrases:
    return Phrases(data("floating")["phrases"])


def demand(w: Words, parts: Parts, before: Meaning | None) -> list[Meaning]:
    """Put the parts of one demand together; none where their types do not fit."""
    if parts[-1].entry.type in ("WHO", "ENSURE"):  # `coconut isn't one`, `the 30-day guarantee`
        return []
    if any(a.entry.type == "KEPT" and b.entry.type == "OF" for a, b in pairwise(parts)):
        return []  # `a set of 45 minutes`
    if parts[0].entry.type == "LONG" or parts[0].role == "then" or parts[-1].role == "be":
        return []
    if parts[-1].role == "have" and (
        len(parts) < 2 or parts[-2].role in ("asks", "bound", "theme")
    ):
        return []  # `10 articles and 5 books`, `400 kcal a serving`
    roles = [part.role for part in parts]
    types = [part.entry.type for part in parts]
    if "subject" in roles and "HAVING" in types[: roles.index("subject")]:
        return []  # `30 min including the warm-up`
    if "times" in roles and any(part.role == "have" and part.value == "leave" for part in parts):
        return []  # `leave the house by 7:40`
    said = [part for part in parts if part.entry.type == "WHO" or part.role != "glue"]
    told = any(map(_told_of_one, said, said[1:], said[2:]))
    if told or any(map(_is_something, said, said[1:], said[2:])) or _goes_on(said):
        return []
    verbs = [part.value for part in parts if part.entry.type == "HAVE"]
    if any(takes_none(verb, ask) for verb in verbs for ask in _asked(parts)):
        return []  # `drinks at most 20 minutes`
    if before is not None and _tells_when(parts):
        return []  # `…, first patient is 13:50`
    if any(map(_somebody, parts)) and _tells(parts, before):
        return []  # `no calls before 9:30, I take the kids to school`
    if not all(map(_may_follow, parts, parts[1:])):
        return []
    if parts[0].role == "then":  # `start with 5 lines`
        return []
    by_role: dict[str, list[Any]] = {}
    for part in parts:
        by_role.setdefault(part.role, []).append(part.value)
    if sum(role in by_role for role in ("subject", "happening")) > 1:
        return []
    one = {role: values[0] for role, values in by_role.items()}
    unsaid = not {"subject", "happening"} & set(one) and {"spread", "freq", "only"} & set(one)
    if unsaid and before is not None and before.subject is not None and before.subject.noun:
        one["subject"] = Subject(before.subject.noun)
    if ("but" in one) != ("fine" in one):
        return []
    frame = _frame(set(one))
    if frame is None:
        return []
    subject: Subject = one.get("subject") or _happening(one) or NOBODY
    if subject.pronoun or subject.quantifier not in ("", "each", "no", "all"):
        return []
    if subject.noun is not None and subject.quantifier == "each" and is_coin(subject.noun):
        return []  # `every cent of the 900 euros`
    if subject.noun is not None and subject.noun.placed and set(one) - LIGHT == {"not", "subject"}:
        return []  # `a call on Monday, not Tuesday`
    if before is not None:
        one["before"] = before
        bound = any(part.entry.type in ("MODAL", "PERMIT", "NOT") for part in parts)
        named = subject.noun is not None and subject.noun.kind == "name"
        if named and not bound and {"start", "end"} & set(one):
            return []  # `lunch at 12:30, the bakery closes at 14:00`
    made = frame(w, one, subject)
    if made is None or isinstance(made, Clause | list):
        return _meanings(w, made, by_role.get("over", []), subject if subject.noun else None)
    asks: Asks | None = made
    for over in by_role.get("over", ()):
        asks = asks_over(w, asks, over) if asks is not None else None
    of_each = asks is not None and any(ask.each for ask in asks.parts)
    rank = subject.noun.rank if subject.noun is not None else ""
    if of_each and w.scheduled and rank in ("day", "week", "month"):
        return []  # `40 hours each in any week`: each person
    if asks is not None and frame is amounts and any(map(_owns, said, said[1:])):
        asks = most_at_hand(w, asks)
    if asks is None:
        return []
    if frame in (times, amounts) or subject.noun is None:
        who: Subject | None = subject
    else:
        who = None
    placed = who is None or who.noun is None or who.noun.kind == "rank"
    if before is not None and placed and _dependent(asks):
        if who is not None and who.noun is not None:
            return []  # `…, 20 minutes a day altogether`: of what was said before
        return _continued(w, asks, who or NOBODY, before)
    return _meanings(w, clause(w, who or NOBODY, asks), [], who, asks)


def _asked(parts: Parts) -> Iterator[Ask]:
    """Yield what is asked in a row of parts."""
    theme = next((part.value for part in parts if part.role == "theme"), None)
    for part in parts:
        if part.role == "asks":
            yield from part.value.parts
        elif part.role == "bound":
            yield Ask("amount", part.value, theme)


def _frame(roles: set[str]) -> Any:
    """Return how parts of these roles are put together."""
    roles = roles - LIGHT
    fitting = [
        make for needed, free, make in FRAMES if needed <= roles and not roles - needed - free
    ]
    return fitting[0] if len(fitting) == 1 else None


def _happening(one: dict[str, Any]) -> Subject | None:
    return Subject(one["happening"]) if "happening" in one else None


def _meanings(
    w: Words, made: Any, overs: list[Over], subject: Subject | None = None, asks: Asks | None = None
) -> list[Meaning]:
    rows = readings_of(made)
    for over in overs:
        rows = [held for one in rows if (held := over_clause(w, over, one)) is not None]
    return [
        Meaning(*folded(one), 0.0, (), subject, asks)
        for one in rows
        if not one.test and not one.plural
    ]


def _dependent(asks: Asks) -> bool:
    """Tell whether a demand does not say of what it is."""
    return any(a.noun is None and (a.theme is None or not a.theme.of) for a in asks.parts)


def _leads(meaning: Meaning) -> bool:
    """Tell whether a demand begins with where it holds, so that the next may hold there too."""
    first = meaning.parts[0].entry
    while first.parts and first.type != "Over":
        first = first.parts[0]
    return first.type == "Over"


_ORDER = re.compile(r" (?:before|after|preceding|following) ")


def _shares(one: Meaning, other: Meaning) -> bool:
    """Tell whether the scope of a demand may be meant of the one before it too: `… and 5 g a day`."""
    scoped = re.match(r"each \w+(?: (?:on|except) [\w ]+)?: ", other.formula)
    whole = other.whole or any(
        part.role == "total"
        or (part.role == "clause" and (part.value.whole or part.value.together))
        for part in one.parts
    )
    return scoped is not None and not whole and depends_on_scope(one.formula)


def _continued(w: Words, asks: Asks, subject: Subject, before: Meaning) -> list[Meaning]:
    """Say what stays unsaid in a demand that goes on from one before: `…, and four on Sunday`."""
    spoken = before.subject.noun if before.subject is not None else None
    if len(asks.parts) != 1 or (before.asks is None and (spoken is None or not asks.overs)):
        return []
    if before.asks is None:
        bound = asks.parts[0].bound
        ask = count(w, bound, spoken) if bound is not None and spoken is not None else None
        made = None if ask is None else clause(w, NOBODY, changed(asks, parts=(ask,)))
        return _meanings(w, made, [], None, asks)
    model, bound = before.asks.parts[0].bound, asks.parts[0].bound
    if model is None or bound is None or bound.plain != model.plain:
        return []  # `at most 5 minutes each and 20 a day`
    if asks.overs and before.subject is not None and before.subject.quantifier:
        return []  # `each at least 90 minutes, not more than three a day`
    signs = {b.limits[0].comparator[0] for b in (model, bound)}
    if not asks.overs and not asks.parts[0].total and signs != {"<", ">"}:
        return []
    like = like_first(before.asks, asks)
    if like is None:
        return []
    if asks.parts[0].total:
        like = changed(like, overs=asks.overs)
    if before.whole:
        dated = before.asks.overs and all(
            o.scope != o.rank for o in (*asks.overs, *before.asks.overs)
        )
        made = clause(w, subject, like) if dated and asks.overs else None
        return _meanings(w, made, [], subject, like)
    made = paired(w, ((before.subject or NOBODY, before.asks), (subject, like)))
    return [m._replace(whole=True) for m in _meanings(w, made, [], subject, like)]


def _quantified(part: Part) -> bool:
    return part.role == "subject" and part.value.quantifier not in ("", "no")


def _open(part: Part) -> bool:
    return part.value.noun is not None and part.value.noun.kind == "name"


def _plainly_so_much(part: Part) -> bool:
    asked = [a.bound for a in part.value.parts] if part.role == "asks" else []
    limits = [part.value] if part.role == "bound" else asked
    return any(bound is not None and bound.plain for bound in limits)


def _told_of_one(one: Part, two: Part, three: Part) -> bool:
    """Tell whether somebody says what they are: `I am unavailable`."""
    return one.entry.type == "WHO" and two.role == "be" and three.role == "subject" and _open(three)


def _is_something(one: Part, two: Part, three: Part) -> bool:
    """Tell whether an amount is said to be something: `30 g of protein is the norm`."""
    so_much = one.role in ("asks", "bound") and three.role == "subject"
    return so_much and only_named(two, three.value.noun)


def _goes_on(said: list[Part]) -> bool:
    """Tell whether behind what is asked somebody does something else: `two hours a day, I work in sales`."""
    places = [n for n, part in enumerate(said[1:-1], 1) if part.entry.type == "WHO"]
    return any(
        said[n + 1].role in ("have", "subject") and said[n - 1].role in ("asks", "bound", "theme", "over")
        and said[-1].role == "subject" for n in places
    )  # fmt: skip


def _owns(one: Part, other: Part) -> bool:
    """Tell whether somebody says what they have: `evenings I have two hours`, and no more."""
    return one.entry.type == "WHO" and other.entry.type == "HAVE" and has(one.value, other.value)


def _may_follow(one: Part, other: Part) -> bool:
    """Tell whether a part may stand behind another: where rules do not join neighbours, there is
    a reason.
    """
    if other.role == "then":
        return one.role == "beside"
    if other.entry.type == "LONG":  # not `the long break`
        return one.role in ("bound", "asks")
    if one.entry.type == "WHO" and other.role == "subject" and _open(other):
        return False  # `I shower there`: what is no word of the vocabulary may be a verb
    if one.entry.type == "IN" and _plainly_so_much(other):
        return False  # `all of it in half an hour` is no more than that
    if one.entry.type == "WHO" and one.value == "one" and other.role == "subject":
        return False  # `one nap is 40 minutes`: one of several
    if one.role == "measures" and (other.entry.type == "OF" or other.entry.value == "total"):
        return False  # `runs of 5 km`, `swim total`
    if one.role == "bound" and other.role == "subject" and _open(other):
        return False  # `five minutes slow`
    if one.role in ("beside", "then") and other.role == "over":
        return False  # of the one, or of the other
    if one.entry.type == "HAVE" and other.entry.type == "TO":
        return False  # `the hymn books to £450`
    if one.role == "have" and other.role == "times" and one.value in ("eat", "drink"):
        return False  # `the helpers eat by one`
    if one.role in LIGHT:
        ties = data("floating")["ties"].get(one.entry.type)
        deed = one.entry.type in ("HAVE", "SPEND") and other.entry.type == "BE"  # `the carry is`
        return not deed and (ties is None or other.role in ties)
    named = other.value.noun if other.role == "subject" else None
    if one.role == "not" and named is not None and (named.article == "a" or named.kind == "plan"):
        return False  # `two paragraphs, not an essay` says it again
    if one.role == "not" and (other.role == "over" or _quantified(other)):
        return False  # `not every day`
    if one.role == "each one":
        return other.role in LIGHT
    if other.entry.type == "FORBIDDEN":
        return one.role == "be"
    if one.role == "subject" and other.role == "over":
        return not one.value.noun or not one.value.noun.filters
    return not (one.role == "subject" and other.role in ("bound", "asks")) or bool(
        one.value.quantifier
    )


def _tells_when(parts: Parts) -> bool:
    """Tell whether a clause without a duty says when something of its own happens."""
    named = any(
        p.role == "subject" and p.value.noun is not None and p.value.noun.kind == "name"
        for p in parts
    )
    happens = any(p.role == "be" for p in parts) and any(p.role == "times" for p in parts)
    return named and happens and not any(p.entry.type in _DUTIES for p in parts)


def _somebody(part: Part) -> bool:
    told = part.role == "subject" and part.value.somebody
    return told or (part.entry.type == "WHO" and part.value in data("asides")["speaker"])


def _tells(parts: Parts, before: Meaning | None) -> bool:
    """Tell whether what somebody does, or lacks, is told and not asked for."""
    if not any(part.entry.type in _DUTIES for part in parts):
        return before is not None or any(part.role == "happening" for part in parts)
    asked = [part.value for part in parts if part.role == "asks"]
    lacked = (Asks((Ask("there", noun=p.value.noun),)) for p in parts if p.role == "subject")
    return any(part.role == "not" for part in parts) and any(
        only_told(dutiful(asks, "must not") or asks) for asks in (*asked, *lacked)
    )


_DUTIES = frozenset({"MODAL", "PERMIT", "NOT", "NO", "ENSURE", "AVOID"})
