"""What a judge is: an endpoint, a model, a prompt, its limits and prices; as YAML.

Judges stand under `judges:` of a spec or in a file of their own (`judges.yaml`). Naming one
calls nothing. Environment variables and options of the command line change the endpoint,
never which judge is asked. A spec may come from anywhere: the endpoint and the key that it
gives are used when the user names the same endpoint, in a file, a variable or an option.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from msgspec import convert
from msgspec.structs import replace

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.secrets import looks_like_key
from evalspec.core.settling import Conduct
from evalspec.core.verdict import Outcome
from evalspec.language.panels import panel_problems, reaches
from evalspec.source import schema
from evalspec.source.named import read_checked

Kind = Literal["zero-shot", "few-shot", "extract", "vote", "jury", "debate", "panel", "agent"]
SINGLE = ("zero-shot", "few-shot", "extract")
"""Kinds that ask one model once."""
SPEAKING = ("zero-shot", "few-shot")
"""Kinds that say yes or no and why: members of a debate."""
ENVIRONMENT = {"base_url": "EVALSPEC_JUDGE_URL", "model": "EVALSPEC_JUDGE_MODEL"}
KEY = "EVALSPEC_JUDGE_KEY"
"""Environment variable of the key unless the judge names another."""
SPEC = "declared_in"
"""Key that marks the judges of a spec with the spec's name."""


class Price(Record, frozen=True):
    """Prices of a million tokens, in whatever currency the user counts."""

    input: Decimal
    output: Decimal


class Gives(Record, frozen=True):
    """A field of what an agent says."""

    name: str
    constraint: str
    """Id of the constraint that it speaks to."""
    when_true: Outcome
    quotes: str = "response"
    """The text in which its findings must stand, or `nothing` where it needs none."""


class Agent(Record, frozen=True):
    """A member of a panel with a role: a judge, or rules."""

    name: str
    judge: Judge | None = None
    """None for an agent that is rules."""
    prompt: str = ""
    sees: tuple[str, ...] = ()
    """What it is sent: request, response, constraint, pool, data.NAME, names of other agents."""
    gives: tuple[Gives, ...] = ()
    """What it says; empty for a text that other agents see."""
    rules: dict[str, str] = {}
    """Constraint it speaks to → the constraint that the rules decide in its place."""
    decides: Outcome | None = None
    """The only outcome it may give; None for either."""

    def speaks_to(self, constraint: str) -> bool:
        """Tell whether it says something of a constraint."""
        return constraint in self.rules or any(one.constraint == constraint for one in self.gives)


class Judge(Record, frozen=True):
    """One judge, ready to be asked."""

    name: str
    kind: Kind
    model: str = ""
    base_url: str = ""
    key_variable: str = KEY
    """Environment variable that holds the key; the key itself is kept nowhere."""
    prompt: str = ""
    """A shipped prompt or the path of a user's own; empty for that of the kind."""
    parameters: dict[str, Any] = {}
    """Sent as they are: temperature, max_tokens, seed …"""
    of: str = "zero-shot"
    """Kind of each sample of a vote."""
    samples: int = 5
    """How often a vote asks."""
    members: tuple[Judge, ...] = ()
    """The judges of a jury or a debate, those behind the agents of a panel."""
    agents: tuple[Agent, ...] = ()
    """The agents of a panel; those that see others stand behind them."""
    combine: Literal["any-refutes", "one", "majority"] = "any-refutes"
    """What the agents of a panel come to where several speak to a constraint."""
    conduct: Conduct = Conduct()
    """How a debate is held."""
    turns: Literal["together", "in-turn"] = "together"
    """In a round of a debate, whether a member sees what was said before it in the same round."""
    evidence: Literal["none", "rules"] = "none"
    """Whether a debate hears what the rules counted."""
    open: Literal["person", "nobody"] = "person"
    """Who decides what a debate leaves open."""
    prompts: tuple[str, ...] = ()
    """Prompts of the rounds of a debate; the last one serves the rounds after it."""
    concurrency: int = 8
    """Requests at once, over all judges of one endpoint."""
    requests_per_minute: int = 0
    """0 for no limit."""
    tokens_per_minute: int = 0
    timeout: float = 120.0
    """Seconds for one request, from the connection to the last byte."""
    retries: int = 5
    """Further attempts after the first."""
    longest_wait: float = 60.0
    """Seconds at most between two attempts, whatever the endpoint asks for."""
    price: Price | None = None
    stranger: str = ""
    """The spec that alone gives the endpoint: nothing is sent there."""
    structured: bool = True
    """Ask for JSON by a schema; an endpoint that declines is asked for plain text."""

    @property
    def key_shown(self) -> str:
        """Return the variable's name for a message; a key written in its place is not shown."""
        return "that `key:` names" if looks_like_key(self.key_variable) else self.key_variable


class Overrides(Record, frozen=True):
    """What the command line says of every judge."""

    base_url: str = ""
    model: str = ""
    concurrency: int = 0


def declared(program_judges: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Return the judges of a spec with those of a judges file, which win.

    Raises `SpecError` with every problem of the file.
    """
    if not path:
        return dict(program_judges)
    located = read_checked(Path(path), schema.JUDGES, panel_problems)
    return {**program_judges, **placed(located.value["judges"], str(Path(path).parent))}


def of_spec(judges: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Return the judges that a spec declares, marked so."""
    found = placed(judges, os.path.dirname(source))
    return {name: {**given, SPEC: source or "the spec"} for name, given in found.items()}


def placed(judges: Mapping[str, Any], folder: str) -> dict[str, Any]:
    """Return judges whose own prompt files are named from where we stand."""
    return {name: _placed(given, folder) for name, given in judges.items()}


def _placed(given: Mapping[str, Any], folder: str) -> dict[str, Any]:
    placed = dict(given)
    if "prompt" in given:
        placed["prompt"] = _prompt_from(given["prompt"], folder)
    if "agents" in given:
        placed["agents"] = {role: _placed(one, folder) for role, one in given["agents"].items()}
    if "prompts" in given:
        placed["prompts"] = [_prompt_from(prompt, folder) for prompt in given["prompts"]]
    return placed


def _prompt_from(name: str, folder: str) -> str:
    return os.path.join(folder, name) if name.endswith((".yaml", ".yml")) else name


def judge_named(name: str, known: Mapping[str, Any], overrides: Overrides) -> Judge:
    """Return the judge of a name.

    A kind (`zero-shot`) is a name as well, when the options or the environment give the
    endpoint and the model. Raises `InputError` for an unknown one, or one without endpoint.
    """
    return _Declared(known, overrides).judge(name)


class _Declared(Record, frozen=True):
    """The judges that are declared, and what the command line says of them."""

    known: Mapping[str, Any]
    overrides: Overrides
    inside: tuple[str, ...] = ()
    """Names of the judges of which one is a member."""

    def judge(self, name: str) -> Judge:
        given = self.known.get(name)
        if given is None and name in SINGLE:
            given = {"kind": name}
        if given is None:
            hint = f"declared: {', '.join(self.known)}" if self.known else "no judges are declared"
            raise InputError.of("unknown-judge", f"no judge is named {name!r}", hint=hint)
        if name in self.inside:
            raise InputError.of("judge-cycle", f"judge {name!r} is a member of itself")
        kind = given.get("kind", "zero-shot")
        if kind in ("jury", "debate"):
            return _several(name, given, self.within(name))
        if kind == "panel":
            return _panel(name, given, self.within(name), self.overrides)
        return _single(name, kind, given, self)

    def within(self, name: str) -> _Declared:
        """Return the same for the members of a judge: each has a model of its own."""
        return _Declared(self.known, replace(self.overrides, model=""), (*self.inside, name))


def _single(name: str, kind: Kind, given: Mapping[str, Any], declared: _Declared) -> Judge:
    overrides = declared.overrides
    trusted = _is_trusted(given, declared.known, overrides)
    judge = Judge(
        name=name,
        kind=kind,
        model=_setting("model", given, overrides.model),
        base_url=_address(_setting("base_url", given, overrides.base_url)),
        key_variable=given.get("key", KEY) if trusted else KEY,
        stranger="" if trusted or _setting("base_url", {}, overrides.base_url) else given[SPEC],
        prompt=given.get("prompt", ""),
        parameters=dict(given.get("parameters", {})),
        price=price_of(given),
        **{key: given[key] for key in _LIMITS if key in given},
    )
    for field, option in (("base_url", "--judge-url"), ("model", "--judge-model")):
        if not getattr(judge, field):
            hint = f"give `{field}:`, {option} or {ENVIRONMENT[field]}"
            raise _error("no-endpoint", f"judge {name!r} has no {field}", hint)
    if "@" in judge.base_url.partition("://")[2].partition("/")[0]:
        hint = "name the environment variable that holds it under `key:`"
        raise _error("password-in-address", f"the address of judge {name!r} holds a password", hint)
    for field in ("max_tokens", "max_completion_tokens", "n"):
        if type(judge.parameters.get(field, 1)) is not int or judge.parameters.get(field, 1) < 1:
            raise _error(
                "bad-parameter", f"judge {name!r}: `{field}` is not a number of at least 1"
            )
    if overrides.concurrency:
        judge = replace(judge, concurrency=overrides.concurrency)
    return judge


_LIMITS = ("of", "samples", "concurrency", "requests_per_minute", "tokens_per_minute", "timeout",
           "retries", "longest_wait", "structured")  # fmt: skip


def _several(name: str, given: Mapping[str, Any], declared: _Declared) -> Judge:
    members = tuple(map(declared.judge, given.get("members", ())))
    kind = given["kind"]
    if not members:
        raise _error("no-members", f"{kind} {name!r} has no members")
    if kind == "jury":
        return Judge(name, kind, members=members)
    if len(members) < 2:
        raise _error("no-members", f"debate {name!r} has one member; nobody debates alone")
    for member in members:
        if member.kind not in SPEAKING:
            message = f"debate {name!r}: member {member.name!r} is of kind {member.kind}"
            raise _error("wrong-member", message, f"expected {' or '.join(SPEAKING)}")
    prompts = tuple(given.get("prompts", ()))
    if len(prompts) < 2:
        prompts = (*(prompts or ("",)), "debate")
    conduct = convert(given, Conduct)
    held = {key: given[key] for key in ("turns", "evidence", "open") if key in given}
    return Judge(name, kind, members=members, conduct=conduct, prompts=prompts, **held)


def _panel(name: str, given: Mapping[str, Any], declared: _Declared, overrides: Overrides) -> Judge:
    own = replace(declared, overrides=overrides)  # of a kind that nobody declares
    if any(reaches(given["agents"], role, role) for role in given["agents"]):
        raise _error("circular-sees", f"panel {name!r}: an agent sees what itself has written")
    agents: list[Agent] = []
    for role, told in given["agents"].items():
        judge = None
        if "judge" in told:
            place = declared if told["judge"] in declared.known else own
            judge = place.judge(told["judge"])
            if judge.kind not in SINGLE:
                message = f"panel {name!r}: agent {role!r} is a judge of kind {judge.kind}"
                raise _error("wrong-member", message, f"expected {' or '.join(SINGLE)}")
        agents.append(_agent(role, told, judge))
    members = tuple(agent.judge for agent in agents if agent.judge is not None)
    combine = given.get("combine", "any-refutes")
    return Judge(name, "panel", members=members, agents=tuple(agents), combine=combine)


def _agent(role: str, told: Mapping[str, Any], judge: Judge | None) -> Agent:
    gives, rules = told.get("gives", "text"), told.get("rules", {})
    fields = () if gives == "text" else tuple(
        convert({"name": field, **one}, Gives) for field, one in gives.items()
    )  # fmt: skip
    return Agent(
        role, judge, told.get("prompt", ""), tuple(told.get("sees", ())), fields,
        dict(rules) if isinstance(rules, Mapping) else {one: one for one in rules},
        Outcome(told["decides"]) if "decides" in told else None,
    )  # fmt: skip


def _is_trusted(given: Mapping[str, Any], known: Mapping[str, Any], overrides: Overrides) -> bool:
    """Tell whether the user names the endpoint of a judge, not a spec alone."""
    if SPEC not in given:
        return True
    told = _setting("base_url", {}, overrides.base_url)
    own = (judge.get("base_url", "") for judge in known.values() if SPEC not in judge)
    address = _address(given.get("base_url", ""))
    return address == _address(told) if told else address in map(_address, own)


def _address(text: str) -> str:
    return text.rstrip("/")


def _setting(field: str, given: Mapping[str, Any], option: str) -> str:
    return option or os.environ.get(ENVIRONMENT[field], "") or str(given.get(field, ""))


def price_of(given: Mapping[str, Any]) -> Price | None:
    """Return the price that a judge as it is written names, if it names one."""
    price = given.get("price")
    return Price(Decimal(str(price["input"])), Decimal(str(price["output"]))) if price else None


def _error(code: str, message: str, hint: str = "") -> InputError:
    return InputError.of(code, message, hint=hint)
