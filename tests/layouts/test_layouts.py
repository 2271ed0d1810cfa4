"""Plans of known content in many layouts: what is read is what was written.

Each choice of layout is tried alone in three domains, and the choices that are read surely are
mixed at random. What is not yet read is listed in `known_gaps.yaml`, which must shrink;
`python -m tests.layouts.score --update` tries every domain and writes the list anew;
`python -m tests.layouts.score --shrink` shows the smallest texts that mixed choices make misread.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.layouts.plans import draw_plan, read_domains
from tests.layouts.score import (
    MARKS,
    MIXED,
    PAGE,
    attempt,
    describe,
    known_keys,
    read_gaps,
    sampled,
    single,
    single_keys,
    sure_mixed,
    table,
)
from tests.layouts.style import Style
from tests.layouts.writing import CHOICES, draw_style, write

pytestmark = pytest.mark.heavy

GAPS = read_gaps()
NAMED = {": ".join(key): key for key in single_keys()}
KNOWN = {(name, domain): r for name, told in GAPS.items() for r in told for domain in told[r]}
AVOID = known_keys(GAPS)


def _tried(name: str) -> list[str]:
    return list(read_domains()) if name == MIXED else sampled(NAMED[name])


def _worst(name: str, domain: str) -> tuple[str, str]:
    """Return the worst result of a choice in a domain, and the text that has it."""
    about = read_domains()[domain]
    trials = sure_mixed(about, AVOID) if name == MIXED else single(NAMED[name], about)
    for result in ("wrong", "open"):
        for trial in trials:
            if trial.worst == result:
                return result, describe(trial)
    return "right", ""


@pytest.mark.parametrize("domain", read_domains())
def test_plain_layout(domain: str) -> None:
    for seed in range(8):
        trial = attempt(
            draw_plan(read_domains()[domain], Random(f"{domain}/{seed}")), Style(CHOICES, {})
        )
        assert trial.worst == "right", describe(trial)


@pytest.mark.parametrize("name", [*NAMED, MIXED])
def test_choice_is_read(name: str) -> None:
    for domain in _tried(name):
        if (name, domain) not in KNOWN:
            result, shown = _worst(name, domain)
            assert result == "right", shown


@pytest.mark.parametrize("name", GAPS)
def test_known_gap(name: str) -> None:
    """Strict: what has come right must leave the list, and nothing may become worse."""
    tried = [domain for domain in _tried(name) if (name, domain) in KNOWN]
    for domain in tried:
        listed = KNOWN[name, domain]
        found, shown = _worst(name, domain)
        assert found != "right", f"read in {domain}: take it from the list (score --update)"
        assert (listed, found) != ("open", "wrong"), shown
        assert (listed, found) != ("wrong", "open"), f"{domain}: now open (score --update)"
    pytest.xfail(f"{name}, in {', '.join(tried) or 'domains not tried here'}")


def test_same_seed_gives_the_same_text() -> None:
    texts = []
    for _ in range(2):
        random = Random("1/7")
        plan = draw_plan(read_domains()["meal-plan"], random)
        texts.append(write(plan, draw_style(random))[1])
    assert texts[0] == texts[1]


def test_page_shows_the_known_gaps() -> None:
    """`python -m tests.layouts.score --update` writes the table anew."""
    assert MARKS[0] + table() + MARKS[1] in PAGE.read_text("utf-8")
