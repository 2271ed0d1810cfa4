"""One instance: drawn, proven, asked in words, with a certificate.

Instance i rests on the seed and on i alone, save that one which repeats an earlier instance
of the same benchmark is drawn again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator
from hashlib import sha256
from typing import Any

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.source import FEASIBLE
from evalspec.bench.planned.template import UnwritableError, read_back, written
from evalspec.bench.proven.certificate import certificate
from evalspec.bench.proven.draw import ImpossibleError, drawn
from evalspec.bench.proven.proof import Proof, Prover, UndecidedError, rounded
from evalspec.bench.proven.space import NothingError, answer_data
from evalspec.core.chance import Chance
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.language.given.files import described
from evalspec.language.given.values import typed_values

MOST_DRAWS = 500
"""Draws of one instance before the plan is said to be impossible."""
_SHOWN = 3


class Made(Record, frozen=True):
    """An instance and what it took."""

    line: dict[str, Any]
    """As it stands in the file, with its checksum."""
    key: str
    """What another instance must not repeat: its data."""


def make(plan: Plan, seed: int, number: int, seen: Container[str] = ()) -> Made:
    """Draw instance `number`. Raises `InputError` when no draw is possible."""
    feasible = not Chance(f"{seed}/{number}/feasible").happens(plan.infeasible)
    failed: Counter[str] = Counter()
    places: dict[str, str] = {}
    repeated = 0
    for attempt in range(MOST_DRAWS):
        chance = Chance(f"{seed}/{number}/{attempt}")
        try:
            plain = drawn(plan, chance, feasible)
            key = data_key(data_of(plan, plain))
            if key in seen:
                repeated += 1
                continue
            prover = Prover(plan, plain)
            proof = prover.proof()
        except (ImpossibleError, UndecidedError, NothingError) as error:
            failed[str(error)] += 1
            name = error.name.partition(".")[0] if isinstance(error, ImpossibleError) else "space"
            places[str(error)] = name if name == "require" else f"draw.{name}"
            continue
        if bool(proof.best) is not feasible:
            failed["something fits" if proof.best else "nothing fits"] += 1
            continue
        draws = {"impossible": dict(sorted(failed.items())), "repeated": repeated}
        return Made(_line(plan, seed, number, plain, prover, proof, chance, draws), key)
    often = next((places.get(text, "") for text, _ in failed.most_common(1)), "")
    raise never(number, failed, repeated, plan.places.get(often, plan.places["bench"]))


def never(number: int, failed: Counter[str], repeated: int, at: At) -> InputError:
    """Return what to raise when an instance cannot be drawn."""
    often = [f"{text} ({count} times)" for text, count in failed.most_common(_SHOWN)]
    often += [f"repeats an earlier instance ({repeated} times)"] if repeated else []
    message = f"instance {number}: no draw of {MOST_DRAWS} is possible: {'; '.join(often)}"
    return InputError.of("never-feasible", message, at)


def data_of(plan: Plan, plain: dict[str, Any]) -> dict[str, Any]:
    """Return what is data of the problem, without parameters and what is absent."""
    return {
        name: value for name, value in plain.items() if name in plan.given and value is not None
    }


def data_key(data: dict[str, Any]) -> str:
    """Return a short text that is the same for the same data only."""
    return sha256(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _line(
    plan: Plan, seed: int, number: int, plain: dict[str, Any], prover: Prover, proof: Proof,
    chance: Chance, draws: dict[str, Any],
) -> dict[str, Any]:  # fmt: skip
    data = data_of(plan, plain)
    wording = chance.among(list(plan.prompts))
    line = {
        "id": f"{plan.name}-{seed}-{number}",
        "instance": number,
        "seed": seed,
        "parameters": {n: v for n, v in plain.items() if n not in plan.given and n != FEASIBLE},
        "data": data,
        "applies": [constraint.id for constraint in prover.applying],
        "wording": wording,
        "prompt": prompt_of(plan, wording, prover),
        "proof": proof_data(proof),
        "certificate": certificate(plan, prover, proof, chance),
        "draws": draws,
    }
    for message in unsaid(plan, line):
        problem = Problem("wrong-prompt", f"wording `{wording}`: {message}", plan.places["prompts"])
        raise InputError([problem])
    return {**line, "sha256": checksum(line)}


def unsaid(plan: Plan, line: dict[str, Any]) -> Iterator[str]:
    """Yield what a prompt, read back, does not say or says otherwise than the data."""
    found = read_back(plan.prompts[line["wording"]], line["prompt"], plan.types)
    if found is None:
        yield f"the prompt is not of the wording `{line['wording']}`"
        return
    absent = {n: False for n, type in plan.program.given.items() if type.kind == "truth"}
    left_out = {
        name: draw.otherwise
        for name, draw in plan.draws.items()
        if name in plan.given and draw.otherwise is not None
    }
    given, units = plan.program.given, plan.program.lexicon.units
    said = {name: value for name, value in found.items() if name in given}
    every = {**absent, **left_out, **plan.program.data, **said}
    told, wrong = typed_values(every, given, units)
    for one in wrong:
        yield f"the prompt, read back: {described(one)}"
    wanted, _ = typed_values({**plan.program.data, **line["data"]}, given, units)
    for name in () if wrong else given:
        if told.get(name) != wanted.get(name):
            yield f"the prompt says another `{name}` than the data"


def prompt_of(plan: Plan, wording: str, prover: Prover) -> str:
    """Write the prompt; it must say all of the data. Raises `InputError` when it does not."""
    try:
        return written(plan.prompts[wording], prover.partial.run)
    except UnwritableError as error:
        raise InputError.of(
            "wrong-prompt", f"wording `{wording}`: {error}", plan.places["prompts"]
        ) from None


def proof_data(proof: Proof) -> dict[str, Any]:
    """Return what was proven as plain values."""
    return {
        "answers": proof.answers,
        "possible": proof.possible,
        "feasible": len(proof.feasible),
        "constrainedness": rounded(proof.constrainedness),
        "first": answer_data(proof.best[0]) if proof.best else None,
    }


def checksum(line: dict[str, Any]) -> str:
    """Return the checksum of an instance as it is written."""
    content = {name: value for name, value in line.items() if name != "sha256"}
    return sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()
