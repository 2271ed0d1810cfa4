"""A task in words → the spec of a benchmark: a model drafts YAML, and what is wrong goes back to it.

Every draft is reviewed as any spec is (`bench/review`), so nothing rests on the model's word. What
remains after the last round is the developer's to mend.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from evalspec.bench.drafted.plan_folder import SPEC, PlanFolder
from evalspec.bench.planned.reading import path_of
from evalspec.bench.review.reviews import reviewed
from evalspec.bench.review.subject import texts_below
from evalspec.core.errors import EvalspecError, InputError, Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.judge.config import Judge
from evalspec.judge.exchange import PLANNED, Reply, Request, plain_request
from evalspec.judge.prompts import Asked, Question, ask, fenced, load_prompt
from evalspec.judge.reply import read_file
from evalspec.judge.session import Session
from evalspec.source import files, yaml
from evalspec.vocabulary.load import load_lexicon

FIRST, AGAIN = "bench-plan", "bench-plan-again"
"""Prompts: for the first draft, and for those after it."""
EXAMPLE = "rota"
"""The shipped benchmark that shows the form, unless another one is named."""
REPLY_TOKENS = 8192
"""Longest reply that is asked for when the judge sets no limit of its own: a spec takes half of it."""
_LONGEST_DRAFT = 6 * len(PLANNED.text)
_LONGEST_TOLD = len(PLANNED.text)
"""Characters of a draft and of its problems that are sent back: they bound what a round can cost."""
_FILE = re.compile(r"(?:\S+\.(?:ya?ml|json|csv|txt|md)|(?:\.{1,2}|~)?/\S*)")

_WORDS = tuple(("bench", key) for key in ("prompts", "writings", "refusals"))
"""What is written in words names no file."""


class Planned(Record, frozen=True):
    """What planning came to."""

    rounds: tuple[int, ...]
    """How many problems each draft had."""
    problems: tuple[Problem, ...]
    """Those of the last draft."""
    edited: bool = False
    """The developer's spec was edited before, and kept as it is."""
    stopped: bool = False
    """A limit was reached before a draft was sound, or all rounds were used."""


class Planner:
    """A model that drafts specs."""

    def __init__(self, session: Session, judge: Judge, task: str, example: str = EXAMPLE) -> None:
        """Take who is asked, for what, and the benchmark that shows the form."""
        limits = {"max_tokens", "max_completion_tokens"} & judge.parameters.keys()
        longer = {} if limits else {"max_tokens": REPLY_TOKENS}
        self.session = session
        self.judge = replace(judge, parameters={**judge.parameters, **longer})
        shown = Path(path_of(example)).read_text(encoding="utf-8")
        question = Question(request=task, vocabulary=_kinds(), example=shown)
        self.first = ask(load_prompt(FIRST), question)
        self.about = {
            "judge": judge.name, "model": judge.model, "from": example,
            "prompts": [load_prompt(name).label for name in (FIRST, AGAIN)],
        }  # fmt: skip

    def again(self, draft: str, told: str) -> tuple[Asked, tuple[tuple[str, str], ...]]:
        """Return what is sent after a draft, with the messages before it."""
        sent = ask(load_prompt(AGAIN), Question(statements=fenced(told[:_LONGEST_TOLD])))
        said = ("assistant", draft[:_LONGEST_DRAFT] or "(nothing)")
        return sent, (*self.first.messages, said, *sent.messages)

    def request(self, messages: tuple[tuple[str, str], ...], sent: Asked) -> Request:
        return plain_request(self.judge, messages, sent.prompt)


def planned(planner: Planner, folder: PlanFolder, rounds: int) -> Planned:
    """Let a model draft a spec, at most so many times, in a folder that was begun.

    Raises `InputError` when it cannot be asked.
    """
    sent, messages = planner.first, planner.first.messages
    counts: list[int] = []
    draft, problems, stopped = "", list[Problem](), False
    for number in range(1, rounds + 1):
        reply = _reply(planner, folder, planner.request(messages, sent))
        if reply is None:
            stopped = True
            break
        draft, problems = _drafted(folder, number, reply, sent)
        counts.append(len(problems))
        folder.end(planner.judge, counts, problems, complete=False)
        if not problems or number == rounds:
            break
        sent, messages = planner.again(draft, told(problems))
    edited = folder.hand_over(draft) if counts else False
    folder.end(planner.judge, counts, problems, complete=not stopped)
    return Planned(tuple(counts), tuple(problems), edited, stopped)


def rehearsed(planner: Planner, rounds: int) -> None:
    """Plan every request of a dry run, with the longest drafts and problems that are sent back."""
    longest = PLANNED.text * (_LONGEST_DRAFT // len(PLANNED.text))
    sent, messages = planner.first, planner.first.messages
    for _ in range(rounds):
        planner.session.reply(planner.judge, planner.request(messages, sent))
        sent, messages = planner.again(longest, PLANNED.text)


def started(folder: PlanFolder, name: str, task: str) -> Planned:
    """Start from a shipped benchmark, or from a file, without a model."""
    path = Path(path_of(name))
    text = files.read_bytes(path).decode("utf-8", "replace")
    folder.begin(task, {"judge": None, "model": None, "from": name, "prompts": []})
    edited = folder.hand_over(text)
    problems = _placed(reviewed(path))
    folder.end(None, (len(problems),), problems, complete=True)
    return Planned((len(problems),), tuple(problems), edited)


def _reply(planner: Planner, folder: PlanFolder, request: Request) -> Reply | None:
    """Return the reply that stands in the folder, or ask for it; None when a limit is reached."""
    reply = folder.reply(request)
    if reply is not None:
        return reply
    reply = planner.session.reply(planner.judge, request)
    if reply is None:
        return None
    if reply.error:
        message = f"model {planner.judge.name!r} cannot be asked: {reply.error}"
        hint = "what there is so far is kept; the same command goes on"
        raise InputError.of("model-unusable", message, hint=hint)
    folder.keep(request, reply)
    return reply


def _drafted(
    folder: PlanFolder, number: int, reply: Reply, sent: Asked
) -> tuple[str, list[Problem]]:
    """Keep a draft and what is wrong with it."""
    found = read_file(reply.text, sent.marker, reply.finish)
    draft = found.value or ""
    path = folder.keep_draft(number, draft)
    problems = folder.problems(number)
    if problems is None:
        problems = [_unread(found.reason.value)] if found.value is None else faults_of(path)
        folder.keep_problems(number, problems)
    return draft, problems


def _unread(why: str) -> Problem:
    message = f"the reply holds no spec: {why}"
    return Problem(
        "no-spec", message, At(SPEC, 1, 1), hint="a shorter one, after the line asked for"
    )


def faults_of(path: Path) -> list[Problem]:
    """Return what is wrong with a draft. One that names files is not even compiled."""
    text = path.read_text(encoding="utf-8")
    if len(text) > _LONGEST_DRAFT:
        message = f"the spec has {len(text)} characters: at most {_LONGEST_DRAFT} can be sent back"
        return [Problem("too-long", message, At(SPEC, 1, 1))]
    try:
        named = list(_named_files(yaml.read(text, SPEC)))
    except SpecError as error:
        return _placed(error.problems)
    return _placed(named or reviewed(path))


def _named_files(located: yaml.Located) -> Iterator[Problem]:
    """Yield a problem for each text that may be the path of a file, outside of what is written."""
    for path, text in texts_below(located.value, ()):
        in_words = path[:2] in _WORDS or path[-1:] == ("response",)
        if not in_words and _FILE.fullmatch(text.strip()):
            message = f"a draft reads no files: `{text}` is called as one"
            hint = "a shipped name, or the content itself"
            yield located.problem("file-named", message, path, hint=hint)


def _placed(found: Sequence[Problem]) -> list[Problem]:
    """Return problems as those of the spec that the developer gets."""
    return [
        replace(
            one, at=replace(one.at, file=SPEC) if one.at.line else At(SPEC, 1, 1),
            related=(),
        )
        for one in found
    ]  # fmt: skip


def told(problems: Sequence[Problem]) -> str:
    """Return what a model is told of its draft, the first problems of each code before others."""
    lines, rest, said = list[str](), list[str](), set[str]()
    for one in problems:
        shown = f"- [{one.code}] line {one.at.line}: {one.said}"
        shown += f"\n{one.excerpt}" if one.excerpt else ""
        (rest if one.code in said else lines).append(shown)
        said.add(one.code)
    every = "\n".join((*lines, *rest))
    if len(every) <= _LONGEST_TOLD:
        return every
    more = f"\n… there are {len(problems)} problems in all"
    return every[: _LONGEST_TOLD - len(more)] + more


@cache
def _kinds() -> str:
    """Return the kinds of records that the shipped vocabularies tell, with their fields."""
    lines = []
    for name in files.names("vocabularies"):
        try:
            kinds = load_lexicon([name], None, None).lexicon.told
        except EvalspecError:
            continue
        for kind in kinds.values():
            fields = (f"{field} ({known.kind})" for field, known in kind.fields.items())
            lines.append(f"  {name}: {kind.name}: {', '.join(fields)}")
    return "\n".join(lines)
