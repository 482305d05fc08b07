"""Values that the documentation of other packages prints, with the rows that it prints them for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.acc_at_k import rank_metric
from aloi.evaluation.reports.simplification import lix, score_bleu
from aloi.evaluation.reports.tags import score_tags


def value(name: str, gold: list, answered: list) -> float:
    [found] = metric(name).sums(gold, [answered], 0.0, 10.0)
    assert found.observed is not None
    return found.observed


def sets(rows: list[list[int]]) -> list[tuple[str, ...]]:
    return [tuple("abc"[at] for at, held in enumerate(row) if held) for row in rows]


def ranked(rows: list[list[float]]) -> list[tuple[tuple[str, ...]]]:
    return [(tuple("abc"[at] for at in sorted(range(3), key=lambda at: -row[at])),) for row in rows]


def test_pearson_of_scipy() -> None:
    """`scipy.stats.pearsonr`."""
    x, y = [1.0, 2, 3, 4, 5, 6, 7], [10, 9, 2.5, 6, 4, 3, 2]
    assert value("pearson", x, y) == pytest.approx(-0.828503883588428, abs=1e-15)


def test_errors_of_scikit_learn() -> None:
    """`root_mean_squared_error` and `mean_absolute_error`; no answer is clipped to a scale of -10 to 10."""
    gold, answered = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]
    found = {}
    for name in ("rmse", "mae"):
        [sums] = metric(name).sums(gold, [answered], -10.0, 10.0)
        found[name] = sums.observed
    assert round(found["rmse"], 3) == 0.612
    assert found["mae"] == 0.5


def test_f1_of_scikit_learn() -> None:
    """`f1_score`: classes of six rows, macro, micro and weighted."""
    gold, answered = ([("abc"[one],) for one in row] for row in ([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1]))
    assert round(value("macro_f1", gold, answered), 3) == 0.267
    assert round(value("micro_f1", gold, answered), 2) == 0.33
    assert round(value("weighted_f1", gold, answered), 3) == 0.267


def test_sets_of_scikit_learn() -> None:
    """`accuracy_score` and `jaccard_score`, several labels a row."""
    assert value("exact_match", sets([[0, 1, 0], [1, 1, 0]]), sets([[1, 1, 0], [1, 1, 0]])) == 0.5
    found = value("jaccard", sets([[0, 1, 1], [1, 1, 0]]), sets([[1, 1, 1], [1, 0, 0]]))
    assert round(found, 4) == 0.5833


def test_ranks_of_scikit_learn() -> None:
    """`top_k_accuracy_score`, k = 2, and `label_ranking_average_precision_score`, one right label a row."""
    scores = [[0.5, 0.2, 0.2], [0.3, 0.4, 0.2], [0.2, 0.4, 0.3], [0.7, 0.2, 0.1]]
    gold = [("a",), ("b",), ("c",), ("c",)]
    assert rank_metric(2).sums_of(gold, ranked(scores), 0, 1).observed == 0.75
    # Of the same four rows, the two whose best concept is the right one, and none below the third rank.
    assert value("acc@1", gold, ranked(scores)) == 0.5
    assert value("acc@5", gold, ranked(scores)) == 1.0
    found = value("mrr", [("a",), ("c",)], ranked([[0.75, 0.5, 1], [1, 0.2, 0.1]]))
    assert int(found * 1000) / 1000 == 0.416


def test_tags_of_seqeval() -> None:
    """Its README: F1 of the default and of the strict mode, 0.50; accuracy of the example, 8 of 10 tags."""
    gold = [["O", "O", "O", "B-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
    given = [["O", "O", "B-MISC", "I-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
    rows = ([tuple(row) for row in tags] for tags in (gold, given))
    first, second = (list(row) for row in rows)
    assert value("seqeval_f1", first, second) == 0.50
    assert value("seqeval_strict_f1", first, second) == 0.50
    assert value("token_accuracy", first, second) == 0.80
    # Without nested spans all spans are those of the tags; both predicted spans overlap one of their label.
    assert value("span_f1", first, second) == 0.50
    assert value("span_partial_f1", first, second) == 1.00
    # What tells the two modes apart: a chunk that begins with I is whole leniently, and none strictly.
    found = score_tags([["B-NP", "I-NP", "O"]], [["I-NP", "I-NP", "O"]], replicates=0)
    assert found.to_json()["f1"] == 1.00


def test_bleu_of_sacrebleu() -> None:
    """Its README: 48.53 with two references, 29.44 where one sentence lacks the first."""
    system = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
    references = [
        ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
        ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
    ]
    assert round(score_bleu(system, references, replicates=0).corpus.value, 2) == 48.53


def test_lix_of_a_whole_book_is_that_of_readability() -> None:
    """The README of the package readability, on Lord Jim: 31.98 of its words, sentences and long words."""
    words, sentences, long_words = 132211, 8087, 20670
    each = ["sailors"] * long_words + ["sea"] * (words - long_words)
    cuts = [round(at * words / sentences) for at in range(sentences + 1)]
    text = " ".join(" ".join(each[start:end]) + "." for start, end in pairwise(cuts))
    assert round(lix(text), 2) == 31.98
