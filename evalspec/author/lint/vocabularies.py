"""Vocabularies: words that may be meant, and that often are not what their author wants.

What cannot be meant is an error already when a vocabulary is loaded. Here is what another word
outdoes in silence: the word of a rank that is a piece of text, a word of two kinds, a member at
the end of other names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evalspec.core.errors import Problem
from evalspec.language.names import TEXT_SCOPES
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import vocabulary_lexicon


def vocabulary(located: Located, path: Path) -> list[Problem]:
    """Return the findings about a vocabulary file; raise `SpecError` when it cannot be loaded."""
    lexicon = vocabulary_lexicon(located, path)
    return [*_text_pieces(located), *_ranks_and_measures(located, lexicon), *_members(located)]


def _words(located: Located, section: str, key: str) -> Iterator[tuple[str, str, Steps]]:
    """Yield the name, the folded word and the place of each word that a section has or adds."""
    for name, fields in (located.get((section,)) or {}).items():
        value = fields.get(key, ())
        path: Steps = (section, name, key)
        if isinstance(value, Mapping):
            value, path = value.get("add", ()), (*path, "add")
        if key == "words":
            yield name, fold(name), (section, name)
        words = [value] if isinstance(value, str) else value
        for number, word in enumerate(words):
            if fold(str(word)) != fold(name):
                where = path if isinstance(value, str) else (*path, number)
                yield name, fold(str(word)), where


def _problem(located: Located, code: str, message: str, path: Steps, hint: str) -> Problem:
    return located.problem(code, message, path, key=len(path) == 2, hint=hint)


def _text_pieces(located: Located) -> Iterator[Problem]:
    """Find words of ranks that formulas then no longer take for a piece of text."""
    for name, word, path in _words(located, "ranks", "words"):
        if word in TEXT_SCOPES and not _fields(located, "ranks", name).get("plan"):
            message = (
                f"`{word}` is a piece of any text: formulas take it for the rank `{name}` here"
            )
            hint = "leave the word out where lines, rows or sentences of the text are asked for"
            yield _problem(located, "shadowed-text", message, path, hint)


def _ranks_and_measures(located: Located, lexicon: Lexicon) -> Iterator[Problem]:
    """Find words of a measure that are words of a rank too."""
    own = {word: name for name, word, _ in _words(located, "ranks", "words")}
    for name, word, path in _words(located, "measures", "words"):
        rank = own.get(word, "")
        if rank and not lexicon.ranks[rank].plan:
            message = f"`{word}` is a word of the measure `{name}` and of the rank `{rank}`"
            hint = f"write what is counted as `number of …` or `{name}`, and the rank otherwise"
            yield _problem(located, "word-of-both", message, path, hint)


def _members(located: Located) -> Iterator[Problem]:
    """Find members that end other names: a line with such a name opens a container."""
    members = {word: name for name, word, _ in _words(located, "ranks", "members")}
    for section in ("categories", "ranks", "measures"):
        for name, word, path in _words(located, section, "words"):
            last = word.rpartition(" ")[2]
            rank = members.get(last, "")
            if not rank or word in members or name == rank:
                continue
            if _fields(located, section, name).get("rank") == rank:
                continue
            message = f"`{word}` ends in `{last}`, a member of the rank `{rank}`"
            hint = f"a line that is named so may open a {rank}"
            yield _problem(located, "member-inside", message, path, hint)


def _fields(located: Located, section: str, name: str) -> Mapping[str, Any]:
    fields = located.get((section, name))
    return fields if isinstance(fields, Mapping) else {}
