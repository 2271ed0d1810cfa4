"""Sentences of closed-class words around any noun: what they mean does not depend on the noun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalspec.language.english import compile_sentence
from evalspec.language.printer import canonical
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

CONTENT = quick_yaml.load(Path(__file__).with_name("open_words.yaml").read_text("utf-8"))


def _read(say: str) -> str:
    made = compile_sentence(say, load_lexicon([CONTENT["vocabulary"]], None, None).lexicon)
    return " || ".join(map(canonical, made.readings))


def _filled() -> Iterator[Any]:
    for noun in CONTENT["nouns"]:
        one, many = noun.split()
        words = {"one": one, "many": many, "a": "an" if one[0] in "aeiou" else "a"}
        yield pytest.param(CONTENT["frames"], words, id=noun)
    yield pytest.param(CONTENT["verbs"], {}, id="verbs")
    for word in CONTENT["words"]:
        yield pytest.param(CONTENT["of a kind"], {"word": word}, id=word)


@pytest.mark.parametrize(("frames", "words"), list(_filled()))
def test_a_frame_means_the_same_of_any_word(frames: Any, words: dict[str, str]) -> None:
    """No noun is taken for what else its form may be."""
    said = {frame["say"].format(**words): frame["means"].format(**words) for frame in frames}
    assert {say: _read(say) for say in said} == said


@pytest.mark.parametrize("say", CONTENT["refused"])
def test_no_word_is_lost(say: str) -> None:
    """What is no name refuses the sentence."""
    assert _read(say) == ""
