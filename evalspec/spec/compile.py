"""A spec's text → a program: read, validate, look up, compile, and report every problem.

Each step adds to one list of problems and goes on with what is sound, so a file with
five mistakes is reported once, not five times.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from evalspec.core.errors import Problem, SpecError
from evalspec.core.policy import Policy
from evalspec.core.span import At
from evalspec.source import files, schema, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.text import SourceText, quoted
from evalspec.source.yaml import Located
from evalspec.spec import ir, rules
from evalspec.spec.grammar import LanguageError, parse
from evalspec.spec.lower import compile_formula
from evalspec.spec.policy import load_policy
from evalspec.spec.printer import canonical
from evalspec.spec.program import Answer, Program
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon

SURFACES = ("check", "text", "use")
_AT_USE = ("wrong-dimension", "unknown-scope", "unknown-measure", "unknown-unit")
"""Problems of a rule's formula that its use causes: by a value, or by the spec's vocabulary."""


def compile_text(content: str | bytes, name: str) -> tuple[Program, list[Path]]:
    """Compile a spec; return the program and the other files it rests on.

    Files are looked up next to `name`. Raises `SpecError` with every problem.
    """
    located = yaml.read(content, name)
    build = _Build(located, Path(name).parent)
    program = build.program()
    if build.problems:
        raise SpecError(build.ordered())
    return program, build.files


class _Build:
    """One compilation: the spec, what it has named so far, and every problem met."""

    def __init__(self, located: Located, base: Path) -> None:
        self.located = located
        self.base = base
        self.files: list[Path] = []
        self.problems: list[Problem] = []
        self.faulty: set[Steps] = set()
        self.book = rules.RuleBook(located, base)

    def program(self) -> Program:
        """Run the steps in order."""
        for path, problem in schema.errors(self.located):
            self.problems.append(problem)
            self.faulty.update(path[:length] for length in range(1, len(path) + 1))
        if not isinstance(self.located.value, dict):
            raise SpecError(self.problems)
        lexicon = self.lexicon()
        policy = self.policy(lexicon)
        constraints = self.constraints(lexicon)
        for definition in self.book.own():
            self.problems += rules.check_definition(definition, lexicon)
        self.expected_ids([constraint.id for constraint in constraints])
        self.problems += self.book.problems
        self.files += self.book.files
        if self.problems or lexicon is None or policy is None:
            raise SpecError(self.ordered())
        return Program(
            title=self.get("title", str, ""),
            constraints=tuple(constraints),
            lexicon=lexicon,
            policy=policy,
            request=self.get("request", str, ""),
            data=self.get("data", dict, {}),
            answer=Answer(**self.get("answer", dict, {})),
            source=self.located.source.name,
            sources=self.sources(),
        )

    def get(self, key: str, kind: type, default: Any) -> Any:
        """Return a field of the spec, or the default when it is absent or faulty."""
        value = self.located.value.get(key)
        return value if isinstance(value, kind) and (key,) not in self.faulty else default

    def sources(self) -> tuple[tuple[str, str], ...]:
        """Return every file with the SHA-256 of its content; the spec comes first."""
        text = self.located.source
        spec = (text.name, sha256(text.text.encode("utf-8")).hexdigest())
        others = (
            (files.display(path), sha256(path.read_bytes()).hexdigest()) for path in self.files
        )
        return (spec, *others)

    def ordered(self) -> list[Problem]:
        """Return the problems once each, in the order of the file, all with excerpts."""
        shown = [_with_excerpt(problem, self.located.source) for problem in self.problems]
        unique = {(p.message, p.at.file, p.at.line, p.at.column): p for p in shown}
        spec = self.located.source.name
        return sorted(
            unique.values(), key=lambda p: (p.at.file != spec, p.at.file, p.at.line, p.at.column)
        )

    # -- what the spec names --------------------------------------------------------------
    def lexicon(self) -> Lexicon | None:
        """Return the merged vocabularies; None when they cannot be had."""
        given = self.located.value.get("vocabulary", [])
        names = [given] if isinstance(given, str) else given
        if ("vocabulary",) in self.faulty or ("define",) in self.faulty:
            return None
        define = self.get("define", dict, {})
        places = _below("define", self.located)
        try:
            loaded = load_lexicon(names, define, self.base, places)
        except SpecError as error:
            self.problems += [self._at_name(p, ("vocabulary",)) for p in error.problems]
            return None
        self.files += loaded.files
        return loaded.lexicon

    def policy(self, lexicon: Lexicon | None) -> Policy | None:
        """Return the resolved policy; None when it is faulty."""
        given = self.located.value.get("policy", {})
        if ("policy",) in self.faulty:
            return None
        try:
            policy, paths = load_policy(
                {"profile": given} if isinstance(given, str) else given, self.base
            )
        except SpecError as error:
            self.problems += [self._at_name(p, ("policy",)) for p in error.problems]
            return None
        self.files += paths
        parts = lexicon.parts_of_day if lexicon is not None else {}
        return msgspec.structs.replace(policy, parts_of_day={**parts, **policy.parts_of_day})

    def _at_name(self, problem: Problem, path: Steps) -> Problem:
        """Give a problem without a place that of the key, value or item it names."""
        if problem.at.file:
            return problem
        for steps in self.located.places:
            value = self.located.get(steps)
            named = steps[-1] if len(steps) > len(path) and isinstance(steps[-1], str) else value
            below = steps[: len(path)] == path and isinstance(named, str)
            if below and (f"'{named}'" in problem.message or f"`{named}`" in problem.message):
                path = steps
                break
        at = self.located.at(path, key=problem.code == "unknown-switch")
        return self.located.source.problem(problem.code, problem.message, at, problem.hint)

    # -- constraints ----------------------------------------------------------------------
    def constraints(self, lexicon: Lexicon | None) -> list[ir.Constraint]:
        """Compile every sound constraint."""
        given = self.located.value.get("constraints")
        result: list[ir.Constraint] = []
        seen: dict[str, At] = {}
        for index, item in enumerate(given if isinstance(given, list) else ()):
            path: Steps = ("constraints", index)
            fields = {"text": item} if isinstance(item, str) else item
            if not isinstance(fields, dict):
                continue
            name = fields.get("id")
            name = name if isinstance(name, str) else f"c{index + 1}"
            at = self.located.at((*path, "id") if "id" in fields else path)
            if name in seen:
                message = f"two constraints have the id `{name}`"
                found = self.located.source.problem(
                    "duplicate-id", message, at, related=(seen[name],)
                )
                self.problems.append(found)
            seen.setdefault(name, at)
            result += self.constraint(name, fields, path, isinstance(item, str), lexicon)
        return result

    def constraint(
        self, name: str, fields: dict[str, Any], path: Steps, bare: bool, lexicon: Lexicon | None
    ) -> list[ir.Constraint]:
        """Compile one constraint; return nothing when it cannot be."""
        for key in SURFACES:
            value = path if bare else (*path, key)
            if isinstance(fields.get(key), str) and fields[key] and value not in self.faulty:
                self._whole_text(value)
                break
        else:
            return []
        surface: Any = key
        made = getattr(self, f"_{surface}")(fields, value, lexicon)
        if made is None:
            return [ir.Constraint(name, fields[key], surface, (), "")]
        weight = fields.get("weight", 1)
        sound = path not in self.faulty
        return [
            msgspec.structs.replace(
                made,
                id=name,
                severity=fields.get("severity", "error") if sound else "error",
                weight=Decimal(str(weight)) if sound else Decimal(1),
                judge=fields.get("judge", "") if sound else "",
                at=self.located.at(path),
            )
        ]

    def _check(
        self, fields: dict[str, Any], path: Steps, lexicon: Lexicon | None
    ) -> ir.Constraint | None:
        text = fields["check"]
        try:
            if lexicon is None:
                parse(text)
                return None
            made = compile_formula(text, lexicon, self.located.at(path))
        except LanguageError as error:
            self.problems += [rules.placed(p, self.located, path) for p in error.problems]
            return None
        return _constraint(text.strip(), "check", (made.formula,), made.notes)

    def _text(
        self, fields: dict[str, Any], path: Steps, lexicon: Lexicon | None
    ) -> ir.Constraint | None:
        if lexicon is None:
            return None
        try:
            from evalspec.spec.english import compile_sentence
        except ModuleNotFoundError:  # until the English grammar has landed
            refusal = ir.Refusal(tuple(fields["text"].split()))
            return ir.Constraint("", fields["text"].strip(), "text", (), "", refusal=refusal)

        made = compile_sentence(fields["text"], lexicon)
        constraint = _constraint(fields["text"].strip(), "text", made.readings, made.notes)
        return msgspec.structs.replace(constraint, refusal=made.refusal)

    def _use(
        self, fields: dict[str, Any], path: Steps, lexicon: Lexicon | None
    ) -> ir.Constraint | None:
        use = fields["use"]
        found = self.book.find(use)
        if isinstance(found, str):
            message = f"no rule named `{use}`"
            self.problems.append(self.located.problem("unknown-rule", message, path, hint=found))
            return None
        given = fields.get("with", {})
        if lexicon is None or not isinstance(given, dict) or rules.check_definition(found, None):
            self.problems += rules.check_definition(found, None)
            return None
        values, problems = rules.arguments(found, given, lexicon, self.located, path[:-1])
        self.problems += problems
        if problems or any(isinstance(value, rules.Refused) for value in values.values()):
            return None
        try:
            made = compile_formula(found.check, lexicon, self.located.at(path), parameters=values)
        except LanguageError as error:
            self.problems += [self._in_rule(p, found, path) for p in error.problems]
            return None
        return _constraint(_call(use, given), "use", (made.formula,), made.notes)

    def _in_rule(self, problem: Problem, rule: rules.Definition, use: Steps) -> Problem:
        """Point to the use and to the place in the definition, the cause first."""
        there = rule.located.inside((*rule.path, "check"), problem.at)
        here = self.located.at(use)
        if problem.code in _AT_USE:
            message = f"in rule `{rule.name}`: {problem.message}"
            return self.located.source.problem(problem.code, message, here, problem.hint, (there,))
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

    def expected_ids(self, ids: list[str]) -> None:
        """Note expectations about constraints that do not exist."""
        cases = self.located.value.get("cases")
        for index, case in enumerate(cases if isinstance(cases, list) else ()):
            expect = case.get("expect") if isinstance(case, dict) else None
            for name in expect if isinstance(expect, dict) else ():
                if name in ids:
                    continue
                near = get_close_matches(name, ids, 1, 0.6)
                hint = f"did you mean `{near[0]}`?" if near else f"ids: {', '.join(ids[:12])}"
                path = ("cases", index, "expect", name)
                message = f"no constraint has the id `{name}`"
                found = self.located.problem("unknown-id", message, path, key=True, hint=hint)
                self.problems.append(found)


def _constraint(
    text: str, surface: Any, readings: tuple[ir.Formula, ...], notes: tuple[str, ...]
) -> ir.Constraint:
    try:
        from evalspec.spec.sentence import sentence
    except ModuleNotFoundError:  # until sentences have landed
        sentence = canonical

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


def _call(use: str, given: Mapping[str, Any]) -> str:
    """Write a rule with its arguments: `text/max-words(limit: 300)`."""
    if not given:
        return use
    parts = (
        f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in given.items()
    )
    return f"{use}({', '.join(parts)})"


def _below(key: str, located: Located) -> dict[Steps, At]:
    """Return the places below a key of the spec, keyed by the rest of the path."""
    places = {path[1:]: at for path, at in located.places.items() if path[:1] == (key,)}
    places.update({path[1:]: at for path, at in located.keys.items() if path[:1] == (key,)})
    return places


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:30] + "…"


def _with_excerpt(problem: Problem, spec: SourceText) -> Problem:
    at = problem.at
    if problem.excerpt or not at.line:
        return problem
    source = spec
    if at.file and at.file != spec.name:
        path = files.locate(at.file)
        if path is None:
            return problem
        source = SourceText(at.file, path.read_text(encoding="utf-8", errors="replace"))
    return msgspec.structs.replace(problem, excerpt=source.excerpt(at))
