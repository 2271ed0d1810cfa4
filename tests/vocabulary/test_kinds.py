"""What is of a kind: by tables of names, and by what holds of all kinds that are shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

import evalspec
from evalspec.check.words import WordIndex
from evalspec.core.verdict import Outcome
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.kinds import KindWords, Told
from evalspec.vocabulary.lexicon import Kind
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

TABLE = quick_yaml.load((Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8"))
TOLD = {"are": Told.YES, "may be": Told.PERHAPS, "are not": Told.NO}
WORDS = {
    name: WordIndex(load_lexicon([name], None, None).lexicon)
    for name in ("meal-plan", "workout", "schedule")
}
KINDS = WORDS["schedule"].lexicon.kinds | WORDS["workout"].lexicon.kinds
OF = {name: "schedule" if name == "screen" else "workout" for name in KINDS}


def _kind(vocabulary: str, name: str) -> KindWords:
    kind = WORDS[vocabulary].kind_named(fold(name))
    assert kind is not None, name
    return kind


@pytest.mark.parametrize(
    ("vocabulary", "kind"), [(name, kind) for name, kinds in TABLE.items() for kind in kinds]
)
def test_names(vocabulary: str, kind: str) -> None:
    covers = _kind(vocabulary, kind)
    expected = {name: TOLD[how] for how, names in TABLE[vocabulary][kind].items() for name in names}
    assert {name: covers.told(name) for name in expected} == expected


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if not kind.lacks])
def test_members_of_a_part_are_members_and_what_is_unlike_is_none(name: str) -> None:
    kind, covers = KINDS[name], _kind(OF[name], name)
    members = [member for part in _covered(kind) for member in part.members]
    assert [m for m in members if covers.told(m) is not Told.YES and m not in kind.unlike] == []
    own = KindWords(
        Kind(name, kind.words, kind.members, unlike=kind.unlike), WORDS["workout"].lexicon
    )
    assert [word for word in kind.unlike if own.told(word) is not Told.NO] == []


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.lacks])
def test_nothing_is_there_of_what_a_kind_lacks(name: str) -> None:
    lacking = _kind(OF[name], name)
    members = [
        m for base in KINDS[name].lacks for part in _covered(KINDS[base]) for m in part.members
    ]
    assert [m for m in members if lacking.told(m) is not Told.NO] == []
    word = KINDS[name].words[0]
    for base in KINDS[name].lacks:
        said = {m: _kind(OF[base], base).told(f"{word} {m}") for m in members}
        assert [m for m, told in said.items() if told is Told.YES] == []


@pytest.mark.parametrize("name", sorted({k for t in TABLE.values() for k in t if k in KINDS}))
def test_a_ban_is_broken_by_each_member_and_kept_without(name: str) -> None:
    vocabulary = next(v for v in TABLE if name in TABLE[v])
    spec = evalspec.compile(
        {
            "evalspec": 1,
            "vocabulary": vocabulary,
            "constraints": [{"id": "ban", "check": f'not exists "{name}"'}],
        }
    )
    rows = TABLE[vocabulary][name]

    def outcome(things: list[str]) -> Outcome:
        (verdict,) = spec.check("# Plan\n" + "".join(f"- {thing}\n" for thing in things)).verdicts
        return verdict.outcome

    lacks = bool(KINDS[name].lacks)
    assert outcome(rows["are not"]) is Outcome.SATISFIED
    if not lacks:
        assert {outcome([*rows["are not"], one]) for one in rows["are"]} == {Outcome.UNSATISFIED}
        maybe = {outcome([*rows["are not"], one]) for one in rows.get("may be", ())}
        assert maybe <= {Outcome.UNDETERMINED}


def _covered(kind: Kind) -> list[Kind]:
    return [kind, *(one for name in kind.kinds for one in _covered(KINDS[name]))]
