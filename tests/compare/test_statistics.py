"""Every figure equals an independent implementation on random tables, degenerate ones included."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from evalspec.compare.bootstrap import NO_INTERVALS, Cells, Plan, intervals
from evalspec.compare.items import Item, Key
from evalspec.compare.scores import FIGURES, Scores, score
from evalspec.compare.statistics import (
    Figure,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    mcnemar,
    wilson,
)
from evalspec.core.verdict import Outcome
from tests.compare import formulas

YES, NO, OPEN = Outcome.SATISFIED, Outcome.UNSATISFIED, Outcome.UNDETERMINED
TABLES = 1000


def pairs(number: int) -> list[tuple[Outcome, Outcome]]:
    """Return labels and verdicts of a random size and skew; small ones are often degenerate."""
    rng = random.Random(number)
    size = rng.choice((0, 1, 2, 3, 10, 100))
    skew = [rng.choice((0, 1, 1, 5, 20)) for _ in range(3)]
    truth = rng.choice((0.0, 0.05, 0.5, 0.9, 1.0))
    return [
        (YES if rng.random() < truth else NO, rng.choices((YES, NO, OPEN), skew if any(skew)
                                                          else (1, 1, 1))[0])
        for _ in range(size)
    ]  # fmt: skip


def scored(given: list[tuple[Outcome, Outcome]]) -> Scores:
    items = []
    for number, (truth, outcome) in enumerate(given):
        item = Item(Key(f"r{number // 3}", str(number)), "", {})
        item.outcomes = {"label": truth, "rules": outcome}
        items.append(item)
    return score(items, "rules", "label", NO_INTERVALS)


def expect(figure: Figure, wanted: float | None) -> None:
    if wanted is None or math.isnan(wanted):
        assert figure.value is None
        assert figure.reason
    else:
        assert figure.value == pytest.approx(wanted, abs=1e-9)
        assert not figure.reason


@pytest.mark.heavy
def test_scores_equal_scikit_learn() -> None:
    from sklearn import metrics

    for number in range(TABLES):
        given = pairs(number)
        figures = scored(given).figures
        if not given:
            expect(figures["accuracy"], None)
            continue
        truth = [one.value for one, _ in given]
        said = [other.value for _, other in given]
        expect(figures["accuracy"], metrics.accuracy_score(truth, said))
        names = ["satisfied", "unsatisfied"]
        found = metrics.precision_recall_fscore_support(truth, said, labels=names, zero_division=0)
        for label, precision, recall, f1, there in zip(names, *found, strict=True):
            used = label in said
            expect(figures[f"f1_{label}"], f1 if there or used else None)
            expect(figures[f"precision_{label}"], precision if used else None)
            expect(figures[f"recall_{label}"], recall if there else None)


def test_decided_figures_equal_the_formulas() -> None:
    for number in range(TABLES):
        given = pairs(number)
        figures = scored(given).figures
        table = Counter((one is YES, other is YES) for one, other in given if other is not OPEN)
        n = sum(table.values())
        labels = {label for pair in table for label in pair}
        expect(figures["kappa"], formulas.kappa(table) if len(labels) == 2 else None)
        expect(figures["ac1"], formulas.ac1(table) if n else None)
        right = table[True, True] + table[False, False]
        expect(figures["accuracy_decided"], right / n if n else None)
        expect(figures["coverage"], n / len(given) if given else None)


@pytest.mark.heavy
def test_kappa_equals_scikit_learn() -> None:
    from sklearn.metrics import cohen_kappa_score

    for number in range(0, TABLES, 5):
        decided = [(a, b) for a, b in pairs(number) if b is not OPEN]
        if len({label for pair in decided for label in pair}) == 2:
            wanted = cohen_kappa_score([a.value for a, _ in decided], [b.value for _, b in decided])
            expect(cohen_kappa(Counter(decided)), wanted)


def test_ac1_equals_irrcac() -> None:
    table = pytest.importorskip("irrCAC.table")
    import pandas

    for number in range(1, 200):
        cells = [random.Random(number * 4 + k).randrange(1, 60) for k in range(4)]
        keys = [(True, True), (True, False), (False, True), (False, False)]
        frame = pandas.DataFrame([cells[:2], cells[2:]])
        wanted = table.CAC(frame, digits=12).gwet()["est"]["coefficient_value"]
        expect(gwet_ac1(dict(zip(keys, cells, strict=True))), wanted)


def ratings(number: int, *, complete: bool) -> Iterator[list[str]]:
    rng = random.Random(number)
    raters = rng.randrange(2, 6)
    weights = [rng.choice((0.0, 1.0, 9.0)) for _ in range(2)]
    for _ in range(rng.choice((0, 1, 2, 20))):
        here = raters if complete else rng.randrange(raters + 1)
        yield rng.choices("ab", weights if any(weights) else (1.0, 1.0), k=here)


def test_several_raters_equal_the_formulas() -> None:
    for number in range(TABLES):
        whole = list(ratings(number, complete=True))
        two = len({label for item in whole for label in item}) == 2
        expect(fleiss_kappa(whole), formulas.fleiss(whole) if two else None)
        some = list(ratings(number, complete=False))
        two = len({label for item in some if len(item) > 1 for label in item}) == 2
        expect(krippendorff_alpha(some), formulas.alpha([i for i in some if len(i) > 1])
               if two else None)  # fmt: skip


@pytest.mark.filterwarnings("ignore::Warning")  # of irrCAC, about its own use of pandas
def test_alpha_equals_irrcac() -> None:
    raw = pytest.importorskip("irrCAC.raw")
    import pandas

    for number in range(1, 60):
        rng = random.Random(number)
        frame = pandas.DataFrame(
            [rng.choices(["a", "b", "c", None], k=4) for _ in range(rng.randrange(5, 30))]
        )
        rated = [[label for label in row if label is not None] for row in frame.values.tolist()]
        wanted = raw.CAC(frame, digits=12).krippendorff()["est"]["coefficient_value"]
        expect(krippendorff_alpha(rated), wanted)


def test_mcnemar_equals_statsmodels_and_counting() -> None:
    from statsmodels.stats.contingency_tables import mcnemar as independent

    for first in range(12):
        for second in range(12):
            found = mcnemar(first, second)
            if not first + second:
                expect(found, None)
                continue
            expect(found, formulas.binomial(first, second))
            expect(found, float(independent([[0, first], [second, 0]], exact=True).pvalue))


def test_nothing_is_ever_a_nan() -> None:
    for number in range(TABLES):
        for figure in scored(pairs(number)).figures.values():
            assert figure.value is None or math.isfinite(figure.value)
            assert (figure.value is None) == bool(figure.reason)


# -- intervals --------------------------------------------------------------------------------
def accuracy(cells: Cells) -> dict[str, Figure]:
    return {"accuracy": FIGURES["accuracy"](cells)}


def test_intervals_are_wider_when_verdicts_hang_together() -> None:
    right, wrong = Counter({(True, YES): 10}), Counter({(True, NO): 10})
    together = intervals([right] * 10 + [wrong] * 10, accuracy, Plan(1000, 1))["accuracy"]
    single = [Counter({cell: 1}) for cell in ((True, YES), (True, NO))] * 100
    alone = intervals(single, accuracy, Plan(1000, 1))["accuracy"]
    assert together[1] - together[0] > 2 * (alone[1] - alone[0])
    assert together[0] < 0.5 < together[1]


def test_intervals_are_the_same_every_time_and_for_every_order() -> None:
    clusters = [Counter({(True, YES): k % 3 + 1, (False, YES): k % 2}) for k in range(20)]
    first = intervals(clusters, accuracy, Plan(200, 7))
    assert first == intervals(reversed(clusters), accuracy, Plan(200, 7))


def test_one_response_has_no_interval() -> None:
    assert intervals([Counter({(True, YES): 3})], accuracy, Plan()) == {}


@pytest.mark.parametrize(("part", "whole"), [(0, 1), (1, 1), (8, 10), (500, 1000), (3, 7)])
def test_an_interval_is_that_of_the_library(part: int, whole: int) -> None:
    from statsmodels.stats.proportion import proportion_confint

    found = wilson(part, whole)
    low, high = proportion_confint(part, whole, 0.05, "wilson")
    assert found.value == part / whole
    assert found.low == pytest.approx(low, abs=1e-6)
    assert found.high == pytest.approx(high, abs=1e-6)
    assert wilson(0, 0).value is None
