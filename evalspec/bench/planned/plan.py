"""The `bench:` of a spec → what is drawn, what an answer may be, and how both are written.

Formulas and expressions are those of the spec, over its given data and the parameters that
are drawn beside them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path as FilePath
from typing import Any, TypeVar

from evalspec.bench.planned.parts import Draw, Group, Operand, Pooled, Records, Space, Write
from evalspec.bench.planned.template import Template, TemplateError, read_template
from evalspec.core.errors import Problem, SpecError
from evalspec.core.given import GivenType
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import At
from evalspec.language import ir
from evalspec.language.given.declare import declared_type
from evalspec.language.given.values import typed_values
from evalspec.language.grammar import LanguageError
from evalspec.language.load import load_program
from evalspec.language.lower import Environment, compile_expression, compile_formula
from evalspec.language.program import Program
from evalspec.language.rules import placed
from evalspec.source import files, schema, yaml
from evalspec.source.compose import Path
from evalspec.source.yaml import Located

T = TypeVar("T")
FEASIBLE = "feasible"
"""The parameter that says whether an answer is planted."""
TOPIC, CONSTRAINTS = "topic", "constraints"
"""What is written for an instance, by the names that wordings know it by."""
_TRUTH = GivenType("truth")
_NUMBER = GivenType("number")
_TEXT = GivenType("text")


class Plan(Record, frozen=True):
    """A benchmark: a program, and how its instances are made."""

    name: str
    program: Program
    draws: dict[str, Draw] = {}
    types: dict[str, GivenType] = {}
    """Of the data and the parameters."""
    require: tuple[tuple[str, ir.Formula], ...] = ()
    infeasible: Decimal = Decimal(0)
    space: Space = ()
    beside: tuple[Space, ...] = ()
    preferences: tuple[str, ...] = ()
    possible: ir.Formula | None = None
    apart: tuple[str, ...] = ()
    refusals: dict[str, str] = {}
    prompts: dict[str, Template] = {}
    writings: dict[str, Template] = {}
    write: Write | None = None
    """What is written for each instance; None where answers are proven instead."""
    checks: dict[str, str] = {}
    """What is asked of an instance that is written → by whom: rule, model or both."""
    files: tuple[str, ...] = ()
    """Every file it rests on that is not shipped."""
    places: dict[str, At] = {}
    """Where its keys and its draws stand: `space`, `draw.people`."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics: the groups of the constraints, in order."""
        own = (one.group or one.id for one in self.program.constraints)
        return tuple(dict.fromkeys((*own, *(self.write.groups if self.write else ()))))

    @property
    def given(self) -> frozenset[str]:
        """Names of the fields of the data; the others are parameters."""
        return frozenset(self.program.given)


def load_plan(name: str | os.PathLike[str]) -> Plan:
    """Read a benchmark: a path, or a shipped name such as `ba-calendar`.

    Raises `SpecError` with every problem of the spec and of its `bench:`.
    """
    path = path_of(os.fspath(name))
    program = load_program(path)
    return _Reading(program, path).plan()


def load_scorer(name: str | os.PathLike[str]) -> Plan:
    """Read a spec that scores answers, whether or not it has a `bench:` of its own."""
    path = path_of(os.fspath(name))
    program = load_program(path)
    located = yaml.read_file(FilePath(path))
    if "bench" in located.value:
        return _Reading(program, path).plan()
    return Plan(FilePath(path).stem, program)


def path_of(name: str) -> str:
    """Return the file of a benchmark: a path as it is, or that of a shipped name."""
    if name.endswith(files.SUFFIXES):
        return name
    found = files.find("bench", name, None)
    if found is None:
        message = f"no benchmark is called `{name}`"
        raise SpecError([Problem("no-bench", message, hint=files.hint("bench", name))])
    return str(found)


class _Reading:
    """One `bench:`, and every problem met in it."""

    def __init__(self, program: Program, path: str) -> None:
        self.program = program
        self.path = path
        self.problems: list[Problem] = []
        self.located = yaml.read(FilePath(path).read_bytes(), files.display(FilePath(path)))
        self.sources: dict[str, Located] = {}
        self.others: list[str] = []
        self.types: dict[str, GivenType] = {**program.given, FEASIBLE: _TRUTH}
        self.environment = Environment()

    def plan(self) -> Plan:
        self.gather(self.located, FilePath(self.path))
        self.kind()
        draws = self.draws()
        plan = Plan(
            name=FilePath(self.path).stem,
            program=self.program,
            draws=draws,
            types=self.types,
            require=tuple(
                (text, formula)
                for number, text in enumerate(self.of("require", []))
                if (formula := self.formula(text, "require", (number,))) is not None
            ),
            infeasible=self.share("infeasible", (), self.of("infeasible", 0)),
            space=self.space(self.of("space", {}), "space", ()),
            beside=tuple(
                self.space(one, "beside", (number,))
                for number, one in enumerate(self.of("beside", []))
            ),
            preferences=self.ids("preferences"),
            possible=self.formula(self.of("possible", None), "possible", ()),
            apart=tuple(self.of("apart", [])),
            refusals=self.of("refusals", {}),
            prompts=self.templates("prompts"),
            writings=self.templates("writings"),
            write=self.write(self.of("write", None)),
            checks=self.of("checks", {}),
            files=self.files(),
            places=self.places(),
        )
        if self.problems:
            raise SpecError(self.problems)
        return plan

    def files(self) -> tuple[str, ...]:
        """Return every file that is not shipped: the spec, what it names, where `from` leads."""
        named = [name for name, _ in self.program.sources if files.locate(name)]
        every = dict.fromkeys((*named, *self.others))
        return tuple(name for name in every if not name.startswith(("specs/", "grammars/")))

    def kind(self) -> None:
        """Note keys that a benchmark of this kind needs, or has no use for."""
        written = "write" in self.sources
        if not written and "space" not in self.sources:
            message = "`bench` needs `space`: what an answer may be, or `write`: what is written"
            self.note("missing-key", message, ("bench",))
        wrong = _OF_PROVEN if written else ("checks",)
        for key in wrong:
            if key in self.sources:
                message = f"`{key}` goes with `{'space' if written else 'write'}`"
                self.note("wrong-key", message, ("bench", key))

    # -- where it stands ---------------------------------------------------------------------
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
            problem = located.problem(
                "no-bench", f"no spec `{other}`", ("bench", "from"), hint=hint
            )
            raise SpecError([problem])
        below = yaml.read_file(found)
        wrong = schema.check(below)
        if wrong:
            raise SpecError(wrong)
        self.gather(below, found)

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

    # -- draws -------------------------------------------------------------------------------
    def draws(self) -> dict[str, Draw]:
        given = self.of("draw", {})
        located = self.sources.get("draw", self.located)
        for name, one in given.items():
            if name in self.program.given or not isinstance(one, dict) or "type" not in one:
                continue
            path = ("bench", "draw", name, "type")
            units = self.program.lexicon.units
            self.types[name] = declared_type(located, units, self.problems, path)
        if "write" in self.sources:
            self.types |= {TOPIC: _TEXT, CONSTRAINTS: GivenType("list", of=_TEXT)}
        values = self.located.value.get("define", {})
        values = values.get("values", {}) if isinstance(values, dict) else {}
        self.environment = Environment(self.types, values)
        made = {}
        for name, one in given.items():
            if name not in self.types or name in _RESERVED:
                message = f"`{name}` is no field of `given`: a parameter needs a `type`"
                self.note("missing-key", message, ("bench", "draw", name))
                continue
            made[name] = self.draw(one, self.types[name], ("draw", name), {})
        for name, type in self.program.given.items():
            needed = not (type.optional or type.empty or name in self.program.data)
            if given and needed and name not in given:
                self.note("missing-key", f"nothing draws `{name}`, which `given` asks for",
                          ("bench", "draw"))  # fmt: skip
        return made

    def draw(
        self, given: Any, type: GivenType, path: Path, bound: Mapping[str, GivenType | None]
    ) -> Draw:
        """Read one draw; `path` leads to it from `bench`."""
        key = str(path[0])
        name = ".".join(str(step) for step in path[1:] if step not in ("draw", "record"))
        if not isinstance(given, dict):
            self.fits(given, type, path)
            return Draw(name, "literal", type, literal=given)
        kind = next((kind for part, kind in _KINDS.items() if part in given), "literal")
        choices = given.get(_CHOICES[kind]) if kind in _CHOICES else None
        written = tuple(choices) if isinstance(choices, list) else None
        for number, one in enumerate(written or ()):
            inner = (
                _member(type) if kind == "some" else GivenType("text") if kind == "each" else type
            )
            self.fits(one, inner, (*path, _CHOICES[kind], number))
        operands = {
            part: self.operand(given[part], key, (*path[1:], part), bound)
            for part in ("from", "to", "step", "gap", "around", "blocks", "value")
            if part in given
        }
        if isinstance(choices, str):
            operands["of"] = self.expression(choices, key, (*path[1:], _CHOICES[kind]), bound)
        for number, one in enumerate(given.get("span", ())):
            operands[f"span{number}"] = self.operand(one, key, (*path[1:], "span", number), bound)
        self.range(given, path)
        if "else" in given:
            self.fits(given["else"], type, (*path, "else"))
        elif (
            {"when", "chance"} & given.keys()
            and kind not in ("chance", "literal")
            and not (type.empty or type.optional)
        ):
            self.note("missing-key", "`when` and `chance` go with `else`, which is missing",
                      ("bench", *path))  # fmt: skip
        return Draw(
            name, kind, type, operands, written,
            parts=self.parts(given, type, path, bound, operands.get("of")),
            variable=given.get("as", "it"),
            when=self.formula(given.get("when"), key, (*path[1:], "when")),
            chance=self.share(key, (*path[1:], "chance"), given["chance"])
            if "chance" in given else None,
            otherwise=given.get("else"),
        )  # fmt: skip

    def parts(
        self, given: dict[str, Any], type: GivenType, path: Path,
        bound: Mapping[str, GivenType | None], of: Any,
    ) -> dict[str, Draw]:  # fmt: skip
        made = {}
        minutes = self.program.lexicon.units.get("min")
        for key, inner in (("number", _NUMBER), ("length", GivenType("amount", unit=minutes))):
            if key in given:
                made[key] = self.draw(given[key], inner, (*path, key), bound)
        if "draw" in given:
            member = GivenType("text") if of is None else self.member(of)
            variables = {**bound, given.get("as", "it"): member}
            made["draw"] = self.draw(given["draw"], _member(type), (*path, "draw"), variables)
        for field, one in given.get("record", {}).items():
            known = type.fields.get(field)
            if known is None:
                self.note("unknown-field", f"`{'.'.join(map(str, path))}` has no field `{field}`",
                          ("bench", *path, "record", field))  # fmt: skip
                continue
            made[field] = self.draw(one, known, (*path, "record", field), bound)
        return made

    def fits(self, value: Any, type: GivenType, path: Path) -> None:
        """Note what a written value has wrong for its type."""
        _, wrong = typed_values({"value": value}, {"value": type}, self.program.lexicon.units)
        for one in wrong:
            message = one.message.replace("`value`", "the value").replace("the value: ", "")
            self.note("wrong-data", message, ("bench", *path, *one.path[1:]), one.hint)

    def range(self, given: dict[str, Any], path: Path) -> None:
        low, high = given.get("from"), given.get("to")
        written = [one for one in (low, high) if isinstance(one, str)]
        if len(written) == 2 and all(_CLOCK.fullmatch(one) for one in written):
            low, high = (one.rjust(5, "0") for one in written)
        elif written:
            return
        if low is not None and high is not None and low > high:
            self.note("empty-range", f"the range from {low} to {high} holds nothing",
                      ("bench", *path, "from"))  # fmt: skip

    # -- answers and wordings ------------------------------------------------------------------
    def space(self, given: dict[str, Any], key: str, path: Path) -> Space:
        made = []
        for kind, one in given.items():
            known = self.program.lexicon.told.get(kind)
            if known is None:
                hint = f"kinds: {', '.join(self.program.lexicon.told)}"
                message = f"`{kind}` is no kind of record that an answer tells"
                self.note("unknown-kind", message, ("bench", key, *path, kind), hint)
                continue
            each = self.expression(one.get("each"), key, (*path, kind, "each"))
            variable = one.get("as", "it")
            bound = {} if each is None else {variable: self.member(each)}
            fields: dict[str, Operand] = {}
            for field, expression in one["fields"].items():
                where = (*path, kind, "fields", field)
                if field not in known.fields:
                    hint = f"fields: {', '.join(known.fields)}"
                    self.note("unknown-field", f"`{kind}` has no field `{field}`",
                              ("bench", key, *where), hint)  # fmt: skip
                    continue
                made_of = self.operand(expression, key, where, bound)
                if made_of is not None:
                    fields[field] = made_of
            made.append(Records(kind, each, variable, fields))
        return tuple(made)

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

    def templates(self, key: str) -> dict[str, Template]:
        return {name: self.template(parts, (key, name)) for name, parts in self.of(key, {}).items()}

    def template(
        self, parts: Any, path: Path, bound: Mapping[str, GivenType | None] | None = None
    ) -> Template:
        listed = parts if isinstance(parts, list) else [parts]
        try:
            return read_template(listed, self.program.lexicon, self.environment, self.member, bound)
        except TemplateError as error:
            located = self.sources[str(path[0])]
            for steps, problem in error.problems:
                full: Path = ("bench", *path, *(steps if isinstance(parts, list) else ()))
                self.problems.append(placed(problem, located, full))
        return ()

    # -- what is written -------------------------------------------------------------------------
    def write(self, given: Any) -> Write | None:
        if not isinstance(given, dict):
            return None
        for number, name in enumerate(given.get("shows", ())):
            if name not in self.types or name in _RESERVED:
                message = f"nothing called `{name}` is drawn"
                self.note("unknown-name", message, ("bench", "write", "shows", number))
        topic = given.get("topic", {})
        return Write(
            {name: self.group(name, one) for name, one in given["groups"].items()},
            self.pool(topic, ("write", "topic", "pool"), _NO_CHECK),
            tuple(given.get("shows", ())),
            topic.get("prompt", ""),
            given.get("prompt", ""),
            given.get("rounds", Write({}).rounds),
        )

    def group(self, name: str, given: dict[str, Any]) -> Group:
        path: Path = ("write", "groups", name)
        number = self.operand(given["number"], "write", (*path[1:], "number"), {})
        most = given.get("most", given["number"])
        if not isinstance(most, int):
            message = f"`{name}` needs `most`: how many constraints it may have"
            self.note("missing-key", message, ("bench", *path))
        pool = self.pool(given, (*path, "pool"), _CHECK)
        asks = given.get("source") != "pool" and "prompt" in self.of("write", {})
        if not (asks or pool):
            message = f"`{name}` needs a `pool`, as no model is asked for it"
            self.note("missing-key", message, ("bench", *path))
        return Group(
            name, number if number is not None else Decimal(0), most if isinstance(most, int) else 1,
            given.get("about", ""), given.get("form"), asks, pool,
        )  # fmt: skip

    def pool(self, given: dict[str, Any], path: Path, wants: str) -> tuple[Pooled, ...]:
        made = []
        for number, one in enumerate(given.get("pool", ())):
            where = (*path, number)
            fields = one if isinstance(one, dict) else {"text": one}
            if ("check" in fields) is not (wants == _CHECK):
                self.note("wrong-pool", f"a text of this pool has {wants}", ("bench", *where))
                continue
            draws = {
                name: self.draw(drawn, self.type_of(drawn, (*where, "with", name)),
                                (*where, "with", name), {})
                for name, drawn in fields.get("with", {}).items()
            }  # fmt: skip
            bound = {name: draw.type for name, draw in draws.items()}
            made.append(
                Pooled(
                    self.template(fields["text"], (*where, "text"), bound),
                    self.template(fields["check"], (*where, "check"), bound)
                    if wants == _CHECK else (),
                    draws,
                    self.formula(fields.get("when"), "write", (*where[1:], "when")),
                    self.sources["write"].at(("bench", *where)),
                )
            )  # fmt: skip
        return tuple(made)

    def type_of(self, given: Any, path: Path) -> GivenType:
        """Return the type of what is drawn by the way: as declared, else a number or a text."""
        if isinstance(given, dict) and "type" in given:
            where = ("bench", *path, "type")
            units = self.program.lexicon.units
            return declared_type(self.sources["write"], units, self.problems, where)
        numeric = isinstance(given, dict) and "from" in given
        return _NUMBER if numeric or isinstance(given, (int, float)) else _TEXT


_RESERVED = (FEASIBLE, TOPIC, CONSTRAINTS)
_OF_PROVEN = (
    "space", "beside", "preferences", "possible", "infeasible", "refusals", "writings",
)  # fmt: skip
_CHECK, _NO_CHECK = "a `check`: the formula that says the same", "no `check`"
_CLOCK = regex(r"\d?\d:\d\d")
_KINDS = {
    "from": "range", "one of": "one", "some of": "some", "each": "each", "record": "record",
    "span": "span", "blocks": "blocks", "value": "value", "chance": "chance",
}  # fmt: skip
"""Key that says what kind a draw is → the kind; the first one counts."""
_CHOICES = {"one": "one of", "some": "some of", "each": "each"}


def _member(type: GivenType) -> GivenType:
    if type.kind == "times":
        return type
    return type.of or GivenType("text")
