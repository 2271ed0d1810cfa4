"""One constraint of a spec → IR, from whichever of the three surfaces it is written in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from evalspec.core.errors import Problem
from evalspec.core.record import Record, walk
from evalspec.language import ir, rules
from evalspec.language.asked import over_data
from evalspec.language.english import compile_sentence
from evalspec.language.grammar import LanguageError, parse
from evalspec.language.lower import NO_DATA, Environment, compile_formula
from evalspec.language.printer import canonical
from evalspec.language.sentence import sentence
from evalspec.source.compose import Path as Steps
from evalspec.source.source_text import quoted
from evalspec.source.yaml import Located
from evalspec.vocabulary.lexicon import Lexicon

_AT_USE = (
    "wrong-dimension", "unknown-scope", "unknown-measure", "unknown-unit", "wrong-parameter",
)  # fmt: skip
"""Problems of a rule's formula that its use causes: by a value, or by the spec's vocabulary."""


_MOST = 1000
"""More steps than that are walked, not told."""


class Compiler(Record, frozen=True):
    """Compiles constraints one by one, adding what is wrong with them to `problems`.

    Without a lexicon only the syntax of formulas is checked.
    """

    located: Located
    book: rules.RuleBook
    lexicon: Lexicon | None
    problems: list[Problem]
    faulty: set[Steps]
    environment: Environment = NO_DATA
    beside: Lexicon | None = None

    def compile(self, fields: dict[str, Any], path: Steps, bare: bool) -> ir.Constraint | None:
        """Compile a constraint given as a mapping, or as a bare sentence under `text`.

        Returns None when it is unsound; a constraint without readings when it is
        sound in itself but cannot be compiled.
        """
        for key, compile_surface in self.surfaces.items():
            value = path if bare else (*path, key)
            if isinstance(fields.get(key), str) and fields[key] and value not in self.faulty:
                self._whole_text(value)
                made = compile_surface(self, fields, value)
                made = made or ir.Constraint("", fields[key], _surface(key), (), "")
                return self._said(made, fields, path)
        return None

    def _said(self, made: ir.Constraint, fields: dict[str, Any], path: Steps) -> ir.Constraint:
        """Show a formula or a rule as the sentence that stands beside it."""
        if made.surface == "text" or not isinstance(fields.get("text"), str):
            return made
        self._whole_text((*path, "text"))
        said = fields["text"].strip()
        return msgspec.structs.replace(made, text=said, words=said)

    def condition(self, text: str, path: Steps) -> ir.Formula | None:
        """Compile a `when:`: a formula over given data alone."""
        if self.lexicon is None:
            return None
        try:
            formula = compile_formula(text, self.lexicon, environment=self.environment).formula
        except LanguageError as error:
            self.problems.extend([rules.placed(p, self.located, path) for p in error.problems])
            return None
        if not over_data(formula):
            message = "`when` asks of given data alone, not of the response"
            self.problems.append(self.located.problem("wrong-condition", message, path))
        return formula

    def _check(self, fields: dict[str, Any], path: Steps) -> ir.Constraint | None:
        text = fields["check"]
        try:
            if self.lexicon is None:
                parse(text)
                return None
            made = compile_formula(text, self.lexicon, environment=self.environment)
        except LanguageError as error:
            self.problems.extend([rules.placed(p, self.located, path) for p in error.problems])
            return None
        return _constraint(text.strip(), "check", (made.formula,), made.notes)

    def _text(self, fields: dict[str, Any], path: Steps) -> ir.Constraint | None:
        if self.lexicon is None:
            return None
        made = _sentence(fields["text"], self.lexicon)
        other = _sentence(fields["text"], self.beside) if self.beside is not None else None
        if other is None or not other.readings:
            return made
        known, every = self.lexicon.ranks, tuple(walk(other.readings))
        if any(isinstance(node, ir.Number) and (node.value.low or 0) > _MOST for node in every):
            return made
        scopes = (node for node in every if isinstance(node, ir.Scope))
        borrows = any(one.kind == "rank" and one.name not in known for one in scopes)
        borrows = borrows or any(isinstance(node, ir.Ordered) for node in every)  # of steps
        return msgspec.structs.replace(made, beside=other, borrows=borrows)

    def _use(self, fields: dict[str, Any], path: Steps) -> ir.Constraint | None:
        use = fields["use"]
        found = self.book.find(use)
        if isinstance(found, str):
            message = f"no rule named `{use}`"
            self.problems.append(self.located.problem("unknown-rule", message, path, hint=found))
        if not isinstance(found, rules.Definition):
            return None
        given = fields.get("with", {})
        if (
            self.lexicon is None
            or not isinstance(given, dict)
            or rules.check_definition(found, None)
        ):
            self.problems.extend(rules.check_definition(found, None))
            return None
        values, problems = rules.arguments(found, given, self.lexicon, self.located, path[:-1])
        self.problems.extend(problems)
        if problems or any(isinstance(value, rules.Refused) for value in values.values()):
            return None
        try:
            made = compile_formula(
                found.check,
                self.lexicon,
                parameters=values,
                environment=self.environment,
            )
        except LanguageError as error:
            self.problems.extend([self._in_rule(p, found, path) for p in error.problems])
            return None
        return _constraint(call_text(use, given), "use", (made.formula,), made.notes)

    def _in_rule(self, problem: Problem, rule: rules.Definition, use: Steps) -> Problem:
        """Point to the use and to the place in the definition, the cause first."""
        there = rule.located.inside((*rule.path, "check"), problem.at)
        here = self.located.at(use)
        if problem.code in _AT_USE:
            source = self.located.source
            message = f"in rule `{rule.name}`: {problem.message}"
            return source.problem(problem.code, message, here, problem.hint, (there,))
        source = rule.located.source
        return source.problem(problem.code, problem.message, there, problem.hint, (here,))

    def _whole_text(self, path: Steps) -> None:
        """Note a text that YAML cut at ` #`."""
        rest = self.located.cut(path)
        if not rest or rest[1:2].isspace() or rest == "#":
            return
        text = str(self.located.get(path))
        message = f"the text ends before ` {_short(rest)}`: YAML takes ` #` as a comment"
        hint = f"write {quoted(f'{text} {rest}')}, or put a space after `#`"
        self.problems.append(self.located.problem("cut-text", message, path, hint=hint))

    surfaces = {"check": _check, "use": _use, "text": _text}
    """Key of a constraint → the method that compiles it; the first key that is there decides."""


def _surface(key: str) -> Any:
    return key


def _sentence(text: str, lexicon: Lexicon) -> ir.Constraint:
    made = compile_sentence(text, lexicon)
    if made.refusal is None:
        return _constraint(text.strip(), "text", made.readings, made.notes)
    return ir.Constraint("", text.strip(), "text", (), "", refusal=made.refusal, notes=made.notes)


def _constraint(
    text: str, surface: Any, readings: tuple[ir.Formula, ...], notes: tuple[str, ...]
) -> ir.Constraint:
    texts = tuple(canonical(reading) for reading in readings)
    return ir.Constraint(
        id="",
        text=text,
        surface=surface,
        readings=readings,
        canonical=" | ".join(texts),
        sentence=sentence(readings[0]) if readings else "",
        reading_texts=texts,
        notes=notes,
    )


def call_text(use: str, given: Mapping[str, Any]) -> str:
    """Write a rule with its arguments: `text/max-words(limit: 300)`."""
    if not given:
        return use
    parts = (
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in given.items()
    )
    return f"{use}({', '.join(parts)})"


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:30] + "…"
