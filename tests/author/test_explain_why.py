"""`explain --why`: how a sentence was read, a line for each part."""

from __future__ import annotations

from evalspec.language.english import derivation
from evalspec.vocabulary.load import load_lexicon


def test_a_derivation_has_type_words_and_formula() -> None:
    lexicon = load_lexicon(["meal-plan"], None, None).lexicon
    assert derivation("Each day must have at least 90 g of protein.", lexicon) == (
        "Sentence: Each day must have at least 90 g of protein .  → each day: sum(protein) >= 90 g",
        "  Clause: Each day must have at least 90 g of protein  → each day: sum(protein) >= 90 g",
        "    Subject: Each day",
        "      EACH: Each",
        "      Rank: day  → day",
        "    Deed: must have at least 90 g of protein",
        "      MODAL: must",
        "      Bare: have at least 90 g of protein",
        "        HAVE: have",
        "        Ask: at least 90 g of protein",
        "          Bound: at least 90 g  → >= 90 g",
        "            GE: at least",
        "            Amount: 90 g",
        "          OF: of",
        "          Measure: protein  → protein",
        "    STOP: ."[2:],
    )


def test_a_refused_sentence_has_none() -> None:
    lexicon = load_lexicon(["meal-plan"], None, None).lexicon
    assert derivation("Every lunch must be wonderfully photogenic.", lexicon) == ()
