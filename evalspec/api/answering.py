"""What other tools send as JSON, and what they get back.

A worker process turns one request about one response into an answer; `api/listen.py` moves both
over HTTP, and the adapters of Python tools take the same answers from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evalspec.api import Spec, as_dict
from evalspec.api.grading import OwnFailureError, given_of, graded, response_in, single, text_of
from evalspec.api.reward import Reward
from evalspec.core.case import Case
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.language.program import Program
from evalspec.report.report import Report


class Served(Record, frozen=True):
    """A spec that is asked about by its name."""

    name: str
    spec: Any
    """A `Spec`."""
    reward: Any
    """A `Reward`; the text of the error where it can be none."""


class Asked(Record, frozen=True):
    """One response that is asked about."""

    form: str
    """A key of `FORMS`."""
    spec: str
    case: Case


class Answer(Record, frozen=True):
    """What is answered."""

    status: int
    body: Any


class CheckBody(Record, frozen=True, forbid_unknown_fields=True):
    """What `/check` takes."""

    response: str
    request: str = ""
    data: dict[str, Any] = {}

    def cases(self, program: Program) -> list[Case | None]:
        """Return what is to be checked."""
        return [Case(self.response, self.request, self.data)]


class RewardBody(Record, frozen=True, forbid_unknown_fields=True):
    """What `/reward` takes: responses to one request."""

    responses: list[str]
    request: str = ""
    data: dict[str, Any] = {}

    def cases(self, program: Program) -> list[Case | None]:
        """Return what is to be checked."""
        return [Case(response, self.request, self.data) for response in self.responses]


class PromptfooContext(Record, frozen=True):
    """What promptfoo knows of a test."""

    prompt: Any = ""
    vars: dict[str, Any] = {}


class PromptfooBody(Record, frozen=True):
    """What promptfoo sends to a webhook."""

    output: Any
    context: PromptfooContext = PromptfooContext()

    def cases(self, program: Program) -> list[Case | None]:
        """Return what is to be checked; an output that promptfoo parsed is written as JSON."""
        return [Case(text_of(self.output), text_of(self.context.prompt),
                     given_of(program, self.context.vars))]  # fmt: skip


class OpenrlhfBody(Record, frozen=True):
    """What OpenRLHF sends."""

    query: list[str]
    prompts: list[str]
    labels: list[Any] = []

    def cases(self, program: Program) -> list[Case | None]:
        """Return what is to be checked; None where the response cannot be told from the prompt."""
        if len(self.query) != len(self.prompts):
            raise InputError.of("wrong-type", "`query` and `prompts` differ in length")
        labels = [*self.labels, *[None] * len(self.query)]
        return [
            None if (response := response_in(query, prompt)) is None
            else Case(response, prompt, given_of(program, label))
            for query, prompt, label in zip(self.query, self.prompts, labels, strict=False)
        ]  # fmt: skip


Body = CheckBody | RewardBody | PromptfooBody | OpenrlhfBody
FORMS: dict[str, type[Body]] = {
    "check": CheckBody,
    "reward": RewardBody,
    "promptfoo": PromptfooBody,
    "openrlhf": OpenrlhfBody,
}
"""Every kind of request with what it takes."""
EARNING = ("reward", "openrlhf")
"""Those that ask what a response earns."""


def answerer(served: dict[str, Served]) -> Callable[[Asked], Answer]:
    """Return what a worker does with a request."""

    def answer(asked: Asked) -> Answer:
        found = served[asked.spec]
        try:
            if asked.form in EARNING:
                return _earned(found.reward, asked.case)
            found.spec.check_data(asked.case.data)
            return reported(asked.form, found.spec.check_case(asked.case))
        except InputError as error:
            return refused(422, str(error))

    return answer


def _earned(reward: Reward | str, case: Case) -> Answer:
    if isinstance(reward, str):
        return refused(422, reward)
    earned = reward.earned(case)
    logs = {"coverage": earned.coverage, "characters": earned.characters}
    return Answer(200, {"reward": earned.value, **logs})


def reported(form: str, report: Report) -> Answer:
    """Answer with verdicts; promptfoo has no third outcome, so a fault of ours is an error."""
    if form == "check":
        score = report.score(undetermined="fail")
        return Answer(200, {**as_dict(report), "ok": report.ok, "score": score})
    try:
        return Answer(200, graded(report))
    except OwnFailureError as error:
        return refused(500, str(error))


def refused(status: int, message: str) -> Answer:
    """Answer with what is wrong."""
    return Answer(status, {"error": message})


def joined(form: str, answers: list[Answer | None]) -> Answer:
    """Put the answers of all responses of one request together; None earns None."""
    bodies = []
    for one in answers:
        if one is not None and one.status != 200:
            return one
        bodies.append(one.body if one else {"reward": None, "coverage": 0.0, "characters": 0})
    if form not in EARNING:
        return Answer(200, bodies[0])
    rewards, coverage, characters = (
        [body[key] for body in bodies] for key in ("reward", "coverage", "characters")
    )
    if form == "reward":
        body = {"rewards": rewards, "coverage": coverage, "characters": characters}
        return Answer(200, body)
    logs = {"coverage": single(coverage), "characters": single(characters)}
    return Answer(200, {"rewards": single(rewards), "scores": single(rewards), "extra_logs": logs})


def served(name: str, spec: Spec, reward: Callable[[Spec], Reward]) -> Served:
    """Return a spec to ask about; the reason is kept where it is no reward."""
    try:
        return Served(name, spec, reward(spec))
    except InputError as error:
        return Served(name, spec, str(error))
