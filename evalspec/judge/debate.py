"""A debate: judges speak in rounds, each seeing what the others said; a person settles the rest.

In the first round everybody speaks alone. From the second on each is shown the statements that
were made last, behind fences, and, where the rules are given as evidence, what they counted. A
claim that the count proves wrong is struck from a statement before others see it, with its proof;
a vote that rests on a claim that was struck before counts for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.settling import settle_rounds
from evalspec.core.verdict import Judgement, Reason, Said, Struck
from evalspec.judge.config import Judge
from evalspec.judge.exchange import LONGEST_SHOWN
from evalspec.judge.judgements import of_several
from evalspec.judge.prompts import fenced

UNDETERMINED = "undetermined"
"""The value of an outcome that decides nothing, of constraints and of pairs."""
Round = tuple[Judgement[Said], ...]


class Shown(Record, frozen=True):
    """What a member is shown beside the question, from the second round on."""

    statements: str = ""
    counted: str = ""


ALONE = Shown()
"""What is shown in the first round."""


class Debate(Record, Generic[Said], frozen=True):
    """What is debated."""

    judge: Judge
    say: Callable[[Judge, Shown, int], Awaitable[Judgement[Said]]]
    """Asks a member; the number tells equal members apart."""
    open: Said
    """The outcome that decides nothing."""
    rules: Said | None = None
    """What the rules say; None when they leave it open."""
    counted: str = ""
    """What the rules counted, in words."""
    told: Mapping[Said, str] = {}
    """How members are told of an outcome; by its value when absent."""
    strike: Callable[[str], tuple[Struck, ...]] = lambda text: ()
    """Finds the claims of a statement that the count proves wrong."""


async def debated(debate: Debate[Said]) -> Judgement[Said]:
    """Hold a debate and settle it."""
    conduct = debate.judge.conduct
    rounds: list[Round[Said]] = []
    votes: list[list[Said | None]] = []
    while not rounds or (conduct.goes_on(votes, debate.rules) and _can_go_on(rounds[-1])):
        rounds.append(await _round(debate, rounds))
        votes.append([_vote(one) for one in rounds[-1]])
    return _settled(debate, rounds, votes)


def _vote(statement: Judgement[Said]) -> Said | None:
    silent = statement.outcome.value == UNDETERMINED or statement.rests_on
    return None if silent else statement.outcome


def _can_go_on(said: Sequence[Judgement[Said]]) -> bool:
    """Tell whether there is something to debate: two statements at least, and means to go on."""
    spent = any(one.reason is Reason.JUDGE_BUDGET for one in said)
    return not spent and sum(bool(one.rationale.strip()) for one in said) > 1


# -- one round ---------------------------------------------------------------------------------
async def _round(debate: Debate[Said], rounds: Sequence[Round[Said]]) -> Round[Said]:
    judge, number = debate.judge, len(rounds)
    last = list(rounds[-1]) if rounds else []
    known = {one.claim for said in rounds for each in said for one in each.struck}
    if judge.turns == "in-turn" and rounds:
        for speaker in range(len(judge.members)):
            last[speaker] = await _statement(debate, speaker, number, last, known)
        return tuple(last)
    asked = [_statement(debate, n, number, last, known) for n in range(len(judge.members))]
    return tuple(await asyncio.gather(*asked))


async def _statement(
    debate: Debate[Said], speaker: int, number: int, last: Sequence[Judgement[Said]],
    known: set[str],
) -> Judgement[Said]:  # fmt: skip
    judge = debate.judge
    member = judge.members[speaker]
    shown = Shown(_shown(last, speaker, debate.told), debate.counted) if number else ALONE
    prompts = judge.prompts
    prompt = prompts[min(number, len(prompts) - 1)] if prompts else ""
    if number:
        member = replace(member, kind="debate", prompt=prompt)
    elif prompt:
        member = replace(member, prompt=prompt)
    repeat = sum(_is_same(member, other) for other in judge.members[:speaker])
    said = await debate.say(member, shown, repeat)
    struck = debate.strike(said.rationale)
    rests_on = tuple(one.text for one in struck if one.claim in known)
    return replace(said, round=number + 1, struck=struck, rests_on=rests_on)


def _is_same(one: Judge, other: Judge) -> bool:
    """Tell whether two members are the same model: their replies are samples of one."""
    return (one.base_url, one.model, one.parameters) == (
        other.base_url, other.model, other.parameters,
    )  # fmt: skip


# -- what others are shown -----------------------------------------------------------------------
def _shown(last: Sequence[Judgement[Said]], speaker: int, told: Mapping[Said, str]) -> str:
    """Write the statements that were made last, each in a fence, none longer than others may be."""
    return "\n\n".join(
        _block(
            f"Speaker {number + 1}{' (you)' if number == speaker else ''}",
            one,
            told.get(one.outcome, str(one.outcome.value)),
        )
        for number, one in enumerate(last)
    )


def _block(name: str, said: Judgement[Said], outcome: str) -> str:
    if not said.rationale.strip():
        return f"{name} gave no answer."
    text, proofs = said.rationale, ""
    for number, one in enumerate(said.struck, 1):
        text = text.replace(one.text, f"[struck {number}]")
    if said.struck:
        listed = "\n".join(f"[struck {n}] {one.proof}" for n, one in enumerate(said.struck, 1))
        proofs = (
            "\nWhat was struck from it is proven wrong by what was counted:\n"
            + fenced(clipped(listed, LONGEST_SHOWN // 2))
        )  # fmt: skip
    head = f"{name} answered {outcome}:\n"
    left = LONGEST_SHOWN - len(proofs.encode())
    return f"{head}{fenced(clipped(text, left))}{proofs}"


def clipped(text: str, most: int) -> str:
    """Return a text of at most so many bytes."""
    content = text.encode("utf-8", "replace")
    return text if len(content) <= most else content[:most].decode("utf-8", "ignore")


# -- what it comes to ----------------------------------------------------------------------------
def _settled(
    debate: Debate[Said], rounds: Sequence[Round[Said]], votes: Sequence[Sequence[Said | None]]
) -> Judgement[Said]:
    judge, members = debate.judge, tuple(one for said in rounds for one in said)
    decided = judge.conduct.decides(settle_rounds(votes))
    reasons = {one.reason for one in rounds[-1]}
    against = None not in (decided, debate.rules) and decided != debate.rules
    counts = ", ".join(
        f"{sum(vote is side for vote in votes[-1])} {side.value}"
        for side in sorted({vote for vote in votes[-1] if vote}, key=lambda side: str(side.value))
    )
    reason = Reason.NONE
    if Reason.JUDGE_BUDGET in reasons:
        decided, reason = None, Reason.JUDGE_BUDGET
    elif against and judge.evidence == "rules":
        decided, reason = None, _left_open(judge)
        counts += ", against what was counted"
    elif decided is None:
        silent = next(iter(reasons)) if len(reasons) == 1 else Reason.NONE
        reason = silent if silent is not Reason.NONE else _left_open(judge)
    largest = max((votes[-1].count(one) for one in votes[-1] if one is not None), default=0)
    return of_several(
        judge, members, debate.open if decided is None else decided, reason,
        seconds=sum(max(one.seconds for one in said) for said in rounds),
        agreement=round(largest / len(votes[-1]), 4),
        round=len(rounds),
        detail=_told(len(rounds), counts, rounds[-1]),
    )  # fmt: skip


def _left_open(judge: Judge) -> Reason:
    return Reason.NEEDS_PERSON if judge.open == "person" else Reason.JUDGE_SPLIT


def _told(rounds: int, counts: str, last: Sequence[Judgement[Said]]) -> str:
    flagged = sum(bool(one.rests_on) for one in last)
    silent = sum(one.outcome.value == UNDETERMINED for one in last)
    parts = (
        f"{rounds} round{'s' if rounds > 1 else ''}",
        counts,
        f"{silent} undetermined" if silent else "",
        f"{flagged} resting on what was struck" if flagged else "",
    )
    return ", ".join(filter(None, parts))
