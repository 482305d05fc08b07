"""Metrics beside scipy and scikit-learn on drawn rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as peers
from sklearn.preprocessing import MultiLabelBinarizer

from aloi.evaluation.metrics import metric

GENERATOR = np.random.default_rng(8)
GOLD = GENERATOR.uniform(0, 5, 60).round(1)
ANSWERED = np.clip(GOLD + GENERATOR.normal(size=60), 0, 5).round(1)
LABELS = ["a", "b", "c", "d"]


def value(name: str, gold: Sequence[object], answered: Sequence[object]) -> float:
    [found] = metric(name).sums(gold, [answered], 0.0, 5.0)
    assert found.observed is not None
    return found.observed


def sets() -> list[tuple[str, ...]]:
    return [tuple(one for one in LABELS if GENERATOR.random() < 0.5) or ("a",) for _ in range(60)]


@pytest.mark.parametrize(
    ("name", "peer"),
    [
        ("spearman", lambda gold, given: stats.spearmanr(gold, given).statistic),
        ("pearson", lambda gold, given: stats.pearsonr(gold, given).statistic),
        ("rmse", peers.root_mean_squared_error),
        ("mae", peers.mean_absolute_error),
    ],
)
def test_metrics_of_numbers(name, peer) -> None:
    assert value(name, GOLD, ANSWERED) == pytest.approx(peer(GOLD, ANSWERED), abs=1e-12)


def test_metrics_of_sets_of_labels() -> None:
    gold, answered = sets(), sets()
    table = MultiLabelBinarizer(classes=LABELS).fit(gold)
    first, second = table.transform(gold), table.transform(answered)
    for average in ("weighted", "macro", "micro"):
        expected = peers.f1_score(first, second, average=average)
        assert value(f"{average}_f1", gold, answered) == pytest.approx(expected, abs=1e-12)
    assert value("exact_match", gold, answered) == pytest.approx(peers.accuracy_score(first, second))
    expected = peers.jaccard_score(first, second, average="samples")
    assert value("jaccard", gold, answered) == pytest.approx(expected, abs=1e-12)


def test_metrics_of_ranked_concepts() -> None:
    """With one right concept a row, the mean reciprocal rank is the average precision of the ranking."""
    concepts = [f"C{at}" for at in range(8)]
    right = GENERATOR.integers(0, 8, 60)
    scores = GENERATOR.random((60, 8)) + 0.5 * np.eye(8)[right]
    gold = [(concepts[at],) for at in right]
    ranked = [(tuple(concepts[at] for at in np.argsort(-row)),) for row in scores]
    for k in (1, 5):
        expected = peers.top_k_accuracy_score(right, scores, k=k, labels=range(8))
        assert value(f"acc@{k}", gold, ranked) == pytest.approx(expected)
    expected = peers.label_ranking_average_precision_score(np.eye(8)[right], scores)
    assert value("mrr", gold, ranked) == pytest.approx(expected)


def test_accuracy_of_tags() -> None:
    tags = ["O", "B-x", "I-x"]
    gold = [tuple(GENERATOR.choice(tags, 6)) for _ in range(20)]
    answered = [tuple(GENERATOR.choice(tags, 6)) for _ in range(20)]
    expected = peers.accuracy_score(
        [one for row in gold for one in row], [one for row in answered for one in row]
    )
    assert value("token_accuracy", gold, answered) == pytest.approx(expected)
