"""Named rules: `use: text/no-commas` and rules of the spec itself.

A rule is a formula with typed parameters. Values are checked against their types here
and handed to the compiler as values; nothing is pasted into the rule's text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

from evalspec.core.errors import Problem, SpecError, near
from evalspec.core.record import Record
from evalspec.language import ir
from evalspec.language.grammar import LanguageError, parse, place
from evalspec.language.names import names_of
from evalspec.source import files, schema, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_QUANTITY = re.compile(r"([-+]?[0-9][0-9,]*(?:\.[0-9]+)?)\s*(\S.*)?")
_CURRENCY = re.compile(r"([^\d\s.,+-]{1,3})\s*([0-9][0-9,]*(?:\.[0-9]+)?)")
_OPTIONS = re.compile(r"\s*/\s*|\s*,\s*(?:or\s+)?|\s+or\s+")
_CLOCK = re.compile(r"([01]?[0-9]|2[0-4]):([0-5][0-9])")

EXAMPLES = {
    "quantity": "a quantity such as `90 g`",
    "number": "a number",
    "whole": "a whole number",
    "text": "text",
    "list": "a list of texts",
    "options": "a list of texts, or a text such as `yes/no`",
    "scope": "a scope such as `day`",
    "time": "a time such as `17:00`",
    "comparison": "a comparison such as `at least`",
}
"""Parameter type → what its values look like."""

COMPARISONS = {
    **{sign: sign for sign in get_args(ir.Comparator)},
    "less than": "<",
    "at most": "<=",
    "exactly": "=",
    "not": "!=",
    "at least": ">=",
    "more than": ">",
}
"""Words for a comparison → its comparator."""


class Parameter(Record, frozen=True):
    """A parameter of a rule."""

    name: str
    type: str
    """A key of `EXAMPLES`."""
    default: Any = None
    required: bool = True
    pattern: str = ""
    """What each given text becomes, with the text in place of `{}` or `{ }`."""


class Definition(Record, frozen=True):
    """A rule as defined."""

    name: str
    check: str
    """Its formula, with `$name` for parameters."""
    parameters: dict[str, Parameter]
    located: Located
    """The file it stands in."""
    path: Steps
    """Where in that file."""


class RuleBook:
    """Finds rules: of the spec, of packaged files, of files next to the spec."""

    def __init__(self, spec: Located, base: Path | None) -> None:
        """Take the spec and the folder that paths are relative to."""
        self.spec = spec
        self.base = base
        self.files: list[Path] = []
        self.problems: list[Problem] = []
        self._read: dict[str, Located | None] = {}
        self._faulty: set[str] = set()

    def own(self) -> list[Definition]:
        """Return the rules that the spec defines itself."""
        rules = self.spec.get(("rules",))
        names = list(rules) if isinstance(rules, dict) else []
        found = (_definition(name, self.spec, ("rules", name)) for name in names)
        return [definition for definition in found if definition is not None]

    def find(self, use: str) -> Definition | str | None:
        """Return the rule of a name; a hint when there is none, None when its file is faulty."""
        folder, _, rule = use.rpartition("/")
        if not folder:
            own = {definition.name: definition for definition in self.own()}
            return own.get(use) or _near(use, [*own, *self._shipped()])
        located = self._file(folder)
        if located is None and folder in self._faulty:
            return None
        if located is None:
            is_path = folder.endswith(files.SUFFIXES)
            return f"there is no file `{folder}`" if is_path else _near(use, self._shipped())
        rules = located.get(("rules",))
        found = _definition(use, located, ("rules", rule))
        return found or _near(use, [f"{folder}/{name}" for name in rules or ()])

    def _shipped(self) -> list[str]:
        names = []
        for name in files.names("rules"):
            located = self._file(name)
            names += [f"{name}/{rule}" for rule in (located.get(("rules",)) if located else ())]
        return names

    def _file(self, name: str) -> Located | None:
        if name not in self._read:
            self._read[name] = self._load(name)
        return self._read[name]

    def _load(self, name: str) -> Located | None:
        path = files.find("rules", name, self.base)
        if path is None:
            return None
        try:
            located = yaml.read_file(path)
        except SpecError as error:
            self._faulty.add(name)
            self.problems.extend(error.problems)
            return None
        problems = schema.check(located, schema.RULES)
        if problems:
            self._faulty.add(name)
            self.problems.extend(problems)
            return None
        self.files.append(path)
        return located


def _near(name: str, known: list[str]) -> str:
    every = f"known ones: {', '.join(known[:12])}" if known else "there are none"
    return near(name, known, every)


def _definition(name: str, located: Located, path: Steps) -> Definition | None:
    fields = located.get(path)
    if not isinstance(fields, dict) or not isinstance(fields.get("check"), str):
        return None
    parameters = fields.get("parameters")
    given = parameters if isinstance(parameters, dict) else {}
    known = {key: _parameter(key, value) for key, value in given.items()}
    return Definition(name, fields["check"], known, located, path)


def _parameter(name: str, value: Any) -> Parameter:
    if not isinstance(value, dict):
        return Parameter(name, str(value))
    pattern = value.get("pattern", "")
    return Parameter(
        name, str(value.get("type")), value.get("default"), "default" not in value, str(pattern)
    )


def check_definition(definition: Definition, lexicon: Lexicon | None) -> list[Problem]:
    """Return what is wrong with a rule, used or not: syntax, defaults, stray parameters."""
    problems: list[Problem] = []
    located, path = definition.located, definition.path
    if lexicon is not None:
        for parameter in definition.parameters.values():
            if not parameter.required and parameter.type in EXAMPLES:
                value = typed(parameter, parameter.default, lexicon)
                if isinstance(value, Refused):
                    steps = (*path, "parameters", parameter.name, "default")
                    message = f"the default of `{parameter.name}` must be {value.expected}"
                    problems.append(located.problem("wrong-value", message, steps))
    steps = (*path, "check")
    try:
        tree = parse(definition.check)
    except LanguageError as error:
        return problems + [placed(problem, located, steps) for problem in error.problems]
    tokens = tree.scan_values(lambda token: getattr(token, "type", "") == "PARAMETER")
    used = {str(token)[1:]: place(definition.check, token.start_pos, token.end_pos)
            for token in tokens}  # fmt: skip
    for name, at in used.items():
        if name not in definition.parameters:
            message = f"`${name}` is not a parameter of `{definition.name}`"
            hint = _near(name, list(definition.parameters))
            problem = Problem("unknown-parameter", message, at, hint=hint)
            problems.append(placed(problem, located, steps))
    for name in definition.parameters:
        if name not in used:
            message = f"parameter `{name}` is not used in the formula"
            steps = (*path, "parameters", name)
            problems.append(located.problem("unused-parameter", message, steps, key=True))
    return problems


def placed(problem: Problem, located: Located, path: Steps) -> Problem:
    """Move a problem from its place in a formula to its place in the file."""
    at = located.inside(path, problem.at)
    return located.source.problem(problem.code, problem.message, at, problem.hint)


class Refused(Record, frozen=True):
    """A value that does not have its parameter's type."""

    expected: str


def arguments(
    definition: Definition, given: Mapping[str, Any], lexicon: Lexicon, use: Located, path: Steps
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the typed value of every parameter, and what is wrong with those given.

    `path` is the constraint's; problems stand there and point to the definition too.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    defined = definition.located

    def problem(code: str, message: str, steps: Steps, target: Steps, hint: str = "") -> None:
        related = (defined.at((*definition.path, *target), key=True),)
        key = code == "unknown-parameter"
        found = use.problem(code, message, (*path, *steps), key=key, hint=hint, related=related)
        problems.append(found)

    for name in given:
        if name not in definition.parameters:
            message = f"`{name}` is not a parameter of `{definition.name}`"
            hint = _near(name, list(definition.parameters))
            problem("unknown-parameter", message, ("with", name), (), hint)
    for name, parameter in definition.parameters.items():
        if parameter.type not in EXAMPLES:  # an error of the rule, said there
            values[name] = Refused("")
            continue
        if name not in given and parameter.required:
            message = f"`{definition.name}` needs `{name}`, {EXAMPLES[parameter.type]}"
            problem("missing-parameter", message, ("use",), ("parameters", name))
            continue
        value = typed(parameter, given.get(name, parameter.default), lexicon)
        if isinstance(value, Refused) and name in given:
            message = f"`{name}` must be {value.expected}"
            hint = _unit_hint(parameter, given[name], lexicon)
            problem("wrong-value", message, ("with", name), ("parameters", name), hint)
        values[name] = value
    return values, problems


def _unit_hint(parameter: Parameter, value: Any, lexicon: Lexicon) -> str:
    found = _QUANTITY.fullmatch(value.strip()) if isinstance(value, str) else None
    if parameter.type != "quantity" or found is None or not found.group(2):
        return ""
    hint = near(fold(found.group(2)), lexicon.units, cutoff=0.7)
    return f"`{found.group(2)}` is no unit" + (f", {hint}" if hint else "")


def typed(parameter: Parameter, value: Any, lexicon: Lexicon) -> Any:
    """Return a value as its parameter's type, or `Refused`.

    A quantity is a pair (Decimal, unit word), a number a Decimal, a time an `ir.Moment`, a scope an
    `ir.Scope` that holds its name as written.
    """
    result = _CONVERTERS[parameter.type](value, lexicon)
    if result is None:
        return Refused(EXAMPLES[parameter.type])
    if parameter.pattern and isinstance(result, str):
        return _put(result, parameter.pattern)
    if parameter.pattern and isinstance(result, list):
        return [_put(text, parameter.pattern) for text in result]
    return result


def _put(text: str, pattern: str) -> str:
    """Put a text into a pattern: as a pattern for `{}`, with a blank after any point for `{ }`."""
    spaced = r"\.\s?".join(map(re.escape, text.removesuffix(".").split(".")))
    spaced += r"\." * text.endswith(".")
    return pattern.replace("{ }", spaced).replace("{}", text)


def _quantity(value: Any, lexicon: Lexicon) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Decimal(str(value))
    if not isinstance(value, str):
        return None
    found, money = _QUANTITY.fullmatch(value.strip()), _CURRENCY.fullmatch(value.strip())
    if found is not None:
        amount, unit = found.group(1), found.group(2) or ""
    elif money is not None:
        unit, amount = money.groups()
    else:
        return None
    number = Decimal(amount.replace(",", ""))
    if not unit:
        return number
    return (number, unit) if (fold(unit) or unit) in lexicon.units else None


def _number(value: Any, lexicon: Lexicon) -> Any:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return Decimal(str(value)) if is_number else None


def _whole(value: Any, lexicon: Lexicon) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: Any, lexicon: Lexicon) -> Any:
    return value if isinstance(value, str) else None


def _list(value: Any, lexicon: Lexicon) -> Any:
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return value
    return None


def _options(value: Any, lexicon: Lexicon) -> Any:
    if isinstance(value, str):
        value = [option.strip() for option in _OPTIONS.split(value)]
    return _list(value, lexicon)


def _scope(value: Any, lexicon: Lexicon) -> Any:
    known = {fold(name) for name in names_of(lexicon).known_scopes()}
    return ir.Scope("rank", value) if isinstance(value, str) and fold(value) in known else None


def _time(value: Any, lexicon: Lexicon) -> Any:
    found = _CLOCK.fullmatch(value.strip()) if isinstance(value, str) else None
    return ir.Moment(int(found.group(1)) * 60 + int(found.group(2))) if found else None


def _comparison(value: Any, lexicon: Lexicon) -> Any:
    return COMPARISONS.get(value.strip().lower()) if isinstance(value, str) else None


_CONVERTERS = {
    "quantity": _quantity,
    "number": _number,
    "whole": _whole,
    "text": _text,
    "list": _list,
    "options": _options,
    "scope": _scope,
    "time": _time,
    "comparison": _comparison,
}
