"""What is to be there, or not, whatever words stand around: `keep sesame out of everything`.

Where rules and typed parts join nothing, a sentence is covered by such parts: things of any name,
what denies or demands them before or behind, who wants it, where and when, what joins them, and
words that say nothing (`existence` in `grammars/english.yaml`). Every other word refuses the
sentence, so that none is lost.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from evalspec.language.english.chart import Chart, UnfitError
from evalspec.language.english.closed import data, verb_forms
from evalspec.language.english.covering import (
    Meaning,
    Part,
    Parts,
    cheapest,
    last_place,
    rows,
    starting,
)
from evalspec.language.english.existence_parts import existence_parts
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Ask, Asks, Clause, Noun, Over, Subject, changed, held
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.rules.layout import nothing_else
from evalspec.language.english.rules.names import named
from evalspec.language.english.rules.presence import at_meal
from evalspec.language.english.rules.texts.literals import literal
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import readings_of
from evalspec.language.english.tokens import Row
from evalspec.vocabulary.nouns import singular

BEAM = 30
"""Rows of parts kept up to a place: the cheapest."""
MARGIN = 0.15
"""Rows whose costs differ by less must mean the same."""


def existence(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence as things that are there or not, the cheapest first."""
    end = last_place(row, chart)
    parts_at = starting(row, existence_parts(row, chart)) if end else {}
    found = rows(parts_at, 0, end, None, BEAM) if end else []
    return cheapest(row.known, found, _demand, MARGIN)


# -- how they are put together --------------------------------------------------------------------
class _Said(NamedTuple):
    """A thing or a form, and whether it is demanded or denied."""

    noun: Noun
    absent: bool
    kind: str
    """there, tell, column or form."""
    link: str
    cued: bool = True
    """Whether words before it say so, and not those before the thing that it is joined to."""


def _demand(w: Words, parts: Parts) -> list[Clause]:
    """Put parts together; nothing where they do not fit."""
    if not _stand(parts):
        return []
    parts, held_in = _table_with(parts)
    scopes = [p for p in parts if p.role in _SCOPES]
    rest = [p for p in parts if p.role not in (*_SCOPES, "glue", "any")]
    days = [p for p in parts if p.role == "days"]
    if any(p.role == "then" for p in parts) and not scopes:
        return []  # `the sofa goes`
    bare = len(rest) > 1 and (rest[0].role, rest[1].entry.value) == ("thing", "out")
    if bare and scopes:
        return []  # `bins out on Thursdays`: put out
    if scopes and any(p.role == "join" and p.value.endswith("so") for p in rest):
        return []  # `no fish, so no mussels on Friday`
    if any(map(_room_for_text, rest, rest[1:])):
        return []  # `a slot for questions`: no question mark
    if days:
        return _so_many_days(w, [p for p in parts if p.role != "days"], days)
    rest, alone = _forms(rest)
    if held_in:
        return [] if scopes or alone else _laid_out(rest, held_in)
    said = _polarities(rest, any(p.role != "window" for p in scopes))
    if alone:
        told = any(p.role == "alone" for p in parts) or [one.absent for one in said[:2]] != [
            False,
            True,
        ]
        said = _left_alone(w, said) if told else said  # `just a list, no table`
    if any(p.role == "it" for p in parts) and any(_of_things(one) for one in said):
        return []
    if not said or (scopes and len({one.absent for one in said}) > 1):
        return []
    if any(one.absent and _NARROWED.fullmatch(one.noun.filters) for one in said):
        return []  # `no peat on the allotment`: in no entry, whether it names the allotment or not
    if len({p.role for p in scopes}) < len(scopes) or not all(_fits(p, said) for p in scopes):
        return []
    if scopes and any(" where " in one.noun.text or "count(" in one.noun.scope
                      for one in said if one.kind == "form" or one.noun.kind == "text"):  # fmt: skip
        return []  # `a table with two rows per week`
    asks = [_asked(w, one, scopes) for one in said]
    if any(ask is None for ask in asks):
        return []
    links = {one.link for one in said if not one.absent}
    link: Any = "or" if "or" in links else "and"
    if link == "or" and (links - {"or", ",", ""} or any(one.absent for one in said)):
        return []
    made: Asks | None = Asks(tuple(ask for ask in asks if ask is not None), link)
    for part in scopes:
        if part.role == "over" and made is not None:
            made = asks_over(w, made, part.value)
    return readings_of(clause(w, Subject(None), made)) if made is not None else []


def _room_for_text(one: Part, other: Part) -> bool:
    """Tell whether a slot or a line is wanted for what may be no thing of a plan."""
    kept = one.role == "need" and str(one.value).lower().endswith(" for")
    return kept and (other.role != "thing" or other.value.kind not in ("name", "category"))


def _so_many_days(w: Words, parts: list[Part], days: list[Part]) -> list[Clause]:
    """Hold on how many days things are there or not: `two of the five days meat-free`."""
    before = [p for p in parts if p.start < days[0].start and p.role != "glue"]
    if before and before[-1].role in ("deny", "avoid"):
        return []  # `no two days running had chicken`
    overs = [p.value for p in parts if p.role == "over"]
    inner = tuple(
        p
        for p in parts
        if p.role not in ("over", "join") or (p.role == "join" and p is not parts[0])
    )
    made = (
        _demand(w, (*inner, days[0]._replace(role="over", value=Over("day", 20, rank="day"))))
        if len(days) == 1
        else []
    )
    if len(made) != 1 or made[0].overs[:1] == () or len(made[0].overs) > 1 or len(overs) > 1:
        return []
    formula, strength = held(f"count(day where ({made[0].formula}))", days[0].value)
    return [Clause(formula, tuple(overs), strength)]


def _table_with(parts: Parts) -> tuple[Parts, list[str]]:
    """Return the parts without what a table is to hold, and that as formulas: `the cost in the last
    column`, `put the totals in a table`.
    """
    kept: list[Part] = []
    texts: list[str] = []
    for part, after, last in zip(parts, (*parts[1:], None), (*parts[2:], None, None), strict=False):
        before = kept[-1] if kept else None
        if part.role in ("thing", "raw") and after is not None and after.role == "place":
            name = part.value.name if part.role == "thing" else part.value
            column = data("existence")["columns"][after.value.split()[2]]
            texts.append(f"first cell of {column} contains {quoted(name)}")
        elif part.role == "thing" and _put_in(before, after, last):
            names = dict.fromkeys((part.value.name, singular(part.value.name)))
            texts.append(f"contains any of [{', '.join(map(quoted, names))}]")
        elif part.role != "place":
            kept.append(part)
    return tuple(kept), texts


def _put_in(before: Part | None, after: Part | None, last: Part | None) -> bool:
    """Tell whether something is put in a table."""
    led = after is not None and after.role == "lead" and after.value.startswith("in")
    one = last is not None and _textual(last) and not last.value.plural
    table = last is not None and (
        last.value == "exists table" or (one and last.value.scope == "table")
    )
    return led and table and before is not None and before.role in ("write", "verb")


def _laid_out(rest: list[Part], held_in: list[str]) -> list[Clause]:
    """Ask for a table that holds something."""
    forms = [p.value.scope for p in rest if p.role == "thing"]
    if any(form != "exists table" for form in forms):
        return []
    if {p.role for p in rest} - {"thing", "join", "need", "modal", "verb", "who", "ensure"}:
        return []
    return [Clause(f"exists table where ({' and '.join(held_in)})")]


_SCOPES = ("over", "window", "meal")


@cache
def _forms_of(kind: str) -> frozenset[str]:
    return frozenset(form for verb in data("existence")[kind] for form in verb_forms(verb))


def _stand(parts: Parts) -> bool:
    """Tell whether parts may stand beside each other."""
    acts = len(parts) > 1 and parts[0].role == "over" and parts[1].role == "verb"
    if acts and parts[1].value not in _forms_of("holding"):
        return False  # `every step serves the request`
    leads = {word for p in parts if p.role == "lead" for word in p.value.split()}
    if any(p.role == "single" for p in parts) and not leads & {"one", "single"}:
        return False
    if any(p.role == "any" for p in parts) and not any(p.role in ("deny", "avoid") for p in parts):
        return False
    if any(_told_of(parts[:n]) for n, p in enumerate(parts) if p.role in ("deny", "avoid", "out")):
        return False  # `mention that there is no lift`
    for one, two in zip(parts, (*parts[1:], None), strict=False):
        if two is not None and (one.role, two.role) in _UNFIT:
            return False  # `day 1 must focus on legs`, `two days after the race`
        if one.role == "lead" and two is not None and _textual(two) and _sized(one, two):
            return False  # `use short sentences`
        if one.role == "lead" and (
            two is None or (two.role not in ("form", "lead") and not _textual(two))
        ):
            return False
        if two is not None and two.role == "raw" and one.role not in ("column", "join", "glue"):
            return False
    for one, two, three in zip(parts, (*parts[1:], None), (*parts[2:], None, None), strict=False):
        if two is not None and one.role == "deny" and two.role in _SCOPES:
            return False  # `not every day`
        roles = (two.role, three.role) if two is not None and three is not None else ()
        if one.role in _SCOPES and roles == ("join", "thing"):
            return False  # `a break before lunch and dinner`
    return True


def _told_of(before: Parts) -> bool:
    """Tell whether a text is to say what follows: a denial of what it tells is none of its words."""
    telling = [p for p in before if p.role == "tell" or p.value in data("verbs")["MENTION"]]
    return bool(telling) and before[-1] not in telling and before[-1].role != "join"


_UNFIT = (("modal", "thing"), ("permit", "thing"), ("days", "window"))


def _sized(lead: Part, piece: Part) -> bool:
    """Tell whether a word before a piece of a text says how it is to be: of a table or a list none does."""
    plain = {"in", "as", "into", "using", "a", "an", "one", "exactly", "single"}
    return piece.value.scope not in ("table", *_LISTS) and bool({*lead.value.split()} - plain)


def _textual(part: Part) -> bool:
    return part.role == "thing" and part.value.kind == "text"


def _fits(scope: Part, said: list[_Said]) -> bool:
    """Tell whether things may be said to be there then: what is at nine may start then, or last till then."""
    if scope.role != "window" or said[0].absent:
        return True
    return scope.value.kind in ("part", "relative") and len(said) == 1


def _forms(parts: list[Part]) -> tuple[list[Part], bool]:
    """Return the parts with forms as things, and whether nothing else is to stand beside them."""
    alone = any(p.role in ("only", "alone") for p in parts)
    led = {b.start: a.value for a, b in zip(parts, parts[1:], strict=False) if a.role == "lead"}
    contrary = any(p.role == "single" for p in parts)
    parts = [
        _as_form(p, led[p.start], contrary) if p.start in led and _textual(p) else p for p in parts
    ]
    kept = [p for p in parts if p.role not in ("only", "alone", "it", "lead", "write", "single")]
    while contrary and kept and kept[-1].role == "join":
        kept.pop()
    while alone and kept and kept[-1].role == "join":
        kept.pop()
    return [
        p._replace(role="thing", value=Noun(p.value, "keys", name="form")) if p.role == "form"
        else p._replace(role="thing", value=named(p.value)) if p.role == "raw" else p
        for p in kept
    ], alone  # fmt: skip


def _as_form(part: Part, lead: str, contrary: bool) -> Part:
    """Return a piece of text as a form: so many, where it is said to be one, but for what holds others."""
    lists = _LISTS if contrary else ("table", *_LISTS)
    alone = {"one", "single"} & set(lead.split()) and part.value.scope not in lists
    text = part.value.text
    number = part.value.counts or f"count({text})"
    return part._replace(role="form", value=f"{number} = 1" if alone else f"exists {text}")


_LISTS = ("bullet", "numbered", "list-item")


def _of_things(one: _Said) -> bool:
    return one.kind == "there" and one.noun.kind not in ("text", "mark", "literal")


def _left_alone(w: Words, said: list[_Said]) -> list[_Said]:
    """Ask that nothing stands beside a form; a format of data is one of the whole answer."""
    asked = [one for one in said if not one.absent]
    if len(asked) != 1:
        return []
    one = asked[0]
    noun = one.noun
    if noun.kind == "text" and noun.scope == "table" and not noun.filters:
        noun = Noun("exists table", "keys", name="form")
    if noun.kind != "keys":
        return []
    alone = one._replace(noun=changed(noun, scope=nothing_else(w, noun.scope) or noun.scope))
    return [alone._replace(kind="form") if other is one else other for other in said]


def _asked(w: Words, one: _Said, scopes: list[Part]) -> Ask | None:
    noun: Noun | None = one.noun
    if one.absent and one.noun.kind == "name" and one.noun.name in ("table", "tables"):
        return Ask("test", text="exists table", absent=True)
    if one.kind == "form":
        return Ask("test", text=one.noun.scope, absent=one.absent)
    if one.kind == "column":
        text = f"exists table where (line 1 contains {quoted(one.noun.name)})"
        return Ask("test", text=text, absent=one.absent)
    if one.kind == "tell":
        return _told(one)
    for part in scopes:
        if noun is not None and part.role == "window":
            noun = placing.timed(w, noun, part.value)
        elif noun is not None and part.role == "meal":
            noun = at_meal(w, noun, part.value) if noun.kind in ("name", "category") else None
    if noun is not None and one.absent and noun.kind == "name" and _VAGUE.search(noun.name):
        noun = changed(named(_VAGUE.sub("", noun.name)), filters=noun.filters)
    return None if noun is None else Ask("there", noun=noun, absent=one.absent)


_VAGUE = re.compile(r"(?<=\w) (?:stuff|things)\Z", re.IGNORECASE)
"""What says no more of what must not be: `no oven stuff`."""


def _told(one: _Said) -> Ask | None:
    """Ask that a text tells of something: it says the words for it."""
    noun, narrow = one.noun, _NARROWED.fullmatch(one.noun.filters)
    if noun.kind not in ("name", "category") or (noun.filters and narrow is None):
        return None
    texts = (noun.name,) if narrow is None else (noun.name, narrow[1])
    if one.absent and len(texts) > 1:
        return None
    return Ask("there", noun=literal(texts), absent=one.absent)


_NARROWED = re.compile(r' where \(contains "([^"\\]*)"\)')


def _polarities(parts: list[Part], scoped: bool) -> list[_Said]:
    """Return each thing with what cues before it or behind it say of it; empty if they do not fit."""
    found: list[_Said] = []
    cues: list[Part] = []
    pending = True
    for part in parts:
        if part.role != "thing":
            cues.append(part)
            continue
        joints = [c for c in cues if c.role == "join"]
        said = [c for c in cues if c.role != "join"]
        if "deny" in {c.role for c in said}:  # `do not`
            said = [c for c in said if c.value not in ("do", "does", "did", "with")]
        if part.entry.type == "FREE":
            if not scoped or {c.role for c in said} & {"deny", "avoid"} or (found and not joints):
                return []  # `the plan must be gluten-free`: what has gluten in it
            found.append(_Said(part.value, True, "there", joints[0].value if joints else ""))
            pending, cues = False, []
            continue
        if found and not joints and not (said and said[0].role in ("deny", "avoid", "column")):
            return []
        if (joints and not found) or (found and not joints and found[-1].absent and _lacking(said)):
            return []  # `no dinner without vegetables`: each has some
        link = joints[0].value if joints else ""
        so = any(joint.value.endswith("so") for joint in joints)
        if so and (scoped or not _follows_from(found[-1], part.value, said)):
            return []  # `no fish, so meat`
        if found and link in (".", "!") and not said:
            return []  # `No hostels. Ada coughs.`
        if said:
            if found and pending:
                return []
            sign = _sign(said)
            if sign is None:
                return []
            pending = False
            found.append(_Said(part.value, sign, _kind(part, said), link))
        elif not found and part.value.kind == "keys":
            pending = False  # `a plain list, no bold`
            found.append(_Said(part.value, False, _kind(part, []), ""))
        elif found:
            if found[-1].noun.filters or (part.value.article and found[-1].absent):
                return []  # `no snack or a dessert`
            kind = _kind(part, []) if part.value.kind == "keys" else found[-1].kind
            if (part.entry.type == "RAW") != (kind == "column"):
                return []
            found.append(found[-1]._replace(noun=part.value, link=link, cued=False, kind=kind))
        else:
            found.append(_Said(part.value, False, _kind(part, []), ""))
        cues = []
    if found and found[-1].kind == "form" and found[-1].link == "," and not found[-1].cued:
        found[-1] = found[-1]._replace(absent=False, cued=True)  # `no tables, prose only`
    if not _listed(found) or sum(_allergic(p) for p in parts) * len(found) > 1:
        return []
    kept = {p.value for p in parts if p.role == "verb"} <= {
        *data("existence")["keeping"]
    } and not any(one.absent for one in found)
    return _closed(found, cues, pending, scoped, kept)


def _follows_from(one: _Said, noun: Noun, cues: list[Part]) -> bool:
    """Tell whether a thing is refused as another is: `I don't eat pork, so no bacon`."""
    denied = {c.role for c in cues} & {"deny", "avoid"}
    return bool(denied) and one.absent and one.noun.name != noun.name and not noun.window


def _kind(part: Part, cues: list[Part]) -> str:
    """Tell how a thing is asked for: to be there, told, a column of a table, or a form."""
    if part.value.kind == "keys" and part.value.name == "form":
        return "form"
    roles = [c.role for c in cues]
    kind = next((role for role in ("tell", "column") if role in roles), "there")
    if (part.entry.type == "RAW") != (kind == "column"):
        raise UnfitError
    return kind


def _listed(found: list[_Said]) -> bool:
    """Tell whether things without cues of their own are the last of a list: `no egg, tofu or fish`."""
    for one, other in zip(found, (*found[1:], None), strict=False):
        last = other is None or other.cued
        if not one.cued and ((one.link == "and" and one.absent) or (last and one.link == ",")):
            return False
    return True


def _allergic(part: Part) -> bool:
    """Tell whether somebody only says what they cannot have, which beside a demand may tell why."""
    return part.role == "avoid" and part.value.startswith(("be allergic", "allergic", "intolerant"))


def _closed(
    found: list[_Said], cues: list[Part], pending: bool, scoped: bool, kept: bool
) -> list[_Said]:
    """Apply what stands behind the last thing."""
    if any(c.role == "instead" for c in cues) and not (found[-1].cued and not found[-1].absent):
        return []  # `no running, cycling or rowing instead`
    cues = [c._replace(role="there") if c.role in ("then", "instead") else c for c in cues]
    roles = {c.role for c in cues}
    if not pending:
        if roles == {"out"} and kept:
            return [one._replace(absent=True) for one in found]
        return found if roles <= {"there"} else []
    if not found or ("join" in roles - {"deny"} and not roles & {"deny", "out"}):
        return []
    if not cues:
        return found if scoped and not any(one.noun.filters for one in found) else []
    refused = [c.role for c in cues if c.value not in ("do", "does", "can", "could")]
    if refused == ["who", "deny", "verb"] and cues[-1].value in data("existence")["taking"]:
        return [one._replace(absent=True) for one in found]  # `pork I do not eat`
    if roles & {"who", "tell", "avoid"} or cues[0].role == "verb":
        return []
    denials = sum(c.role in ("deny", "out") for c in cues)
    if denials > 1 or ("permit" in roles and not denials):
        return []
    asked = denials or roles & {"modal", "there", "need"}
    return [one._replace(absent=bool(denials)) for one in found] if asked else []


def _lacking(cues: list[Part]) -> bool:
    return any(c.value in ("without", "lacking") for c in cues)


def _sign(cues: list[Part]) -> bool | None:
    """Tell whether cues before a thing deny it; None where they do not fit."""
    roles = [c.role for c in cues]
    denials = roles.count("deny") + roles.count("avoid")
    if "out" in roles or "there" in roles or (denials and "need" in roles):
        return None
    if "who" in roles and not {"verb", "avoid", "need"} & set(roles):
        return None  # `no running, we cycle`
    if roles.count("deny") > 1 or roles.count("avoid") > 1:
        return None
    if "who" in roles and not denials and not {"modal", "need"} & set(roles):
        return None  # `we have a toddler`
    if "permit" in roles and denials != 1:
        return None
    owned = [c for c in cues if c.role == "verb" and c.value in ("have", "own", "has")]
    if "who" in roles and owned and denials and "permit" not in roles and "modal" not in roles:
        return None  # `we don't have a car`
    return denials == 1
