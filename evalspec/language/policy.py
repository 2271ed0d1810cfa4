"""Policy profiles and a spec's own switches → one resolved policy."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from evalspec.core.errors import Problem, SpecError
from evalspec.core.policy import OPEN, SWITCHES, Policy
from evalspec.source import files, schema, yaml

DEFAULT = "default"
_TOLERANCES = ("equality_tolerance", "about_tolerance")


def load_policy(given: Mapping[str, Any] | None, base: Path | None) -> tuple[Policy, list[Path]]:
    """Resolve the `policy:` of a spec: a profile, with single switches set over it.

    Returns the policy and the files it was read from. Raises `SpecError` with every
    unknown switch or value. `parts_of_day` is filled in from the lexicon by the caller.
    """
    own = dict(given or {})
    profile = str(own.pop("profile", DEFAULT))
    path = files.find("policies", profile, base)
    if path is None:
        hint = files.hint("policies", profile)
        raise SpecError([Problem("unknown-policy", f"no policy named {profile!r}", hint=hint)])
    located = yaml.read_file(path)
    wrong = [] if files.packaged(path) else schema.check(located, schema.POLICY)
    if wrong:
        raise SpecError(wrong)
    content = located.value
    values = dict(content.get("switches") or {})
    values.update({name: content[name] for name in _TOLERANCES if name in content})
    values.update(own)
    problems: list[Problem] = []
    switches = {name: _switch(name, values.get(name, OPEN), problems) for name in SWITCHES}
    tolerances = {name: _fraction(name, values.get(name, 0), problems) for name in _TOLERANCES}
    for name in own:
        if name not in SWITCHES and name not in _TOLERANCES:
            hint = _near(name, [*SWITCHES, *_TOLERANCES])
            problems.append(Problem("unknown-switch", f"no policy switch {name!r}", hint=hint))
    if problems:
        raise SpecError(problems)
    policy = Policy(
        str(content.get("name", profile)),
        switches,
        equality_tolerance=tolerances["equality_tolerance"],
        about_tolerance=tolerances["about_tolerance"],
    )
    return policy, [path]


def _near(word: str, known: list[str]) -> str:
    close = get_close_matches(word, known, 1)
    return f"did you mean {close[0]!r}?" if close else ""


def _switch(name: str, value: Any, problems: list[Problem]) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if text != OPEN and text not in SWITCHES[name]:
        choices = ", ".join((*SWITCHES[name], OPEN))
        message = f"policy switch `{name}` cannot be {text!r}; expected one of: {choices}"
        problems.append(Problem("wrong-value", message))
    return text


def _fraction(name: str, value: Any, problems: list[Problem]) -> Decimal:
    """Read `5 %` or `0.05` as a fraction."""
    text = str(value).strip()
    try:
        number = Decimal(text.removesuffix("%").strip())
        fraction = number / 100 if text.endswith("%") else number
        if 0 <= fraction < 1:
            return fraction
    except InvalidOperation:
        pass
    message = f"`{name}` must be a percentage such as `5 %`, not {text!r}"
    problems.append(Problem("wrong-value", message))
    return Decimal(0)
