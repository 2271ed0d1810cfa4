"""Plain English → IR: what the language can say exactly, or a refusal.

    text → tokens → rewriting → tagging → phrases → listing → clauses → parts, things → statement
         → texts, special, relative, ranking, themes, amounts, existence → meaning → traces

`sentence` runs the stages. Set phrases about the form of a text are taken first, by `idioms`;
`asides` sets illustrations aside, `pronouns` say what `it` stands for.
`scanner` and `tokens` type the words with the vocabulary and the closed classes of
`english.yaml` (`wordlist`); `rewriting` resolves groups such as `every evening`; `tagging`
decides which words are verbs and which are nouns; `phrases` groups them by `english.lark`;
`listing` parts `days 1 and 3`; `clauses` finds who, verb and objects.
`parts` sorts a group by the roles of its phrases (`dates`, `exceptions`), `things` says what each
noun stands for, and a `statement` is one subject with its verb and object. `meaning` asks the
kinds of statements in turn: texts (`keys` of JSON), order and times (`special`), one thing against
another (`relative`), the largest and the first (`ranking`), `amounts` (of what: `themes`),
`existence`; `counted`, `sharing` and `joining` serve subjects, lists and links.

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
