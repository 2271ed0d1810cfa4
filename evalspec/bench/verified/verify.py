"""Is what stands in the folder of a benchmark true, and does its scorer know it.

completeness  the prompt, read back, says all of the data and nothing else
consistency   data and parameters are of the plan's types and ranges; the prompt is its wording's
feasibility   every answer is tried again: the same number fits, the same one first
complexity    the same constrainedness
certificate   every right answer passes and every near miss fails on what it breaks, in all writings
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from typing import Any

from msgspec.structs import replace

from evalspec.bench.evaluated.score import score
from evalspec.bench.kept.folder import Folder
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.source import FEASIBLE
from evalspec.bench.proven.certificate import Written, written_answers
from evalspec.bench.proven.instance import prompt_of, proof_data, unsaid
from evalspec.bench.proven.proof import Proof, Prover, UndecidedError
from evalspec.bench.proven.space import NothingError, answer_data
from evalspec.bench.verified.ranges import out_of_range
from evalspec.core.errors import EvalspecError, Problem
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.language.given.files import described
from evalspec.language.given.values import typed_values
from evalspec.report.json import fields

CHECKS = ("completeness", "consistency", "feasibility", "complexity", "certificate")


class Fault(Record, frozen=True):
    """One thing that is not as it should be."""

    instance: str
    check: str
    """One of `CHECKS`."""
    message: str
    constraint: str = ""
    """The constraint that the scorer gets wrong, of a certificate."""


class Verified:
    """What was verified, and what is wrong."""

    def __init__(self) -> None:
        self.instances = 0
        self.right = self.near = self.wider = 0
        self.faults: list[Fault] = []
        self.failed: Counter[str] = Counter()
        self.tested: Counter[str] = Counter()
        """Constraint → near misses that break it alone."""
        self.touched: Counter[str] = Counter()
        """Constraint → answers that break it and others, where none breaks it alone."""
        self.applied: Counter[str] = Counter()
        """Constraint → instances that it applies to."""

        self.writings = 0

    @property
    def untested(self) -> list[str]:
        """Return the constraints that no near miss breaks."""
        return [name for name in self.applied if not self.tested[name] and not self.touched[name]]

    def add(self, faults: list[Fault]) -> None:
        self.faults += faults
        self.failed.update({fault.check for fault in faults})


def verify_folder(
    folder: Folder, counts: Verified, limit: int | None = None, answers: str | None = None
) -> list[Problem]:
    """Verify the instances of a folder; returns which of its files were changed since.

    With `answers`, what the certificates hold is written there, one answer a line.
    """
    changed = folder.changed()
    plan = folder.plan()
    with nullcontext() if answers is None else open(answers, "w", encoding="utf-8") as stream:
        for line in islice(folder.instances(), limit):
            verify(plan, line, counts)
            if stream is not None:
                for one in certified(plan, line, Prover(plan, values_of(line))):
                    told = {
                        "id": line["id"],
                        **fields(one, "response", "writing", "meant", "breaks"),
                    }
                    stream.write(json.dumps(told, ensure_ascii=False) + "\n")
    return changed


def values_of(line: dict[str, Any]) -> dict[str, Any]:
    """Return what was drawn for an instance, as plain values."""
    return {**line["parameters"], **line["data"], FEASIBLE: bool(line["certificate"]["right"])}


def verify(plan: Plan, line: dict[str, Any], counts: Verified) -> None:
    """Verify one instance, adding to the counts."""
    counts.instances += 1
    counts.writings = len(plan.writings)
    faults: list[Fault] = []

    def fault(check: str, message: str, constraint: str = "") -> None:
        faults.append(Fault(line["id"], check, message, constraint))

    given = values_of(line)
    values, wrong = typed_values(
        {**plan.program.data, **given}, _optional(plan), plan.program.lexicon.units
    )
    for one in wrong:
        fault("consistency", described(one))
    if not wrong:
        try:
            prover = Prover(plan, given)
            for message in out_of_range(plan, prover.partial.run, values):
                fault("consistency", message)
            for check, message in _prompt_faults(plan, line, prover):
                fault(check, message)
            proof = prover.proof()
            for check, message in _proof_faults(line, prover, proof):
                fault(check, message)
            for message, constraint in _scorer_faults(plan, line, prover, proof, counts):
                fault("certificate", message, constraint)
        except (UndecidedError, NothingError) as error:
            fault("feasibility", f"undetermined: {error}")
        except EvalspecError as error:
            fault("consistency", str(error))
    counts.add(faults)


def _optional(plan: Plan) -> Any:
    return {
        name: replace(type, optional=True) if name not in plan.given else type
        for name, type in plan.types.items()
    }


def _prompt_faults(plan: Plan, line: dict[str, Any], prover: Prover) -> Iterator[tuple[str, str]]:
    if line["wording"] not in plan.prompts:
        yield "completeness", f"there is no wording `{line['wording']}`"
        return
    for message in unsaid(plan, line):
        yield "completeness", message
    if prompt_of(plan, line["wording"], prover) != line["prompt"]:
        yield "consistency", "the prompt is not what its wording makes of the data"


def _proof_faults(line: dict[str, Any], prover: Prover, proof: Proof) -> Iterator[tuple[str, str]]:
    found, known = proof_data(proof), line["proof"]
    if [one.id for one in prover.applying] != line["applies"]:
        yield "consistency", "other constraints apply than are named"
    for name in ("answers", "feasible", "first"):
        if found[name] != known[name]:
            said, now = (json.dumps(one[name], ensure_ascii=False) for one in (known, found))
            yield "feasibility", f"{name}: {said} was proven, now {now}"
    for name in ("possible", "constrainedness"):
        if found[name] != known[name]:
            yield "complexity", f"{name}: {known[name]} was measured, now {found[name]}"
    blockers = line["certificate"].get("blockers")
    if blockers is not None and blockers != [list(run) for run in proof.first_broken]:
        yield "feasibility", "what blocks each answer is not what was proven"


def _scorer_faults(
    plan: Plan, line: dict[str, Any], prover: Prover, proof: Proof, counts: Verified
) -> Iterator[tuple[str, str]]:
    """Put every answer of the certificate to the scorer."""
    counts.applied.update(line["applies"])
    certificate = line["certificate"]
    counts.right += len(certificate["right"]) or 1
    counts.near += len(certificate["near"])
    counts.wider += len(certificate.get("wider", ()))
    counts.tested.update(near["constraint"] for near in certificate["near"])
    counts.touched.update(miss["constraint"] for miss in certificate.get("wider", ()))
    for one in certified(plan, line, prover):
        scored = score(plan, one.response, line["data"], bool(proof.best))
        if one.meant == "" and one.refuses and scored.refused is not True:
            yield f"the refusal is not read as one ({one.writing})", ""
            continue
        for name in line["applies"]:
            wanted = Outcome.UNSATISFIED if name in one.breaks else Outcome.SATISFIED
            found = scored.outcomes.get(name, Outcome.UNDETERMINED)
            if found is not wanted:
                what = "a right answer" if not one.meant else f"a near miss of `{one.meant}`"
                yield (
                    f"`{name}` is {found.value} for {what} ({one.writing}): {one.response!r}",
                    name,
                )


def certified(plan: Plan, line: dict[str, Any], prover: Prover) -> Iterator[Written]:
    """Yield the answers of a certificate in every way of writing."""
    certificate = line["certificate"]
    wanted = [(answer, "", ()) for answer in certificate["right"]]
    misses = [*certificate["near"], *certificate.get("wider", ())]
    wanted += [(miss["answer"], miss["constraint"], tuple(miss["breaks"])) for miss in misses]
    known = {json.dumps(answer_data(one), sort_keys=True): one for one in prover.every()}
    answers = []
    for answer, meant, breaks in wanted:
        found = known.get(json.dumps(answer, sort_keys=True))
        if found is None:
            raise UndecidedError("the certificate names an answer that cannot be given")
        answers.append((found, meant, breaks))
    yield from written_answers(plan, prover, answers)
    if not certificate["right"]:
        for name, text in plan.refusals.items():
            yield Written(name, text, "", (), True)
