"""The criteria and scenarios of a spec → what they compile to, with every problem.

A criterion may name constraints (`of`) or other criteria (`first … then …`), a measure of the
formal language, or a scale: a file of levels in words (`specs/criteria/`), or one written in
place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from evalspec.core.errors import Problem, SpecError, near
from evalspec.core.quantity import ZERO
from evalspec.core.record import Record
from evalspec.language import ir, rules
from evalspec.language.criterion import By, Criterion, First, Measured, Prefer, Satisfied, Scale
from evalspec.language.grammar import LanguageError
from evalspec.language.lower import Environment, compile_formula
from evalspec.language.printer import canonical
from evalspec.source import files, schema, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located
from evalspec.vocabulary.lexicon import Lexicon

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


class Criteria(Record, frozen=True):
    """Compiles the criteria of one spec, adding what is wrong with them to `problems`.

    Without a lexicon no measure is compiled.
    """

    located: Located
    base: Path
    lexicon: Lexicon | None
    environment: Environment
    problems: list[Problem]
    faulty: set[Steps]
    files: list[Path] = []
    """The scales that were read."""

    def compile(self, constraints: Sequence[str]) -> tuple[Criterion, ...]:
        """Compile every sound criterion; those that another one names come before it."""
        given = self.located.value.get("criteria")
        listed = list(enumerate(given)) if isinstance(given, list) else []
        found: dict[str, Criterion] = {}
        for index, fields in listed:
            path: Steps = ("criteria", index)
            if path in self.faulty or not isinstance(fields, dict):
                continue
            name = fields["id"]
            if name in found:
                self._note("duplicate-id", f"two criteria have the id `{name}`", (*path, "id"))
            by = self._by(fields, path, constraints)
            if by is not None:
                found[name] = self._criterion(fields, path, by)
        self._check_named(found, self._ids())
        return _ordered(found)

    def scenarios(self) -> dict[str, tuple[str, ...]]:
        """Return which criteria are asked of each kind of request."""
        given = self.located.value.get("scenarios", {})
        if ("scenarios",) in self.faulty or not isinstance(given, dict):
            return {}
        known = self._ids()
        for scenario, names in given.items():
            for index, name in enumerate(names):
                if name not in known:
                    self._unknown("criterion", name, known, ("scenarios", scenario, index))
        return {scenario: tuple(names) for scenario, names in given.items()}

    def _ids(self) -> list[str]:
        listed = self.located.value.get("criteria")
        return [one["id"] for one in listed if _has_id(one)] if isinstance(listed, list) else []

    # -- one criterion ----------------------------------------------------------------------------
    def _criterion(self, fields: dict[str, Any], path: Steps, by: By) -> Criterion:
        text = canonical_text(by)
        return Criterion(
            id=fields["id"],
            text=str(fields.get("text", "")).strip() or text,
            by=by,
            canonical=text,
            judge=fields.get("judge", ""),
            order=fields.get("order", "both"),
            severity=fields.get("severity", "error"),
            at=self.located.at(path),
        )

    def _by(self, fields: dict[str, Any], path: Steps, constraints: Sequence[str]) -> By | None:
        if "first" in fields:
            return First((*fields["first"], fields["then"]))
        if "scale" in fields:
            return self._scale(fields["scale"], (*path, "scale"))
        if fields.get("prefer") == "satisfied":
            return self._satisfied(fields, path, constraints)
        return self._measured(fields, path)

    def _satisfied(
        self, fields: dict[str, Any], path: Steps, constraints: Sequence[str]
    ) -> Satisfied:
        if "measure" in fields:
            message = "`prefer: satisfied` counts constraints, and has no `measure`"
            self._note("wrong-key", message, (*path, "measure"))
        names = tuple(fields.get("of", constraints))
        for index, name in enumerate(names):
            if name not in constraints:
                self._unknown("constraint", name, list(constraints), (*path, "of", index))
        if not names:
            self._note("no-constraints", "the spec has no constraints to count", path)
        return Satisfied(names)

    def _measured(self, fields: dict[str, Any], path: Steps) -> Measured | None:
        if "measure" not in fields or "of" in fields:
            message = f"`prefer: {fields.get('prefer')}` needs `measure`, and no `of`"
            self._note("missing-key", message, (*path, "of" if "of" in fields else "prefer"))
            return None
        measure = fields["measure"]
        compared = self._compared(measure, measure, path, "measure")
        if compared is None:
            return None
        target = None
        if "nearest" in fields:
            beside = self._compared(measure, str(fields["nearest"]), path, "nearest")
            if beside is None:
                return None
            target = beside.right
        relative, absolute = self._margin(measure, str(fields.get("margin", "0 %")), path)
        prefer: Prefer = "nearest" if target is not None else fields["prefer"]
        return Measured(prefer, compared.left, target, relative, absolute)

    def _margin(self, measure: str, given: str, path: Steps) -> tuple[Decimal, ir.Number | None]:
        """Return a margin as a share and as an amount; one of them says nothing."""
        share = _PERCENT.fullmatch(given.strip())
        if share is not None:
            return Decimal(share[1]) / 100, None
        compared = self._compared(measure, given, path, "margin")
        amount = compared.right if compared is not None else None
        if isinstance(amount, ir.Number) and amount.value.exact and (amount.value.low or 0) >= 0:
            return ZERO, amount
        if compared is not None:
            message = f"expected a share such as `2 %` or an amount, not `{given}`"
            self._note("wrong-margin", message, (*path, "margin"))
        return ZERO, None

    def _compared(self, measure: str, bound: str, path: Steps, key: str) -> ir.Compare | None:
        """Compile a measure beside what it is compared with, so that dimensions are checked."""
        if self.lexicon is None:
            return None
        try:
            formula = compile_formula(
                f"{measure} = {bound}", self.lexicon, environment=self.environment
            ).formula
        except LanguageError as error:
            self.problems.extend(self._placed(error, len(measure), (*path, key)))
            return None
        if isinstance(formula, ir.Compare) and not isinstance(formula.left, ir.Number):
            return formula
        self._note("wrong-measure", f"`{measure}` is no measure of a response", (*path, "measure"))
        return None

    def _placed(self, error: LanguageError, length: int, path: Steps) -> list[Problem]:
        """Point to the measure, or to what it is compared with as a whole."""
        if path[-1] != "measure":
            return [self._problem(p.code, p.message, path, p.hint) for p in error.problems[:1]]
        own = [p for p in error.problems if p.at.column <= length] or list(error.problems)
        return [rules.placed(p, self.located, path) for p in own]

    # -- scales -----------------------------------------------------------------------------------
    def _scale(self, given: Any, path: Steps) -> Scale | None:
        if isinstance(given, dict):
            return _scale_of(given, "inline")
        found = files.find("criteria", given, self.base)
        if found is None:
            hint = files.hint("criteria", given)
            self._note("unknown-scale", f"no scale named `{given}`", path, hint)
            return None
        self.files.append(found)
        try:
            located = yaml.read_file(found)
        except SpecError as error:
            self.problems.extend(error.problems)
            return None
        problems = schema.check(located, schema.CRITERION)
        self.problems.extend(problems)
        return None if problems else _scale_of(located.value, located.value["criterion"])

    # -- what criteria name -----------------------------------------------------------------------
    def _check_named(self, found: dict[str, Criterion], known: list[str]) -> None:
        for index, fields in enumerate(self.located.value.get("criteria") or ()):
            path: Steps = ("criteria", index)
            one = found.get(fields["id"]) if path not in self.faulty and _has_id(fields) else None
            if one is None or not isinstance(one.by, First):
                continue
            steps = [(*path, "first", number) for number in range(len(one.by.of) - 1)]
            for name, place in zip(one.by.of, [*steps, (*path, "then")], strict=True):
                if name not in known:
                    self._unknown("criterion", name, known, place)
                elif _reaches(found, name, one.id, set()):
                    message = f"`{one.id}` rests on itself, by way of `{name}`"
                    self._note("circular-criteria", message, place)

    def _unknown(self, what: str, name: str, known: list[str], path: Steps) -> None:
        hint = near(name, known, f"ids: {', '.join(known[:12]) or 'none'}")
        self._note("unknown-id", f"no {what} has the id `{name}`", path, hint)

    def _note(self, code: str, message: str, path: Steps, hint: str = "") -> None:
        self.problems.append(self._problem(code, message, path, hint))

    def _problem(self, code: str, message: str, path: Steps, hint: str) -> Problem:
        return self.located.problem(code, message, path, hint=hint)


def canonical_text(by: By) -> str:
    """Write a criterion in one line."""
    match by:
        case Satisfied():
            return f"satisfied of {', '.join(by.of)}"
        case Scale():
            return f"scale {by.name}"
        case First():
            return f"first {', '.join(by.of[:-1])} then {by.of[-1]}"
    near = f" {canonical(by.target)}" if by.target is not None else ""
    margin = f", margin {(by.relative * 100).normalize():f} %" if by.relative else ""
    margin = f", margin {canonical(by.absolute)}" if by.absolute else margin
    return f"{by.prefer}{near} {canonical(by.measure)}{margin}"


def _scale_of(given: dict[str, Any], name: str) -> Scale:
    levels = tuple(" ".join(level.split()) for level in given["levels"])
    return Scale(f"{name}@{given.get('version', 0)}", " ".join(given["about"].split()), levels)


def _has_id(fields: Any) -> bool:
    return isinstance(fields, dict) and isinstance(fields.get("id"), str)


def _reaches(found: dict[str, Criterion], start: str, wanted: str, seen: set[str]) -> bool:
    """Tell whether a criterion rests on another one, or is it."""
    if start == wanted:
        return True
    one = found.get(start)
    if start in seen or one is None or not isinstance(one.by, First):
        return False
    seen.add(start)
    return any(_reaches(found, name, wanted, seen) for name in one.by.of)


def _ordered(found: dict[str, Criterion]) -> tuple[Criterion, ...]:
    """Return criteria with those that another one names before it, else as they are written."""
    done: dict[str, Criterion] = {}

    def visit(name: str, inside: tuple[str, ...]) -> None:
        one = found.get(name)
        if one is None or name in done or name in inside:
            return
        for other in one.by.of if isinstance(one.by, First) else ():
            visit(other, (*inside, name))
        done[name] = one

    for name in found:
        visit(name, ())
    return tuple(done.values())
