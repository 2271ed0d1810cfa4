"""Who is named in a line, of those that a response lists once: `Attendees: Dana, Tom` above `Budget (Tom)`.

A word in brackets alone is no person (`Run (Easy)`); a name of the list that stands by itself is.
"""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.check.evaluation import Run, once_a_response
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Entry
from evalspec.document.plain import trim
from evalspec.vocabulary.fold import fold

PERSON = regex(r"[A-ZÀ-Þ][^\W\d_]*\.?(?:[ '’-][A-ZÀ-Þ][^\W\d_]*\.?){0,2}")
JOINED = regex(r"\s*(?:[,;/&+|]|\band\b)\s*")
_REMARK = regex(r"\s*\([^()]*\)")
_APART = regex(r"[()\[\]{}|:,;/&+*\n]|\band\b|[ \xa0][-–—·→][ \xa0]|[–—→]")
"""What stands between the pieces of a line."""
_FEWEST = 2
_MOST_NAMES = 3
"""Words that a name has at most, as `PERSON` reads it."""


def named_in(run: Run, entry: Entry) -> Iterator[Span]:
    """Yield where the line of a thing names one of the listed persons, alone or behind such as `led by`."""
    lists, people = _people(run, None)
    text, line = run.text.seen, entry.spans[0]
    if not people or any(line.start <= span.start < line.end for span in lists):
        return
    ends = [*(found.span() for found in _APART.finditer(text, line.start, line.end)), (line.end, 0)]
    at = line.start
    for end, following in ends:
        piece = trim(text, at, end)
        words = text[piece.start : piece.end].split()
        for skipped in range(max(0, len(words) - _MOST_NAMES), len(words)):
            rest = Span(piece.end - len(" ".join(words[skipped:])), piece.end)
            lead = fold(" ".join(words[:skipped]))
            if fold(rest.of(text)) in people and (not lead or lead in run.words.persons):
                yield rest
                break
        at = following


@once_a_response
def _people(run: Run, _: None) -> tuple[tuple[Span, ...], frozenset[str]]:
    """Return the lists of persons and the names in them: `Attendees: Dana (chair), Priya and Tom`."""
    heads = frozenset(fold(word) for word in run.words.lexicon.roles.get("persons", ()))
    people: set[str] = set()
    lists: list[Span] = []
    for one in run.text.named_texts:
        if fold(one.name.of(run.text.seen)) not in heads:
            continue
        spans = one.elements or (one.text,)
        text = ", ".join(span.of(run.text.seen) for span in spans).strip(" .*_")
        names = JOINED.split(_REMARK.sub("", text))
        names = [name for name in names if name]
        if len(names) >= _FEWEST and all(map(PERSON.fullmatch, names)):
            people.update(map(fold, names))
            lists.append(one.text)
    return tuple(lists), frozenset(people)
