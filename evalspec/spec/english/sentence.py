"""A whole sentence: words → chart → formulas, or a refusal that says what was not understood."""

from __future__ import annotations

from functools import cache

from evalspec.spec import ir
from evalspec.spec.english import English
from evalspec.spec.english.asides import aside
from evalspec.spec.english.chart import Chart, Entry, Grammar
from evalspec.spec.english.lexicon import words_of
from evalspec.spec.english.tokens import Row
from evalspec.spec.grammar import LanguageError
from evalspec.spec.lower import compile_formula
from evalspec.spec.printer import canonical
from evalspec.vocabulary.lexicon import Lexicon

MAX_LENGTH = 2000
"""Longest sentence, in code points."""
MARGIN = 0.05
"""Derivations whose costs differ by less are alike: their meanings are readings."""


@cache
def grammar() -> Grammar:
    """Return the grammar with all rules."""
    import evalspec.spec.english.rules  # noqa: F401
    from evalspec.spec.english.rule import RULES

    return Grammar(RULES)


def parse(text: str, lexicon: Lexicon) -> tuple[Row, Chart]:
    """Return the words of a sentence and their chart."""
    known = words_of(lexicon)
    row = Row(text, known)
    return row, grammar().parse(row.entries(), len(row.words), known)


def read(text: str, lexicon: Lexicon) -> English:
    """Compile a sentence."""
    if len(text) > MAX_LENGTH:
        return English(refusal=ir.Refusal((text[:40] + "…",)))
    text, notes_aside = aside(text)
    row, chart = parse(text, lexicon)
    found = chart.found("Sentences", 0, chart.length)
    readings: dict[str, ir.Formula] = {}
    notes: list[str] = list(notes_aside)
    problem = ""
    best = None
    for entry in found:
        if best is not None and entry.cost > best + MARGIN:
            break
        try:
            made = compile_formula(entry.value, lexicon)
        except LanguageError as error:
            problem = problem or error.problems[0].message
            continue
        best = entry.cost if best is None else best
        readings.setdefault(canonical(made.formula), made.formula)
        notes += made.notes
    if readings:
        return English(tuple(readings.values()), None, tuple(dict.fromkeys(notes)))
    return English(refusal=ir.Refusal((problem,) if problem else _left(row, chart)))


def _left(row: Row, chart: Chart) -> tuple[str, ...]:
    """Return the words that stand in the way: those that no long stretch covers."""
    return (row.text(0, len(row.words)),)


def derivation(entry: Entry, row: Row, depth: int = 0) -> str:
    """Write how a meaning was derived, a line for each rule."""
    name = entry.type if entry.rule is None else f"{entry.type} <- {' '.join(entry.rule.right)}"
    line = f"{'  ' * depth}{name}  [{row.text(entry.start, entry.end)}]  {entry.value}"
    return "\n".join([line, *(derivation(part, row, depth + 1) for part in entry.parts)])
