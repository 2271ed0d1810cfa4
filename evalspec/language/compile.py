"""A spec's text → a program: read, validate, look up, compile, and report every problem.

Each step adds to one list of problems and goes on with what is sound, so a file with
five mistakes is reported once, not five times.
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from evalspec.core.errors import EvalspecError, Problem, SpecError, near
from evalspec.core.policy import Policy
from evalspec.core.span import At
from evalspec.language import ir, rules
from evalspec.language.constraints import Compiler
from evalspec.language.criteria import Criteria
from evalspec.language.given.declare import declared
from evalspec.language.given.files import misfits, read_data
from evalspec.language.lower import NO_DATA, Environment
from evalspec.language.panels import panel_problems
from evalspec.language.policy import load_policy
from evalspec.language.program import SHIPPED_JUDGES, Answer, Program
from evalspec.source import MAX_PROBLEMS, files, schema, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.source_text import SourceText
from evalspec.source.yaml import Located
from evalspec.vocabulary.layer import places_below
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon


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
        self.environment = NO_DATA
        self.beside: Lexicon | None = None

    def program(self) -> Program:
        """Run the steps in order."""
        for path, problem in schema.errors(self.located):
            self.problems.append(problem)
            self.faulty.update(path[:length] for length in range(1, len(path) + 1))
        if not isinstance(self.located.value, dict):
            raise SpecError(self.problems)
        lexicon = self.lexicon()
        policy = self.policy(lexicon)
        data = self.data(lexicon)
        constraints = self.constraints(lexicon)
        for definition in self.book.own():
            self.problems += rules.check_definition(definition, lexicon)
        ids = [constraint.id for constraint in constraints]
        self.expected_ids(ids)
        judges = self.judges(ids)
        reading = Criteria(
            self.located, self.base, lexicon, self.environment, self.problems, self.faulty
        )
        criteria = reading.compile(ids)
        scenarios = reading.scenarios()
        self.files += reading.files
        self.problems += self.book.problems
        self.files += self.book.files
        if self.problems or lexicon is None or policy is None:
            raise SpecError(self.ordered())
        return Program(
            title=self.get("title", str, ""),
            constraints=tuple(constraints),
            lexicon=lexicon,
            policy=policy,
            beside=self.beside if any(made.beside for made in constraints) else None,
            request=self.get("request", str, ""),
            data=data,
            given=self.environment.given,
            answer=self.answer(),
            criteria=criteria,
            scenarios=scenarios,
            judges=judges,
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
        define = {k: v for k, v in self.get("define", dict, {}).items() if k != "values"}
        places = places_below(self.located, ("define",))
        try:
            loaded = load_lexicon(names, define, self.base, places)
            beside = loaded.lexicon.beside
            if beside:
                self.beside = load_lexicon([*names, *beside], define, self.base, places).lexicon
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
            names = [value, steps[-1]] if len(steps) > len(path) else [value]
            quoted = [mark for name in names if isinstance(name, str)
                      for mark in (f"'{name}'", f"`{name}`")]  # fmt: skip
            if steps[: len(path)] == path and any(mark in problem.message for mark in quoted):
                path = steps
                break
        at = self.located.at(path, key=problem.code == "unknown-switch")
        return self.located.source.problem(problem.code, problem.message, at, problem.hint)

    def answer(self) -> Answer:
        """Return which part of a response is the answer."""
        given = self.get("answer", dict, {})
        return Answer(**{**given, "none": tuple(given.get("none", ()))})

    def data(self, lexicon: Lexicon | None) -> dict[str, Any]:
        """Return the values given by the spec or its data file, checked against their types."""
        units = lexicon.units if lexicon is not None else {}
        given = declared(self.located, units, self.problems)
        define = self.get("define", dict, {})
        values = define.get("values", {}) if isinstance(define, dict) else {}
        self.environment = Environment(given, values if isinstance(values, dict) else {})
        written = self.located.value.get("data", {})
        if ("data",) in self.faulty:
            return {}
        if isinstance(written, str):
            return self.data_file(written, lexicon)
        # What the spec leaves out may come with each case.
        partly = {name: msgspec.structs.replace(one, optional=True) for name, one in given.items()}
        self.problems += misfits(self.located, written, partly, units, ("data",))
        return dict(written)

    def data_file(self, name: str, lexicon: Lexicon | None) -> dict[str, Any]:
        """Read the data file that a spec names."""
        path = self.base / name
        if not path.is_file():
            self.problems.append(self.located.problem("no-data", f"no file `{name}`", ("data",)))
            return {}
        try:
            data = read_data(path, self.environment.given, lexicon.units if lexicon else {})
        except EvalspecError as error:
            self.problems += [self._at_name(p, ("data",)) for p in error.problems]
            return {}
        self.files.append(path)
        return data

    # -- constraints ----------------------------------------------------------------------
    def judges(self, constraints: Collection[str]) -> dict[str, Any]:
        """Return the judges that the spec declares; none may pass for one of ours.

        `constraints` are the ids that panels may speak of.
        """
        found: dict[str, Any] = self.get("judges", dict, {})
        for name in sorted(SHIPPED_JUDGES.intersection(found)):
            at = self.located.at(("judges", name), key=True)
            message = f"`{name}` is a judge of evalspec's own; give yours another name"
            self.problems.append(Problem("reserved-name", message, at))
        if not self.problems:
            self.problems += panel_problems(self.located, constraints)
        return found

    def constraints(self, lexicon: Lexicon | None) -> list[ir.Constraint]:
        """Compile every sound constraint."""
        given = self.located.value.get("constraints")
        result: list[ir.Constraint] = []
        seen: dict[str, At] = {}
        compiler = Compiler(
            self.located, self.book, lexicon, self.problems, self.faulty, self.environment,
            self.beside,
        )  # fmt: skip
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
            made = compiler.compile(fields, path, isinstance(item, str))
            when = fields.get("when")
            if isinstance(when, str) and made is not None:
                condition = compiler.condition(when, (*path, "when"))
                made = msgspec.structs.replace(made, when=condition)
            if made is not None:
                result.append(self.finished(made, name, fields, path))
            if len(self.problems) >= MAX_PROBLEMS and index + 1 < len(given):
                self.stopped(("constraints", index + 1))
                break
        return result

    def stopped(self, path: Steps) -> None:
        """Note that the constraints below were not looked at."""
        message = f"{MAX_PROBLEMS} problems and more: what follows was not looked at"
        self.problems.append(self.located.problem("too-many-problems", message, path))

    def finished(
        self, made: ir.Constraint, name: str, fields: dict[str, Any], path: Steps
    ) -> ir.Constraint:
        """Return a compiled constraint with its id, place, severity, weight and judge."""
        sound = fields if path not in self.faulty else {}
        return msgspec.structs.replace(
            made,
            id=name,
            severity=sound.get("severity", "error"),
            weight=Decimal(str(sound.get("weight", 1))),
            judge=sound.get("judge", ""),
            group=sound.get("group", ""),
            at=self.located.at(path),
        )

    def expected_ids(self, ids: list[str]) -> None:
        """Note expectations about constraints that do not exist."""
        known = set(ids)
        cases = self.located.value.get("cases")
        for index, case in enumerate(cases if isinstance(cases, list) else ()):
            expect = case.get("expect") if isinstance(case, dict) else None
            for name in expect if isinstance(expect, dict) else ():
                if name in known:
                    continue
                if len(self.problems) >= MAX_PROBLEMS:
                    return
                hint = near(name, ids, f"ids: {', '.join(ids[:12])}")
                path = ("cases", index, "expect", name)
                message = f"no constraint has the id `{name}`"
                found = self.located.problem("unknown-id", message, path, key=True, hint=hint)
                self.problems.append(found)


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
