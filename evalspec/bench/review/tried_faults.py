"""Faults that show when instances are drawn and answers are tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.source import FEASIBLE
from evalspec.bench.planned.template import Slot, Template, UnwritableError, written
from evalspec.bench.proven.instance import data_of, make, prompt_of, unsaid
from evalspec.bench.proven.space import answer_data, answer_text
from evalspec.bench.review.subject import Subject
from evalspec.bench.review.trials import Trial, Trials
from evalspec.bench.verified.verify import Verified, verify
from evalspec.check.evaluation import Run
from evalspec.check.evaluation import Subject as Decided
from evalspec.check.partial_values import Answer, telling
from evalspec.check.readings import TABLES
from evalspec.core.errors import EvalspecError, Problem
from evalspec.core.record import walk
from evalspec.language import ir

_PROVEN = 3
"""Instances at most whose certificates are put to the scorer."""
_ENOUGH = 1_000
"""Answers after which no further instance is proven."""
_FEWEST_WRITINGS = 5
_OF_TEXT = (ir.TextTest, ir.TextMeasure, ir.Judged, ir.Quoted, ir.Measure, ir.Exists)


def never_drawn(subject: Subject) -> Iterator[Problem]:
    """No draw is possible, or its answers are too many to try."""
    trials = subject.trials
    yield from subject.untried
    if trials is not None and not trials.tried and not _unproven(trials.plan):
        why = "; ".join(f"{text} ({n} times)" for text, n in trials.impossible.most_common(3))
        yield subject.problem("never-drawn", f"no draw is possible: {why}", ("bench", "draw"))


def contradiction(subject: Subject) -> Iterator[Problem]:
    """Two constraints exclude each other, one cannot be kept, or nothing fits any instance."""
    trials = subject.trials
    if trials is None or not trials.tried:
        return
    found: list[str] = []
    unproven = {one.id for one in _unproven(trials.plan)}
    for name in _asked(trials):
        truths = [truth for trial in trials.of(name) for truth in trial.truths[name]]
        if truths and not any(truths) and name not in unproven:
            found.append(name)
            message = (
                f"`{name}` is kept by none of {len(truths)} answers to {_draws(trials.of(name))}"
            )
            yield subject.of_constraint("contradiction", message, name)
    for first, second in trials.apart():
        if {first, second}.isdisjoint(found):
            found.append(second)
            message = (
                f"`{second}` excludes `{first}`: no answer keeps both,"
                f" in {_draws(trials.of(first, second))}"
            )
            yield subject.of_constraint("contradiction", message, second, first)
    if not found and not any(trial.right for trial in trials.tried):
        message = f"nothing fits {_draws(trials.tried)}, although something was to fit"
        yield subject.problem("contradiction", message, ("bench", "space"))


def undetermined(subject: Subject) -> Iterator[Problem]:
    """A constraint leaves an answer of the space undetermined, so nothing is proven of its instance."""
    trials = subject.trials
    for name in () if trials is None or _unproven(trials.plan) else _asked(trials):
        for trial in trials.of(name) if trials else ():
            if None in trial.truths[name]:
                answer = (*trial.answers, *trial.beside)[trial.truths[name].index(None)]
                message = f"`{name}` leaves an answer undetermined: {answer_text(answer)}"
                hint = "a quantifier over nothing is undetermined: `if count(…) > 0 then …`"
                yield subject.of_constraint("undetermined", message, name, hint=hint)
                break


def vacuous(subject: Subject) -> Iterator[Problem]:
    """A constraint always holds: no answer breaks it, and no change of a right answer does."""
    for trials, name in _unbroken(subject):
        if not any(False in trial.changed[name] for trial in trials.of(name)):
            message = f"`{name}` always holds: no change of an answer breaks it"
            yield subject.of_constraint("vacuous", message, name)


def unbreakable(subject: Subject) -> Iterator[Problem]:
    """No instance breaks a constraint: it never applies, or no answer that can be given breaks it."""
    for trials, name in _unbroken(subject):
        number = sum(len(trial.changed[name]) for trial in trials.of(name))
        if any(False in trial.changed[name] for trial in trials.of(name)):
            message = (
                f"no answer of {_draws(trials.of(name))} breaks `{name}`, though changes of right"
                f" ones do ({number} were tried): nothing tests it"
            )
            hint = "widen `space`, or add answers `beside` it"
            yield subject.of_constraint("unbreakable", message, name, hint=hint)
    drawn = subject.trials
    for name in () if drawn is None or not drawn.tried else _counted(drawn.plan):
        if drawn is not None and not drawn.applied[name]:
            message = f"`{name}` applies to none of {drawn.drawn} draws: nothing tests it"
            yield subject.of_constraint("unbreakable", message, name)


def _unbroken(subject: Subject) -> Iterator[tuple[Trials, str]]:
    """Yield the constraints that no answer of the space, or beside it, breaks."""
    trials = subject.trials
    for name in () if trials is None else _asked(trials):
        if trials and not any(False in trial.truths[name] for trial in trials.of(name)):
            yield trials, name


def duplicate(subject: Subject) -> Iterator[Problem]:
    """Two constraints are asked together and decide alike on every answer."""
    trials = subject.trials
    for first, second in () if trials is None else combinations(_asked(trials), 2):
        if trials is None or trials.applied[first] != trials.applied[second]:
            continue
        every = trials.of(first)
        if every != trials.of(second) or not all(_alike(one, first, second) for one in every):
            continue
        if any(False in trial.truths[first] for trial in every):
            number = sum(len(one.truths[first]) + len(one.changed[first]) for one in every)
            message = f"`{second}` decides as `{first}` on all of {number} answers"
            yield subject.of_constraint("duplicate", message, second, first)


def _alike(trial: Trial, first: str, second: str) -> bool:
    return all(every[first] == every[second] for every in (trial.truths, trial.changed))


def misplaced(subject: Subject) -> Iterator[Problem]:
    """A constraint on the wording of an answer is in a group that counts, where all must be proven."""
    for one in () if subject.plan is None else _unproven(subject.plan):
        message = (
            f"`{one.id}` asks how an answer is written, so it cannot be proven in the group"
            f" `{one.group or one.id}`"
        )
        hint = "put it in a group under `apart`"
        yield subject.of_constraint("wrong-group", message, one.id, hint=hint)


def _unproven(plan: Plan) -> list[ir.Constraint]:
    """Return the constraints that no records and no data decide."""
    counted = (
        one for one in plan.program.constraints if plan.space and one.group not in plan.apart
    )
    return [one for one in counted if not one.readings or any(map(_asks_of_text, one.readings))]


def _asks_of_text(node: Any) -> bool:
    return any(isinstance(one, _OF_TEXT) for one in walk(node))


# -- prompts -----------------------------------------------------------------------------------
def unreadable_prompt(subject: Subject) -> Iterator[Problem]:
    """A prompt, read back by its own wording, does not say all of the data."""
    trials = subject.trials
    said = set()
    for trial in () if trials is None else trials.tried:
        for wording in trials.plan.prompts if trials else ():
            for message in _unread(subject, trial, wording):
                if (wording, message) not in said:
                    said.add((wording, message))
                    path = ("bench", "prompts", wording)
                    yield subject.problem(
                        "unreadable-prompt", f"wording `{wording}`: {message}", path
                    )


def _unread(subject: Subject, trial: Trial, wording: str) -> Iterator[str]:
    plan = trial.prover.plan
    try:
        prompt = prompt_of(plan, wording, trial.prover)
    except EvalspecError as error:
        yield error.problems[0].message.partition(": ")[2]
        return
    line = {"wording": wording, "prompt": prompt, "data": data_of(plan, trial.plain)}
    yield from unsaid(plan, line)


def answer_leaked(subject: Subject) -> Iterator[Problem]:
    """A prompt says which answers are right, or whether anything fits.

    It names what was drawn to make something fit, or it tells right answers and no wrong ones in
    half of the draws.
    """
    trials = subject.trials
    if trials is None:
        return
    plan = trials.plan
    secret = _secrets(plan)
    for wording, template in plan.prompts.items():
        path = ("bench", "prompts", wording)
        named = next((name for name in _named_in(template) if name in secret), None)
        if named is not None:
            message = f"wording `{wording}` names `data.{named}`, which rests on what is to fit"
            yield subject.problem("answer-leaked", message, path)
            continue
        fitting = [trial for trial in trials.tried if trial.right]
        telling_ones = [trial for trial in fitting if _tells(plan, trial, wording)]
        if telling_ones and 2 * len(telling_ones) >= len(fitting):
            right = answer_text(telling_ones[0].right[0])
            message = f"wording `{wording}` says the right answer, such as `{right}`"
            yield subject.problem("answer-leaked", message, path)


def _secrets(plan: Plan) -> set[str]:
    """Return the parameters that rest on what is to fit, and are no data of the problem."""
    found = {FEASIBLE}
    for name, draw in plan.draws.items():
        if name not in plan.given and found & set(_data_names((draw.when, draw.operands))):
            found.add(name)
    return found


def _named_in(template: Template) -> Iterator[str]:
    for part in template:
        yield from _data_names((part.when, part.each))
        for piece in part.pieces:
            if isinstance(piece, Slot):
                yield from _data_names(piece.value)


def _data_names(node: Any) -> Iterator[str]:
    """Yield the fields of the data that a node names."""
    for one in walk(node):
        if isinstance(one, ir.Data) and one.root == "data" and one.path:
            yield str(one.path[0])


def _tells(plan: Plan, trial: Trial, wording: str) -> bool:
    """Tell whether a prompt says right answers and no wrong ones."""
    try:
        prompt = prompt_of(plan, wording, trial.prover)
    except EvalspecError:
        return False
    right = {id(answer) for answer in trial.right}
    told = [answer for answer in trial.answers if _stands_in(answer, prompt)]
    if told:
        return all(id(answer) in right for answer in told)
    return any(text in prompt for text in _writings(plan, trial, trial.right[0]))


def _stands_in(answer: Answer, prompt: str) -> bool:
    """Tell whether each record stands in a line, with all of its fields."""
    records = (one for every in answer_data(answer).values() for one in every)
    said = ([str(value) for value in one.values()] for one in records)
    return all(all(text in prompt for text in one) and _in_one_line(one, prompt) for one in said)


def _in_one_line(texts: list[str], prompt: str) -> bool:
    return any(all(text in line for text in texts) for line in prompt.splitlines())


def _writings(plan: Plan, trial: Trial, answer: Answer) -> Iterator[str]:
    values = trial.prover.partial.values
    run = Run(TABLES, Decided.of_values(plan.program, values, (telling(answer),)), {})
    for template in plan.writings.values():
        try:
            yield written(template, run)
        except UnwritableError:
            continue


# -- proof -------------------------------------------------------------------------------------
def proof(subject: Subject) -> Iterator[Problem]:
    """Instances cannot be made, or the scorer does not decide as the proof of an instance does.

    A few are made as `bench generate` makes them, and verified as `bench verify` does.
    """
    plan, trials = subject.plan, subject.trials
    if plan is None or trials is None or not any(trial.right for trial in trials.tried):
        return
    if any(None in truths for trial in trials.tried for truths in trial.truths.values()):
        return
    if not plan.prompts:
        yield subject.problem("missing-key", "`prompts` is missing: nothing asks", ("bench",))
        return
    if len(plan.writings) < _FEWEST_WRITINGS:
        ways = (
            f"{len(plan.writings)} way{'s' if len(plan.writings) > 1 else ''} of writing an answer"
        )
        message = (
            f"the scorer is tried on {ways}: it takes {_FEWEST_WRITINGS} to show what it reads"
        )
        yield subject.problem("few-writings", message, ("bench", "writings"))
    counts, answers = Verified(), 0
    try:
        for number in range(_PROVEN):
            line = make(plan, 0, number).line
            verify(plan, line, counts)
            answers += line["proof"]["answers"]
            if answers > _ENOUGH:
                break
    except EvalspecError as error:
        yield from error.problems
    said = set()
    for fault in counts.faults:
        if (fault.check, fault.constraint) not in said:
            said.add((fault.check, fault.constraint))
            message = f"{fault.instance}: {fault.message}"
            path = subject.place(fault.constraint) if fault.constraint else ("bench",)
            yield subject.problem(fault.check, message, path)


def _asked(trials: Trials) -> list[str]:
    """Return the constraints that were asked in some trial, in the order of the spec."""
    return [name for name in _counted(trials.plan) if trials.of(name)]


def _counted(plan: Plan) -> list[str]:
    return [one.id for one in plan.program.constraints if one.group not in plan.apart]


def _draws(trials: list[Trial]) -> str:
    return f"{len(trials)} draws" if len(trials) > 1 else "the one draw that asks it"
