"""Is an instance that was written what its plan says: by rule, by a model, and how far they agree.

completeness  the prompt, read back, says exactly the topic and the constraints
consistency   what was drawn is in its ranges; constraints compile, are of their groups and so many
clarity       every constraint can be understood in one way: a model alone can tell
feasibility   no two constraints contradict each other, by rule; one text can meet all, by a model
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import islice
from typing import Any, Literal

from evalspec.bench.kept.folder import Folder
from evalspec.bench.planned.parts import Write
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import constraints_of
from evalspec.bench.planned.source import CONSTRAINTS, TOPIC
from evalspec.bench.planned.template import UnwritableError, written
from evalspec.bench.proven.draw import Drawing, ImpossibleError, drawing_of
from evalspec.bench.proven.proof import rounded
from evalspec.bench.verified.ranges import out_of_range
from evalspec.bench.written.screen import Screen
from evalspec.bench.written.writing import number_of, unsaid_of_written
from evalspec.core.chance import Chance
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.judge.config import Judge
from evalspec.judge.exchange import plain_request
from evalspec.judge.prompts import Question, ask, load_prompt
from evalspec.judge.reply import YES_NO, read_choice
from evalspec.judge.session import Session

By = Literal["rule", "model", "both"]
CHECKS: dict[str, By] = {
    "completeness": "rule", "consistency": "rule", "clarity": "model", "feasibility": "both",
}  # fmt: skip
"""Every check, and who makes it unless `bench.checks` says otherwise."""
BY_MODEL_ALONE = ("clarity",)


class Checked(Record, frozen=True):
    """One check of one instance."""

    instance: str
    check: str
    faults: tuple[str, ...] | None
    """What the rules find; None when they are not asked."""
    said: str
    """What the model says: yes, no, why it says neither, or nothing when it is not asked."""
    rationale: str = ""

    @property
    def holds(self) -> bool | None:
        """Tell whether all that were asked say that it holds; None where one of them cannot tell."""
        told = [not self.faults] if self.faults is not None else []
        told += [self.said == "yes"] if self.said in ("yes", "no") else []
        if False in told:
            return False
        return None if not told or self.said not in ("", "yes") else True


class Tally:
    """What all checks came to."""

    def __init__(self, checks: Mapping[str, By]) -> None:
        self.checks = checks
        self.asked = False
        """A model was there to be asked."""
        self.instances = 0
        self.rule: dict[str, Counter[bool]] = {name: Counter() for name in checks}
        self.model: dict[str, Counter[str]] = {name: Counter() for name in checks}
        self.alike: dict[str, Counter[bool]] = {name: Counter() for name in checks}
        """Check → how often rules and model say the same, of those that both decided."""
        self.wrong: list[Checked] = []
        """Those that fail, and those that a model could not decide."""

    def add(self, one: Checked) -> None:
        if one.faults is not None:
            self.rule[one.check][not one.faults] += 1
        if one.said:
            self.model[one.check][one.said] += 1
        if one.faults is not None and one.said in ("yes", "no"):
            self.alike[one.check][(not one.faults) is (one.said == "yes")] += 1
        if one.holds is not True and (one.faults is not None or one.said):
            self.wrong.append(one)


def checks_of(plan: Plan) -> dict[str, By]:
    """Return who makes each check of a plan."""
    named: dict[str, Any] = plan.checks
    return {name: named.get(name, by) for name, by in CHECKS.items()}


def verify_written(
    folder: Folder,
    plan: Plan,
    tally: Tally,
    limit: int | None = None,
    session: Session | None = None,
    judge: Judge | None = None,
) -> Iterator[list[Checked]]:
    """Yield the checks of each instance of a folder, in order, adding them to the tally."""
    tally.asked = judge is not None
    lines = islice(folder.instances(), limit)
    for line, said in _answered(plan, lines, tally.checks, session, judge):
        found = [_checked(plan, line, name, by, said) for name, by in tally.checks.items()]
        tally.instances += 1
        for one in found:
            tally.add(one)
        yield found


Said = dict[str, tuple[str, str]]
"""Check → what a model says, and why."""


def _answered(
    plan: Plan, lines: Iterable[dict[str, Any]], checks: Mapping[str, By],
    session: Session | None, judge: Judge | None,
) -> Iterator[tuple[dict[str, Any], Said]]:  # fmt: skip
    """Yield each instance with what a model says of it."""
    wanted = [name for name, by in checks.items() if by != "rule"]
    if session is None or judge is None or not wanted:
        yield from ((line, {}) for line in lines)
        return
    shows = plan.write.shows if plan.write is not None else ()

    def told(line: dict[str, Any]) -> tuple[dict[str, Any], Said]:
        return line, {name: _asked(session, judge, name, line, shows) for name in wanted}

    with ThreadPoolExecutor(judge.concurrency) as pool:
        yield from pool.map(told, lines)


def _asked(
    session: Session, judge: Judge, check: str, line: dict[str, Any], shows: tuple[str, ...]
) -> tuple[str, str]:
    drawn = {**line["parameters"], **line["data"]}
    who = [f"{name}: {drawn[name]}" for name in shows if name in drawn]
    listed = [f"- {one['text']} ({one['group']})" for one in line[CONSTRAINTS]]
    question = Question(
        constraint=f"{check} of the task {line['id']}",
        request="\n".join([*who, f"{TOPIC}: {line[TOPIC]}", "constraints:", *listed]),
        response=line["prompt"],
    )
    sent = ask(load_prompt(f"bench-{check}"), question)
    reply = session.reply(judge, plain_request(judge, sent.messages, sent.prompt))
    if reply is None:
        return ("", "") if session.dry_run else ("limit reached", "")
    if reply.error:
        return reply.error, ""
    found = read_choice(reply.text, sent.marker, YES_NO, reply.finish, question.texts)
    return str(found.value or found.reason.value), found.rationale


def _checked(plan: Plan, line: dict[str, Any], check: str, by: By, said: Said) -> Checked:
    ruled = by != "model" and check not in BY_MODEL_ALONE
    faults = tuple(_RULES[check](plan, line)) if ruled else None
    return Checked(line["id"], check, faults, *said.get(check, ("", "")))


# -- by rule -------------------------------------------------------------------------------------
def _completeness(plan: Plan, line: dict[str, Any]) -> Iterator[str]:
    if line["wording"] not in plan.prompts:
        yield f"there is no wording `{line['wording']}`"
        return
    yield from unsaid_of_written(plan, line)


def _consistency(plan: Plan, line: dict[str, Any]) -> Iterator[str]:
    write = _write_of(plan)
    try:
        drawing = drawing_of(plan, Chance(""), {**line["parameters"], **line["data"]})
        drawing.keep(TOPIC, line[TOPIC])
        drawing.keep(CONSTRAINTS, [one["text"] for one in line[CONSTRAINTS]])
        yield from out_of_range(plan, drawing.run, drawing.values)
        yield from _numbers(write, line, drawing)
        wording = plan.prompts.get(line["wording"])
        if wording is not None and written(wording, drawing.run) != line["prompt"]:
            yield "the prompt is not what its wording makes of the instance"
    except (ImpossibleError, UnwritableError) as error:
        yield str(error)
    share = rounded(Fraction(len(line[CONSTRAINTS]), write.most))
    if share != line["constrainedness"]:
        yield f"constrainedness is {share}, not {line['constrainedness']}"
    screen = Screen(plan)
    for one in constraints_of(line):
        if one.group in write.groups:
            yield from (
                f"`{one.id}`: {wrong.message}"
                for wrong in screen.unfit_alone(one, write.groups[one.group])
            )


def _numbers(write: Write, line: dict[str, Any], drawing: Drawing) -> Iterator[str]:
    held = Counter(one["group"] for one in line[CONSTRAINTS])
    missing = Counter(one["group"] for one in line["draws"]["dropped"])
    for name in held.keys() - write.groups.keys():
        yield f"there is no group `{name}`"
    for name, group in write.groups.items():
        wanted = number_of(group.number, drawing)
        if wanted != held[name] + missing[name]:
            yield f"`{name}` has {held[name]} constraints and lacks {missing[name]}, of {wanted}"
    ids = Counter(one["id"] for one in line[CONSTRAINTS])
    yield from (f"two constraints are called `{name}`" for name, n in ids.items() if n > 1)
    if ids.keys() != line["written"][CONSTRAINTS].keys():
        yield "it does not say of each constraint who wrote it"


def _feasibility(plan: Plan, line: dict[str, Any]) -> Iterator[str]:
    """Yield what the linter finds in the constraints together."""
    groups = _write_of(plan).groups
    screen = Screen(plan)
    for one in constraints_of(line):
        if one.group not in groups or list(screen.unfit_alone(one, groups[one.group])):
            continue  # no part of what is consistent
        for wrong in screen.unfit(one, groups[one.group]):
            yield f"`{one.id}` {wrong.reason}: {wrong.message}"
        screen.keep(one)


def _write_of(plan: Plan) -> Write:
    if plan.write is None:
        raise InputError.of("not-written", f"{plan.name} has no `write`")
    return plan.write


_RULES: dict[str, Callable[[Plan, dict[str, Any]], Iterator[str]]] = {
    "completeness": _completeness,
    "consistency": _consistency,
    "feasibility": _feasibility,
}
