"""Plain English → IR: what the language can say exactly, or a refusal.

    text → tokens → tagging → phrases → clauses → parts, things → statement
         → themes, special, ranking, texts → meaning → traces

`sentence` runs the stages. Set phrases about the form of a text are taken first, by `idioms`;
`asides` sets illustrations aside, `pronouns` say what `it` stands for.
`scanner` and `tokens` type the words with the vocabulary and the closed classes of
`english.yaml` (`wordlist`); `tagging` decides which words are verbs and which are nouns;
`phrases` groups them by `english.lark`; `clauses` finds who, verb and objects.
`parts` sorts a group by the roles of its phrases, `things` says what each noun stands for, and a
`statement` is one subject with its verb and object. `meaning` asks the kinds of statements in
turn: texts, order and times (`special`), the largest and the first (`ranking`), amounts
(`themes`), existence; `counted` and `sharing` serve subjects and lists.

Every reading is then printed and compiled as formal text, so English can say nothing that the
formal language cannot, and a reading whose dimensions do not fit is dropped. A word that no
stage used refuses the sentence, and so does one that left no trace in a reading (`traces`).
"""

from __future__ import annotations

from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.vocabulary.lexicon import Lexicon


class English(Record, frozen=True):
    """What a sentence compiles to."""

    readings: tuple[ir.Formula, ...] = ()
    """Alternatives; the verdict must hold under each."""
    refusal: ir.Refusal | None = None
    """Why it did not compile."""
    notes: tuple[str, ...] = ()
    """Conversions made and illustrations set aside."""


def compile_sentence(text: str, lexicon: Lexicon) -> English:
    """Compile an English constraint. Never raises."""
    from evalspec.spec.english.sentence import Reader

    return Reader(lexicon).read(text)
