"""Small texts: the words a formula looks for, lengths about its bounds, the forms it names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from evalspec.author.mutate.concern import Concern
from evalspec.author.mutate.texts import SNIPPETS
from evalspec.core.record import walk
from evalspec.language import ir
from evalspec.vocabulary.languages import load_languages

MOST = 400
"""Texts that are offered."""
LARGEST = 2_000
"""Most copies of a piece in one text."""
SHORT = "Something short."
FORMS = (
    '{"a": 1}', "[1, 2]", "SOMETHING LOUD", "something quiet", "A Title Of A Kind", "",
    '"A quotation."', "**Something bold**", "Is it so?", "42", "level",
    "# One\n\nA line.\n\n# Two\n\nA line.", "- one\n- two\n- three", "1. one\n2. two",
    "| a | b |\n|---|---|\n| 1 | 2 |", "> quoted\n> > twice", "<<A title>>\n\nA line.",
    "One line.\nOne line.\nAnother line.", "A [name] and a [date].", "(a [b {c}])",
)  # fmt: skip
"""Texts of many forms, for formulas that no word or number of theirs leads to."""


def texts(formula: ir.Formula, concern: Concern) -> Iterator[str]:
    """Yield texts made of what the formula names, then texts of many forms."""
    if not (concern.tests or concern.measured or concern.pieces or concern.pairs):
        return
    nodes = list(walk(formula))
    seen = set()
    for text in islice(_all(nodes, concern), MOST):
        if text not in seen:
            seen.add(text)
            yield text


def _all(nodes: list[Any], concern: Concern) -> Iterator[str]:
    single = [SHORT, *_sentences(nodes), *_lengths(concern)]
    yield from single
    yield from FORMS
    for separator in _separators(nodes):
        for number in _numbers(concern):
            for text in single[:12]:
                yield separator.join([text] * number)
                yield separator.join([SHORT] * (number - 1) + [text])
                yield separator.join([text] + [SHORT] * (number - 1))
    yield from _languages(concern)


def _sentences(nodes: list[Any]) -> Iterator[str]:
    """Yield the texts that the formula looks for, alone, in a sentence and together."""
    found = [text for node in nodes if isinstance(node, ir.TextTest) for text in node.operands]
    found += [node.text for node in nodes if isinstance(node, ir.Words)]
    counted = [n for n in nodes if isinstance(n, ir.TextMeasure)]
    found += [str(text) for node in counted for text in node.arguments]
    words = list(dict.fromkeys(found))
    for word in words:
        yield from (word, f"{word} is here.", f"Here is {word}", f"Here is {word} and more.")
    if len(words) > 1:
        yield f"{', '.join(words)}."
        yield f"{', '.join(reversed(words))}."
        yield f"{words[0]} is here. Here is {words[-1]}"


def _lengths(concern: Concern) -> Iterator[str]:
    """Yield texts with as many of what is counted as the bound says, one more and one less."""
    names = [measure.name.removesuffix("s") for measure in concern.measured]
    snippets = [SNIPPETS[n] for n in (*names, *concern.pieces) if n in SNIPPETS]
    snippets += [f" {text}" for m in concern.measured for text in m.arguments]
    for snippet in dict.fromkeys(snippets):
        for number in _numbers(concern):
            yield (snippet * number).strip()
            yield f"Start{snippet * (number - 1)}"
            yield f"Start{snippet * number}"


def _numbers(concern: Concern) -> list[int]:
    wanted = (concern.most, concern.most + 1, concern.most - 1, 1, 2, 3)
    return list(dict.fromkeys(n for n in wanted if 0 < n <= LARGEST))


def _separators(nodes: list[Any]) -> list[str]:
    own = [f"\n{node.separator}\n" for node in nodes if isinstance(node, ir.Separated)]
    return [*own, "\n\n", " ", "\n", "\n- "]


def _languages(concern: Concern) -> Iterator[str]:
    """Yield a line in each language, of its own most frequent words."""
    if any(test.relation == "written-in" for test in concern.tests):
        for language in load_languages().values():
            yield " ".join(sorted(language.words)[:14])
