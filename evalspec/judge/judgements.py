"""What a reply, or several of them, come to: the same for a constraint and for a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from evalspec.core.verdict import Judgement, Reason, Said
from evalspec.judge.config import Judge
from evalspec.judge.exchange import Answer, Reply, cost_of, request_of
from evalspec.judge.prompts import Asked
from evalspec.judge.reply import Read


def of_reply(
    judge: Judge, asked: Asked, reply: Reply, found: Read, outcome: Said
) -> Judgement[Said]:
    """Return what a reply says, and what it took."""
    return Judgement(
        judge=judge.name,
        kind=judge.kind,
        model=judge.model,
        prompt=asked.prompt,
        outcome=outcome,
        reason=found.reason,
        rationale=found.rationale,
        reply=reply.text,
        tokens_in=reply.tokens_in,
        tokens_out=reply.tokens_out,
        cost=cost_of(judge.price, reply.tokens_in, reply.tokens_out),
        seconds=reply.seconds,
        cached=reply.cached,
        attempts=reply.attempts,
    )


def silent(
    judge: Judge, prompt: str, outcome: Said, reason: Reason, detail: str
) -> Judgement[Said]:
    """Return a judgement of nobody; `outcome` is the one that says nothing."""
    return Judgement(judge.name, judge.kind, judge.model, prompt, outcome, reason, detail=detail)


async def put(
    judge: Judge, asked: Asked, shaped: Asked | None, answer: Answer, read: Callable[[Reply], Read],
    nothing: Said, repeat: int = 0,
) -> Reply | Judgement[Said]:  # fmt: skip
    """Put a question to a judge; a judgement of nobody where no reply comes.

    `shaped` is the question as it is put to an endpoint that holds replies to a schema, `nothing`
    the outcome that says nothing.
    """
    requests = [request_of(judge, form, repeat) for form in (shaped, asked) if form is not None]
    reply = await answer(judge, requests, lambda one: read(one).value is not None)
    if reply is None:
        return silent(judge, asked.prompt, nothing, Reason.JUDGE_BUDGET, "")
    if reply.error:
        lost = silent(judge, asked.prompt, nothing, Reason.JUDGE_UNREACHABLE, reply.error)
        return replace(lost, attempts=reply.attempts)
    return reply


def of_several(
    judge: Judge, members: Sequence[Judgement[Said]], outcome: Said, reason: Reason, **more: Any
) -> Judgement[Said]:
    """Return what several judgements come to and took, with them as its members."""
    costs = [one.cost for one in members if one.cost is not None]
    return Judgement(
        judge=judge.name, kind=judge.kind, outcome=outcome, reason=reason,
        tokens_in=sum(one.tokens_in for one in members),
        tokens_out=sum(one.tokens_out for one in members),
        cost=sum(costs, Decimal(0)) if costs else None,
        cached=all(one.cached for one in members),
        attempts=sum(one.attempts for one in members),
        members=tuple(members), **{"model": "", "prompt": "", **more},
    )  # fmt: skip


def counted(judge: Judge, members: Sequence[Judgement[Said]], nothing: Said) -> Judgement[Said]:
    """Count the outcomes of several judgements; `nothing` is the one that says nothing."""
    counts = Counter(one.outcome for one in members)
    counts.pop(nothing, None)
    decided = sum(counts.values())
    winner, most = counts.most_common(1)[0] if counts else (nothing, 0)
    won = 2 * most > decided and 2 * decided > len(members)
    by_value = sorted((str(outcome.value), count) for outcome, count in counts.items())
    shown = ", ".join(f"{count} {value}" for value, count in by_value)
    left = len(members) - decided
    return of_several(
        judge, members, winner if won else nothing, Reason.NONE if won else _why(members, decided),
        model=judge.model,
        prompt=members[0].prompt if judge.kind == "vote" else "",
        seconds=max(one.seconds for one in members),
        agreement=round(most / len(members), 4),
        detail=", ".join(filter(None, (shown, f"{left} undetermined" if left else ""))),
    )  # fmt: skip


def _why(members: Sequence[Judgement[Said]], decided: int) -> Reason:
    """Return why several judgements decide nothing: they disagree, or most say nothing."""
    if 2 * decided > len(members):
        return Reason.JUDGE_SPLIT
    reasons = Counter(one.reason for one in members if one.reason is not Reason.NONE)
    return reasons.most_common(1)[0][0] if reasons else Reason.JUDGE_SPLIT
