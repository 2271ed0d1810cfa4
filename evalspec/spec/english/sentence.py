"""A whole sentence: illustrations, conditions, several sentences, readings, refusals."""

from __future__ import annotations

from itertools import pairwise, product

from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.spec.english import English
from evalspec.spec.english.asides import illustrated
from evalspec.spec.english.clauses import Builder, split, statement
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.idioms import idiom, permission, sentences
from evalspec.spec.english.listing import distributed
from evalspec.spec.english.meaning import MAX_READINGS, Meaning
from evalspec.spec.english.phrases import Phrase, phrases
from evalspec.spec.english.pronouns import referred, resolved
from evalspec.spec.english.refuse import nearest
from evalspec.spec.english.rewriting import rewritten
from evalspec.spec.english.tagging import named_activity, tagged
from evalspec.spec.english.things import Nouns
from evalspec.spec.english.tokens import Token, Tokenizer
from evalspec.spec.english.traces import lost
from evalspec.spec.english.wordlist import wordlist
from evalspec.spec.grammar import LanguageError
from evalspec.spec.lower import compile_formula
from evalspec.spec.printer import canonical
from evalspec.vocabulary.lexicon import Lexicon

MAX_LENGTH = 2000
"""Longest sentence, in code points."""


class Compiled(Record, frozen=True):
    """The readings of a sentence that fit the formal language."""

    readings: tuple[ir.Formula, ...]
    notes: tuple[str, ...]


class Reader:
    """Reads sentences with one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Take the lexicon."""
        self.lexicon = lexicon
        self.words = wordlist(lexicon)
        self.meaning = Meaning(Nouns(lexicon))

    def read(self, text: str) -> English:
        """Compile a sentence, or say which words were not understood."""
        try:
            made = self.compiled(text)
        except RefusedError as error:
            named = self._named(text)
            if named is not None:
                return English(named.readings, None, named.notes)
            found = error.words or (text.strip(),)
            return English(refusal=ir.Refusal(found, nearest(self, text, found)))
        return English(made.readings, None, made.notes)

    def _tokens(self, text: str) -> list[Token]:
        """Return the tokens of a sentence, verbs and nouns told apart."""
        row = rewritten(Tokenizer(text, self.words).run(), self.lexicon)
        return tagged(row, self.words.light)

    def _named(self, text: str) -> Compiled | None:
        """Read `1 hour for X` with X as the name of an activity, where X is not understood."""
        tokens = self._tokens(text)
        row = named_activity(tokens)
        if row is None:
            return None
        try:
            return self._read(row, text)
        except RefusedError:
            return None

    def compiled(self, text: str) -> Compiled:
        """Compile a sentence; raises `RefusedError`."""
        if len(text) > MAX_LENGTH:
            raise RefusedError(text[:40] + "…")
        said = idiom(text, self.words)
        if said is not None:
            return self._formula(*said)
        parts = sentences(text)
        if len(parts) > 1 and any(permission(p) or idiom(p, self.words) for p in parts):
            return self._together(parts)
        return self._read(self._tokens(text), text)

    def _formula(self, check: str, notes: list[str]) -> Compiled:
        """Compile the formula of a set phrase."""
        try:
            made = compile_formula(check, self.lexicon)
        except LanguageError as error:
            raise RefusedError(error.problems[0].message) from error
        return Compiled((made.formula,), (*notes, *made.notes))

    def _together(self, parts: list[str]) -> Compiled:
        """Compile several sentences, of which some are set phrases, into one condition."""
        made = [self.compiled(part) for part in parts if not permission(part)]
        if not made:
            raise RefusedError(*parts)
        notes = [f"set aside as a permission: {part}" for part in parts if permission(part)]
        notes += [note for one in made for note in one.notes]
        every = list(product(*(one.readings for one in made)))[:MAX_READINGS]
        return Compiled(tuple(_all(choice) for choice in every), tuple(notes))

    def _read(self, tokens: list[Token], text: str) -> Compiled:
        tokens, notes = illustrated(tokens)
        question = text.rstrip().endswith("?") or (bool(tokens) and tokens[0].type in ("BE", "DO"))
        row = phrases(tokens)
        if isinstance(row, Token):
            raise RefusedError(row.text or text.strip())
        readings = self._sentences(row, question)
        made = self._checked(readings, notes, text)
        untold = lost(tokens, [canonical(reading) for reading in made.readings])
        if untold:
            raise RefusedError(*untold)
        return made

    # -- sentences and conditions --------------------------------------------------------
    def _sentences(self, row: list[Phrase], question: bool) -> list[ir.Formula]:
        parts = split(row, "STOP", "SEMICOLON")
        if not parts:
            raise RefusedError()
        every = [self._conditional(parts[0], question)]
        for before, part in pairwise(parts):
            rows = [part] if self.meaning.nouns.textual else referred(before, part)
            every.append([f for row in rows for f in self._conditional(row, question)])
        return [_all(choice) for choice in list(product(*every))[:MAX_READINGS]]

    def _conditional(self, row: list[Phrase], question: bool) -> list[ir.Formula]:
        kinds = [p.kind for p in row]
        place = next((n for n, k in enumerate(kinds) if k in ("IF", "UNLESS")), None)
        if place is None:
            return self._plain(row, question)
        if any(k in ("IF", "UNLESS") for k in kinds[place + 1 :]):
            raise RefusedError(row[place].text)
        parts = (row[place + 1 :], row[:place], []) if place > 0 else _if_parts(row)
        test, then, otherwise = parts
        tests = self._plain(test, True)
        thens = [f for row in referred(test, then, True) for f in self._plain(row, question)]
        others: list[ir.Formula | None] = [*self._plain(otherwise, False)] if otherwise else [None]
        negate = row[place].kind == "UNLESS"
        shared = not any(p.kind == "each" and p.first.type == "EACH" for p in test)
        return [
            _if(ir.Not(a) if negate else a, b, c, shared)
            for a, b, c in product(tests, thens, others)
        ]

    def _plain(self, row: list[Phrase], question: bool) -> list[ir.Formula]:
        every = [self._stated(one, question) for one in distributed(row)]
        return [_all(choice) for choice in list(product(*every))[:MAX_READINGS]]

    def _stated(self, row: list[Phrase], question: bool) -> list[ir.Formula]:
        made: list[ir.Formula] = []
        for whole in resolved(row):
            clauses = Builder(statement(whole, question)).run()
            if not clauses:
                raise RefusedError(*(p.text for p in row))
            made += self.meaning.formulas(clauses, question)
        return made

    # -- readings ----------------------------------------------------------------------------
    def _checked(self, readings: list[ir.Formula], notes: list[str], text: str) -> Compiled:
        """Compile the readings as formal text; drop those whose dimensions do not fit."""
        made: dict[str, ir.Formula] = {}
        problem = ""
        for reading in readings:
            try:
                compiled = compile_formula(canonical(reading), self.lexicon)
            except LanguageError as error:
                problem = problem or error.problems[0].message
                continue
            made.setdefault(canonical(compiled.formula), compiled.formula)
            notes += compiled.notes
        if not made:
            raise RefusedError(problem or text.strip())
        return Compiled(tuple(made.values()), tuple(dict.fromkeys(notes)))


def _if_parts(row: list[Phrase]) -> tuple[list[Phrase], list[Phrase], list[Phrase]]:
    """Part `if A then B else C`, or `if A, B`."""
    kinds = [p.kind for p in row]
    marks = [n for n, k in enumerate(kinds) if k == "THEN"] or [
        n for n, k in enumerate(kinds) if k == "COMMA"
    ]
    if not marks:
        raise RefusedError(row[0].text)
    test, rest = row[1 : marks[0]], row[marks[0] + 1 :]
    if test and test[-1].kind == "COMMA":
        test = test[:-1]
    parts = split(rest, "ELSE")
    return test, parts[0] if parts else [], parts[1] if len(parts) > 1 else []


def _if(
    test: ir.Formula, then: ir.Formula, otherwise: ir.Formula | None, shared: bool
) -> ir.Formula:
    """Make a condition; `if a day has …` is asked of each day by itself."""
    if shared and isinstance(test, ir.Not) and isinstance(test.part, ir.Quantified):
        denied = test.part
        if denied.quantifier in ("each", "any"):
            test = ir.Quantified(denied.quantifier, denied.scope, ir.Not(denied.body))
    if shared and isinstance(test, ir.Quantified) and test.quantifier in ("each", "any"):
        inner = _inside(then, test.scope)
        other = None if otherwise is None else _inside(otherwise, test.scope)
        return ir.Quantified("each", test.scope, ir.If(test.body, inner, other))
    return ir.If(test, then, otherwise)


def _inside(formula: ir.Formula, scope: ir.Scope | ir.Data) -> ir.Formula:
    """Drop a quantifier that is now said outside."""
    if isinstance(formula, ir.Quantified) and formula.scope == scope:
        return formula.body
    return formula


def _all(choice: tuple[ir.Formula, ...]) -> ir.Formula:
    return choice[0] if len(choice) == 1 else ir.And(choice)
