"""Every code of the linter with what it means; docs/lint.md has a section for each."""

from __future__ import annotations

CODES = {
    "contradiction": "No response can satisfy both constraints.",
    "duplicate": "Two constraints say the same.",
    "implied": "A constraint holds whenever another one does.",
    "always-holds": "Every value meets a bound.",
    "never-holds": "No value meets a bound.",
    "cannot-fail": "No response can fail a constraint.",
    "dead-condition": "The condition of a conditional never holds.",
    "idle-condition": "The condition of a conditional always holds.",
    "text-differs": "A sentence says something else than the formula beside it.",
    "not-compiled": "A sentence is undetermined on every response.",
    "open-name": "A sentence asks for a common noun that no vocabulary knows.",
    "unused-rule": "No constraint uses a rule of the spec.",
    "unused-vocabulary": "No constraint has a use for a vocabulary.",
    "unused-definition": "No constraint has a use for a word that the spec defines.",
    "unused-data": "No constraint reads a value under `data:`.",
    "unused-judge": "No constraint names a judge of the spec.",
    "shadowed-text": "A word of a rank is a piece of any text.",
    "word-of-both": "A word of a measure is one of a rank too.",
    "member-inside": "A member of a rank ends other names.",
    "bad-ignore": "A comment that silences a finding has no code, no reason or nothing to silence.",
}
