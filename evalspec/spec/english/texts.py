"""Statements about the text itself: words it must hold, how it starts, which form it has."""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import UNITLESS, exactly
from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.keys import keys
from evalspec.spec.english.parts import Held, Over
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.statement import Said, Statement, compared
from evalspec.spec.english.wordlist import edges


def text(said: Statement) -> list[Said] | None:
    """`Paragraph 2 must start with "However"`; `the response must be in JSON format`."""
    for read in (keys, _form, _edges, _occurrences, _contained, _marks):
        found = read(said)
        if found is not None:
            return found
    return None


def _held(said: Statement) -> list[Held]:
    return [*said.subject.things, *said.parts.things]


def _scopes(said: Statement) -> tuple[Over, ...]:
    """Return the pieces of text that are spoken of."""
    found = list(said.scopes())
    for held in said.subject.things:
        scope = held.thing.scope
        if scope is not None and scope.kind == "text":
            found.append(Over("each", scope))
    return tuple(found)


def _form(said: Statement) -> list[Said] | None:
    forms = [h.thing.form for h in said.parts.things if h.thing.form]
    if not forms:
        return None
    if len(set(forms)) > 1 or said.parts.bounds or len(said.parts.things) > len(forms):
        raise RefusedError(said.parts.words)
    said.allow("FORMAT", "THERE")
    test: ir.Formula = ir.TextTest("is", (forms[0],))
    return [Said(ir.Not(test) if said.negative else test, _scopes(said))]


def _names(said: Statement) -> list[str]:
    return [h.thing.words for h in said.parts.things if h.thing.kind == "name"]


def _edges(said: Statement) -> list[Said] | None:
    """`must start with "x"`, `must end with the phrase "x"`."""
    if not said.clause.verb("START", "END") or said.parts.clocks or said.parts.spans:
        return None
    marked = _marked_edge(said)
    if marked is not None:
        return marked
    names = _names(said)
    if not names:
        return None
    if len(names) > 1 or len(said.parts.things) > 1:
        raise RefusedError(said.parts.words)
    if not said.nouns.textual and not said.has("KEYWORD") and not said.parts.names:
        return None
    said.allow("KEYWORD")
    relation = "starts-with" if said.clause.verb("START") else "ends-with"
    test: ir.Formula = ir.TextTest(relation, (names[0],))
    return [Said(ir.Not(test) if said.negative else test, _scopes(said))]


def _marked_edge(said: Statement) -> list[Said] | None:
    """`must end with a question mark`; `each line must start with a capital letter`."""
    marks = [h for h in said.parts.things if h.thing.kind == "mark"]
    if not marks:
        return None
    known = edges().get(marks[0].thing.text, "")
    if len(said.parts.things) > 1 or not known or said.parts.bounds:
        raise RefusedError(said.parts.words)
    starts = said.clause.verb("START")
    if known.startswith("^"):
        if not starts:
            raise RefusedError(said.parts.words)
        test: ir.Formula = ir.TextTest("matches", (known,), whole_words=False, case_sensitive=True)
    else:
        test = ir.TextTest("starts-with" if starts else "ends-with", (known,), whole_words=False)
    return [Said(ir.Not(test) if said.negative else test, _scopes(said))]


_SPEAKING = ("mention", "explicitly mention", "say", "refer")


def _occurrences(said: Statement) -> list[Said] | None:
    """`the word "tofu" must appear at least twice`."""
    quoted = said.nouns.textual and said.subject.names and not said.parts.names
    if not said.has("TIMES", "TWICE") or not (said.has("KEYWORD", "LETTER") or quoted):
        return None
    names = [h.thing.words for h in _held(said) if h.thing.kind == "name"]
    others = [h for h in _held(said) if h.thing.kind not in ("name", "text")]
    if len(names) != 1 or others or not said.parts.bounds or said.has("LETTER"):
        raise RefusedError(said.subject.words, said.parts.words)
    said.allow("TIMES", "TWICE", "KEYWORD", "IN")
    value = ir.TextMeasure("occurrences", (names[0],))
    return [Said(compared(value, said.final(said.parts.bounds[0])), _scopes(said))]


def _contained(said: Statement) -> list[Said] | None:
    """`must include the keywords "a" and "b"`; `must not mention "x"`."""
    held = [h for h in said.parts.things if h.thing.kind == "name"]
    mentioned = said.clause.verb("MENTION")
    passive = _spoken_of(said)
    if passive:
        held = [h for h in said.subject.things if h.thing.kind == "name"]
    holds = said.clause.verb("INCLUDE", "AVOID", "MENTION") or said.has("NO", "WITHOUT")
    texts = said.has("KEYWORD", "SAY") or mentioned or (said.nouns.textual and (holds or passive))
    if not held or not texts or said.parts.bounds or said.parts.orders:
        return None
    rest = [h for h in said.parts.things if h not in held and h.thing.kind not in ("text", "plan")]
    if rest:
        raise RefusedError(rest[0].thing.words)
    if not (said.has("KEYWORD") or mentioned or passive or _speaks(said)):
        _check_quoted(said, held)
    said.allow("KEYWORD", "SAY", "NO", "THERE", "WITHOUT", "BOTH")
    absent = said.absent() or any(h.prep == "WITHOUT" for h in held)
    if absent and said.has("BOTH"):
        raise RefusedError("both")
    denied = tuple(h.thing.words for h in held if h.negated)
    if denied:
        return _but_not(said, [h.thing.words for h in held if not h.negated], denied, absent)
    words = tuple(h.thing.words for h in held)
    mode: Any = "any" if any(h.joined == "OR" for h in held) else "all"
    if absent:
        test: ir.Formula = ir.TextTest("contains", words, "none")
        if len(words) == 1:
            test = ir.Not(ir.TextTest("contains", words))
    else:
        test = ir.TextTest("contains", words, mode if len(words) > 1 else "any")
    inside = tuple(said.over(h.thing.held()) for h in _placed(said))
    return [Said(test, (*_scopes(said), *inside))]


def _speaks(said: Statement) -> bool:
    """Tell whether words are meant: `mention climate`, `mentioning rock`; not `using slang`."""
    verbs = [verb.text for verb in said.clause.verbs]
    spoken = (*verbs, said.parts.flags.get("SAY", ""))
    return any(word.lower().startswith(_SPEAKING) for word in spoken)


def _check_quoted(said: Statement, held: list[Held]) -> None:
    """Refuse plain nouns: `no contractions` does not forbid the word `contractions`."""
    plain = [h.thing.words for h in held if h.thing.words not in said.parts.names]
    if plain:
        raise RefusedError(*plain)


def _spoken_of(said: Statement) -> bool:
    """Tell whether the sentence says that its subject is there: `"soup" is mentioned`.

    Of what is not quoted only `mentioned` speaks of the words: a code block that is included
    is no such word.
    """
    subject, verb = said.subject, said.clause.verb
    if len(_placed(said)) < len(said.parts.things):
        return False
    if not any(h.thing.kind == "name" for h in subject.things):
        return False
    if not (subject.has("KEYWORD") or (said.nouns.textual and subject.names)):
        mentioned = said.parts.flags.get("GENERIC", "").lower() == "mentioned"
        return said.nouns.textual and (mentioned or verb("MENTION"))
    there = said.parts.has("GENERIC", "THERE") or bool(said.parts.things) or said.parts.scopes
    return bool(verb("INCLUDE", "MENTION") or (verb("BE") and (there or subject.has("KEYWORD"))))


def _placed(said: Statement) -> list[Held]:
    """Return the pieces of text in which something must stand: `in the last line`."""
    return [h for h in said.parts.things if h.thing.kind == "text" and h.prep in ("IN", "OF")]


def _but_not(
    said: Statement, words: list[str], denied: tuple[str, ...], absent: bool
) -> list[Said]:
    """`it mentions "x" but not "y"`."""
    if absent:
        raise RefusedError(*denied)
    none: ir.Formula = ir.TextTest("contains", denied, "none")
    if len(denied) == 1:
        none = ir.Not(ir.TextTest("contains", denied))
    tests = [*(ir.TextTest("contains", (word,)) for word in words), none]
    return [Said(tests[0] if len(tests) == 1 else ir.And(tuple(tests)), _scopes(said))]


def _marks(said: Statement) -> list[Said] | None:
    """`no commas`; `avoid exclamation marks`."""
    marks = [h for h in said.existing() if h.thing.kind == "mark"]
    if not marks or said.parts.bounds:
        return None
    if len(marks) != len(said.existing()):
        raise RefusedError(said.parts.words)
    said.allow("NO", "SAY", "THERE", "WITHOUT")
    absent = said.absent() or any(h.prep == "WITHOUT" for h in marks) or said.subject.has("NO")
    bound = Bound("=" if absent else ">=", exactly(0 if absent else 1), UNITLESS)
    made = [compared(ir.TextMeasure(h.thing.text), bound) for h in marks]
    formula = made[0] if len(made) == 1 else ir.And(tuple(made))
    return [Said(formula, said.scopes())]
