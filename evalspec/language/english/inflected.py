"""What a word may be by its form: a verb in one of its tenses, a noun of a class in either number."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from evalspec.language.english.closed import data, verb_forms
from evalspec.language.english.nominal import table
from evalspec.source import shipped
from evalspec.vocabulary.nouns import plural

_ENDINGS = ("child", "woman", "wife", "tooth", "foot", "shelf")
"""Nouns that end others, with their plurals: `grandchild`."""


class Inflected(NamedTuple):
    """A verb that a word may be a form of."""

    base: str
    tense: str
    """`base`, `s` (he walks), `past` (walked), `participle` (written) or `ing`."""


@cache
def word_class(name: str) -> frozenset[tuple[str, ...]]:
    """Return the phrases of a class, nouns in both numbers."""
    rows = shipped.table("clauses.yaml")[name]
    both = (form for row in rows for form in (row, plural_of(row)))
    return frozenset(tuple(row.split()) for row in both)


def plural_of(noun: str) -> str:
    """Return the plural of a noun or of the last word of a phrase."""
    *before, last = noun.split()
    head = next((one for one in _ENDINGS if last.endswith(one)), last)
    return " ".join((*before, last.removesuffix(head) + plural(head)))


@cache
def _verbs() -> dict[str, frozenset[Inflected]]:
    """Return the verbs that are known, by their forms."""
    forms: dict[str, set[Inflected]] = {}
    tables = shipped.table("clauses.yaml")
    irregular = [row.split() for row in tables["irregular verbs"]]
    odd = {form for row in irregular for form in row}
    irregular = [row for row in irregular if row[0] != "be"]
    plain = (verb.split()[0] for verbs in data("verbs").values() for verb in verbs)
    for verb in {*table("verbs"), *tables["more verbs"], *data("deeds"), *plain} - odd:
        base, ending, *rest = verb_forms(verb)
        rest += [verb + "ling", verb + "led"] if verb.endswith("el") else []
        forms.setdefault(base, set()).add(Inflected(base, "base"))
        forms.setdefault(ending, set()).add(Inflected(base, "s"))
        for form in rest:
            forms.setdefault(form, set()).add(
                Inflected(base, "ing" if form.endswith("ing") else "past")
            )
    for base, past, participle in irregular:
        rows = verb_forms(base)
        doing = {form: "ing" for form in rows if form.endswith("ing")}
        for form, tense in {base: "base", rows[1]: "s", **doing}.items():
            forms.setdefault(form, set()).add(Inflected(base, tense))
        forms.setdefault(past, set()).add(Inflected(base, "past"))
        forms.setdefault(participle, set()).add(Inflected(base, "participle"))
    return {form: frozenset(row) for form, row in forms.items()}


def gerund(verb: str) -> str:
    """Return a verb as a noun: `speaking`, `running`."""
    forms = verb_forms(verb)
    return forms[3] if re.match(r"\w*[aeiou]{2}\w\b", verb) else forms[-1]


def inflected(word: str) -> frozenset[Inflected]:
    """Return the known verbs that a word may be a form of."""
    return _verbs().get(word, frozenset())


def bases(word: str) -> frozenset[str]:
    """Return what a verb in any form may be a form of, whether it is known or not."""
    known = {one.base for one in inflected(word)}
    return frozenset(known or {word})


def carried_out(phrase: str) -> bool:
    """Tell whether words end in what has been done to a thing, which is over then: `the beds set up`.

    Not what begins so: `dinner served`.
    """
    *before, last = phrase.lower().split()
    behind = last in data("particles")
    *before, last = before if behind and before else [*before, last]
    found = inflected(last)
    tenses = {one.tense for one in found}
    done = bool(tenses & {"past", "participle"}) and (behind or "base" not in tenses)
    done |= not found and len(last) > 5 and last.endswith("ed") and not last.endswith("eed")
    return bool(before) and done and not bases(last) & {*data("timing")["begun by"]}
