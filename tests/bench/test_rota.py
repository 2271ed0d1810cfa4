"""A second benchmark in YAML alone: what is proven is what a search by hand finds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import pytest

from evalspec.bench.evaluated.score import score
from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.verified.verify import Verified, verify_folder
from evalspec.core.verdict import Outcome

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SEED = 8
Shift = tuple[int, int]
"""Begin and end in minutes from Monday on."""


def _shifts(text: list[str]) -> list[Shift]:
    made = []
    for one in text:
        day, hours = one.split(" ")
        base = 24 * 60 * DAYS.index(day)
        begin, end = (base + 60 * int(t[:2]) + int(t[3:]) for t in hours.split("-"))
        made.append((begin, end))
    return sorted(made)


def _keeps(rota: Sequence[str], shifts: list[Shift], data: dict[str, Any]) -> bool:
    for who, (begin, end) in zip(rota, shifts, strict=True):
        if DAYS[begin // 1440] in data["people"][who].get("leave", []):
            return False
        late = end % 1440 > 15 * 60
        if data.get("leaders") and late and who not in data["leaders"]:
            return False
    for person in set(rota):
        own = [shift for who, shift in zip(rota, shifts, strict=True) if who == person]
        if len(own) > data["most"]:
            return False
        if any(later[0] - before[1] < 60 * data["rest"] for before, later in pairwise(own)):
            return False
    return True


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    made = Folder(tmp_path_factory.mktemp("rota") / "rota")
    generate(load_plan("rota"), made, 4, SEED, Counts())
    return made


@pytest.mark.heavy
def test_what_fits_is_what_a_search_by_hand_finds(folder: Folder) -> None:
    found = []
    for line in folder.instances():
        data = line["data"]
        shifts = _shifts(data["shifts"])
        rotas = list(product(data["people"], repeat=len(shifts)))
        fitting = sum(_keeps(rota, shifts, data) for rota in rotas)
        assert (line["proof"]["answers"], line["proof"]["feasible"]) == (len(rotas), fitting)
        found.append(fitting)
    assert 0 in found
    assert max(found) > 1


@pytest.mark.heavy
def test_it_is_verified(folder: Folder) -> None:
    found = Verified()
    assert verify_folder(folder, found) == []
    assert found.faults == []
    assert set(found.tested) == {"staffed", "leave", "rest", "most", "skill"}


def test_a_model_may_write_it_in_its_own_words(folder: Folder) -> None:
    data = {
        "people": {name: {"name": name} for name in ("Amara", "Boris")},
        "shifts": ["Monday 06:00-14:00", "Monday 14:30-22:00", "Tuesday 14:30-22:00"],
        "rest": 11, "most": 2, "leaders": ["Boris"], "late": "15:00-23:00",
    }  # fmt: skip
    plan = folder.plan()
    answer = (
        "**Monday**\n- 6 am to 2 pm: Amara\n- 2:30 pm to 10 pm: Boris\n\n**Tuesday**\n- {}: {}\n"
    )
    right = score(plan, answer.format("2:30 pm to 10 pm", "Boris"), data, True)
    assert right.passed is Outcome.SATISFIED
    told = "Amara works Monday 6:00-14:00. Boris works Monday 14:30-22:00 and Tuesday 14:30-22:00."
    assert score(plan, told, data, True).passed is Outcome.SATISFIED
    wrong = score(plan, answer.format("2:30 pm to 10 pm", "Amara"), data, True)
    assert {n for n, o in wrong.metrics.items() if o is Outcome.UNSATISFIED} == {"skills"}
    other = score(plan, answer.format("3:30 pm to 10 pm", "Boris"), data, True)
    assert {n for n, o in other.metrics.items() if o is Outcome.UNSATISFIED} == {"staffing"}
