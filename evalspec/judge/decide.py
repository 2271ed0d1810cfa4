"""A judge and a constraint on a response → what the judge says of it.

`zero-shot` and `few-shot` read yes or no from a reply; `extract` lets the rules decide on what
the model quotes; `vote` asks the same model several times and `jury` several judges, and a
side needs more than half of those that said something; a `debate` goes on in rounds, the agents of a
`panel` have roles.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec.core.case import Atom, Case
from evalspec.core.record import Record
from evalspec.core.verdict import Judgement, Method, Outcome, Reason, Verdict
from evalspec.judge.account import unaccounted
from evalspec.judge.atoms import Ask, Decide, agreed, by_atoms, quotes_in, verified
from evalspec.judge.config import Judge
from evalspec.judge.debate import Debate, Shown, debated
from evalspec.judge.exchange import Answer, Reply
from evalspec.judge.extract import is_facts, lay_out, led_back
from evalspec.judge.judgements import counted, of_reply, put, silent
from evalspec.judge.panel import Brief, panelled
from evalspec.judge.prompts import Asked, Question, ask, load_prompt
from evalspec.judge.reply import YES_NO, Read, read_choice, read_json
from evalspec.rationale.claims import Evidence
from evalspec.vocabulary.lexicon import Lexicon

_LONG = 20_000
"""Longer replies are read in a thread: others wait on the event loop."""
_SHOWN = 5
"""Amounts left out that a message names."""
MOST_CHARACTERS = 1_000_000
"""Longer responses are not sent."""


class Task(Record, frozen=True):
    """One constraint on one response, to be judged."""

    judge: Judge | None
    """None where only the rules and a person are asked."""
    question: Question
    verdict: Verdict
    """What the rules say."""
    rules: Callable[[str], Verdict] | None = None
    """Decides the same constraint on another text; None when it did not compile."""
    lexicon: Lexicon | None = None
    """The vocabulary by which amounts are read."""
    case: Case = Case("")
    """What a panel may be shown beside the question: data, other responses."""
    other: Callable[[str], Verdict | None] = lambda name: None
    """Returns what the rules say of another constraint, by its id."""
    route: tuple[Judge | None, ...] = ()
    """Who is asked one after the other until somebody decides, then a person; None: the rules."""
    by_atoms: Decide | None = None
    """Decides the constraint by answers to the questions inside it; None when it has none."""
    quotes: bool = False
    """Words are asked for, not a verdict."""


class Said(Record, frozen=True):
    """A judgement, and the ledger of the rules on what was quoted."""

    judgement: Judgement[Outcome]
    verdict: Verdict | None = None


async def decide(task: Task, answer: Answer) -> Verdict:
    """Judge a constraint. The verdict is undetermined, with a reason, when nothing usable is said."""
    if task.route or task.judge is None:
        return await _routed(task, answer)
    return await _judged(task, task.judge, answer)


async def _routed(task: Task, answer: Answer) -> Verdict:
    """Go through a route; what nobody decides is left to a person."""
    said: list[Verdict] = []
    for judge in task.route:
        verdict = task.verdict if judge is None else await _judged(task, judge, answer)
        if verdict.outcome is not Outcome.UNDETERMINED:
            return replace(verdict, also=tuple(said))
        said.append(verdict)
    return replace(
        task.verdict, outcome=Outcome.UNDETERMINED, reason=Reason.NEEDS_PERSON, detail="",
        scopes=(), readings=(), doubts=(), also=tuple(said),
    )  # fmt: skip


async def _judged(task: Task, judge: Judge, answer: Answer) -> Verdict:
    if len(task.question.response) > MOST_CHARACTERS:
        said = Said(_silent(judge, "", Reason.TOO_LARGE, f"more than {MOST_CHARACTERS} characters"))
    elif (
        judge.kind != "panel"
        and task.by_atoms is not None
        and task.verdict.outcome is Outcome.UNDETERMINED
    ):
        verdict, judgement = await by_atoms(judge, task.by_atoms, _asking(task, judge, answer))
        said = Said(judgement, verdict)
        if not judgement.members:  # nothing inside it is what it lacks
            said = await _say(task, judge, answer)
    else:
        said = await _say(task, judge, answer)
    return verdict_of(task.verdict, said)


def _asking(task: Task, judge: Judge, answer: Answer) -> Ask:
    """Return how a judge is asked a question inside a formula: of the part it is about."""
    if judge.kind == "extract":  # it looks for amounts
        judge = replace(judge, kind="zero-shot", prompt="")

    async def ask(atom: Atom) -> Judgement[Outcome]:
        question = Question(atom.text, atom.of, task.question.request, atom.text)
        one = Task(judge, question, task.verdict, quotes=atom.kind == "quote")
        return (await _say(one, judge, answer)).judgement

    return ask


def verdict_of(rules: Verdict, said: Said) -> Verdict:
    """Return what was said as a verdict on the constraint that the rules decided or did not."""
    judgement = said.judgement
    bare = replace(rules, scopes=(), assumptions=(), readings=(), doubts=())
    return replace(
        _with_ledger(bare, rules, said.verdict),
        outcome=judgement.outcome,
        reason=judgement.reason,
        method=Method.JUDGE if said.verdict is None else Method.HYBRID,
        detail=judgement.detail,
        judgement=judgement,
    )


def _with_ledger(bare: Verdict, rules: Verdict, decided: Verdict | None) -> Verdict:
    """Set the ledger of what was quoted into a verdict, and the rules' own account beside it."""
    if decided is None:
        return bare
    return replace(
        bare, scopes=decided.scopes, assumptions=decided.assumptions,
        readings=decided.readings, doubts=decided.doubts, also=(rules,),
    )  # fmt: skip


async def _say(task: Task, judge: Judge, answer: Answer, repeat: int = 0) -> Said:
    if judge.kind == "debate" and judge.members and not task.quotes:
        return Said(await debated(_debate(task, judge, answer)))
    if judge.kind == "panel":
        return Said(*await panelled(judge, _brief(task, answer)))
    if judge.kind in ("jury", "debate") and judge.members:
        members = [_say(task, member, answer) for member in judge.members]
        return _counted(judge, await asyncio.gather(*members))
    if judge.kind == "vote":
        single = replace(judge, kind=judge.of)
        samples = [_say(task, single, answer, number) for number in range(judge.samples)]
        return _counted(judge, await asyncio.gather(*samples))
    if judge.kind == "extract" and task.rules is None:
        detail = "only a constraint that compiles can be decided on quoted facts"
        return Said(_silent(judge, "", Reason.NOT_COMPILED, detail))
    prompt = load_prompt("quote" if task.quotes else judge.prompt or judge.kind)
    asked = ask(prompt, task.question)
    shaped = ask(prompt, task.question, structured=True) if judge.structured else None
    how = _quotes_in if task.quotes else _facts_in if judge.kind == "extract" else _choice_in
    read = partial(how, task, asked)
    reply = await put(judge, asked, shaped, answer, read, Outcome.UNDETERMINED, repeat)
    if isinstance(reply, Judgement):
        return Said(reply)
    if judge.kind == "extract":
        return await asyncio.to_thread(_quoted, task, judge, asked, reply)
    aside = task.quotes or len(reply.text) > _LONG
    found = await asyncio.to_thread(read, reply) if aside else read(reply)
    if task.quotes:
        made = of_reply(judge, asked, reply, found, Outcome.UNDETERMINED)
        response = task.question.response
        return Said(made if found.value is None else verified(made, found.value, response))
    outcome = Outcome.of(None if found.value is None else found.value == "yes")
    return Said(of_reply(judge, asked, reply, found, outcome))


def _debate(task: Task, judge: Judge, answer: Answer) -> Debate[Outcome]:
    """Return a debate on a constraint; the rules are heard where they decide."""

    async def say(member: Judge, shown: Shown, repeat: int) -> Judgement[Outcome]:
        question = replace(task.question, statements=shown.statements, counted=shown.counted)
        asked = replace(task, question=question)
        return (await _say(asked, member, answer, repeat)).judgement

    decided = task.verdict.outcome is not Outcome.UNDETERMINED
    debate = Debate(judge, say, Outcome.UNDETERMINED, task.verdict.outcome if decided else None)
    if not decided or judge.evidence != "rules" or task.lexicon is None:
        return debate
    evidence = Evidence(task.verdict, task.lexicon)
    return replace(debate, counted=evidence.text, strike=evidence.against)


def _brief(task: Task, answer: Answer) -> Brief:
    question, case = task.question, task.case
    others = [text for text in case.pool if text.strip() != case.response.strip()]
    texts = {
        "request": question.request,
        "response": question.response,
        "constraint": question.constraint,
        "pool": "\n\n".join(f"Response {n}:\n{text}" for n, text in enumerate(others, 1)),
        **{f"data.{name}": _as_text(value) for name, value in case.data.items()},
    }
    return Brief(task.verdict.constraint, texts, answer, task.other)


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


# -- kinds -----------------------------------------------------------------------------------
def _choice_in(task: Task, asked: Asked, reply: Reply) -> Read:
    return read_choice(reply.text, asked.marker, YES_NO, reply.finish, task.question.texts)


def _quotes_in(task: Task, asked: Asked, reply: Reply) -> Read:
    return quotes_in(read_json(reply.text, asked.marker, reply.finish))


def _facts_in(task: Task, asked: Asked, reply: Reply) -> Read:
    found = read_json(reply.text, asked.marker, reply.finish)
    if found.value is not None and not is_facts(found.value):
        return Read(None, Reason.JUDGE_OFF_MENU, reply.text)
    return found


def _quoted(task: Task, judge: Judge, asked: Asked, reply: Reply) -> Said:
    """Let the rules decide on the facts that a reply quotes."""
    found = _facts_in(task, asked, reply)
    judgement = of_reply(judge, asked, reply, found, Outcome.UNDETERMINED)
    if found.value is None or task.rules is None:
        return Said(judgement)
    response = task.question.response
    layout = lay_out(found.value, response)
    judgement = replace(
        judgement, dropped=layout.dropped, left_out=tuple(one.text for one in layout.left_out)
    )
    if not layout.kept:
        reason = Reason.JUDGE_QUOTES if layout.dropped else Reason.JUDGE_EMPTY
        return Said(replace(judgement, reason=reason))
    verdict = led_back(task.rules(layout.text), layout, response)
    missing = unaccounted(layout, verdict, task.verdict, response, task.lexicon)
    outcome, reason, detail = verdict.outcome, verdict.reason, verdict.detail
    if layout.dropped:  # what is missing could have changed it
        outcome, reason = Outcome.UNDETERMINED, Reason.JUDGE_QUOTES
        detail = f"{len(layout.dropped)} quotes do not stand in the response"
    elif missing:
        outcome, reason = Outcome.UNDETERMINED, Reason.JUDGE_QUOTES
        shown = ", ".join(" ".join(one.text.split())[:40].rstrip(".,;") for one in missing[:_SHOWN])
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        detail = f"neither quoted nor left out by name: {shown}{more}"
    judgement = replace(judgement, outcome=outcome, reason=reason, detail=detail)
    return Said(judgement, verdict)


def _counted(judge: Judge, said: list[Said]) -> Said:
    """Count the outcomes of several judgements; the ledger is that of one which won."""
    made = agreed(counted(judge, [one.judgement for one in said], Outcome.UNDETERMINED))
    winner = made.outcome is not Outcome.UNDETERMINED
    ledgers = (one.verdict for one in said if winner and one.judgement.outcome is made.outcome)
    return Said(made, next(ledgers, None))


def _silent(judge: Judge, prompt: str, reason: Reason, detail: str) -> Judgement[Outcome]:
    return silent(judge, prompt, Outcome.UNDETERMINED, reason, detail)
