"""The rules of the grammar, by what they are about; docs/english.md lists them."""

from evalspec.language.english.rules import (
    bounds,
    clauses,
    columns,
    compare,
    day_after,
    days,
    demands,
    details,
    extremes,
    frames,
    growth,
    layout,
    listed,
    names,
    nouns,
    parts,
    persons,
    placing,
    presence,
    sentences,
    shares,
    sizes,
    spans,
    subjects,
    texts,
    themes,
    times,
    verbs,
    wider,
)

__all__ = [
    "bounds", "clauses", "columns", "compare", "day_after", "days", "demands", "details", "extremes", "frames", "growth", "layout", "listed",
    "names", "nouns", "parts", "persons", "placing", "presence", "sentences", "shares", "sizes", "spans", "subjects", "texts", "themes", "times", "verbs",
    "wider",
]  # fmt: skip
