"""Wordings: data → a prompt, and back; records → an answer.

A wording is a list of parts, each a text with `{expression}` in it. No part can do more than
name values, so a prompt that was written from data can be read back: the texts between the
values are a pattern, and what stands in between is read as the type of its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from evalspec.check import data as given_data
from evalspec.check.evaluation import Run
from evalspec.check.value import Piece, Value, in_unit
from evalspec.core.errors import Problem
from evalspec.core.given import GivenType
from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.times import DAY
from evalspec.core.timeset import WEEKDAYS, clock_text
from evalspec.language import ir
from evalspec.language.grammar import LanguageError, place
from evalspec.language.lower import Environment, compile_expression, compile_formula
from evalspec.run.prompt_data import compiled
from evalspec.source.compose import Path
from evalspec.vocabulary.lexicon import Lexicon

KEY = "key"
"""In a part with `each`: the name of the member."""
_SLOT = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class TemplateError(Exception):
    """A wording that cannot be read: problems, each with its path below the wording."""

    def __init__(self, problems: list[tuple[Path, Problem]]) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.message for _, problem in problems))


class UnwritableError(Exception):
    """A value that a wording names is not known."""


class Slot(Record, frozen=True):
    """A value in a text."""

    text: str
    """As written."""
    value: ir.Expr | None
    """None for the name of the member."""


class Part(Record, frozen=True):
    """A text that stands once, under a condition, or once for each of something."""

    pieces: tuple[str | Slot, ...]
    when: ir.Formula | None = None
    each: ir.Expr | ir.Scope | None = None
    variable: str = ""
    by: str = "\n"
    reads: dict[str, tuple[str | Slot, ...] | Any] = {}
    """Field → its value as a text with slots, or as it is."""


Template = tuple[Part, ...]


# -- reading a wording -----------------------------------------------------------------------
def read_template(
    parts: Sequence[Any],
    lexicon: Lexicon,
    environment: Environment,
    member: Callable[[ir.Expr], GivenType | None],
    bound: Mapping[str, GivenType | None] | None = None,
) -> Template:
    """Compile the parts of a wording. Raises `TemplateError` with every problem.

    `bound` are names that texts may hold beside the data.
    """
    reading = _Reading(lexicon, environment, member, bound or {})
    made = tuple(reading.part(number, one) for number, one in enumerate(parts))
    if reading.problems:
        raise TemplateError(reading.problems)
    return made


class _Reading(Struct):
    lexicon: Lexicon
    environment: Environment
    member: Callable[[ir.Expr], GivenType | None]
    bound: Mapping[str, GivenType | None]
    problems: list[tuple[Path, Problem]] = []

    def part(self, number: int, given: Any) -> Part:
        if not isinstance(given, dict):
            return Part(self.pieces(str(given), (number,), self.bound))
        each: ir.Expr | ir.Scope | None = None
        bound: dict[str, GivenType | None] = {}
        variable = given.get("as", "it")
        if "each" in given and given["each"] in self.lexicon.told:
            each = ir.Scope("told", given["each"])
        elif "each" in given:
            each = self.expression(given["each"], (number, "each"), {})
            bound = {variable: None if each is None else self.member(each)}
        when = None
        if "when" in given:
            try:
                when = compile_formula(
                    given["when"], self.lexicon, environment=self.environment
                ).formula
            except LanguageError as error:
                self.problems += [((number, "when"), one) for one in error.problems]
        return Part(
            self.pieces(given["text"], (number, "text"), bound, "each" in given),
            when,
            each,
            variable,
            given.get("by", "\n"),
            {
                name: self.pieces(value, (number, "reads", name), bound, "each" in given)
                if isinstance(value, str)
                else value
                for name, value in given.get("reads", {}).items()
            },
        )

    def expression(
        self, text: str, path: Path, bound: Mapping[str, GivenType | None], start: int = 0,
        whole: str = "",
    ) -> ir.Expr | None:  # fmt: skip
        try:
            return compile_expression(text, self.lexicon, self.environment, bound)
        except LanguageError as error:
            shown = whole or text
            at = place(shown, start, start + max(1, len(text)))
            for one in error.problems:
                message = f"`{{{text}}}` is no value: {one.message}" if whole else one.message
                self.problems.append((path, Problem(one.code, message, at, hint=one.hint)))
            return None

    def pieces(
        self, text: str, path: Path, bound: Mapping[str, GivenType | None], each: bool = False
    ) -> tuple[str | Slot, ...]:
        made: list[str | Slot] = []
        end = 0
        for found in _SLOT.finditer(text):
            made.append(text[end : found.start()])
            end = found.end()
            if found[0] in ("{{", "}}"):
                made.append(found[0][0])
            elif found[1] is None:
                at: At = place(text, found.start(), found.end())
                message = f"a `{found[0]}` without its other half; `{found[0] * 2}` is a brace"
                self.problems.append((path, Problem("wrong-slot", message, at)))
            elif each and found[1].strip() == KEY:
                made.append(Slot(KEY, None))
            else:
                value = self.expression(found[1], path, bound, found.start() + 1, text)
                made.append(Slot(found[1].strip(), value))
        made.append(text[end:])
        return tuple(piece for piece in made if piece != "")


# -- writing ---------------------------------------------------------------------------------
Shown = Callable[[str], str]
"""How a value stands in a text: as it is, or with marks before its quotes."""


def written(template: Template, run: Run, shown: Shown = str) -> str:
    """Write a text of the values of a run. Raises `UnwritableError`."""
    texts = (_part(part, run, shown) for part in template)
    return "\n".join(text for text in texts if text is not None)


def _part(part: Part, run: Run, shown: Shown) -> str | None:
    if part.when is not None and not run.truth(part.when, None).truth:
        return None
    if part.each is None:
        return _text(part.pieces, run, None, shown)
    lines = []
    if isinstance(part.each, ir.Scope):
        found = run.members(part.each, None)
        return part.by.join(_text(part.pieces, run, piece, shown) for piece in found.pieces)
    for piece in members(part.each, run):
        run.bind(part.variable, piece)
        lines.append(_text(part.pieces, run, None, shown, piece.label))
    run.bind(part.variable, None)
    return part.by.join(lines)


def _text(pieces: Sequence[Any], run: Run, piece: Piece | None, shown: Shown, key: str = "") -> str:
    return "".join(
        one if isinstance(one, str) else key if one.value is None
        else shown(value_text(run.value(one.value, piece), one.text))
        for one in pieces
    )  # fmt: skip


def members(each: ir.Expr, run: Run) -> tuple[Piece, ...]:
    """Return the members of a list, a map or a set of times."""
    return given_data.members(each, run, None).pieces


def value_text(value: Value, name: str) -> str:
    """Write a value as a person would. Raises `UnwritableError` when it is not known."""
    if value.kind == "times":
        return str(value.content.text())
    if value.kind == "text" and isinstance(value.content, str):
        return value.content
    if value.kind == "data" and isinstance(value.content, (list, tuple, dict)):
        return ", ".join(map(str, value.content))
    interval = value.interval
    if interval is None or interval.low is None or not interval.exact:
        raise UnwritableError(f"`{name}` is not known: {value.detail or value.reason.value}")
    if value.kind == "clock":
        minutes = int(interval.low)
        return clock_text(minutes % DAY or (DAY if minutes else 0))
    if value.kind == "weekday":
        return WEEKDAYS[int(interval.low) - 1]
    number = in_unit(interval, value.unit).low
    return f"{plain(number) if number is not None else ''} {value.unit.name}".strip()


# -- reading back ----------------------------------------------------------------------------
def read_back(
    template: Template, text: str, types: Mapping[str, GivenType]
) -> dict[str, Any] | None:
    """Return the data that a text says, as plain values; None when it is not of this wording."""
    pattern = "".join(_line(part, number) for number, part in enumerate(template))
    found = compiled(rf"(?s)\A{pattern}\z").match(text + "\n")
    if found is None:
        return None
    made: dict[str, Any] = {}
    for number, part in enumerate(template):
        said = found.group(f"part{number}")
        if said is None:
            continue
        if part.each is None:
            captured = compiled(rf"(?s)\A{_pattern(part.pieces)}\z").match(said)
            made.update(_fields(part, _captures(part.pieces, captured)))
        elif isinstance(part.each, ir.Data) and len(part.each.path) == 1:
            name = str(part.each.path[0])
            made[name] = _members_of(part, said, types.get(name))
    return {name: _plain(value, types.get(name)) for name, value in made.items()}


def _line(part: Part, number: int) -> str:
    """Return the pattern of a part with the end of its line."""
    one = _pattern(part.pieces)
    if part.each is not None:
        one = rf"(?:{one}(?:{_literal(part.by)}{one})*)?"
    line = rf"(?P<part{number}>{one})\n"
    return f"(?:{line})?" if part.when is not None else line


def _pattern(pieces: Sequence[Any]) -> str:
    return "".join(_literal(piece) if isinstance(piece, str) else r"([^\n]*?)" for piece in pieces)


def _literal(text: str) -> str:
    return "".join(c if c.isalnum() or c in " \n" else rf"\{c}" if c.isascii() else c for c in text)


def _captures(pieces: Sequence[Any], found: Any) -> dict[str, str]:
    slots = [piece.text for piece in pieces if isinstance(piece, Slot)]
    return dict(zip(slots, found.groups(), strict=True))


def _fields(part: Part, captured: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for name, value in part.reads.items():
        yield name, _filled(value, captured)
    for piece in part.pieces:
        if not isinstance(piece, Slot) or not isinstance(piece.value, ir.Data):
            continue
        node = piece.value
        if node.root == "data" and len(node.path) == 1 and isinstance(node.path[0], str):
            yield node.path[0], captured[piece.text]


def _members_of(part: Part, said: str, type: GivenType | None) -> Any:
    """Return the list or the mapping that a part with `each` says."""
    keyed: dict[str, Any] = {}
    listed: list[Any] = []
    lines = said.split(part.by) if said else []
    for line in lines:
        found = compiled(rf"(?s)\A{_pattern(part.pieces)}\z").match(line)
        if found is None:
            return None
        captured = _captures(part.pieces, found)
        member: Any = {name: _filled(value, captured) for name, value in part.reads.items()}
        for slot in (piece for piece in part.pieces if isinstance(piece, Slot)):
            node = slot.value
            if not isinstance(node, ir.Data) or node.root != part.variable:
                continue
            if not node.path:
                member = captured[slot.text]
            elif len(node.path) == 1 and isinstance(member, dict):
                member[str(node.path[0])] = captured[slot.text]
        if KEY in captured:
            keyed[captured[KEY]] = member
        listed.append(member)
    return keyed if type is not None and type.kind == "map" else listed


def _filled(value: Any, captured: Mapping[str, str]) -> Any:
    if not isinstance(value, tuple):
        return value
    return "".join(one if isinstance(one, str) else captured.get(one.text, "") for one in value)


def _plain(value: Any, type: GivenType | None) -> Any:
    """Return a captured text as a plain value of its type, where the text is not one itself."""
    if type is None:
        return value
    if type.kind == "list" and isinstance(value, str):
        return [_plain(one, type.of) for one in value.split(", ")] if value else []
    if type.kind in ("list", "map") and isinstance(value, (list, dict)):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        inner = {key: _plain(one, type.of) for key, one in pairs}
        return inner if isinstance(value, dict) else list(inner.values())
    if type.kind == "record" and isinstance(value, dict):
        return {key: _plain(one, type.fields.get(key)) for key, one in value.items()}
    if type.kind == "times" and value == "never":
        return []
    if type.kind == "truth" and isinstance(value, str):
        return value == "true"
    return value
