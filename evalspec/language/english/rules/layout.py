"""The layout of an answer: tables with columns, lists and nothing but lists, numbered steps, named parts."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.closed import data, variants
from evalspec.language.english.lexicon import LARGE, Words, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Subject,
    clause_of,
    held,
    negated,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, names
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.texts import edges, formats, lengths, places
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import folded

MOST_WORDS = 3
"""Of the name of a column."""
_SECOND = r"\A\s*\S[^\n]*\n[ \t]*(?:\n|\z)"
"""A text whose first line has an empty one below it."""


# -- tables ---------------------------------------------------------------------------------------
@rule("Labels -> COLUMNS Raw / Text COMMA? NAMELY Raw / Text COLON Raw",
      example="with the columns time, topic and speaker")  # fmt: skip
def labels(w: Words, *parts: Any) -> tuple[tuple[str, ...], bool] | None:
    """Read the names of columns, and whether they are in that order: `time, topic and speaker`."""
    if isinstance(parts[0], Noun) and parts[0].scope != "column":
        return None
    said = _BEING.sub("", parts[-1].lstrip(": "))
    listed_ = _ORDERED.sub("", said)
    names = [name.strip(" .\"'") for name in re.split(r",|\band\b|;|/", listed_)]
    names = [
        re.sub(r"^(?:namely\s+|for\s+)?(?:(?:the|a|an|its|one for|one with)\s+)?", "", name)
        for name in names
        if name
    ]
    known = all(name and len(name.split()) <= MOST_WORDS for name in names)
    return (tuple(names), said != listed_) if known and len(names) > 1 else None


_BEING = re.compile(r"^(?:(?:must|should|shall|have to|need to) be|are):?\s+", re.IGNORECASE)
_ORDERED = re.compile(
    r"[\s,(–—-]*\b(?:exactly )?in (?:that|this|exactly that|exactly this|the given|the same) (?:exact )?(?:order|sequence)[)\s.]*$",
    re.IGNORECASE,
)


@rule("Layout -> Text", example="as a table")
def table(w: Words, noun: Noun) -> str | None:
    return f"exists {noun.scope}" if noun.scope in ("table", "code") and not noun.plural else None


@rule("Layout -> Text WITH|OF Num? Labels", "Layout -> Text COMMA WITH Num? Labels", "Layout -> Text COLON Num? Labels", "Layout -> Text? Labels", "Layout -> ONLY|EQ? Num Labels",
      "Layout -> Form WITH|OF|COLON|COMMA Num? Labels",
      example="a table with the columns time, topic and speaker")  # fmt: skip
def table_of(w: Words, *parts: Any) -> str | None:
    names, ordered = parts[-1]
    number = next((p for p in parts if isinstance(p, Amount)), None)
    if any(isinstance(p, Noun | str) and not _is_table(p) for p in parts):
        return None
    if number is not None and (not number.exact or number.low != len(names)):
        return None
    held_in = f"line 1 contains all of [{', '.join(map(quoted, names))}]"
    if ordered:
        row = ".*".join(rf"\b{re.escape(name)}\b" for name in names)
        held_in = f"line 1 matches {quoted(f'(?i){row}')}"
    counted = f" and count(column) = {number.low}" if number is not None else ""
    return f"exists table where ({held_in}{counted})"


def _is_table(what: Any) -> bool:
    """Tell whether a table is spoken of, by its form or as a piece of a text."""
    if isinstance(what, Noun):
        return what.scope == "table" and not what.plural
    return bool(what == "markdown-table")


@rule("Clause -> HAVE* Layout", example="use a table", against="set a table", cost=-2.5)
def uses_layout(w: Words, verb: str, layout: str) -> Clause | None:
    """What is used for an answer is a form of it, not a thing called so."""
    return Clause(layout) if verb == "use" else None


@rule("Ask -> Text NAMED Quoted", example='a column called "Status"')
def column_called(w: Words, noun: Noun, name: str) -> Ask | None:
    one = noun.scope == "column" and not noun.plural
    return Ask("test", text=f"exists table where (line 1 contains {quoted(name)})") if one else None


@rule("Layout -> Num Text Text / Num Text Text WITH Bound Text", example="a two-column table")
def table_of_so_many(w: Words, number: Amount, part: Noun, what: Noun, *more: Any) -> str | None:
    """Count columns and rows of a table: `a two-column table with at least four rows`."""
    rows = [(part, bounds.number(w, number)), *([(more[1], more[0])] if more else [])]
    if not _is_table(what) or part.plural or any(p.scope not in ("column", "row") for p, _ in rows):
        return None
    told = " and ".join(held(f"count({p.scope})", bound)[0] for p, bound in rows)
    return f"exists table where ({told})"


@rule(
    "Clause -> Text Duty? HAVE Text NAMED Quoted",
    example='the table must have a column called "Status"',
)
def table_called(w: Words, noun: Noun, duty: str | None, part: Noun, name: str) -> Any:
    ask = column_called(w, part, name) if _is_table(noun) else None
    return (
        None
        if ask is None or duty not in (None, "must")
        else clause(w, Subject(None), Asks((ask,)))
    )


@rule("Bare -> AVOID LISTS", example="avoid lists")
def avoid_lists(w: Words) -> Asks:
    return Asks((no_lists(w),))


@rule("Ask -> NO|WITHOUT LISTS", "Ask -> NO ANY LISTS", example="no lists")
def no_lists(w: Words) -> Ask:
    return Ask("there", noun=Noun("list-item", "text", "", LARGE, "list-item"), absent=True)


@rule("Ask -> NO|WITHOUT ANY? Text", example="no tables", against="no table booking", cost=-5.0)
def no_table(w: Words, noun: Noun) -> Ask | None:
    return Ask("there", noun=noun, absent=True) if noun.scope == "table" else None


@rule("Layout -> Text|Form WITH|OF Bound Text", example="a table with four columns")
def table_sized(w: Words, what: Any, bound: Bound, part: Noun) -> str | None:
    if not _is_table(what) or part.scope not in ("column", "row"):
        return None
    return f"exists table where ({held(f'count({part.scope})', bound)[0]})"


@rule("Layout -> FOR|IN? Text|Form WITH|COMMA|COLON|OF Num|SINGLE|INDEF? Text Over", "Layout -> SINGLE Text WITH INDEF? Text Over",
      example="a table with one row per day", cost=-5.0)  # fmt: skip
def row_of_each(w: Words, what: Any, *rest: Any) -> str | None:
    """Ask for as many rows, or columns, as there are days."""
    number = rest[0] if isinstance(rest[0], Amount) else None
    part, over = rest[-2:]
    one = number is None or (number.exact and number.low == 1)
    plain = over.quantifier == "each" and over.scope == over.rank and not over.anyone
    person = over.rank == "persons" and over.quantifier == "per" and not w.prose
    plain, counted = plain or person, 'value("person")' if person else over.scope
    if not (one and plain and _is_table(what)) or part.scope not in ("row", "column", "line"):
        return None
    return f"exists table where (count({part.scope.replace('line', 'row')}) = count({counted}))"


@rule("Layout -> Num Text WITH|COMMA|COLON|OF Num|SINGLE|INDEF? Text Over",
      example="one table with one row per week", cost=-5.0)  # fmt: skip
def one_with_row_of_each(w: Words, number: Amount, what: Noun, *rest: Any) -> str | None:
    rows = row_of_each(w, what, *rest)
    return f"tables = 1 and {rows}" if rows and number.exact and number.low == 1 else None


# -- lists ----------------------------------------------------------------------------------------
@rule("Layout -> Listed", "Layout -> Text LISTED_AS?", example="as a numbered list")
def listed(w: Words, scope: Any) -> str | None:
    if isinstance(scope, Noun):
        if scope.scope not in ("bullet", "numbered") or not scope.plural:
            return None
        scope = scope.scope
    return f"{_COUNTS[scope]} >= 1"


_COUNTS = {"bullet": "bullets", "numbered": "numbered"}


def nothing_else(w: Words, layout: str) -> str | None:
    alone = layout.endswith(">= 1") or layout in ("exists table", "exists code")
    around = " and not exists heading and not exists list-item" if layout == "exists table" else ""
    return f"({layout} and paragraphs = 0{around})" if alone else None


@rule("Clause -> SORTED Plan|Noun|Listed AS|IN? ALPHABETICAL", "Clause -> HAVE|SET|KEEP? Plan|Noun|Listed IN|AS? ALPHABETICAL", "Clause -> Plan|Noun|Listed IS? SORTED|HAVE? IN|AS? ALPHABETICAL",
      example="sort the list alphabetically")  # fmt: skip
def alphabetical(w: Words, noun: Any) -> Clause | None:
    """Ask that each item of a list does not come before the one above it in the alphabet."""
    scope = noun if isinstance(noun, str) else "list-item" if noun.kind == "plan" else noun.scope
    if isinstance(noun, Noun) and (noun.filters or noun.overs or noun.front or noun.article == "a"):
        return None
    if scope not in ("bullet", "numbered", "list-item", "line"):
        return None
    level = "" if scope == "line" else " where (indentation = 0)"
    return Clause(f"each next {scope}{level}: text(this) >= text(previous)")


@rule("Clause -> Noun COLON Asks EACH|EACH_ONE", example="sentences: at most 20 words each")
def each_labelled(w: Words, noun: Noun, asks: Asks) -> Any:
    found = (
        lengths.sized(w, asks) if noun.kind == "text" and noun.plural and not noun.overs else None
    )
    return clause(w, Subject(noun, "each"), found)


@rule("Ask -> Listed|Ask REPLACING Noun|Listed / Listed COMMA NO|NOT Noun|Listed",
      example="a numbered list instead of bullets")  # fmt: skip
def instead(w: Words, one: Any, other: Any) -> Ask | None:
    """Ask for one form of a list, or one kind of pieces, and none of the other."""
    one = Ask("there", noun=lengths.listed(w, one)) if isinstance(one, str) else one
    other = lengths.listed(w, other) if isinstance(other, str) else other
    written = one.noun is not None and one.noun.kind == other.kind == "text"
    return Ask("all", parts=(one, Ask("there", noun=other, absent=True))) if written else None


@rule("Clause -> IN? ALPHABETICAL / SORTED IT AS|IN? ALPHABETICAL", example="in alphabetical order")
def alphabetically(w: Words) -> Clause | None:
    return alphabetical(w, "list-item") if w.textual else None


@rule("Clause -> LABEL Clause", example="length: 400-500 words")
def labelled(w: Words, made: Clause) -> Clause | None:
    """What is called the length, the language or the form of a text is the text's."""
    sized = re.match(r"(?:words|characters|sentences|paragraphs|lines|letters) ", made.formula)
    return made if (w.prose or sized) and not made.test and made.asks is None else None


@rule("Ask -> Bound LEVELS Text", "Ask -> NO|WITHOUT NESTED Text", "Bare -> NEST Text? Bound DEPTH", "Clause -> Subject NESTED Bound DEPTH",
      "Clause -> Subject Copula NESTED Bound DEPTH", example="at most two levels of bullets")  # fmt: skip
def nested(w: Words, *parts: Any) -> Any:
    """Hold how many levels of list items stand in each other."""
    nouns_ = [
        p.noun if isinstance(p, Subject) else p for p in parts if isinstance(p, Noun | Subject)
    ]
    bound = next((p for p in parts if isinstance(p, Bound)), None)
    if any(n is None or n.scope not in _LISTS or n.filters or n.overs for n in nouns_):
        return None
    subject = next((p for p in parts if isinstance(p, Subject)), None)
    duty = next((p for p in parts if isinstance(p, str)), "must")
    denied = subject is not None and subject.quantifier == "no"
    if bound is not None and denied:
        bound = negated(bound)
    if duty != "must" or (bound is not None and not bound.amount.bare):
        return None
    text, strength = held("list-depth", bound) if bound is not None else ("list-depth <= 1", 3)
    ask = (
        Ask("count", bound, noun=Noun("", "mark", counts="list-depth"))
        if bound
        else Ask("test", text=text)
    )
    if subject is not None:
        return None if bound is None else Clause(text, (), strength)
    return ask if isinstance(parts[-1], Noun) else Asks((ask,))


_LISTS = ("bullet", "numbered", "list-item")


@rule("Clause -> NUMBERING Thing|Rank|ITEMS|Noun / NUMBERING / Noun|ITEMS Copula NUMBERED_",
      example="number the steps")  # fmt: skip
def numbering(w: Words, *parts: Any) -> Clause | None:
    if any(isinstance(p, Noun) and p.kind == "text" and p.scope not in _LISTS for p in parts):
        return None  # headings with numbers are no list
    if "must not" in parts or "may" in parts:
        return None
    nouns_ = (
        p for p in parts if isinstance(p, Noun) and p.kind in ("rank", "item") and not p.overs
    )
    each = next(nouns_, None)
    return Clause(f"numbered >= count({each.text})" if each is not None else "numbered >= 1")


@rule(
    "Bare -> WRITE|SET|HAVE ITEMS|Noun AS|IN|FOR Listed|Ask",
    example="write the steps as a numbered list",
)
def listed_as(w: Words, *parts: Any) -> Asks | None:
    """Ask for a list of a kind, whatever stands in it."""
    noun = parts[0] if len(parts) > 1 else None
    said = isinstance(parts[-1], str)
    ask = Ask("there", noun=lengths.listed(w, parts[-1])) if said else parts[-1]
    if noun is not None and noun.kind == "text" and noun.scope not in _LISTS:
        return None  # `the headings as a list`
    fits = ask.noun is not None and ask.noun.scope in _LISTS and not ask.absent
    return Asks((ask,)) if fits else None


@rule("Clause -> ITEMS Copula SET|WRITE|HAVE? AS|IN|FOR? Listed|Ask / "
      "BE ITEMS SET|WRITE|HAVE AS|IN|FOR Listed|Ask",
      example="the steps must be given as a numbered list of 5 items")  # fmt: skip
def given_as(w: Words, *parts: Any) -> Any:
    duty = parts[0] if len(parts) > 1 else None
    return clause(w, Subject(None), dutiful(listed_as(w, parts[-1]), duty))


@rule("Clause -> NUMBERING ITEMS|Noun FROM Num TO Num / NUMBERING ITEMS|Noun FROM? Num / "
      "ITEMS|Noun Copula? NUMBERED_ FROM? Num / ITEMS|Noun Copula? NUMBERED_ FROM? Num TO Num",
      example="number the items from 1 to 12")  # fmt: skip
def numbering_to(w: Words, *parts: Any) -> Clause | None:
    numbers = [p for p in parts if isinstance(p, Amount)]
    low, high = numbers[0].low, numbers[-1].high
    return Clause(f"numbered = {high}") if low == 1 and high > 1 else None


@rule("Clause -> Clause COMMA THEN|AND|WITH|FOLLOWED_BY? BLANK / Clause FOLLOWED_BY BLANK",
      example="a title of at most 8 words, then a blank line")  # fmt: skip
def blank_then(w: Words, made: Clause) -> Clause | None:
    """Ask for an empty line below the title that was spoken of."""
    said = " ".join((made.formula, *(over.scope for over in made.overs)))
    if not re.search(r"\btitle\b", said) or made.test or made.asks is not None:
        return None
    texts_ = [folded(made), (_BLANK, 3)]
    return clause_of(texts_)


@rule("Clause -> HAVE|SET|KEEP|WRITE BLANK BEHIND Text", "Clause -> THERE Copula BLANK BEHIND Text", "Clause -> BLANK BEHIND Text",
      "Clause -> Text Copula FOLLOWED_BY BLANK", example="leave a blank line after the title")  # fmt: skip
def blank_behind(w: Words, *parts: Any) -> Clause | None:
    nouns_ = [p for p in parts if isinstance(p, Noun)]
    title = nouns_[0].scope == "title" and not nouns_[0].plural
    return Clause(_BLANK) if title and not {"must not", "may"} & set(map(str, parts)) else None


_BLANK = f"exists title of first line and matches {quoted(_SECOND)}"


@rule("Clause -> NUMBER_OF Noun Copula SAME Over", "Clause -> SAME NUMBER_OF Noun Over", "Clause -> HAVE SAME NUMBER_OF Noun Over",
      "Clause -> THERE Copula SAME NUMBER_OF Noun Over", example="the same number of bullets in each section")  # fmt: skip
def same_in_each(w: Words, *parts: Any) -> Clause | None:
    """Ask that pieces of a text hold as many of something."""
    noun, over = next(p for p in parts if isinstance(p, Noun)), parts[-1]
    if over.quantifier != "each" or over.also or over.level < 100 or noun.kind == "plan":
        return None
    return (
        Clause(f"range({count_of(w, noun)} per {over.scope}) = 0")
        if "must not" not in parts
        else None
    )


@rule("Clause -> Clause COMMA|AND|WITH? SAME NUMBER_OF Noun ANY_OF_THEM", "Clause -> Clause COMMA AND|WITH|BUT SAME NUMBER_OF Noun ANY_OF_THEM",
      example="three sections, with the same number of bullets in each")  # fmt: skip
def same_in_these(w: Words, made: Clause, noun: Noun) -> Clause | None:
    things = made.things
    scope = "section" if made.formula.startswith("sections = ") else things.scope if things else ""
    if not scope or (things is not None and things.kind != "text") or made.overs or made.test:
        return None
    same = f"range({count_of(w, noun)} per {scope}) = 0"
    return clause_of([made.written, (same, 3)])


# -- said by itself or with a verb --------------------------------------------------------------------
@rule("Clause -> Layout", "Clause -> IN|AS|FOR Layout", "Clause -> HAVE|SET|WRITE Layout",
      "Clause -> KEEP|LET IT? AS|FOR|TO? Layout", example="as a table", cost=0.3)  # fmt: skip
def laid_out(w: Words, *parts: Any) -> Clause:
    return Clause(parts[-1])


@rule("Clause -> Subject Copula IN|AS|FOR? Layout / Subject Copula SET|WRITE|HAVE IN|AS|FOR Layout",
      example="the answer must be a table")  # fmt: skip
def is_laid_out(w: Words, subject: Subject, duty: str, *rest: Any) -> Clause | None:
    whole = subject.noun is None or subject.noun.kind == "plan"
    if not whole or duty not in ("must", "must not") or subject.quantifier:
        return None
    return Clause(rest[-1] if duty == "must" else f"not ({rest[-1]})")


@rule("Clause -> IN|AS Formed", "Clause -> ALL IN Formed", example="in German", cost=0.4)
def formed(w: Words, text: str) -> Any:
    return clause(w, Subject(None), formats.style(w, text))


@rule("Clause -> IN Asks", example="in two paragraphs", cost=0.4)
def sized(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None), lengths.sized(w, asks))


@rule("Clause -> Plan OF|WITH|IN Asks / INDEF Plan OF|WITH|IN Asks", example="a text of 200 words",
      cost=0.3)  # fmt: skip
def text_sized(w: Words, text: Noun, asks: Asks) -> Any:
    found = None if text.plural else lengths.sized(w, asks)
    return clause(w, Subject(None), found)


@rule("Clause -> Noun OF|WITH Asks", example="lines of at most ten words", cost=0.3)
def pieces_sized(w: Words, noun: Noun, asks: Asks) -> Any:
    found = lengths.sized(w, asks)
    if found is None or noun.kind != "text" or noun.placed or noun.overs:
        return None
    if not noun.plural and not places.only_one(noun):
        return None
    return clause(w, Subject(noun, "each"), found)


@rule(
    "Ask -> Words|Known|Quoted|PART_OF_TEXT* Text",
    example="a tips section",
    against="short paragraphs",
    cost=-0.9,
)
@rule("Ask -> Text NAMED Words|Known", example="a section called Tips", cost=-0.2)
def section_called(w: Words, *parts: Any) -> Ask | None:
    """Ask for a part of a text by its heading: `a tips section`, `a section titled Tips`."""
    noun = next((part for part in parts if isinstance(part, Noun)), None)
    name = next((names.bare(part) for part in parts if isinstance(part, str)), "")
    plain = noun is not None and noun.scope == "section" and not (noun.plural or noun.filters)
    if noun is None or not plain or noun.overs or not name or " " in name:
        return None
    return Ask("test", text=f"exists section named {quoted(name)}")


@rule("Ask -> Rank Text", example="an instructions section", cost=-0.2)
def section_of(w: Words, things: Noun, noun: Noun) -> Ask | None:
    """Ask for a part of a text that lists things of a rank, which its heading tells."""
    rank = w.lexicon.ranks.get(things.scope)
    plain = noun.scope == "section" and not (noun.plural or noun.filters or noun.overs)
    if rank is None or not rank.headings or not plain or things.filters or things.overs:
        return None
    return Ask("test", text=f"exists {things.scope}")


# -- named parts --------------------------------------------------------------------------------------
@rule("Passage -> Words|Known LISTING* / Text NAMED Quoted|Raw",
      example="a shopping list at the end")  # fmt: skip
def passage(w: Words, head: Any, text: str) -> str | None:
    """Return the heading of a part: `shopping list`, or what it is called."""
    if isinstance(head, str):
        kind = names.bare(head)
        return None if kind.lower() in data("kinds of lists") else f"{kind} {text}"
    text = text.strip(" .\"'")
    return text if "'" not in text and head.scope == "section" and not head.plural else None


@rule("Clause -> HAVE? Passage AT_EDGE*", "Clause -> TheText? Duty? END TheText? WITH Passage", "Clause -> THERE Copula Passage AT_EDGE*",
      "Clause -> NTH* Passage", "Clause -> HAVE NTH* Passage", example="end with a shopping list")  # fmt: skip
def passage_last(w: Words, *parts: Any) -> Clause | None:
    place = next((p for p in parts[:-1] if isinstance(p, int)), -1)
    parts = tuple(p for p in parts if p is not None and not isinstance(p, Noun))
    edge = parts[-1] if len(parts) > 1 and parts[-1] in _edges() else ""
    name = parts[-2] if edge else parts[-1]
    if "must not" in parts or place not in (1, -1):
        return None
    front = "first" if place == 1 or edges.at_front(edge) else "last"
    return Clause(f"words of {front} section named {quoted(name)} >= 1")


def _edges() -> frozenset[str]:
    return frozenset(v for t in data("words")["AT_EDGE"] for v in variants(t))


@rule("Clause -> HAVE? Passage AT_EDGE* COMMA? WITH|OF Bound ITEMS", "Clause -> END* WITH Passage WITH|OF Bound ITEMS Close?",
      "Clause -> HAVE? Passage WITH|OF Bound ITEMS Close? AT_EDGE*",
      "Clause -> HAVE Passage WITH|OF Bound ITEMS", example="end with a shopping list of at most 20 items")  # fmt: skip
def passage_of(w: Words, *rest: Any) -> Clause | None:
    """Hold how many a list of some name has, which may be the first or the last part."""
    strings = [p for p in rest if isinstance(p, str)]
    place = next((p for p in strings if p in _edges() | {*data("verbs")["END"]}), "")
    name = next(p for p in strings if p != place)
    bound: Bound | None = next(p for p in rest if isinstance(p, Bound))
    close = next((p for p in rest if isinstance(p, bounds.Close)), None)
    bound = bounds.closed(w, bound, close) if bound is not None and close else bound
    if bound is None or not bound.amount.bare:
        return None
    items = " + ".join(f"count({mark} under {quoted(name)})" for mark in ("bullet", "numbered"))
    end = "first" if edges.at_front(place) else "last"
    both = [(f"words of {end} section named {quoted(name)} >= 1", 3)] if place else []
    return clause_of([*both, held(items, bound)])


@rule("Clause -> HAVE? Words|Known|PART_OF_TEXT* OF|WITH Bound Text AT_EDGE*",
      "Clause -> START|END* WITH Words|Known|PART_OF_TEXT* OF|WITH Bound Text",
      example="a summary of at most 50 words at the top", cost=-0.3)  # fmt: skip
def passage_sized(w: Words, *parts: Any) -> Clause | None:
    """Hold how long the first or the last part of a text is, by its heading."""
    strings = [p for p in parts if isinstance(p, str)]
    bound: Bound = next(p for p in parts if isinstance(p, Bound))
    noun: Noun = next(p for p in parts if isinstance(p, Noun))
    verb = strings[0] in {*w.starting, *data("verbs")["END"]}
    place, name = strings if verb else strings[::-1]
    first = place in w.starting or edges.at_front(place)
    counts = noun.counts or ""
    if noun.filters or noun.overs or not bound.amount.bare or not re.fullmatch(r"[a-z]+", counts):
        return None
    held_in = f"{counts} of {'first' if first else 'last'} section named {quoted(names.bare(name))}"
    return Clause(held(held_in, bound)[0]) if len(bound.limits) == 1 else None
