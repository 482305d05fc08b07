"""Span F1 against seqeval's own numbers, F1 of labels and choices against the reference values."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from aloi.annotation.layers import TagSpan
from aloi.annotation.tag_schemes import Entity, Scheme, scheme_named, written
from aloi.base.errors import AloiError
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.seqeval import fits, lenient_spans, strict_spans
from aloi.evaluation.reports.labels import above, score_choices, score_labels
from aloi.evaluation.reports.tags import score_tags


@pytest.fixture
def blocks(shared: Path) -> dict:
    return json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["ex1", "i-without-b", "pos-no-prefix", "quaero-no-iob", "empty-pred"])
def test_lenient_scores_equal_seqeval(blocks: dict, name: str) -> None:
    assert len(blocks["seqeval"]["cases"]) == 5
    case = blocks["seqeval"]["cases"][name]
    found = score_tags(case["y_true"], case["y_pred"], replicates=0)
    document = found.to_json()
    for part in ("precision", "recall", "f1", "accuracy"):
        assert document[part] == pytest.approx(case[part], abs=1e-9)
    report = dict(case["report"])
    averages = {name: report.pop(f"{name} avg") for name in ("micro", "macro", "weighted")}
    assert set(report) == set(found.lenient.by_type)
    for kind, row in report.items():
        one = found.lenient.by_type[kind]
        assert [one.precision, one.recall, one.f1, one.support] == pytest.approx(
            [row[part] for part in ("precision", "recall", "f1-score", "support")], abs=1e-9
        )
    for average in ("macro", "weighted"):
        got = document["lenient"][average]
        wanted = averages[average]
        assert [got["precision"], got["recall"], got["f1"]] == pytest.approx(
            [wanted["precision"], wanted["recall"], wanted["f1-score"]], abs=1e-9
        )


def test_a_stray_i_opens_a_span_leniently_and_none_strictly() -> None:
    tags = ["I-A", "I-A", "O", "B-A", "I-B"]
    assert lenient_spans(tags) == [TagSpan("A", 0, 2), TagSpan("A", 3, 4), TagSpan("B", 4, 5)]
    assert strict_spans(tags, Scheme.IOB2) == [TagSpan("A", 3, 4)]


# What seqeval 1.2.2 gives in strict mode; 15,000 random sentences were also compared with it once.
@pytest.mark.parametrize(
    ("scheme", "tags", "spans"),
    [
        ("IOB1", ["I-A", "I-A", "B-A", "O", "B-A", "I-A"], [("A", 0, 2), ("A", 2, 3), ("A", 5, 6)]),
        ("IOB2", ["B-A", "B-A", "I-A", "O", "I-A"], [("A", 0, 1), ("A", 1, 3)]),
        ("IOE2", ["I-A", "E-A", "E-A", "I-A", "O"], [("A", 0, 2), ("A", 2, 3)]),
        ("IOBES", ["B-A", "I-A", "E-A", "S-B", "B-A", "O", "B-A", "I-A"], [("A", 0, 3), ("B", 3, 4)]),
        ("BILOU", ["B-A", "L-A", "U-B", "I-A", "L-A"], [("A", 0, 2), ("B", 2, 3)]),
        ("IOB1", ["I-X", "O", "O", "B-X", "I-Y", "O", "B-X", "I-X"], [("X", 0, 1), ("Y", 4, 5), ("X", 7, 8)]),
        (
            "IOE2",
            ["E-X", "O", "E-X", "E-Y", "I-Y", "E-X"],
            [("X", 0, 1), ("X", 2, 3), ("Y", 3, 4), ("X", 5, 6)],
        ),
        ("IOBES", ["I-X", "B-Y", "E-Y", "I-Y", "I-X", "I-X", "S-X", "B-Y"], [("Y", 1, 3), ("X", 6, 7)]),
        ("BILOU", ["B-Y", "U-X", "I-Y", "I-Y", "U-Y", "I-Y", "L-X"], [("X", 1, 2), ("Y", 4, 5)]),
        # seqeval has no such schemes; the rules are those of IOBES, and of IOB1 from behind.
        ("BMES", ["M-X", "B-Y", "E-Y", "M-Y", "S-X", "B-Y"], [("Y", 1, 3), ("X", 4, 5)]),
        ("BMEWO", ["B-Y", "M-Y", "E-Y", "W-X", "B-X", "O"], [("Y", 0, 3), ("X", 3, 4)]),
        ("IOE1", ["I-X", "E-X", "I-X", "O", "E-X", "I-Y"], [("X", 0, 2), ("X", 2, 3), ("Y", 5, 6)]),
        ("IO", ["I-X", "I-X", "I-Y", "O"], [("X", 0, 2), ("Y", 2, 3)]),
    ],
)
def test_strict_spans_by_scheme(scheme: str, tags: list[str], spans: list[tuple]) -> None:
    assert [span[:3] for span in strict_spans(tags, scheme_named(scheme.lower()))] == spans


@pytest.mark.parametrize("scheme", list(Scheme))
def test_both_readings_agree_on_tags_written_as_the_scheme_asks(scheme: Scheme) -> None:
    rng = random.Random(2)
    for _ in range(60):
        ends = sorted(rng.sample(range(1, 10), 4))
        # Of IO and of tags one a token, neighbours of one label cannot be told, or are always parted.
        labels = rng.choices("AB", k=4) if scheme is not Scheme.IO else "ABAB"
        width = 1 if scheme is Scheme.BARE else 9
        entities = [
            Entity(label, max(start, end - width), end)
            for label, start, end in zip(labels, [0, *ends], ends, strict=False)
        ]
        tags = [str(tag) for tag in written(entities, 10, scheme)]
        assert [span[:3] for span in lenient_spans(tags)] == entities
        assert lenient_spans(tags) == strict_spans(tags, scheme)


def test_what_fits_a_scheme() -> None:
    assert fits("O", Scheme.IOB2)
    assert fits("B-DISO", Scheme.IOB2)
    assert fits("B_scope_neg", Scheme.IOB2)
    assert not fits("E-DISO", Scheme.IOB2)
    assert not fits("NOM", Scheme.IOBES)
    assert not fits("BIRD", Scheme.IOB2)
    with pytest.raises(AloiError, match="IOB1, IOB2"):
        scheme_named("IOB3")


def test_tags_without_prefix_are_cautioned_and_have_no_strict_score() -> None:
    found = score_tags([["NOM", "ADJ"]], [["NOM", "NOM"]], replicates=0)
    assert found.caution is not None
    assert "B-" in found.caution
    assert found.strict.micro.f1 is None
    assert found.strict.reason == "ADJ, NOM: not of the scheme IOB2"
    good = score_tags([["B-NOM", "B-ADJ"]] * 2, [["B-NOM", "B-NOM"]] * 2, replicates=0)
    assert good.caution is None
    single = score_tags([["B-NOM", "B-ADJ"]], [["B-NOM", "B-NOM"]])
    assert "Only one row" in str(single.caution)
    assert single.lenient.micro.f1 == 0.5
    assert single.lenient.micro.interval["f1"] is None
    assert good.lenient.micro.f1 == good.strict.micro.f1 == 0.5


def test_no_span_is_undefined_and_spans_on_one_side_are_zero() -> None:
    nothing = score_tags([["O", "O"]], [["O", "O"]])
    assert nothing.lenient.micro.f1 is None
    assert nothing.lenient.reason == "neither the gold nor the prediction has a span"
    assert nothing.accuracy == 1
    invented = score_tags([["O", "O"]], [["B-A", "O"]], replicates=0)
    assert (invented.lenient.micro.precision, invented.lenient.micro.recall) == (0, 0)
    json.dumps(nothing.to_json(), allow_nan=False)


def test_intervals_over_sentences_hold_the_value_and_follow_the_seed() -> None:
    gold = [["B-A", "O"], ["B-A", "B-B"], ["O", "B-B"], ["B-A", "I-A"]] * 10
    predicted = [["B-A", "O"], ["B-A", "O"], ["O", "B-A"], ["B-A", "I-A"]] * 10
    first, again = (score_tags(gold, predicted, replicates=300, seed=3) for _ in range(2))
    assert first == again
    interval = first.lenient.micro.interval["f1"]
    assert interval is not None
    assert interval.low < first.lenient.micro.f1 < interval.high
    assert interval.method == "bootstrap-percentile-sentences-300-seed3"
    # Forty sentences without an error leave room for one: exact, after Clopper and Pearson.
    whole = score_tags(gold, gold).lenient.micro.interval["f1"]
    assert (whole.low, whole.high) == pytest.approx((0.025 ** (1 / 40), 1))
    assert first.to_json()["lenient"]["by_type"]["B"]["support"] == 20


def test_intervals_over_documents_are_wider_where_sentences_repeat() -> None:
    gold = [["B-A", "O"]] * 40
    predicted = [["B-A", "O"] if place // 10 % 2 else ["O", "O"] for place in range(40)]
    documents = [str(place // 10) for place in range(40)]
    alone, together = (score_tags(gold, predicted, documents=kind).lenient for kind in (None, documents))
    assert alone.micro.f1 == together.micro.f1
    a, b = (one.micro.interval["recall"] for one in (alone, together))
    assert a is not None
    assert b is not None
    assert b.high - b.low > 2 * (a.high - a.low)
    assert "-clusters-document-4|" in together.signature


def test_sentences_that_do_not_fit_are_refused() -> None:
    with pytest.raises(AloiError, match="The number of sentences is 2 in the gold and 1 in the prediction"):
        score_tags([["O"], ["O"]], [["O"]])
    with pytest.raises(
        AloiError, match="The number of tokens of sentence 2 is 1 in the gold and 2 in the prediction"
    ):
        score_tags([["O"], ["O"]], [["O"], ["O", "O"]])
    with pytest.raises(AloiError, match="no token"):
        score_tags([], [])


def _sets(rows: list[list[int]]) -> dict[str, frozenset[str]]:
    return {
        f"r{at}": frozenset(f"c{one}" for one, has in enumerate(row) if has) for at, row in enumerate(rows)
    }


def _values(found) -> dict[str, float | None]:
    return {one.metric: one.value for one in found.scores}


@pytest.mark.shared
def test_multilabel_multiclass_and_choices_equal_the_reference(blocks: dict) -> None:
    block = blocks["multilabel"]
    shares = {f"r{at}": {f"c{n}": p for n, p in enumerate(row)} for at, row in enumerate(block["probs"])}
    predicted = above(shares, block["threshold"])
    assert predicted == _sets(block["y_pred"])
    got = _values(score_labels(_sets(block["y_true"]), predicted, several=True, replicates=0))
    assert [got["weighted_f1"], got["macro_f1"], got["micro_f1"]] == pytest.approx(
        [block["weighted_f1"], block["macro"], block["micro"]], abs=1e-9
    )
    block = blocks["multiclass"]
    gold, predicted = (
        {str(at): frozenset([str(one)]) for at, one in enumerate(block[side])}
        for side in ("y_true", "y_pred")
    )
    got = _values(score_labels(gold, predicted, several=False, replicates=0))
    assert got["weighted_f1"] == pytest.approx(block["weighted_f1"], abs=1e-9)
    assert got["macro_f1"] == pytest.approx(block["macro_f1"], abs=1e-9)
    assert got["accuracy"] == 0.625
    pairs = blocks["mcqa"]["pairs"]
    gold, predicted = ({str(at): frozenset(pair[side]) for at, pair in enumerate(pairs)} for side in (0, 1))
    got = _values(score_choices(gold, predicted, replicates=0))
    assert got["jaccard"] == pytest.approx(blocks["mcqa"]["hamming"], abs=1e-9)
    assert got["exact_match"] == pytest.approx(blocks["mcqa"]["emr"], abs=1e-9)


@pytest.mark.shared
def test_students_test_equals_the_reference(blocks: dict) -> None:
    from aloi.evaluation.comparison.paired import Measured, student

    def measured(runs: list[float]) -> Measured:
        return Measured(float(np.mean(runs)), None, tuple(runs), np.array(runs))

    block = blocks["ttest"]
    for other in ("other1", "other2"):
        found = student(measured(block["best"]), measured(block[other]))
        assert found.p == pytest.approx(block[f"best_vs_{other}"]["p"], abs=1e-9)
        assert stats.t.isf(found.p / 2, 6) == pytest.approx(block[f"best_vs_{other}"]["t"], abs=1e-6)
    still = measured([1.0, 1.0, 1.0, 1.0])
    assert student(still, measured([2.0, 2.0, 2.0, 2.0])).p is None


def test_a_row_without_answer_counts_against_recall_and_is_told() -> None:
    gold = {"a": frozenset("x"), "b": frozenset("y"), "c": frozenset("x")}
    found = score_labels(gold, {"a": frozenset("x"), "b": frozenset("y")}, several=False, replicates=200)
    assert (found.n, found.missing) == (3, 1)
    assert _values(found)["accuracy"] == pytest.approx(2 / 3)
    assert (found.by_label["x"].precision, found.by_label["x"].recall) == (1, 0.5)
    assert found.scores[0].interval.method == "bootstrap-percentile-texts-200-seed0"


def test_rows_without_any_label() -> None:
    empty = {"a": frozenset(), "b": frozenset()}
    found = score_labels(empty, empty, several=True)
    assert _values(found) == {"weighted_f1": None, "macro_f1": None, "micro_f1": None, "exact_match": 1.0}
    assert found.scores[0].reason == "neither the gold nor the prediction has a label"
    invented = score_labels(empty, {"a": frozenset("x")}, several=True, replicates=0)
    assert _values(invented) == {"weighted_f1": 0, "macro_f1": 0, "micro_f1": 0, "exact_match": 0.5}
    assert _values(score_choices(empty, empty))["jaccard"] == 1
    json.dumps(found.to_json(), allow_nan=False)


def test_unknown_rows_are_refused() -> None:
    with pytest.raises(AloiError, match="1 predicted or answered id is not in the gold, first: z"):
        score_labels({"a": frozenset("x")}, {"z": frozenset("x")}, several=False)
    with pytest.raises(AloiError, match="no rows"):
        score_choices({}, {})


def test_the_registry_says_what_is_resampled() -> None:
    assert metric("seqeval_f1").resampling_unit == "sentence"
    assert metric("weighted_f1").better(0.6, 0.5)
    assert metric("jaccard").row_kinds == ("LabelledText", "MultipleChoice")
