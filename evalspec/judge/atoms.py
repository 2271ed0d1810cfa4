"""Questions inside a formula: a judge answers each of them, and the rules decide the whole.

A question is asked of the part of the response that it is about. Quotes count only where they
stand in that part; with several judges, a quote counts when more than half of them give it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from evalspec.check.engine import open_atoms
from evalspec.core.case import Atom, Atoms, Case
from evalspec.core.verdict import Judgement, Outcome, Reason, Verdict
from evalspec.judge.config import Judge
from evalspec.judge.extract import places
from evalspec.judge.judgements import of_several
from evalspec.judge.reply import Read
from evalspec.language.ir import Constraint
from evalspec.language.program import Program

Decide = Callable[[Atoms], tuple[Verdict, tuple[Atom, ...]]]
"""Decides a constraint with what was answered so far; says what is still to be asked."""
Ask = Callable[[Atom], Awaitable[Judgement[Outcome]]]


def has_atoms(constraint: Constraint) -> bool:
    """Tell whether there are questions to a judge inside a constraint."""
    return "judged(" in constraint.canonical or "quote(" in constraint.canonical


def decided_by_atoms(
    program: Program, case: Case, atoms: Atoms
) -> tuple[Verdict, tuple[Atom, ...]]:
    """Decide a program of one constraint by what was answered inside it."""
    verdicts, wanted = open_atoms(program, replace(case, atoms=atoms))
    return verdicts[0], wanted


async def by_atoms(judge: Judge, decide: Decide, ask: Ask) -> tuple[Verdict, Judgement[Outcome]]:
    """Ask what a formula leaves to a judge until it is decided, or nothing more is answered."""
    answers: dict[Atom, bool | tuple[str, ...]] = {}
    asked: dict[Atom, Judgement[Outcome]] = {}
    while True:
        verdict, wanted = await asyncio.to_thread(decide, dict(answers))
        new = [atom for atom in wanted if atom not in asked]
        if verdict.outcome is not Outcome.UNDETERMINED or not new:
            return verdict, _together(judge, verdict, asked)
        asked.update(zip(new, await asyncio.gather(*map(ask, new)), strict=True))
        answers.update(
            (atom, answer) for atom in new if (answer := _answer(atom, asked[atom])) is not None
        )


def _answer(atom: Atom, said: Judgement[Outcome]) -> bool | tuple[str, ...] | None:
    if said.outcome is Outcome.UNDETERMINED:
        return None
    return said.quotes if atom.kind == "quote" else said.outcome is Outcome.SATISFIED


def _together(
    judge: Judge, verdict: Verdict, asked: Mapping[Atom, Judgement[Outcome]]
) -> Judgement[Outcome]:
    """Return what all answers took, with each of them as a member."""
    members = tuple(
        replace(said, detail=said.detail or f"{atom.kind}: {atom.text}")
        for atom, said in asked.items()
    )
    silent = (one.reason for one in members if one.outcome is Outcome.UNDETERMINED)
    open_one = verdict.outcome is Outcome.UNDETERMINED
    return of_several(
        judge, members, verdict.outcome,
        next(silent, verdict.reason) if open_one else Reason.NONE,
        model=judge.model,
        detail=verdict.detail if open_one else "",
        rationale="\n".join(f"{one.detail}: {_said(one)}" for one in members),
        seconds=max((one.seconds for one in members), default=0.0),
    )  # fmt: skip


def _said(one: Judgement[Outcome]) -> str:
    if one.quotes:
        return ", ".join(map(repr, one.quotes))
    shown = {Outcome.SATISFIED: "yes", Outcome.UNSATISFIED: "no"}
    return shown.get(one.outcome, one.reason.value)


# -- quotes ------------------------------------------------------------------------------------
def quotes_in(found: Read) -> Read:
    """Return the list of quotes in a reply; anything else is off the menu."""
    value: Any = found.value
    if value is None:
        return found
    given = value.get("quotes") if isinstance(value, dict) else None
    if not isinstance(given, list) or not all(isinstance(quote, str) for quote in given):
        return Read(None, Reason.JUDGE_OFF_MENU, found.rationale)
    return Read([quote.strip() for quote in given if quote.strip()], Reason.NONE, found.rationale)


def verified(made: Judgement[Outcome], quotes: Sequence[str], text: str) -> Judgement[Outcome]:
    """Keep the quotes that stand in a text; one that does not leaves the question open."""
    kept = tuple(dict.fromkeys(quote for quote in quotes if next(places(text, quote), None)))
    dropped = tuple(quote for quote in quotes if quote not in kept)
    if dropped:
        return replace(
            made, outcome=Outcome.UNDETERMINED, reason=Reason.JUDGE_QUOTES, dropped=dropped,
            detail=f"{len(dropped)} quotes do not stand in the response",
        )  # fmt: skip
    return replace(made, outcome=Outcome.SATISFIED if kept else Outcome.UNSATISFIED, quotes=kept)


def agreed(made: Judgement[Outcome]) -> Judgement[Outcome]:
    """Return what several judges quoted: the quotes that more than half of all give."""
    counts = Counter(quote for one in made.members for quote in one.quotes)
    kept = tuple(quote for quote, count in counts.items() if 2 * count > len(made.members))
    if made.outcome is not Outcome.SATISFIED or not counts:
        return made
    if not kept:
        return replace(
            made, outcome=Outcome.UNDETERMINED, reason=Reason.JUDGE_SPLIT,
            detail="they quote different words",
        )  # fmt: skip
    return replace(made, quotes=kept)
