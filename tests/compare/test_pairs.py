"""Figures of voices on pairs, worked by hand and against independent implementations."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalspec.compare.bootstrap import NO_INTERVALS, Plan
from evalspec.compare.pairs.comparison import PairComparison, compare_pairs
from evalspec.compare.pairs.items import PairItems, PairKey
from evalspec.compare.pairs.load import are_pairs, load_pairs
from evalspec.compare.pairs.ranks import UNLIMITED, bradley_terry, cycles, duel, mode, newman
from evalspec.compare.people.subject import name_of
from evalspec.compare.statistics import Figure
from evalspec.core.errors import InputError, SpecError
from evalspec.core.pair import Winner
from evalspec.report.compare import csv_text
from evalspec.report.json import versioned
from evalspec.report.pairs.compare import grids, html, markdown, text
from evalspec.run.adapter import load_adapter

pytest.importorskip("evalica", reason="needs the extra `compare`")

ADAPTER = """\
dataset: 1
name: duels
pair: {a: left, b: right, system_a: sa, system_b: sb, first: shown, criterion: about, request: [q]}
groups: [kind]
labels:
  one: {column: one, first: ["1"], second: ["2"], tie: ["0"]}
  two: {column: two}
  board:
    column: rounds
    value: says
    members: [one, two]
    first: ["1"]
    second: ["2"]
    tie: ["0"]
    readings: {taken: took}
"""


def row(q: int, one: str, two: str, rounds: list[list[str | None]], **more: Any) -> dict[str, Any]:
    said = [[{"says": one, "took": one} for one in each] for each in rounds]
    given = {"left": "a b c", "right": "a b", "sa": "x", "sb": "y", "shown": "B", "about": "good",
             "kind": "k"}  # fmt: skip
    return {**given, "q": q, "one": one, "two": two, "rounds": said, **more}


ROWS = [
    row(1, "1", "B", [["1", "1", "1"]]),  # B shown first: `1` is B
    row(2, "2", "a", [["2", "1", "2"], ["2", "2", "1"]]),  # A by two
    row(3, "0", "x", [["0", "0", "0"]]),  # tie; `x` is the system of A
    row(4, "1", "", [["1", "2", "0"]]),  # open; two says nothing
    row(5, "2", "tie", [["2", None, "2"]], shown="A"),  # A shown first: `2` is B
]


@pytest.fixture
def compared(tmp_path: Path) -> Callable[..., PairComparison]:
    def compare(rows: list[dict[str, Any]] = ROWS, **options: Any) -> PairComparison:
        (tmp_path / "a.yaml").write_text(ADAPTER)
        data = tmp_path / "rows.jsonl"
        data.write_text("".join(json.dumps(one) + "\n" for one in rows))
        adapter = load_adapter(str(tmp_path / "a.yaml"))
        assert are_pairs([data], adapter)
        items = load_pairs([data], adapter)
        return compare_pairs(items, **{"reference": "board", "plan": NO_INTERVALS, **options})

    return compare


def value(figure: Figure | None) -> float | None:
    return None if figure is None or figure.value is None else round(figure.value, 4)


def test_agreement_by_hand(compared: Callable[..., PairComparison]) -> None:
    # board: B A tie open B; one: B A tie B B; two: B A A open tie
    found = compared().scores
    one, two = found["one"], found["two"]
    assert (one.n, one.undetermined, two.n, two.undetermined) == (4, 0, 4, 0)
    assert value(one.figures["agreement"]) == 1
    assert value(two.figures["agreement"]) == 0.5
    assert value(two.figures["agreement_of_sides"]) == 1
    assert two.confusion["tie"] == {"A": 1, "B": 0, "tie": 0, "undetermined": 0}
    # kappa of two: po 1/2; board B 2/4 A 1/4 tie 1/4, two B 1/4 A 2/4 tie 1/4: pe 5/16
    assert value(two.figures["kappa"]) == round((1 / 2 - 5 / 16) / (1 - 5 / 16), 4)


def test_a_member_of_the_reference_has_a_figure_without_itself(
    compared: Callable[..., PairComparison],
) -> None:
    one = compared().scores["one"]
    assert one.member
    # `two` decides four of the five; `one` says the same of the first two
    assert (value(one.alone), one.alone_n) == (0.5, 4)
    assert not compared(reference="two").scores["one"].member


def test_habits_by_hand(compared: Callable[..., PairComparison]) -> None:
    habits = compared().habits
    assert habits["one"].outcomes == {"A": 1, "B": 3, "tie": 1, "undetermined": 0}
    # sides named by one: B (B first), A (B first), B (B first), B (A first)
    assert (value(habits["one"].first_slot), habits["one"].first_slot_n) == (0.5, 4)
    # A has three words and B two
    assert (value(habits["one"].longer), habits["one"].longer_n) == (0.25, 4)
    assert value(habits["board"].open) == 0.2
    (lead,) = habits["one"].leads
    assert (lead.a, lead.b, lead.mode) == ("x", "y", "B")
    assert [(r.system, r.wins, r.losses, r.ties) for r in habits["one"].ranks] == [
        ("y", 3, 1, 1),
        ("x", 1, 3, 1),
    ]


def test_a_length_that_hardly_differs_is_none(compared: Callable[..., PairComparison]) -> None:
    near = [row(1, "1", "B", [["1", "1", "1"]], left="w " * 10, right="w " * 11)]
    assert compared(near).habits["one"].longer_n == 1
    near = [row(1, "1", "B", [["1", "1", "1"]], left="w " * 11, right="w " * 12)]
    assert compared(near).habits["one"].longer_n == 0


def test_alpha_and_groups(compared: Callable[..., PairComparison]) -> None:
    found = compared(by=["kind,criterion"])
    assert list(found.groups["kind,criterion"]) == ["k, good"]
    assert found.n_krippendorff == 4, "a debate is no voice of its own"
    with pytest.raises(InputError, match="no group field 'size'"):
        compared(by=["kind,size"])
    with pytest.raises(InputError, match="no label or method 'three'"):
        compared(reference="three")


def test_rereading_counts_what_another_reading_takes_for_a_verdict(
    compared: Callable[..., PairComparison],
) -> None:
    said = [{"says": s, "took": t} for s, t in
            (("1", "1"), (None, "0"), (None, "2"), ("1", "2"), ("1", "7"), (None, None))]  # fmt: skip
    (found,) = compared([{**row(1, "1", "B", []), "rounds": [said]}]).rereadings
    assert (found.statements, found.ties_of_nothing, found.sides_of_nothing) == (6, 1, 1)
    assert (found.off_menu, found.others) == (2, 1)


def test_the_same_systems_on_one_request_twice_are_two_pairs(
    compared: Callable[..., PairComparison],
) -> None:
    found = compared([row(1, "1", "B", [["1"]]), row(1, "2", "A", [["2"]])])
    assert (found.items, found.requests) == (2, 1)
    assert found.habits["one"].outcomes["A"] == found.habits["one"].outcomes["B"] == 1


def test_intervals_draw_requests(compared: Callable[..., PairComparison]) -> None:
    rows = [row(n, "1" if n % 3 else "2", "B", [["1", "1", "1"]]) for n in range(30)]
    figure = compared(rows, plan=Plan(200)).scores["one"].figures["agreement"]
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < 2 / 3 < figure.high
    same = [row(1, "1", "B", [["1"]], about=str(n)) for n in range(30)]
    assert compared(same, plan=Plan(200)).scores["one"].figures["agreement"].low is None


def test_a_label_off_the_menu_is_refused(compared: Callable[..., PairComparison]) -> None:
    with pytest.raises(InputError, match=r'label `one` holds "5", expected one of 0, 1, 2'):
        compared([row(1, "5", "B", [["1"]])])
    with pytest.raises(InputError, match=r"label `two` holds"):
        compared([row(1, "1", "z", [["1"]])])
    assert compared([row(1, "5", "B", [["1"]]), row(2, "1", "B", [["1"]])]).unread == 1


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("{a: left}", "`pair` needs `b`: there is no second response"),
        ("{by: q}", "`pair` needs `system`: there is no second response"),
        ("{first: q}", "`pair` needs `a` and `b`, or `by` and `system`"),
        ("{by: q, system: s, a: x, b: y}", "`by` makes pairs of rows: it stands alone"),
        ("{by: q, system: s}", "pairs of rows need `response`"),
    ],
)
def test_a_pairing_has_two_responses(tmp_path: Path, pair: str, message: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"dataset: 1\nname: n\npair: {pair}\n")
    with pytest.raises(SpecError) as error:
        load_adapter(str(path))
    assert message in error.value.problems[0].message
    assert error.value.problems[0].at.line == 3


def test_a_member_is_a_label(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(ADAPTER.replace("[one, two]", "[one, three]"))
    with pytest.raises(SpecError, match="no label is named `three`"):
        load_adapter(str(path))


def test_labels_of_people_tell_pairs_of_one_name_apart() -> None:
    items = PairItems()
    keys = [PairKey("r", "c", number) for number in (0, 1)]
    names = {name_of(items.item(key, ("x", "y"), {}, "r")) for key in keys}
    assert len(names) == 2


# -- ranks ----------------------------------------------------------------------------------------
WINS = {
    ("p", "q"): 30,
    ("q", "p"): 12,
    ("q", "r"): 25,
    ("r", "q"): 14,
    ("p", "r"): 19,
    ("r", "p"): 17,
}
DUELS = Counter({duel(two, Winner.A): n for two, n in WINS.items()})


def test_ranks_equal_two_other_libraries() -> None:
    choix = pytest.importorskip("choix", reason="an independent implementation, for tests")
    numpy = pytest.importorskip("numpy")
    statsmodels = pytest.importorskip("statsmodels.api")
    names = ["p", "q", "r"]
    found = bradley_terry(DUELS)
    games = [(names.index(a), names.index(b)) for (a, b), n in WINS.items() for _ in range(n)]
    theirs = choix.ilsr_pairwise(3, games, tol=1e-12)
    design = numpy.array([[(i == 0) - (j == 0), (i == 1) - (j == 1)] for i, j in games], float)
    signs = numpy.array([1.0 if k % 2 else -1.0 for k in range(len(games))])
    fit = statsmodels.GLM(
        (signs > 0).astype(float), design * signs[:, None], family=statsmodels.families.Binomial()
    ).fit(tol=1e-14)
    logit = numpy.array([*fit.params, 0.0])
    for number, name in enumerate(names):
        assert found[name].value == pytest.approx(theirs[number] - theirs.mean(), abs=1e-6)
        assert found[name].value == pytest.approx(logit[number] - logit.mean(), abs=1e-6)


def test_ties_count_for_newman_alone() -> None:
    tied = DUELS + Counter({duel(("p", "q"), Winner.TIE): 40})
    assert bradley_terry(tied) == bradley_terry(DUELS)
    assert value(newman(tied)["p"]) != value(newman(DUELS)["p"])
    assert newman(DUELS) == bradley_terry(DUELS), "without a tie they are one model"


def test_who_always_won_has_no_finite_strength() -> None:
    found = bradley_terry(Counter({duel(("p", "q"), Winner.A): 3}))
    assert {figure.reason for figure in found.values()} == {UNLIMITED}
    assert bradley_terry(Counter()) == {}


def test_cycles_and_modes() -> None:
    ring = {duel(two, Winner.A): 2 for two in (("p", "q"), ("q", "r"), ("r", "p"))}
    assert cycles(ring) == (("p", "q", "r"),)
    assert cycles({**ring, duel(("p", "r"), Winner.A): 2}) == ()
    assert [mode(c) for c in ({"A": 2, "B": 1}, {"A": 2, "B": 2, "tie": 1}, {"tie": 1}, {})] == [
        "A", "", "tie", "",
    ]  # fmt: skip


# -- output ---------------------------------------------------------------------------------------
def test_every_format_has_the_same_tables(
    compared: Callable[..., PairComparison], tmp_path: Path
) -> None:
    found = compared(by=["kind"])
    titles = [grid.heads[0] for grid in grids(found)]
    assert titles[:3] == ["against board", "confusion", "by kind"]
    assert all(title in text(found) for title in titles)
    assert "| against board |" in markdown(found)
    assert json.loads(versioned(found))["scores"]["one"]["alone"]["value"] == 0.5
    assert "board,one,,,4,0,agreement,1.0,,," in csv_text(found)
    hostile = row(9, "1", "B", [["1"]], left="<script>alert(1)</script>", right="b")
    data = tmp_path / "rows.jsonl"
    data.write_text(json.dumps(hostile) + "\n")
    items = load_pairs([data], load_adapter(str(tmp_path / "a.yaml")))
    page = html(found, items.by_key.values())
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


# -- recordings -----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def debates() -> PairComparison:
    folder = Path(os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data")
    path = folder / "scaleeval" / "debates.jsonl.gz"
    if not path.is_file():
        pytest.skip("../shared/data is not there (EVALSPEC_DATA names it)")
    adapter = load_adapter("scaleeval")
    return compare_pairs(
        load_pairs([path], adapter), "debate", ["criterion,scenario"], NO_INTERVALS,
        adapter.published,
    )  # fmt: skip


def test_the_published_table_as_recorded(debates: PairComparison) -> None:
    table, others = debates.published
    assert (table.cells, table.exact, table.within_one) == (42, 15, 31)
    assert others.missing
    differences = [[int(cell.difference) for cell in cells] for _, cells in table.rows]
    assert differences == [
        [0, 1, 0], [1, 1, 0], [1, -1, -1], [0, 0, -1], [0, 0, 0], [-2, 3, 1], [1, -1, -3],
        [0, 0, -1], [-1, 0, 1], [0, 2, 2], [-1, 0, 1], [-2, 3, 2], [-4, 1, 2], [0, -2, 0],
    ]  # fmt: skip
    (again,) = debates.rereadings
    assert (again.statements, again.ties_of_nothing, again.sides_of_nothing) == (10_896, 84, 15)
    assert (again.off_menu, again.others) == (89, 31)


def test_the_figures_of_the_recorded_judges(debates: PairComparison) -> None:
    names = ("gpt4_turbo", "claude2", "gpt35_turbo")
    habits, scores = debates.habits, debates.scores

    def three(figures: list[Figure | None]) -> list[float | None]:
        return [
            None if one is None or one.value is None else round(one.value, 3) for one in figures
        ]

    voices = (*names, "debate")
    assert three([habits[v].first_slot for v in voices]) == [0.588, 0.331, 0.570, 0.528]
    assert three([habits[v].longer for v in voices]) == [0.744, 0.689, 0.712, 0.739]
    assert three([scores[v].figures["agreement"] for v in names]) == [0.819, 0.697, 0.683]
    assert three([scores[v].alone for v in names]) == [0.691, 0.621, 0.635]
    assert habits["debate"].outcomes["undetermined"] == 110
    ranks = {rank.system: rank.bradley_terry.value for rank in habits["debate"].ranks}
    assert {name: round(strength or 0, 4) for name, strength in ranks.items()} == {
        "gemini": 0.3239, "gpt3.5": -0.0040, "claude-instant": -0.3198,
    }  # fmt: skip
    assert len(debates.groups["criterion,scenario"]) == 14
