"""What a judge is asked: prompt files, filled in, with untrusted text behind fences.

A fence is a line with a code made from the text behind it, so no text can hold the line that
closes its own fence. The marker before a verdict carries a code as well: a response that
writes a verdict of its own does not know it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from typing import Any, Literal

from msgspec import convert

from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.language.ir import Constraint
from evalspec.source import files, schema, yaml
from evalspec.source.named import read_checked, unknown

Menu = Literal["yes-no", "pair", "facts", "quotes", "list", "findings", "text", "yaml"]
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_SLOTS = ("request", "response", "constraint", "formula", "vocabulary", "statements", "counted",
          "first", "second", "criterion", "levels", "example", "marker")  # fmt: skip
_FENCED = ("request", "response", "counted", "first", "second", "example")
_NEEDED = {
    "yes-no": ("response", "constraint", "marker"),
    "facts": ("response", "constraint", "marker"),
    "quotes": ("response", "constraint", "marker"),
    "pair": ("first", "second", "criterion", "marker"),
    "findings": ("seen", "gives", "marker"),
    "text": ("seen",),
    "yaml": ("marker",),
}
"""Menu → slots without which nothing can be decided."""
_AGENT_SLOTS = ("seen", "gives", "marker")
"""Slots of the prompts of agents, who are sent nothing else."""
_TITLES = {
    "request": "The request that was given to the writer",
    "response": "The response to examine",
    "pool": "Other responses to the same request",
    "constraint": "The constraint",
}
_CODE = 12
"""Hexadecimal digits of a code."""


class Example(Record, frozen=True):
    """A worked example: what was asked and a reply to it."""

    response: str
    constraint: str
    reply: str
    request: str = ""
    formula: str = ""


class Prompt(Record, frozen=True):
    """A prompt file."""

    name: str
    version: str
    menu: Menu
    user: str
    system: str = ""
    examples: tuple[Example, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.name}@{self.version}"


class Question(Record, frozen=True):
    """One constraint on one response; other prompts use other parts of it."""

    constraint: str = ""
    response: str = ""
    request: str = ""
    formula: str = ""
    vocabulary: str = ""
    first: str = ""
    """Of a pair, the response that is shown first."""
    second: str = ""
    criterion: str = ""
    levels: str = ""
    """Of the scale of a criterion, one a line."""
    statements: str = ""
    """What others said before, each in a fence of its own."""
    counted: str = ""
    """What the rules counted."""
    example: str = ""
    """A file that shows the form of what is asked for."""

    @property
    def texts(self) -> str:
        """Return every text that is shown and not ours: a reply may quote a verdict from it."""
        pair = (self.first, self.second) if self.criterion else ()
        return "\n".join((self.response, self.request, *pair, self.statements, self.counted))


def in_words(constraint: Constraint) -> str:
    """Return a constraint as it is asked: in its author's words, else a formula as a sentence."""
    if constraint.surface == "text":
        return constraint.text
    said = (constraint.words, constraint.sentence, constraint.canonical)
    return next(filter(None, said), constraint.text)


class Asked(Record, frozen=True):
    """A question as it is sent."""

    messages: tuple[tuple[str, str], ...]
    """Role and content of each message."""
    marker: str
    """The line before the verdict."""
    menu: Menu
    prompt: str
    """Name and version of the prompt."""
    schema: dict[str, Any] | None = None
    """JSON Schema of the reply where the endpoint is asked for one."""


def _shape(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties],
            "additionalProperties": False}  # fmt: skip


_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_FINDINGS = {"type": "array", "items": _shape(quote=_TEXT, why=_TEXT)}
_FINDING = _shape(value={"type": "boolean"}, findings=_FINDINGS)
"""A field of an agent's reply."""
SHAPES: dict[str, dict[str, Any]] = {
    "yes-no": _shape(rationale=_TEXT, verdict={"type": "string", "enum": ["yes", "no"]}),
    "pair": _shape(rationale=_TEXT, verdict={"type": "string", "enum": ["1", "2", "0"]}),
    "facts": _shape(
        layout=_TEXT,
        items={"type": "array", "items": _shape(under=_TEXTS, name=_TEXT, quotes=_TEXTS)},
        left_out=_TEXTS,
    ),
    "quotes": _shape(rationale=_TEXT, quotes=_TEXTS),
}
"""What a reply looks like where the endpoint can be told so. The reasoning comes first."""
_VERDICT_AS_JSON = (
    "The reply is one JSON object: `rationale` holds the reasoning, and `verdict` what"
    " you would write after that line."
)
_AS_JSON = {
    "yes-no": _VERDICT_AS_JSON,
    "pair": _VERDICT_AS_JSON,
    "quotes": "The reply is that JSON object; `rationale` holds the reasoning.",
    "facts": "The reply is that JSON object; `layout` says first how the response is laid out.",
}


@cache
def load_prompt(name: str, needs: tuple[str, ...] = ()) -> Prompt:
    """Read a prompt: a shipped name or a path, with the slots that it must have beside the usual.

    Raises `SpecError` with every problem.
    """
    path = files.find("prompts", name, None)
    if path is None:
        raise unknown("prompts", name, "prompt")
    content = read_checked(path, schema.PROMPT, partial(_slot_problems, needs)).value
    examples = convert(content.get("examples", ()), tuple[Example, ...])
    return Prompt(content["prompt"], str(content["version"]), content["menu"], content["user"],
                  content.get("system", ""), examples)  # fmt: skip


def _slot_problems(needs: tuple[str, ...], located: yaml.Located) -> list[Problem]:
    user, menu = located.value["user"], located.value["menu"]
    found = set(_SLOT.findall(user))
    agent = menu in ("findings", "text")
    known = _AGENT_SLOTS if agent else _SLOTS
    unknown = sorted(found - set(known))
    needed = () if "vocabulary" in found else _NEEDED.get(menu, ())
    missing = [name for name in (*needed, *needs) if name not in found]
    hint = "known: " + ", ".join(f"{{{{{name}}}}}" for name in known)
    problems = [
        located.problem("unknown-slot", f"{{{{{name}}}}} stands for nothing", ("user",), hint=hint)
        for name in unknown
    ]
    if missing:
        written = ", ".join(f"{{{{{name}}}}}" for name in missing)
        problems.append(located.problem("missing-slot", f"{written} is missing", ("user",)))
    return problems


def ask(prompt: Prompt, question: Question, structured: bool = False) -> Asked:
    """Fill a prompt in. The same question gives the same messages, so that replies are stored.

    A `structured` one asks for JSON as well, in a menu that has a shape.
    """
    shown = (question.constraint, question.response, question.request)
    pair = (question.criterion, question.first, question.second) if question.criterion else ()
    later = (question.statements, question.counted) if question.statements else ()
    marker = "VERDICT " + _code("marker", *shown, *pair, *later)
    messages = [("system", prompt.system)] if prompt.system else []
    for example in prompt.examples:
        worked = Question(example.constraint, example.response, example.request, example.formula)
        messages.append(("user", _filled(prompt.user, worked, marker)))
        messages.append(("assistant", example.reply.replace("{{marker}}", marker)))
    schema = SHAPES.get(prompt.menu) if structured else None
    told = f"\n{_AS_JSON[prompt.menu]}" if schema else ""
    messages.append(("user", _filled(prompt.user, question, marker) + told))
    return Asked(tuple(messages), marker, prompt.menu, prompt.label, schema)


def ask_agent(
    prompt: Prompt, seen: Mapping[str, str], fields: Sequence[str], structured: bool = False
) -> Asked:
    """Fill in the prompt of an agent, who is shown the texts of `seen` and nothing else."""
    marker = "FINDINGS " + _code("marker", *fields, *seen.values())
    texts = "\n\n".join(
        f"{_title(name)}:\n{fenced(text or '(none)')}" for name, text in seen.items()
    )
    finding = '{"value": true, "findings": [{"quote": "...", "why": "..."}]}'
    shown = ", ".join(f'"{name}": {finding}' for name in fields)
    values = {"seen": texts, "gives": f'{{"rationale": "...", {shown}}}', "marker": marker}
    text = _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), prompt.user)
    schema = None
    if structured:
        schema = _shape(rationale=_TEXT, **dict.fromkeys(fields, _FINDING))
        text += "\nThe reply is that JSON object; `rationale` holds the reasoning."
    messages = [("system", prompt.system)] if prompt.system else []
    messages.append(("user", text.encode("utf-8", "replace").decode("utf-8")))
    return Asked(tuple(messages), marker, prompt.menu, prompt.label, schema)


def _title(name: str) -> str:
    if name.startswith("data."):
        return f"Given with the request, {name.removeprefix('data.')}"
    return _TITLES.get(name, f"What {name} wrote")


def _filled(template: str, question: Question, marker: str) -> str:
    """Fill every slot once; what is filled in is not looked at again."""
    values = {name: getattr(question, name) for name in _SLOTS[:-1]}
    for name in _FENCED:
        values[name] = fenced(values[name] or "(none)")
    values["constraint"] = " ".join(question.constraint.split())
    values["marker"] = marker
    text = _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), template)
    return text.encode("utf-8", "replace").decode("utf-8")  # half a character cannot be sent


def fenced(text: str) -> str:
    """Return a text between two lines that it cannot contain."""
    number = 0
    code = _code("fence", text)
    while code in text:
        number += 1
        code = _code("fence", str(number), text)
    return f"FENCE {code} begins\n{text}\nFENCE {code} ends"


def _code(*parts: str) -> str:
    digest = sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass")
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()[:_CODE]
