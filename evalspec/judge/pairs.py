"""A judge and a pair → which response it finds better by a criterion in words.

The judge sees the two as submission 1 and 2. Under the order `both` it is asked twice, with either
response first; what it says only of a place is no preference, so two different answers are
undetermined (`judge-order`). Equal texts tie without a question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from evalspec.core.pair import Order, Pair, Preference, Slot, Winner
from evalspec.core.record import Record
from evalspec.core.verdict import Judgement, Method, Reason
from evalspec.judge.config import Judge
from evalspec.judge.debate import ALONE, Debate, Shown, debated
from evalspec.judge.decide import MOST_CHARACTERS
from evalspec.judge.exchange import Answer, Reply
from evalspec.judge.judgements import counted, of_reply, put, silent
from evalspec.judge.prompts import Asked, Prompt, Question, ask, load_prompt
from evalspec.judge.reply import BETTER, Read, read_choice
from evalspec.language.criterion import Criterion, Scale

PROMPT = "pair"
"""The prompt of a judge whose own one is not about pairs."""
_SLOTS: dict[Slot, dict[str, Winner]] = {
    "A": {"1": Winner.A, "2": Winner.B, "0": Winner.TIE},
    "B": {"1": Winner.B, "2": Winner.A, "0": Winner.TIE},
}
"""Which response is shown first → option of the menu → who is better."""
_TOLD = {"1": "submission 1", "2": "submission 2", "0": "neither"}


class PairTask(Record, frozen=True):
    """One criterion in words on one pair, to be judged."""

    judge: Judge
    criterion: Criterion
    pair: Pair
    rules: Preference
    """What stands where nobody is asked."""
    seed: int = 0
    order: Order | None = None
    """In place of that of the criterion."""


def slots(task: PairTask) -> tuple[Slot, ...]:
    """Return which response is shown first in each question."""
    order = task.order or task.criterion.order
    if order == "both":
        return ("A", "B")
    if order == "given":
        return ("A",)
    pair = task.pair
    drawn = msgspec.json.encode([task.seed, task.criterion.id, pair.request, pair.a, pair.b])
    return ("A",) if sha256(drawn).digest()[0] % 2 else ("B",)


async def decide_pair(task: PairTask, answer: Answer) -> Preference:
    """Ask a judge for a preference; undetermined, with a reason, when nothing usable is said."""
    order = task.order or task.criterion.order
    found = replace(task.rules, order=order, seed=task.seed if order == "random" else 0)
    pair = task.pair
    if pair.a == pair.b:
        return found
    shown = slots(task)
    if len(pair.a) + len(pair.b) > MOST_CHARACTERS:
        detail = f"more than {MOST_CHARACTERS} characters"
        said: list[Judgement[Winner]] = [
            silent(task.judge, "", Winner.UNDETERMINED, Reason.TOO_LARGE, detail)
        ] * len(shown)
    else:
        said = await asyncio.gather(*(_say(task, task.judge, slot, answer) for slot in shown))
    outcome, reason, detail = _together(shown, said)
    possible = found.possible if outcome is Winner.UNDETERMINED else ()
    return replace(
        found, outcome=outcome, reason=reason, detail=detail, method=Method.JUDGE,
        possible=possible, judgements=tuple(zip(shown, said, strict=True)),
    )  # fmt: skip


def _together(
    shown: Sequence[Slot], said: Sequence[Judgement[Winner]]
) -> tuple[Winner, Reason, str]:
    """Return what the answers of all orders come to."""
    for one in said:
        if one.outcome is Winner.UNDETERMINED:
            return one.outcome, one.reason, one.detail
    if len({one.outcome for one in said}) == 1:
        return said[0].outcome, Reason.NONE, said[0].detail
    pairs = zip(shown, said, strict=True)
    told = "; ".join(f"with {slot} first: {one.outcome.value}" for slot, one in pairs)
    return Winner.UNDETERMINED, Reason.JUDGE_ORDER, told


async def _say(
    task: PairTask, judge: Judge, slot: Slot, answer: Answer, repeat: int = 0, heard: Shown = ALONE
) -> Judgement[Winner]:
    if judge.kind == "debate" and judge.members:
        return await debated(_debate(task, judge, slot, answer))
    if judge.kind == "jury":
        members = (_say(task, member, slot, answer) for member in judge.members)
        return counted(judge, await asyncio.gather(*members), Winner.UNDETERMINED)
    if judge.kind == "vote":
        single = replace(judge, kind=judge.of)
        samples = (_say(task, single, slot, answer, number) for number in range(judge.samples))
        return counted(judge, await asyncio.gather(*samples), Winner.UNDETERMINED)
    if judge.kind not in ("zero-shot", "few-shot", "debate"):
        detail = f"a judge of kind {judge.kind} decides no criterion in words"
        return silent(judge, "", Winner.UNDETERMINED, Reason.UNSUPPORTED, detail)
    question = question_of(task.criterion, task.pair, slot)
    question = replace(question, statements=heard.statements, counted=heard.counted)
    prompt = pair_prompt(judge)
    asked = ask(prompt, question)
    shaped = ask(prompt, question, structured=True) if judge.structured else None
    read = partial(_read, question, asked)
    reply = await put(judge, asked, shaped, answer, read, Winner.UNDETERMINED, repeat)
    if isinstance(reply, Judgement):
        return reply
    found = await asyncio.to_thread(read, reply)
    winner = _SLOTS[slot].get(str(found.value), Winner.UNDETERMINED)
    return of_reply(judge, asked, reply, found, winner)


def _debate(task: PairTask, judge: Judge, slot: Slot, answer: Answer) -> Debate[Winner]:
    """Return a debate with one response first; members hear of each other as they were asked."""

    async def say(member: Judge, shown: Shown, repeat: int) -> Judgement[Winner]:
        return await _say(task, member, slot, answer, repeat, shown)

    options = {winner: _TOLD[option] for option, winner in _SLOTS[slot].items()}
    return Debate(judge, say, Winner.UNDETERMINED, told=options)


def pair_prompt(judge: Judge) -> Prompt:
    """Return the prompt of a judge for pairs: its own where that is about pairs, else ours."""
    own = load_prompt(judge.prompt) if judge.prompt else None
    if own is not None and own.menu == "pair":
        return own
    return load_prompt(f"{PROMPT}-{judge.kind}" if judge.kind == "debate" else PROMPT)


def question_of(criterion: Criterion, pair: Pair, slot: Slot) -> Question:
    """Return what is asked about a pair with one of its responses first."""
    first, second = (pair.a, pair.b) if slot == "A" else (pair.b, pair.a)
    scale = criterion.by
    assert isinstance(scale, Scale)  # noqa: S101
    levels = "\n".join(f"{number}. {level}" for number, level in enumerate(scale.levels, start=1))
    return Question(
        request=pair.request, first=first, second=second, criterion=scale.about, levels=levels
    )


def _read(question: Question, asked: Asked, reply: Reply) -> Read:
    return read_choice(reply.text, asked.marker, BETTER, reply.finish, question.texts)
