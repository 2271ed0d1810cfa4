"""The `bench:` of a spec → its plan."""

from __future__ import annotations

import os
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path as FilePath
from typing import Any

from evalspec.bench.planned.drawing import Draws
from evalspec.bench.planned.parts import Group, Operand, Pooled, Records, Space, Write
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.source import RESERVED
from evalspec.bench.planned.template import Template, TemplateError, read_template
from evalspec.core.errors import SpecError
from evalspec.core.given import GivenType
from evalspec.language.load import load_program
from evalspec.language.rules import placed
from evalspec.source import files, yaml
from evalspec.source.compose import Path

_OF_PROVEN = (
    "space", "beside", "preferences", "possible", "infeasible", "refusals", "writings",
)  # fmt: skip
PLANNED = "spec.yaml"
"""What every spec is called that is planned in a folder of its own."""
_CHECK, _NO_CHECK = "a `check`: the formula that says the same", "no `check`"


def load_plan(name: str | os.PathLike[str]) -> Plan:
    """Read a benchmark: a path, or a shipped name such as `ba-calendar`.

    Raises `SpecError` with every problem of the spec and of its `bench:`.
    """
    path = path_of(os.fspath(name))
    return Reading(load_program(path), path).plan()


def load_scorer(name: str | os.PathLike[str]) -> Plan:
    """Read a spec that scores answers, whether or not it has a `bench:` of its own."""
    path = path_of(os.fspath(name))
    program = load_program(path)
    located = yaml.read_file(FilePath(path))
    if "bench" in located.value:
        return Reading(program, path).plan()
    return Plan(name_of(path), program)


def path_of(name: str) -> str:
    """Return the file of a benchmark: a path as it is, or that of a shipped name."""
    if name.endswith(files.SUFFIXES):
        return name
    found = files.find("bench", name, None)
    if found is None:
        message = f"no benchmark is called `{name}`"
        raise SpecError.of("no-bench", message, hint=files.hint("bench", name))
    return str(found)


def name_of(path: str) -> str:
    """Return what a benchmark is called: its file, or the folder that it was planned in."""
    file = FilePath(path)
    return file.stem if file.name != PLANNED else file.absolute().parent.name


class Reading(Draws):
    """One `bench:`, read key by key."""

    def plan(self) -> Plan:
        """Read every key. Raises `SpecError` with every problem."""
        self.gather(self.located, FilePath(self.path))
        self.kind()
        draws = self.draws()
        plan = Plan(
            name=name_of(self.path),
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
            if name not in self.types or name in RESERVED:
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
