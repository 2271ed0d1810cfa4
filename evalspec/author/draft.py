"""A request → a spec to edit: the constraints it states, each with what it compiles to.

Without a model the sentences of the request that compile are proposed; with one, the list that
the model makes. Nothing is used until a person has written it into a spec.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import yaml

from evalspec.core.errors import InputError, SpecError
from evalspec.core.record import Record
from evalspec.document.segment import Segments
from evalspec.judge.config import Judge
from evalspec.judge.conversation import UNUSABLE, Unfit, Value, converse
from evalspec.judge.prompts import Question, ask, load_prompt
from evalspec.judge.session import Session
from evalspec.language.single import SingleCompiler
from evalspec.vocabulary.lexicon import Lexicon

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_SHORT = 3
"""Words of so many letters say too little to be missed."""
_CUTS = (", ", "; ", " with ", " and ", " that ", " which ", ": ")
"""What separates the demands of one sentence."""


class Proposal(Record, frozen=True):
    """A constraint that may be meant."""

    text: str
    """The sentence."""
    canonical: str = ""
    """What it compiles to; empty when it does not."""
    sentence: str = ""
    """What that means."""
    problem: str = ""
    """Why it does not compile."""
    check: str = ""
    """A formula that a model proposes."""


def compiled(text: str, compiler: SingleCompiler, surface: str = "text") -> Proposal:
    """Try a sentence, or a formula."""
    try:
        made = compiler.compile({surface: text})
    except SpecError as error:
        told = dict.fromkeys(one.said for one in error.problems)
        return Proposal(text, problem="; ".join(told))
    if made.refusal is not None:
        return Proposal(text, problem=f"not understood: {made.refusal.text}")
    return Proposal(text, made.canonical, made.sentence)


# -- from the request's own words ------------------------------------------------------------
def proposed(request: str, lexicon: Lexicon) -> list[Proposal]:
    """Return the sentences of a request, and parts of them, that compile."""
    compiler = SingleCompiler(lexicon)
    found: list[Proposal] = []
    for span in Segments(request).of("sentence"):
        sentence = " ".join(span.of(request).split())
        whole = compiled(sentence, compiler)
        parts = [whole] if whole.canonical else _parts(sentence, compiler)
        found += [one for one in parts if one.canonical not in {f.canonical for f in found}]
    return found


def _parts(sentence: str, compiler: SingleCompiler) -> list[Proposal]:
    """Return the demands of a sentence that compile alone, the longest first cut."""
    pieces = [sentence]
    for cut in _CUTS:
        pieces = [part for piece in pieces for part in piece.split(cut)]
    tried = (compiled(_as_sentence(piece), compiler) for piece in pieces if len(piece.split()) > 1)
    return [one for one in tried if one.canonical]


def _as_sentence(piece: str) -> str:
    text = piece.strip(" .,;:!?")
    return f"{text[:1].upper()}{text[1:]}."


def left_out(request: str, proposals: Iterable[Proposal]) -> list[str]:
    """Return the sentences of a request of which most words, or a number, stand in no proposal."""
    said = {word for one in proposals for word in _WORD.findall(one.text.lower())}
    sentences = (" ".join(span.of(request).split()) for span in Segments(request).of("sentence"))
    return [sentence for sentence in sentences if _is_left_out(sentence.lower(), said)]


def _is_left_out(sentence: str, said: set[str]) -> bool:
    words = [word for word in _WORD.findall(sentence) if len(word) > _SHORT or word[0].isdigit()]
    missing = [word for word in words if word not in said]
    return 2 * len(missing) > len(words) or any(word[0].isdigit() for word in missing)


# -- from a model -------------------------------------------------------------------------------
def asked(request: str, lexicon: Lexicon, judge: Judge, session: Session) -> list[Proposal]:
    """Return the constraints that a model finds in a request. Raises `InputError` without any."""
    sent = ask(load_prompt("draft"), Question(request=request))
    texts, refused = converse(session, judge, sent, _sentences)
    if texts is None:
        why = "nothing was sent" if session.dry_run else refused[-1].message
        message = f"no usable reply of judge {judge.name!r}: {why}"
        raise InputError.of("unusable-reply", message)
    compiler = SingleCompiler(lexicon)
    return [compiled(" ".join(text.split()), compiler) for text in texts if text.strip()]


def _sentences(value: Any) -> Value[list[str]]:
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return value, []
    return None, [Unfit(UNUSABLE, "it is not a list of sentences")]


# -- writing -----------------------------------------------------------------------------------
def spec_text(request: str, vocabulary: str, proposals: Sequence[Proposal]) -> str:
    """Write a spec to edit; comments say what each constraint compiles to, and what is left out."""
    lines = ["evalspec: 1", *_field("title", "Draft: read every constraint before you rely on it")]
    if vocabulary:
        lines += _field("vocabulary", vocabulary)
    lines += _field("request", request.strip())
    lines.append("constraints:")
    for one in proposals:
        note = f"reads as  {one.canonical}" if one.canonical else one.problem
        lines.append(f"  # {' '.join(note.split())}")
        lines.append(f"  - {_scalar(one.text)}")
    omitted = left_out(request, proposals)
    if omitted:
        lines.append("# left out of the request, wholly or in part:")
        lines += [f"#   {sentence}" for sentence in omitted]
    return "\n".join(lines) + "\n"


def _field(name: str, value: str) -> list[str]:
    if "\n" not in value:
        return [f"{name}: {_scalar(value)}"]
    return [f"{name}: |", *(f"  {line}".rstrip() for line in value.splitlines())]


def _scalar(text: str) -> str:
    """Write a text as one line of YAML."""
    written: str = yaml.safe_dump(text, width=100_000, allow_unicode=True)
    return written.removesuffix("...\n").strip()
