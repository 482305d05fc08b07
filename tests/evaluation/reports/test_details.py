"""Details of a system: labels as in scikit-learn, spans and confusions by hand, groups and their mean."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from aloi.base.errors import AloiError
from aloi.evaluation.reports.details import NONE, details_of, macro_mean, score_of_group
from aloi.evaluation.rows import Answer, EvaluationSet, Provenance

LABELS = ("a", "b", "c")


def _texts(gold: list[str], documents: tuple[str, ...] = ()) -> EvaluationSet:
    names = tuple(f"t{at:03d}" for at in range(len(gold)))
    return EvaluationSet(
        "x/test", "c", "LabelledText", names, documents or ("",) * len(gold), tuple((one,) for one in gold)
    )


def test_labels_are_those_of_scikit_learn_and_means_over_seeds() -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    dice = np.random.default_rng(3)
    gold = list(dice.choice(LABELS, 120))
    seeds = [[one if dice.random() < 0.7 else str(dice.choice(LABELS)) for one in gold] for _ in range(2)]
    runs: list[list[Answer]] = [[(one,) for one in seed] for seed in seeds]
    details = details_of(_texts(gold), runs, "weighted_f1", replicates=200)
    scores = [
        np.array(sklearn.precision_recall_fscore_support(gold, seed, labels=LABELS)[:3]) for seed in seeds
    ]
    for at, label in enumerate(details.labels):
        assert label.label == LABELS[at]
        assert (label.precision, label.recall, label.f1) == pytest.approx(np.mean(scores, axis=0)[:, at])
        assert label.support == gold.count(label.label)
        assert label.predicted == pytest.approx(np.mean([seed.count(label.label) for seed in seeds]))
        assert label.interval is not None
        assert label.interval.low < label.f1 < label.interval.high
    matrix = np.mean([sklearn.confusion_matrix(gold, seed, labels=LABELS) for seed in seeds], axis=0)
    counts = {(cell.gold, cell.predicted): cell.count for cell in details.confusion}
    assert counts == {
        (gold_label, label): matrix[row, column]
        for row, gold_label in enumerate(LABELS)
        for column, label in enumerate(LABELS)
        if matrix[row, column]
    }


def test_several_labels_are_confused_only_if_one_is_missing_and_one_too_many() -> None:
    gold = EvaluationSet(
        "x", "c", "LabelledText", ("1", "2", "3"), ("",) * 3, (("a", "b"), ("a",), ("a", "b", "c"))
    )
    details = details_of(gold, [[("a", "c"), (), ("a",)]], "weighted_f1", replicates=0)
    counts = {(cell.gold, cell.predicted): cell.count for cell in details.confusion}
    assert counts == {("a", "a"): 2, ("b", "c"): 1, ("a", NONE): 1, ("b", NONE): 1, ("c", NONE): 1}


def _tags(*rows: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row.split()) for row in rows)


def test_spans_are_counted_by_type_and_matched_by_overlap() -> None:
    """By hand. DRUG: 1 right of 2 predicted, 2 in gold. SIGN: none right of 1 predicted, 2 in gold."""
    gold = EvaluationSet(
        "x/test",
        "c",
        "TaggedTokens",
        ("1", "2"),
        ("d1", "d2"),
        _tags("B-DRUG I-DRUG O B-SIGN", "B-DRUG O B-SIGN I-SIGN"),
    )
    predicted: list[Answer] = list(_tags("B-DRUG I-DRUG O B-DRUG", "O O B-SIGN O"))
    details = details_of(gold, [predicted], "seqeval_f1", key="document", replicates=0)
    drug, sign = details.labels
    assert (drug.precision, drug.recall, drug.f1, drug.support, drug.predicted) == (0.5, 0.5, 0.5, 2, 2)
    assert (sign.precision, sign.recall, sign.f1, sign.support, sign.predicted) == (0, 0, 0, 2, 1)
    counts = {(cell.gold, cell.predicted): cell.count for cell in details.confusion}
    # The second SIGN has other bounds: its label is right, and its count in the table above is not.
    assert counts == {
        ("DRUG", "DRUG"): 1,
        ("SIGN", "DRUG"): 1,
        ("SIGN", "SIGN"): 1,
        ("DRUG", NONE): 1,
    }
    assert details.groups is not None
    assert [(one.group, one.rows, one.value) for one in details.groups.groups] == [
        ("d1", 1, 0.5),
        ("d2", 1, 0),
    ]
    assert details.groups.mean == 0.25
    assert details.keys == ("document",)


def test_a_strict_metric_reads_the_tags_strictly() -> None:
    gold = EvaluationSet("x", "c", "TaggedTokens", ("1",), ("",), _tags("B-DRUG I-DRUG O"))
    runs: list[list[Answer]] = [list(_tags("I-DRUG I-DRUG O"))]
    for metric, f1 in (("seqeval_f1", 1), ("seqeval_strict_f1", 0)):
        [drug] = details_of(gold, runs, metric, replicates=0).labels
        assert drug.f1 == f1


def test_the_macro_mean_excludes_groups_without_a_value() -> None:
    """Spearman of a document with one pair is undefined."""
    gold = EvaluationSet(
        "x",
        "c",
        "ScoredPair",
        tuple("abcdefg"),
        ("d1",) * 3 + ("d2",) * 3 + ("d3",),
        (0, 1, 2, 0, 1, 2, 1),
        0,
        5,
    )
    runs: list[list[Answer]] = [[0.0, 1.0, 2.0, 2.0, 1.0, 0.0, 1.0]]
    groups = details_of(gold, runs, "spearman", key="document").groups
    assert groups is not None
    assert [one.value for one in groups.groups] == [pytest.approx(1), pytest.approx(-1), None]
    assert groups.groups[2].reason
    assert (groups.mean, groups.undefined) == (pytest.approx(0), 1)
    assert groups.interval is not None
    low, high = stats.t.interval(0.95, 1, 0, stats.sem([1, -1]))
    assert (groups.interval.low, groups.interval.high) == pytest.approx((low, high))
    overall = score_of_group("all", gold, runs, "spearman")
    assert (overall.rows, overall.value) == (7, pytest.approx(stats.spearmanr(gold.gold, runs[0])[0]))
    assert macro_mean("test", [overall]).interval is None


def test_groups_need_a_property_with_one_name_a_row() -> None:
    provenance = (Provenance(clusters={"fold": ("1",), "sentence": ("s1", "s2")}),) * 2
    gold = EvaluationSet("x", "c", "ScoredPair", ("a", "b"), ("", ""), (0, 1), 0, 5, provenance)
    assert details_of(gold, [[0.0, 1.0]], "rmse").keys == ("fold",)
    groups = details_of(gold, [[0.0, 1.0]], "rmse", key="fold").groups
    assert groups is not None
    assert [(one.group, one.value) for one in groups.groups] == [("1", 0)]
    with pytest.raises(AloiError, match="one name in each row"):
        details_of(gold, [[0.0, 1.0]], "rmse", key="sentence")
    with pytest.raises(AloiError, match="'domain'"):
        details_of(gold, [[0.0, 1.0]], "rmse", key="domain")
