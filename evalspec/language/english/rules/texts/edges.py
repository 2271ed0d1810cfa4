"""What a text, or a piece of one, begins and ends with, and pieces that are the same."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
    joined,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.rules.demands import duties
from evalspec.language.english.rules.texts.literals import literal
from evalspec.language.english.rules.texts.places import only_one
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import over_of
from evalspec.vocabulary.text_units import text_units


@rule("Bare -> START AND END WITH SAME Text", example="begin and end with the same word")
def same_ends(w: Words, noun: Noun) -> Asks | None:
    plain = not (noun.plural or noun.filters or noun.overs)
    text = f"text(first {noun.scope}) = text(last {noun.scope})"
    return Asks((Ask("test", text=text),)) if plain else None


@rule("Bare -> END|START* WITHOUT Edge|Edges|Literal", example="end without a full stop")
def without_edge(w: Words, verb: str, what: Any) -> Asks | None:
    if isinstance(what, Noun) and what.kind == "literal":
        what = changed(what, name="or", scope=literal(what.members, "or").scope)
    text = edge("starts" if verb in w.starting else "ends", what)
    return None if text is None else Asks((Ask("test", text=text, absent=True),))


@rule(
    "Clause -> NTH* AND NTH* Text Copula SAME",
    example="the first and the last line must be the same",
)
def same_text(w: Words, one: int, other: int, noun: Noun, duty: str) -> Clause | None:
    ends = [nouns.nth(w, n, changed(noun, plural=False)) for n in (one, other)]
    sign = {"must": "=", "must not": "!="}.get(duty)
    known = all(n is not None for n in ends) and sign is not None
    return Clause(f" {sign} ".join(f"text({n.text})" for n in ends if n)) if known else None


@rule("Clause -> Noun Duty? REPEAT Noun", example="the last line repeats the first line")
def repeats(w: Words, one: Noun, duty: str | None, other: Noun) -> Clause | None:
    placed = all(n.kind == "text" and n.placed and not n.plural for n in (one, other))
    return (
        Clause(f"text({one.text}) = text({other.text})")
        if placed and duty in (None, "must")
        else None
    )


@rule(
    "Clause -> NO_TWO ADJACENT_ONES Text Duty? START WITH SAME Text",
    example="no two consecutive sentences may start with the same word",
)
def no_same_start(w: Words, noun: Noun, duty: str | None, part: Noun) -> Clause | None:
    plain = not (noun.filters or part.filters or part.plural)
    text = f"no next {noun.scope}: text(first {part.scope}) = text(first {part.scope} of previous)"
    return Clause(text) if plain and duty in (None, "must", "may") else None


@rule("Ask -> Text NAMED|COLON? Quoted", example='the title "My Summer"')
def titled(w: Words, noun: Noun, text: str) -> Ask | None:
    """Ask what a piece of which a text has but one is called."""
    single = only_one(noun) and noun.article != "a"
    return Ask("test", text=f"{noun.scope} equals {quoted(text)}") if single else None


def edge(side: str, what: Noun | str) -> str | None:
    """Write what a text starts or ends with; None where a mark cannot stand there."""
    if isinstance(what, Noun) and what.kind == "text":
        if what.scope in _PIECES and side == "ends" and not (what.filters or what.overs):
            return f"exists {_PIECES[what.scope]} of last line"
        unit = text_units().get(what.scope)
        narrowed = what.plural or what.filters or what.overs or what.article == "the"
        if unit is None or not unit.sign or narrowed:
            return None
        pattern = f"\\A[^\\w#]*{unit.sign}" if side == "starts" else f"{unit.sign}[^\\w#]*\\z"
        return f"matches {quoted(pattern)}"
    if isinstance(what, Noun):
        single = len(what.members) == 1 or what.name == "or"
        if what.rank in ("word", "line"):
            place = "first" if side == "starts" else "last"
            return f"{place} {what.rank} equals {what.scope}{what.filters}"
        return f"{side} with {what.scope}{what.filters}" if single else None
    if what.startswith("is "):
        return f"{'first' if side == 'starts' else 'last'} sentence {what}"
    if what.startswith("^"):
        return f"matches {quoted(what)} exactly as written" if side == "starts" else None
    return f"{side} with {quoted(what)} inside words"


_PIECES = {"bullet": "bullet", "numbered": "numbered", "list-item": "list-item", "table": "row"}
"""What a text may end with, and what its last line is part of then."""


def _piece(what: Any) -> Any:
    """Return a list as the pieces that it is made of."""
    return Noun(what, "text", plural=True) if isinstance(what, str) and what in _PIECES else what


def _so_many_last(noun: Noun, bound: Bound, ends: bool) -> Ask | None:
    """Ask for so many pieces at the end of a text: what it ends with, or all that it has."""
    plain, number = bound.plain and bound.amount.exact, bound.amount.low
    if noun.filters or noun.overs or not bound.amount.bare:
        return None
    if noun.scope == "question":
        some = plain and 1 < number < 100
        return Ask("test", text=f'each last {number} sentence: is "a-question"') if some else None
    if noun.scope not in _PIECES or noun.scope == "table":
        return None
    if ends:
        each = f"each last {number} line: exists {noun.scope}"
        return Ask("test", text=each) if plain else None
    counts = held(noun.counts or f"count({noun.scope})", bound)
    return Ask(
        "test",
        text=joined([counts, (f"exists {noun.scope} of last line", 3)], "and")[0],
        strength=2,
    )


@rule("Ask -> Bound Text AT_EDGE*", "Ask -> Bound Text COMMA AND? ALL? AT_EDGE*", "Bare -> END|START* WITH Bound Text",
      example="5 hashtags at the end", cost=-0.1)  # fmt: skip
def row_at_edge(w: Words, *parts: Any) -> Ask | Asks | None:
    """Ask for so many signs, such as hashtags, in a row at the end of a text, and none elsewhere."""
    bound = next(p for p in parts if isinstance(p, Bound))
    noun = next(p for p in parts if isinstance(p, Noun))
    side = next(p for p in parts if isinstance(p, str))
    unit, number = text_units().get(noun.scope), bound.amount.low
    if noun.scope == "question" and bound.plain and number == 1 and not at_front(side):
        ask = Ask("test", text='questions = 1 and last sentence is "a-question"', strength=2)
        return ask if side not in data("verbs")["END"] else None
    ends = side in data("verbs")["END"]
    if not (side in w.starting or at_front(side)) and (some := _so_many_last(noun, bound, ends)):
        return Asks((some,)) if ends else some
    one = bound.plain and bound.amount.exact and number == int(number) and 0 < number < 100
    if unit is None or not unit.sign or not one or noun.filters or noun.overs:
        return None
    row = f"(?:{unit.sign}[^\\w#]*){{{int(number)}}}"
    front = side in w.starting or at_front(side)
    pattern = f"\\A[^\\w#]*{row}" if front else f"{row}\\z"
    text = f"count({noun.scope}) = {int(number)} and matches {quoted(pattern)}"
    ask = Ask("test", text=text, strength=2)
    return Asks((ask,)) if side in w.starting or side in data("verbs")["END"] else ask


@rule("Ask -> ALL? Text ONLY? AT_EDGE*", example="hashtags at the end", cost=-0.1)
def signs_at_end(w: Words, noun: Noun, side: str) -> Ask | None:
    """Ask that signs, such as hashtags, stand behind all else."""
    unit = text_units().get(noun.scope)
    plain = noun.plural and not (noun.filters or noun.overs or at_front(side))
    if unit is None or not plain or unit.sign[:1] not in ("#", "@"):
        return None
    pattern = f"\\A[^{unit.sign[0]}]*(?:{unit.sign}[^\\w#]*)+\\z"
    return Ask("test", text=f"matches {quoted(pattern)}")


@rule("Clause -> ALL? Text Duty? SET|COME|BE|APPEAR ONLY? AT_EDGE*", "Clause -> SET|HAVE ALL? Text AT_EDGE*",
      example="the hashtags must come at the end")  # fmt: skip
def signs_come_last(w: Words, noun: Noun, *rest: Any) -> Any:
    ask = signs_at_end(w, noun, rest[-1]) if rest[0] in (None, "must", rest[-1]) else None
    return None if ask is None else clause(w, Subject(None), Asks((ask,)))


def at_front(place: str) -> bool:
    """Tell whether `at the top` and the like are of a beginning."""
    return place.endswith(("start", "beginning", "top", "front"))


@rule("EdgePlace -> AT_EDGE* / AT_EDGE* OF EACH|ALL|ANY? Noun|TheText",
      example="at the end of each line")  # fmt: skip
def side(w: Words, place: str, noun: Noun | None = None) -> tuple[str, tuple[Over, ...]] | None:
    """Return which end of a text or of each of its pieces is meant."""
    overs = (over_of(noun),) if noun is not None and noun.kind == "text" else ()
    fits = noun is None or noun.kind == "plan" or (noun.kind == "text" and noun.article != "a")
    return ("starts" if at_front(place) else "ends", overs) if fits else None


_ENDS = "Literal|Edge|Edges|Text|Listed EdgePlace"


@rule(
    f"Ask -> {_ENDS}",
    f"Ask -> NO*|WITHOUT* {_ENDS}",
    example="a full stop at the end of each line",
    cost=0.2,
)
def at_side(w: Words, *parts: Any) -> Ask | None:
    """Ask that a text begins or ends with something, or never does."""
    *denied, what, (place, overs) = parts
    if isinstance(what, Noun) and what.kind == "literal" and denied:
        what = changed(what, name="or", scope=literal(what.members, "or").scope)
    text = edge(place, _piece(what))
    return None if text is None else Ask("test", text=text, absent=bool(denied), overs=overs)


@rule("Clause -> Literal|Edge Copula EdgePlace / Literal Duty? COME EdgePlace",
      example='"The end" must be at the bottom')  # fmt: skip
def is_at_side(w: Words, what: Any, duty: str, place: Any) -> Any:
    ask = at_side(w, what, place)
    found = None if ask is None else duties.dutiful(Asks((ask,)), duty)
    return clause(w, Subject(None), found)


def _edged(side: str) -> Any:
    def made(w: Words, *parts: Any) -> Asks | None:
        text = edge(side, _piece(parts[-1]))
        holder = parts[0] if len(parts) > 1 else None
        if text is None or (holder is not None and holder.kind not in ("text", "plan")):
            return None
        overs = (over_of(holder),) if holder is not None and holder.kind == "text" else ()
        return Asks((Ask("test", text=text, overs=overs),))

    return made


_EDGES = "WITH|IN|ON Edge|Edges|Literal|Text|Listed"


for _verb, _side in {"START": "starts", "END": "ends"}.items():
    _whose = ("", " Noun|TheText", " EACH|ANY Noun")
    rule(
        *(f"Bare -> {_verb}{whose} {_EDGES}" for whose in _whose),
        example=f'{_verb.lower()} with "Dear"',
    )(_edged(_side))


@rule(
    "Clause -> NTH* Text OF|IN TheText Copula Literal|Quoted",
    example="the last words of the letter must be 'See you'",
)
def words_at_edge(
    w: Words, number: int, noun: Noun, text: Noun, duty: str, cited: Any
) -> Clause | None:
    fits = noun.scope == "word" and noun.plural and number in (1, -1) and duty == "must"
    what = literal((cited,)) if isinstance(cited, str) else cited
    return Clause(f"{'starts' if number == 1 else 'ends'} with {what.scope}") if fits else None


@rule("Clause -> Literal Duty? END|START* TheText", example="'The end' must close the story")
def stands_at_edge(w: Words, noun: Noun, duty: str | None, verb: str, text: Noun) -> Any:
    found = edge("starts" if verb in w.starting else "ends", noun)
    asks = Asks((Ask("test", text=found),)) if found else None
    return clause(w, Subject(None), duties.dutiful(asks, duty))


@rule("Clause -> Noun COLON Literal", "Clause -> BE Noun Literal", "Clause -> BE Literal Noun / Literal Copula Noun", "Clause -> Noun Copula Raw", "Clause -> BE Noun Raw",
      example='first word: "Once"', cost=-0.3)  # fmt: skip
def placed_literal(w: Words, *rest: Any) -> Any:
    first, last = rest[0], literal((rest[-1],)) if isinstance(rest[-1], str) else rest[-1]
    noun, what = (last, first) if first.kind == "literal" else (first, last)
    quoted_, denied = isinstance(rest[-1], Noun), not {"must not", "may"}.isdisjoint(rest[1:-1])
    known = not denied and what.kind == "literal" and (quoted_ or noun.scope == "word")
    asks = equal(w, what) if noun.kind == "text" and noun.placed and known else None
    return clause(w, Subject(noun), asks)


@rule("Clause -> Noun Copula NAMED? Quoted|Raw", "Clause -> BE Noun NAMED? Quoted|Raw", "Clause -> Quoted Copula Noun", "Clause -> BE Quoted Noun",
      example="the last section must be titled 'Sources'", cost=-0.4)  # fmt: skip
def headed_so(w: Words, *parts: Any) -> Clause | None:
    """Ask how a section is headed that is told by its place."""
    noun = next(p for p in parts if isinstance(p, Noun))
    text = next(p for p in reversed(parts) if isinstance(p, str) and p != "must")
    placed = noun.scope == "section" and noun.placed and "named" not in noun.text
    denied = not {"must not", "may"}.isdisjoint(p for p in parts if isinstance(p, str))
    if not placed or noun.plural or denied or "'" in text or '"' in text:
        return None
    return Clause(f"name({noun.text}) = {quoted(text.strip(' .?'))}")


@rule("Bare -> BE EQ Literal", example='the first line must be exactly "Hello"')
def equal_exactly(w: Words, noun: Noun) -> Asks | None:
    return equal(w, changed(noun, filters=" exactly as written"))


@rule("Bare -> BE Literal", example='the first line must be "Hello"')
def equal(w: Words, noun: Noun) -> Asks | None:
    return (
        Asks((Ask("test", text=f"equals {noun.scope}{noun.filters}"),))
        if len(noun.members) == 1 or noun.name == "or"
        else None
    )


# -- where totals and dates stand -------------------------------------------------------------------
_TOTAL = 'contains any of ["total", "sum", "altogether"]'


@rule("Clause -> TELL|HAVE|SET|WRITE? PERIODIC? TOTAL Theme? AT_EDGE* Over",
      example="the total calories at the end of each day", cost=-0.2)  # fmt: skip
def total_of_each(w: Words, theme: Theme | None, place: str, over: Over) -> Clause | None:
    """Ask for a sum in the last line of each day."""
    plain = over.quantifier == "each" and over.scope == over.rank and not over.anyone
    if w.prose or at_front(place) or not plain:
        return None
    if theme is None:
        return Clause(f"last line {_TOTAL}", (over,))
    if theme.of or theme.overs or theme.mean or theme.measure not in w.lexicon.measures:
        return None
    digits = quoted("[0-9]")
    return Clause(f"exists stated({theme.measure}) and last line matches {digits}", (over,), 2)


@rule("Clause -> TELL|HAVE|SET|WRITE? TOTAL AT_EDGE*", "Clause -> TELL|HAVE|SET|WRITE? TOTAL NTH*",
      example="put the total at the very top")  # fmt: skip
def total_at_top(w: Words, place: str | int) -> Clause | None:
    """Ask for the total before any other number, but for those of headings."""
    front = place == 1 if isinstance(place, int) else at_front(place)
    numbers = quoted("^[^#]*[0-9]")
    return Clause(f"line where (matches {numbers}) 1 {_TOTAL}") if front and not w.prose else None


@rule("Clause -> DATE_ Duty? APPEAR|BE IN NTH* Text", example="the date must appear in the first sentence",
      cost=-1.0)  # fmt: skip
def date_there(w: Words, duty: str | None, number: int, noun: Noun) -> Clause | None:
    """Ask that a day is told in some piece of a text."""
    piece = nouns.nth(w, number, noun)
    fits = piece is not None and duty in (None, "must") and not noun.plural
    return Clause(f"exists written-date of {piece.text}") if piece and fits else None
