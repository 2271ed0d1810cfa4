"""A scale → the same said worse: how far does a judge follow what it is told to look at?

`shortened` leaves the first clause of each sentence, `masked` hides words, `shuffled` mixes the words of
each sentence, `flipped` turns the levels around (what was better is worse), `gibberish` says nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from evalspec.core.chance import Chance
from evalspec.source import schema
from evalspec.source.named import read_named

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CLAUSE = re.compile(r"[,;:]\s|\s(?:and|but|or|that|which|who|while|because)\s")
_MASK = "____"
_HIDDEN = Decimal("0.3")
"""Share of the words that are masked."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def perturb_scale(scale: dict[str, Any], kind: str, seed: int) -> dict[str, Any]:
    """Return a scale of `specs/criteria/` changed in one way, under a name of its own."""
    change = CHANGES[kind]
    chance = Chance(f"{seed}\n{scale['criterion']}\n{kind}")
    about, *levels = change([scale["about"], *scale["levels"]], chance)
    name = f"{scale['criterion']}-{kind}"
    version = f"{scale['version']}.{seed}"
    return {"criterion": name, "version": version, "about": about, "levels": levels}


def read_scale(name: str) -> dict[str, Any]:
    """Read a scale by its name or path. Raises `SpecError` with every problem."""
    found: dict[str, Any] = read_named("criteria", name, schema.CRITERION).value
    return found


def scale_text(scale: dict[str, Any]) -> str:
    """Write a scale as YAML."""
    quoted = {key: json.dumps(value, ensure_ascii=False) for key, value in scale.items()}
    levels = "".join(f"  - {json.dumps(one, ensure_ascii=False)}\n" for one in scale["levels"])
    return "".join(f"{key}: {quoted[key]}\n" for key in ("criterion", "version", "about")) + (
        f"levels:\n{levels}"
    )


def _first_clause(sentence: str) -> str:
    """Cut a sentence at its first joint; one without a joint keeps half of its words."""
    found = _CLAUSE.search(sentence)
    if found is not None:
        return sentence[: found.start()].rstrip(".") + "."
    words = sentence.rstrip(".").split()
    return " ".join(words[: -(-len(words) // 2)]) + "."


def _gibberish(sentences: Sequence[str], chance: Chance) -> list[str]:
    def noise(found: re.Match[str]) -> str:
        return "".join(chance.among(_LETTERS) for _ in found[0])

    return [_WORD.sub(noise, sentence) for sentence in sentences]


CHANGES: dict[str, Callable[[Sequence[str], Chance], list[str]]] = {
    "shortened": lambda sentences, chance: [*map(_first_clause, sentences)],
    "masked": lambda sentences, chance: [
        _WORD.sub(lambda found: _MASK if chance.happens(_HIDDEN) else found[0], sentence)
        for sentence in sentences
    ],
    "shuffled": lambda sentences, chance: [
        " ".join(chance.each(sentence.rstrip(".").split())) + "." for sentence in sentences
    ],
    "flipped": lambda sentences, chance: [sentences[0], *reversed(sentences[1:])],
    "gibberish": _gibberish,
}
