"""People on pairs: which of two responses is better, whichever is shown first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group

SPEC = """\
evalspec: 1
title: Pairs
vocabulary: text
criteria:
  - {id: shortest, prefer: lower, measure: words}
  - {id: helpful, scale: helpfulness}
"""
PAIRS = 12


def run(*arguments: str, keys: str | None = None) -> Result:
    return CliRunner().invoke(group, list(arguments), input=keys)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write results on pairs whose response A says alpha and B says beta."""
    monkeypatch.chdir(tmp_path)
    Path("spec.yaml").write_text(SPEC)
    lines = []
    for number in range(PAIRS):
        Path("a.md").write_text(f"alpha {number}")
        Path("b.md").write_text(f"beta {number} more")
        made = run("prefer", "a.md", "b.md", "-s", "spec.yaml", "-f", "jsonl", "--with-responses",
                   "--exit-zero")  # fmt: skip
        told = {"row": f"pair {number}", "asked": f"request {number}",
                "pair": {"a": "one", "b": "two"}, "labels": {}, "groups": {}}  # fmt: skip
        lines += [{**json.loads(line), **told} for line in made.stdout.splitlines()]
    Path("run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def label(keys: str, *options: str, person: str = "ann") -> Result:
    made = run(
        "label", "run.jsonl", "--by", person, "--labels", f"{person}.jsonl", *options, keys=keys
    )
    assert made.exit_code == 0, made.output
    return made


def lines(person: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(f"{person}.jsonl").read_text().splitlines()]


def test_the_label_is_of_a_and_b_whichever_is_first() -> None:
    shown = label("1" * PAIRS).stdout  # the rules left all of `helpful` open
    screens = shown.split(" of 12\n")[1:]
    assert all("From worst to best:\n1. It is about something else" in one for one in screens)
    for screen, line in zip(screens, lines("ann"), strict=True):
        alpha_first = screen.index("alpha") < screen.index("beta")
        assert line["order"] == ("AB" if alpha_first else "BA")
        assert line["label"] == ("A" if alpha_first else "B")
        assert line["seen"] == ["responses"]
    assert {line["order"] for line in lines("ann")} == {"AB", "BA"}
    for hidden in ("one\n", "two\n", "lower words", "symbolic", "pair 1"):
        assert hidden not in shown


def test_a_tie_is_not_that_one_cannot_tell() -> None:
    label("0?q")
    assert [line["label"] for line in lines("ann")] == ["tie", "undetermined"]


def test_sides_are_drawn_for_each_person() -> None:
    for person in ("ann", "ben"):
        label("0" * PAIRS, person=person)
    orders = [{line["item"]: line["order"] for line in lines(p)} for p in ("ann", "ben")]
    assert orders[0].keys() == orders[1].keys()
    assert orders[0] != orders[1]


def compared(*options: str) -> dict[str, Any]:
    made = run("compare", "run.jsonl", "--labels", "ann.jsonl", "--labels", "ben.jsonl", "-f", "json",
               "--resamples", "0", *options)  # fmt: skip
    assert made.exit_code == 0, made.output
    data: dict[str, Any] = json.loads(made.stdout)
    return data | {"said on the side": made.stderr}


def test_people_are_voices_on_pairs() -> None:
    label("1" * 2 * PAIRS, "--queue", "all")
    label("1" * 2 * PAIRS, "--queue", "all", person="ben")
    both = {one["item"]: one["label"] for one in lines("ann")}
    other = {one["item"]: one["label"] for one in lines("ben")}
    differ = [item for item in both.keys() & other.keys() if both[item] != other[item]]
    assert differ
    data = compared()
    assert data["reference"] == "decided"
    assert set(data["scores"]) == {"rules", "ann", "ben"}
    assert data["scores"]["ann"]["member"]
    assert not data["scores"]["rules"]["member"]
    assert f"{len(differ)} items on which people differ" in data["said on the side"]
    made = run("label", "run.jsonl", "--by", "cid", "--labels", "ann.jsonl", "--others", "ben.jsonl",
               "--adjudicate", keys="0" * 24)  # fmt: skip
    assert made.stdout.count("Response 2:") == len(differ)
    data = compared()
    assert data["said on the side"] == ""
    tied = sum(data["scores"]["rules"]["confusion"]["tie"].values())
    assert tied == len(differ)


def test_a_label_on_another_text_is_refused() -> None:
    label("1" * PAIRS)
    Path("run.jsonl").write_text(Path("run.jsonl").read_text().replace("alpha 3", "gamma 3"))
    made = label("q")
    assert "1 label made on another text: not used" in made.stderr
    assert "1 of 1" in made.stdout


def test_labels_off_the_menu_have_a_place() -> None:
    label("1q")
    (line,) = lines("ann")
    Path("ben.jsonl").write_text(json.dumps({**line, "person": "ben", "label": "satisfied"}))
    made = run("compare", "run.jsonl", "--labels", "ben.jsonl")
    assert str(made.exception).startswith("ben.jsonl:1:1: the labels of")
    made = run(
        "label", "run.jsonl", "--by", "ann", "--labels", "x", "--set", f"{line['item']}=satisfied"
    )
    assert "cannot be labelled 'satisfied'" in str(made.exception)
    made = run("label", "run.jsonl", "--by", "ann", "--form", "x.html", "--questions", "script")
    assert made.exit_code == 2


def test_the_form_shows_pairs_in_the_same_order() -> None:
    label("", "--form", "ann.html")
    label("1" * PAIRS)
    page = Path("ann.html").read_text()
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    for one, line in zip(data["questions"], lines("ann"), strict=True):
        assert (one["item"], one["kept"]["order"]) == (line["item"], line["order"])
        assert one["kept"]["digest"] == line["digest"]
        assert one["menu"][0]["label"] == line["label"]
        assert data["texts"][one["texts"][0]].startswith(
            "alpha" if line["label"] == "A" else "beta"
        )
    assert "pair 1" not in page
