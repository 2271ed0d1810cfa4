"""Every switch of the page on policies does what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import evalspec
from evalspec.core.policy import SWITCHES
from evalspec.source import files

PAGE = (Path(__file__).parent.parent.parent / "docs" / "policies.md").read_text("utf-8")


def _examples() -> list[tuple[str, str, str, str, dict[str, str]]]:
    found = []
    for switch, vocabulary, body in re.findall(r"```policy (\w+) (\S+)\n(.*?)```", PAGE, re.S):
        response, _, rest = body.partition("---\n")
        check, *lines = rest.strip().splitlines()
        outcomes = dict(line.split(": ") for line in lines)
        found.append((switch, vocabulary, response, check, outcomes))
    return found


EXAMPLES = _examples()
SETTLED = {"profile": "acs", "missing_amounts": "unknown"}


def _spec(vocabulary: str, check: str, policy: object) -> evalspec.Spec:
    content = {"evalspec": 1, "vocabulary": vocabulary, "policy": policy,
               "constraints": [{"check": check}]}  # fmt: skip
    return evalspec.compile(yaml.safe_dump(content))


@pytest.mark.parametrize(
    ("switch", "vocabulary", "response", "check", "outcomes"),
    EXAMPLES,
    ids=[e[0] for e in EXAMPLES],
)
def test_example(
    switch: str, vocabulary: str, response: str, check: str, outcomes: dict[str, str]
) -> None:
    found = {}
    for value in outcomes:
        written = {"true": True, "false": False}.get(value, value)
        spec = _spec(vocabulary, check, {**SETTLED, switch: written})
        verdict = spec.check(response).verdicts[0]
        found[value] = verdict.outcome.value
    assert found == outcomes
    left_open = _spec(vocabulary, check, {**SETTLED, switch: "open"}).check(response)
    assert left_open.verdicts[0].outcome.value == "undetermined"


def test_every_switch_is_shown() -> None:
    assert {switch: set(outcomes) for switch, *_, outcomes in EXAMPLES} == {
        switch: set(values) for switch, values in SWITCHES.items()
    }


@pytest.mark.parametrize("profile", files.names("policies"))
def test_every_profile_is_named(profile: str) -> None:
    assert f"| `{profile}` |" in PAGE


def test_the_stated_defaults() -> None:
    path = files.find("policies", "default", None)
    assert path is not None
    switches = yaml.safe_load(path.read_text("utf-8"))["switches"]
    for switch, value in switches.items():
        section = PAGE.split(f"### {switch}\n")[1].split("```")[0]
        written = {True: "true", False: "false"}.get(value, value)
        assert f"`default`: {written}." in section
