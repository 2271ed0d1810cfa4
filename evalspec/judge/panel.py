"""A panel: agents with roles, each sent what it `sees` and nothing else; rules may be agents too.

An agent writes a text for others, or says of each of its fields whether it holds, with findings
that quote what they are about. A quote that does not stand where it should is dropped, and a
field that refutes with no quote left says nothing. Agents that look at the same texts are asked
once, however many constraints they speak to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.verdict import Cited, Judgement, Method, Outcome, Reason, ScopeResult, Verdict
from evalspec.judge.config import Agent, Gives, Judge
from evalspec.judge.debate import clipped
from evalspec.judge.exchange import LONGEST_SHOWN, PLANNED, Answer, Reply
from evalspec.judge.extract import places
from evalspec.judge.judgements import of_reply, of_several, put, silent
from evalspec.judge.prompts import Asked, ask_agent, load_prompt
from evalspec.judge.reply import Read, read_json, read_text

_FLIPPED = {Outcome.SATISFIED: Outcome.UNSATISFIED, Outcome.UNSATISFIED: Outcome.SATISFIED}
_MOST_FINDINGS = 200


class Brief(Record, frozen=True):
    """What a panel is asked about."""

    constraint: str
    """The constraint's id."""
    texts: Mapping[str, str]
    """What may be seen, by name: request, response, constraint, data.NAME, pool."""
    answer: Answer
    rules: Callable[[str], Verdict | None]
    """What the rules say of another constraint of the spec; None when there is none."""


class _Wrote(Record, frozen=True):
    """What an agent replied."""

    judgement: Judgement[Outcome]
    fields: Any = None
    """The JSON object, or the text; None when nothing usable was said."""


class _Opinion(Record, frozen=True):
    """What an agent says of the constraint."""

    judgement: Judgement[Outcome]
    one_sided: bool
    evidence: Verdict | None = None


async def panelled(judge: Judge, brief: Brief) -> tuple[Judgement[Outcome], Verdict | None]:
    """Ask the agents that speak to a constraint, and those whose texts they see."""
    room = _Room(judge, brief)
    speaking = [agent for agent in judge.agents if agent.speaks_to(brief.constraint)]
    said = await asyncio.gather(*map(room.opinion, speaking))
    texts = [one.judgement for one in await room.writers() if one.judgement.judge not in
             {each.judgement.judge for each in said}]  # fmt: skip
    if not said:
        detail = f"no agent of the panel speaks to `{brief.constraint}`"
        return silent(judge, "", Outcome.UNDETERMINED, Reason.UNSUPPORTED, detail), None
    decided = _combined(judge.combine, said)
    return _judgement(judge, said, decided, texts), _evidence(said, decided)


class _Room:
    """The agents of one panel on one response."""

    def __init__(self, judge: Judge, brief: Brief) -> None:
        self.agents = {agent.name: agent for agent in judge.agents}
        self.brief = brief
        self.wrote: dict[str, asyncio.Task[_Wrote]] = {}

    async def writers(self) -> list[_Wrote]:
        return list(await asyncio.gather(*self.wrote.values()))

    async def opinion(self, agent: Agent) -> _Opinion:
        found = self._by_rules(agent) if agent.judge is None else await self._by_judge(agent)
        outcome = found.judgement.outcome
        if agent.decides and outcome not in (Outcome.UNDETERMINED, agent.decides):
            told = f"{found.judgement.detail or outcome.value}; decides only `{agent.decides}`"
            blank = replace(found.judgement, outcome=Outcome.UNDETERMINED, detail=told)
            return _Opinion(blank, True)
        return found

    def _by_rules(self, agent: Agent) -> _Opinion:
        name = agent.rules[self.brief.constraint]
        verdict = self.brief.rules(name)
        outcome = Outcome.UNDETERMINED if verdict is None else verdict.outcome
        reason = Reason.MISSING_DATA if verdict is None else verdict.reason
        told = f"{name}: {outcome.value}"
        made = Judgement(agent.name, "rules", "", "", outcome, reason, detail=told)
        return _Opinion(made, bool(agent.decides), verdict)

    async def _by_judge(self, agent: Agent) -> _Opinion:
        wrote = await self.written(agent.name)
        field = next(one for one in agent.gives if one.constraint == self.brief.constraint)
        if not isinstance(wrote.fields, dict):
            return _Opinion(wrote.judgement, bool(agent.decides))
        quoted = self.brief.texts.get(field.quotes, "")
        if field.quotes in self.agents:
            quoted = str((await self.written(field.quotes)).fields)
        read = _field(field, wrote.fields.get(field.name), quoted)
        made = replace(
            wrote.judgement, outcome=read.outcome, reason=read.reason, dropped=read.dropped,
            detail=f"{field.name}: {read.shown}",
        )  # fmt: skip
        cited = read.cited if field.quotes == "response" else ()
        return _Opinion(made, bool(agent.decides), _quoted(made, field, cited))

    async def written(self, name: str) -> _Wrote:
        """Return what an agent wrote, which is asked for once."""
        if name not in self.wrote:
            self.wrote[name] = asyncio.ensure_future(self._ask(self.agents[name]))
        return await self.wrote[name]

    async def _ask(self, agent: Agent) -> _Wrote:
        judge = replace(_judge_of(agent), name=agent.name, kind="agent")
        seen: dict[str, str] = {}
        for name in agent.sees:
            if name in self.agents:
                other = await self.written(name)
                if other.fields is None:
                    told = f"{name} wrote nothing usable"
                    why = other.judgement.reason
                    return _Wrote(silent(judge, "", Outcome.UNDETERMINED, why, told))
                wrote, replied = other.fields, other.judgement.reply
                seen[name] = clipped(wrote if isinstance(wrote, str) else replied, LONGEST_SHOWN)
            else:
                seen[name] = self.brief.texts.get(name, "")
        fields = tuple(field.name for field in agent.gives)
        prompt = load_prompt(agent.prompt)
        asked = ask_agent(prompt, seen, fields)
        structured = judge.structured and bool(agent.gives)
        shaped = ask_agent(prompt, seen, fields, True) if structured else None
        read = partial(_read, agent, asked)
        reply = await put(judge, asked, shaped, self.brief.answer, read, Outcome.UNDETERMINED)
        if isinstance(reply, Judgement):
            return _Wrote(reply)
        found = read(reply)
        return _Wrote(of_reply(judge, asked, reply, found, Outcome.UNDETERMINED), found.value)


def _judge_of(agent: Agent) -> Judge:
    if agent.judge is None:
        raise AssertionError(agent.name)
    return agent.judge


# -- what an agent says --------------------------------------------------------------------------
def _read(agent: Agent, asked: Asked, reply: Reply) -> Read:
    if reply is PLANNED:  # others who see it are planned too
        return Read(reply.text)
    if not agent.gives:
        found = read_text(reply.text, reply.finish)
        text = found.value
        return found if text is None else replace(found, value=clipped(text, LONGEST_SHOWN))
    found = read_json(reply.text, asked.marker, reply.finish)
    if found.value is not None and not isinstance(found.value, dict):
        return Read(None, Reason.JUDGE_OFF_MENU, reply.text)
    if found.value is not None and not found.rationale:
        return replace(found, rationale=str(found.value.get("rationale", "")))
    return found


class _Field(Record, frozen=True):
    outcome: Outcome
    reason: Reason = Reason.NONE
    cited: tuple[Cited, ...] = ()
    dropped: tuple[str, ...] = ()
    shown: str = ""


def _field(field: Gives, value: Any, text: str) -> _Field:
    """Read one field of a reply; `text` is where its quotes must stand."""
    quotes = _quotes(value)
    if quotes is None:
        return _Field(Outcome.UNDETERMINED, Reason.JUDGE_OFF_MENU, shown="not as asked for")
    holds = value["value"]
    outcome = field.when_true if holds else _FLIPPED[field.when_true]
    shown = "true" if holds else "false"
    if field.quotes == "nothing":
        return _Field(outcome, shown=shown)
    found = {quote: next(places(text, quote.strip()), None) for quote in quotes}
    cited = tuple(Cited(span.of(text), span) for span in found.values() if span is not None)
    dropped = tuple(quote for quote, span in found.items() if span is None)
    if outcome is Outcome.UNSATISFIED and not cited:
        return _Field(Outcome.UNDETERMINED, Reason.JUDGE_QUOTES, (), dropped, shown)
    if outcome is Outcome.SATISFIED and cited and not holds:
        return _Field(Outcome.UNDETERMINED, Reason.JUDGE_CONTRADICTORY, cited, dropped, shown)
    return _Field(outcome, Reason.NONE, cited, dropped, shown)


def _quotes(value: Any) -> list[str] | None:
    """Return the quotes of a field; None when it has another shape."""
    if not isinstance(value, dict) or type(value.get("value")) is not bool:
        return None
    findings = value.get("findings", [])
    if not isinstance(findings, list) or len(findings) > _MOST_FINDINGS:
        return None
    quotes = [one.get("quote") if isinstance(one, dict) else None for one in findings]
    texts = [quote for quote in quotes if isinstance(quote, str)]
    return texts if len(texts) == len(quotes) else None


def _quoted(
    judgement: Judgement[Outcome], field: Gives, cited: tuple[Cited, ...]
) -> Verdict | None:
    """Return quotes of the response as the evidence of a verdict."""
    if not cited or judgement.outcome is Outcome.UNDETERMINED:
        return None
    scope = ScopeResult(
        label=judgement.judge, spans=tuple(one.span for one in cited), outcome=judgement.outcome,
        measure=field.name, computed="", bound="", unit="", offending=cited,
    )  # fmt: skip
    return Verdict("", judgement.outcome, Reason.NONE, Method.JUDGE, "", (scope,))


# -- what they come to ---------------------------------------------------------------------------
def _combined(how: str, said: Sequence[_Opinion]) -> Outcome:
    """Combine opinions. An agent that only refutes, or only confirms, may keep silent."""
    outcomes = [one.judgement.outcome for one in said]
    open_ = any(one.judgement.outcome is Outcome.UNDETERMINED and not one.one_sided for one in said)
    if how == "one":
        return next((o for o in outcomes if o is not Outcome.UNDETERMINED), Outcome.UNDETERMINED)
    if how == "majority":
        full = sum(not one.one_sided for one in said) or len(said)
        no, yes = (outcomes.count(side) for side in (Outcome.UNSATISFIED, Outcome.SATISFIED))
        won = 2 * max(no, yes) > full and no != yes
        return Outcome.of(yes > no) if won else Outcome.UNDETERMINED
    if Outcome.UNSATISFIED in outcomes:
        return Outcome.UNSATISFIED
    if open_ or Outcome.SATISFIED not in outcomes:
        return Outcome.UNDETERMINED
    return Outcome.SATISFIED


def _judgement(
    judge: Judge, said: Sequence[_Opinion], decided: Outcome, texts: Sequence[Judgement[Outcome]]
) -> Judgement[Outcome]:
    members = (*texts, *(one.judgement for one in said))
    reasons = [one.reason for one in members if one.reason is not Reason.NONE]
    silent_ones = Reason.JUDGE_SPLIT if len(said) > 1 else Reason.UNSUPPORTED
    why = next(iter(reasons), silent_ones)
    reason = why if decided is Outcome.UNDETERMINED else Reason.NONE
    agree = sum(one.judgement.outcome is decided for one in said)
    return of_several(
        judge, members, decided, reason,
        seconds=sum(one.seconds for one in members),
        agreement=None if decided is Outcome.UNDETERMINED else round(agree / len(said), 4),
        detail=", ".join(f"{one.judgement.judge} {one.judgement.outcome.value}" for one in said),
    )  # fmt: skip


def _evidence(said: Sequence[_Opinion], decided: Outcome) -> Verdict | None:
    """Return the evidence of the first agent on the side that won."""
    found = (one.evidence for one in said if one.judgement.outcome is decided)
    return next(filter(None, found), None) if decided is not Outcome.UNDETERMINED else None
