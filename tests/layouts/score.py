"""How surely layouts are read: right, silently wrong and undetermined values by choice.

    python -m tests.layouts.score -n 5000 --seed 1     texts of mixed choices
    python -m tests.layouts.score --show 'mark: ・'     a text of that choice that is not read right
    python -m tests.layouts.score --shrink             smallest texts of sure choices that are misread
    python -m tests.layouts.score --update             known_gaps.yaml and docs/reading.md anew

A text of mixed choices fails for one of them, mostly. So the choices of a text that is not read
right are put back to the plain one, one at a time: those that make it right are at fault.
"""

from __future__ import annotations

import argparse
import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import yaml
from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from tests import quick_yaml
from tests.layouts.plans import Domain, Plan, draw_plan, read_domains
from tests.layouts.style import Style
from tests.layouts.truth import Answer, ask
from tests.layouts.writing import CHOICES, draw_style, write

SingleKey = tuple[str, str]
"""A table of choices and one of them."""

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
GAPS = Path(__file__).parent / "known_gaps.yaml"
GAPS_HEAD = """\
# Choices of layout that are not yet always read right, with the domains in which a text of that
# choice alone has a value that is undetermined (open) or false (wrong). The list must shrink: a
# test fails when one comes right, or worse. `python -m tests.layouts.score --update` writes it.
"""
MARKS = ("<!-- layouts: begin -->\n", "<!-- layouts: end -->\n")
MIXED = "the choices that are read alone, mixed"
"""Name of the known gaps of texts in mixed choices."""
MIXES = 10
"""Texts of mixed choices of each domain in the tests."""
PLANS = 1
"""Plans of each domain that a single choice is tried on."""


class Trial(NamedTuple):
    """A text and how it was read."""

    plan: Plan
    style: Style
    text: str
    answers: list[Answer]

    @property
    def results(self) -> Counter[str]:
        """How many values are right, wrong, open."""
        return Counter(answer.result for answer in self.answers)

    @property
    def worst(self) -> str:
        """The worst of its results: wrong, open or right."""
        return next(r for r in ("wrong", "open", "right") if self.results[r] or r == "right")


def attempt(plan: Plan, style: Style) -> Trial:
    """Write a plan in a style, and read it."""
    told, text = write(plan, style)
    return Trial(plan, style, text, ask(told, text))


def mixed(number: int, seed: int, avoid: Iterable[SingleKey] = ()) -> Iterator[Trial]:
    """Yield texts of choices drawn at random, the domains in turn."""
    domains = list(read_domains().values())
    for place in range(number):
        random = Random(f"{seed}/{place}")
        plan = draw_plan(domains[place % len(domains)], random)
        yield attempt(plan, draw_style(random, tuple(avoid)))


def single_keys() -> list[SingleKey]:
    """Return every choice that is not the plain one."""
    return [(table, name) for table, choices in CHOICES.items() for name in list(choices)[1:]]


BESIDE = {
    "column": {"shape": "table for each group"},
    "beside": {"shape": "table for each group"},
    "total row": {"shape": "table for each group"},
    "time columns": {"shape": "table for each group"},
}
"""What else must be chosen for a choice to show."""


def single(key: SingleKey, domain: Domain) -> list[Trial]:
    """Return texts of a domain with that one choice, the same ones always; none where it does not fit."""
    return [attempt(plan, style) for plan, style in _texts(key, domain)]


def _texts(key: SingleKey, domain: Domain) -> list[tuple[Plan, Style]]:
    matter, name = key
    found = []
    for plan in _usual_plans(domain):
        if matter == "factor" or name == "5–15 min: name":
            plan = with_one_measure(plan)
        style = Style(CHOICES, {**BESIDE.get(matter, {}), matter: name})
        write(plan, style)
        if style.used.get(matter) == name:
            found.append((plan, style))
    return found[:PLANS]


@cache
def sampled(key: SingleKey) -> list[str]:
    """Return three domains in which the tests try a choice, others for each choice."""
    fitting = [name for name, domain in read_domains().items() if _texts(key, domain)]
    turn = single_keys().index(key) % max(1, len(fitting))
    return (fitting[turn:] + fitting[:turn])[:3]


@cache
def _usual_plans(domain: Domain) -> list[Plan]:
    """Return the plans that single choices are tried on: of everything two, and no more."""
    drawn = (draw_plan(domain, Random(f"{domain.name}/{place}")) for place in range(100))
    return [plan for plan in drawn if len(plan.groups) == 2 and _is_usual(plan)][:4]


def _is_usual(plan: Plan) -> bool:
    whole = len(plan.items[0].amounts) == len(plan.domain.measures)
    return whole and 4 <= len(plan.items) <= 8 and all(len(g.items) > 1 for g in plan.groups)


def with_one_measure(plan: Plan) -> Plan:
    """Return the plan with the first measure of each item alone."""
    groups = tuple(
        group._replace(
            parts=tuple(
                part._replace(items=tuple(i._replace(amounts=i.amounts[:1]) for i in part.items))
                for part in group.parts
            )
        )
        for group in plan.groups
    )
    return Plan(plan.domain, groups)


def at_fault(trial: Trial) -> list[SingleKey]:
    """Return the choices of a text of which the plain one would make it right."""
    found = []
    for table, name in trial.style.used.items():
        if name != next(iter(CHOICES[table])):
            other = attempt(trial.plan, trial.style.without(table))
            if other.worst == "right":
                found.append((table, name))
    return found


def print_mixed(number: int, seed: int) -> None:
    """Print the counts of mixed texts by choice."""
    values: dict[SingleKey, Counter[str]] = defaultdict(Counter)
    for trial in mixed(number, seed):
        faults = at_fault(trial) if trial.worst != "right" else []
        keys = [*trial.style.used.items(), ("domain", trial.plan.domain.name), ("", "all")]
        for key in keys:
            values[key].update(trial.results)
            values[key]["texts"] += 1
            values[key]["bad"] += trial.worst != "right"
            values[key]["silent"] += trial.worst == "wrong"
            values[key]["fault"] += key in faults
    print(f"{'':46}  texts  fail  wrong fault   values  right   wrong    open")
    for table in ["", "domain", *CHOICES]:
        names = CHOICES.get(table) or sorted(name for t, name in values if t == table)
        for name in names:
            print(_row(f"{table}: {name}".removeprefix(": "), values[(table, name)]))


def _row(label: str, counts: Counter[str]) -> str:
    total = counts["right"] + counts["wrong"] + counts["open"]
    if not total:
        return f"{label:46}      0"
    shares = (f"{100 * counts[r] / total:6.2f}%" for r in ("right", "wrong", "open"))
    texts = f"{counts['texts']:6} {counts['bad']:5} {counts['silent']:6} {counts['fault']:5}"
    return f"{label:46} {texts} {total:8} {' '.join(shares)}"


def sure_mixed(domain: Domain, avoid: Sequence[SingleKey]) -> list[Trial]:
    """Return texts of a domain in mixed choices, the same ones always, but for some choices."""
    randoms = (Random(f"{domain.name}/mixed/{place}") for place in range(MIXES))
    return [_drawn(domain, random, avoid) for random in randoms]


def _drawn(domain: Domain, random: Random, avoid: Sequence[SingleKey]) -> Trial:
    plan = draw_plan(domain, random)
    return attempt(plan, draw_style(random, avoid))


def smallest(domain: Domain, avoid: Sequence[SingleKey]) -> Trial:
    """Return a smallest text of mixed choices that is misread, as hypothesis shrinks it."""
    texts = st.builds(
        lambda random: _drawn(domain, random, avoid), st.randoms(use_true_random=False)
    )
    always_the_same = settings(max_examples=400, derandomize=True, database=None, deadline=None)
    return find(texts, lambda trial: trial.worst == "wrong", settings=always_the_same)


def failures(key: SingleKey) -> dict[str, list[str]]:
    """Return the domains in which a choice alone is not always read right, as open or wrong."""
    found: dict[str, list[str]] = {}
    for domain in read_domains().values():
        worst = _worst(single(key, domain))
        if worst in ("open", "wrong"):
            found.setdefault(worst, []).append(domain.name)
    return found


def _worst(trials: Iterable[Trial]) -> str:
    found = {trial.worst for trial in trials}
    return next((r for r in ("wrong", "open", "right") if r in found), "")


def read_gaps() -> dict[str, dict[str, list[str]]]:
    """Return what is known not to be read, by choice."""
    return quick_yaml.load(GAPS.read_text("utf-8")) or {}


def known_keys(gaps: Iterable[str]) -> list[SingleKey]:
    """Return the choices among known gaps."""
    return [key for key in single_keys() if ": ".join(key) in gaps]


def update() -> None:
    """Write the known gaps and the table of the page anew."""
    found = {": ".join(key): told for key in single_keys() if (told := failures(key))}
    mixes: dict[str, list[str]] = {}
    for domain in read_domains().values():
        worst = _worst(sure_mixed(domain, known_keys(found)))
        if worst != "right":
            mixes.setdefault(worst, []).append(domain.name)
    if mixes:
        found[MIXED] = mixes
    written = yaml.safe_dump(found, allow_unicode=True, sort_keys=False, default_flow_style=None)
    GAPS.write_text(GAPS_HEAD + written, encoding="utf-8")
    before, after = (PAGE.read_text("utf-8").split(mark) for mark in MARKS)
    PAGE.write_text(before[0] + MARKS[0] + table() + MARKS[1] + after[1], encoding="utf-8")


def table() -> str:
    """Return the table of the page: what is read, and how surely."""
    gaps = read_gaps()
    lines = [
        "| Matter | Read surely | Undetermined at times | May be misread |",
        "|---|---|---|---|",
    ]
    for matter, choices in CHOICES.items():
        sure: list[str] = []
        unsure: list[str] = []
        misread: list[str] = []
        for name in choices:
            told = gaps.get(f"{matter}: {name}", {})
            (misread if "wrong" in told else unsure if told else sure).append(f"`{name}`")
        cells = (", ".join(names).replace("|", "\\|") or "–" for names in (sure, unsure, misread))
        lines.append(f"| {matter} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def print_example(named: str) -> None:
    """Print the first text of a choice that is not read right, and what is not right in it."""
    table, _, name = named.partition(": ")
    for domain in read_domains().values():
        for trial in single((table, name), domain):
            if trial.worst != "right":
                print(describe(trial))
                return


def print_smallest() -> None:
    """Print for each domain a smallest text of choices that alone are read, and together are not."""
    for domain in read_domains().values():
        with contextlib.suppress(NoSuchExample):
            print(describe(smallest(domain, known_keys(read_gaps()))), end="\n\n")


def describe(trial: Trial) -> str:
    """Return the text of a trial, its choices, and what of it is not read right."""
    lines = [trial.text, f"domain {trial.plan.domain.name}"]
    plain = {table: next(iter(choices)) for table, choices in CHOICES.items()}
    lines += [f"  {t}: {name}" for t, name in trial.style.used.items() if name != plain[t]]
    for answer in trial.answers:
        if answer.result != "right":
            question, verdict = answer.question, answer.verdict
            computed = "; ".join(f"{s.computed} {s.unit}".strip() for s in verdict.scopes)
            cause = f" ({verdict.reason.value} {verdict.detail})" if verdict.reason.value else ""
            truth = f"{question.truth} {question.unit}".strip()
            lines.append(
                f"{answer.result}: {question.asked} is {truth}, computed {computed}{cause}"
            )
    return "\n".join(lines)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("-n", type=int, default=5000, help="number of texts of mixed choices")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--update", action="store_true", help="write the known gaps and the page anew"
    )
    parser.add_argument("--shrink", action="store_true", help="smallest texts that are misread")
    parser.add_argument("--show", metavar="'TABLE: CHOICE'", help="a text that is not read right")
    given = parser.parse_args()
    if given.show:
        print_example(given.show)
    elif given.shrink:
        print_smallest()
    elif given.update:
        update()
    else:
        print_mixed(given.n, given.seed)


if __name__ == "__main__":
    main()
