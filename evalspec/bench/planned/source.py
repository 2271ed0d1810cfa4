"""A `bench:` as it is written: its keys, where they stand, their formulas, what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path as FilePath
from typing import Any, TypeVar

from evalspec.bench.planned.parts import Operand
from evalspec.core.errors import Problem, SpecError
from evalspec.core.given import GivenType
from evalspec.core.span import At
from evalspec.language import ir
from evalspec.language.grammar import LanguageError
from evalspec.language.lower import Environment, compile_expression, compile_formula
from evalspec.language.program import Program
from evalspec.language.rules import placed
from evalspec.source import files, schema, yaml
from evalspec.source.compose import Path
from evalspec.source.named import read_checked
from evalspec.source.yaml import Located

T = TypeVar("T")
FEASIBLE = "feasible"
"""The parameter that says whether an answer is planted."""
TOPIC, CONSTRAINTS = "topic", "constraints"
"""What is written for an instance, by the names that wordings know it by."""
RESERVED = (FEASIBLE, TOPIC, CONSTRAINTS)
"""Parameters that nobody draws."""


class Source:
    """One `bench:`, and every problem met in it."""

    def __init__(self, program: Program, path: str) -> None:
        self.program = program
        self.path = path
        self.problems: list[Problem] = []
        self.located = yaml.read(FilePath(path).read_bytes(), files.display(FilePath(path)))
        self.sources: dict[str, Located] = {}
        self.others: list[str] = []
        self.types: dict[str, GivenType] = {**program.given, FEASIBLE: GivenType("truth")}
        self.environment = Environment()

    def gather(self, located: Located, path: FilePath) -> None:
        """Take the keys of a `bench:`, then those of the one it is made from."""
        if not files.packaged(path):
            self.others.append(str(path))
        bench = located.value.get("bench") if isinstance(located.value, dict) else None
        if not isinstance(bench, dict):
            at = located.source.problem("no-bench", "the spec has no `bench:`", located.at(()))
            raise SpecError([at])
        for key in bench:
            self.sources.setdefault(key, located)
        other = bench.get("from")
        if other is None:
            return
        found = files.find("bench", other, path.parent)
        if found is None or len(self.others) > 9:
            hint = files.hint("bench", other)
            place = ("bench", "from")
            raise SpecError([located.problem("no-bench", f"no spec `{other}`", place, hint=hint)])
        self.gather(read_checked(found, schema.SPEC), found)

    def of(self, key: str, default: Any) -> Any:
        located = self.sources.get(key)
        return default if located is None else located.value["bench"][key]

    def places(self) -> dict[str, At]:
        made = {"bench": self.located.at(("bench",), key=True)}
        for key, located in self.sources.items():
            made[key] = located.at(("bench", key), key=True)
        draws = self.sources.get("draw", self.located)
        for name in self.of("draw", {}):
            made[f"draw.{name}"] = draws.at(("bench", "draw", name), key=True)
        return made

    def note(self, code: str, message: str, path: Path, hint: str = "") -> None:
        located = self.sources.get(str(path[1]), self.located) if len(path) > 1 else self.located
        self.problems.append(located.problem(code, message, path, hint=hint))

    def files(self) -> tuple[str, ...]:
        """Return every file that is not shipped: the spec, what it names, where `from` leads."""
        named = [name for name, _ in self.program.sources if files.locate(name)]
        every = dict.fromkeys((*named, *self.others))
        return tuple(name for name in every if not name.startswith(("specs/", "grammars/")))

    # -- formulas ----------------------------------------------------------------------------
    def formula(self, text: Any, key: str, path: Path) -> ir.Formula | None:
        lexicon, environment = self.program.lexicon, self.environment
        made = self.compiled(
            lambda: compile_formula(text, lexicon, environment=environment), text, key, path
        )
        return None if made is None else made.formula

    def expression(
        self, text: Any, key: str, path: Path, bound: Mapping[str, GivenType | None] | None = None
    ) -> ir.Expr | None:
        lexicon, environment = self.program.lexicon, self.environment
        return self.compiled(
            lambda: compile_expression(text, lexicon, environment, bound), text, key, path
        )

    def compiled(self, compile: Callable[[], T], text: Any, key: str, path: Path) -> T | None:
        if not isinstance(text, str):
            return None
        try:
            return compile()
        except LanguageError as error:
            located = self.sources[key]
            where = ("bench", key, *path)
            self.problems += [placed(problem, located, where) for problem in error.problems]
            return None

    def operand(
        self, given: Any, key: str, path: Path, bound: Mapping[str, GivenType | None]
    ) -> Operand | None:
        if isinstance(given, (int, float)) and not isinstance(given, bool):
            return Decimal(str(given))
        return self.expression(given, key, path, bound)

    def share(self, key: str, path: Path, given: Any) -> Decimal:
        text = str(given).strip()
        try:
            number = Decimal(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
        except InvalidOperation:
            number = Decimal(-1)
        if not 0 <= number <= 1:
            self.note("wrong-value", f"expected a share such as `10 %`, not `{text}`",
                      ("bench", key, *path))  # fmt: skip
        return number

    def ids(self, key: str) -> tuple[str, ...]:
        known = {constraint.id for constraint in self.program.constraints}
        for number, name in enumerate(self.of(key, [])):
            if name not in known:
                self.note("unknown-id", f"no constraint has the id `{name}`", ("bench", key, number),
                          f"ids: {', '.join(sorted(known))}")  # fmt: skip
        return tuple(self.of(key, []))

    def member(self, each: ir.Expr) -> GivenType | None:
        """Return the type of what a variable is bound to, as far as it is declared."""
        current: GivenType | None = GivenType("record", fields=self.types)
        while isinstance(each, ir.Collected) and each.value == ir.Data(each.variable):
            each = each.over
        if not isinstance(each, ir.Data):
            return GivenType("span")
        for step in each.path:
            if current is None:
                return None
            current = current.fields.get(str(step)) if current.kind == "record" else current.of
        return None if current is None else current.of
