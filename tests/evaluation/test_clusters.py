"""Rows that share a document, a sentence or a string are drawn, left out and swapped together."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from aloi.annotation.rows import LinkedMention, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.evaluation.comparison.compare import Family, compare
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.f1 import f1
from aloi.evaluation.reports.linking import mention_units
from aloi.evaluation.resampling import Units, interval, intervals_of_sums, measured, no_interval
from aloi.evaluation.rows import EvaluationSet, Provenance, evaluation_set
from aloi.evaluation.scores import score_set
from tests.agreement.intervals.unequal import MANTRA
from tests.evaluation.clustered import Design, coverage, false_positives, resampled, simulated
from tests.evaluation.scored import gold_set
from tests.simulations import tell_alarms, tell_held

GENERATOR = np.random.default_rng(2)
DOCUMENTS = np.repeat(np.arange(12), 8)
RIGHT = (GENERATOR.normal(size=12)[DOCUMENTS] + GENERATOR.normal(size=96) > -0.8).astype(float)


def answers(right: np.ndarray) -> list[tuple[str, ...]]:
    return [("x",) if one else ("y",) for one in right]


def labelled(documents: np.ndarray | None = DOCUMENTS, size: int = 96) -> EvaluationSet:
    beside = tuple(
        Provenance(clusters={} if documents is None else {"document": (f"d{documents[at]}",)})
        for at in range(size)
    )
    ids = tuple(f"i{at:03}" for at in range(size))
    return EvaluationSet("t", "", "LabelledText", ids, ("",) * size, (("x",),) * size, provenance=beside)


def sums(right: np.ndarray):
    return metric("exact_match").sums([("x",)] * len(right), [answers(right)], 0.0, 1.0)


def test_the_variance_of_a_mean_is_the_cluster_robust_one_of_statsmodels() -> None:
    import statsmodels.api as sm  # takes a second to load, of one process then

    units = labelled().units
    spread = measured(sums(RIGHT), units, 2).spread(units)
    peer = sm.OLS(RIGHT, np.ones(96)).fit(cov_type="cluster", cov_kwds={"groups": DOCUMENTS})
    assert spread.error == pytest.approx(float(peer.bse[0]), rel=1e-9)
    plain = RIGHT.var(ddof=1) / 96
    assert spread.design_effect == pytest.approx(float(peer.bse[0]) ** 2 / plain, rel=1e-9)
    assert spread.clusters == 12


def test_rows_that_stand_for_themselves_have_no_variance_over_clusters() -> None:
    units = labelled(None).units
    assert measured(sums(RIGHT), units, 2).spread(units) == "nothing was resampled"
    assert measured(sums(RIGHT), labelled().units, 0).spread(units) == "nothing was resampled"


def test_the_variance_over_two_crossed_clusters_is_near_that_of_statsmodels() -> None:
    import statsmodels.api as sm

    generator = np.random.default_rng(5)
    documents, strings = generator.integers(0, 40, 600), generator.integers(0, 60, 600)
    right = (
        generator.normal(size=40)[documents] + generator.normal(size=60)[strings] + generator.normal(size=600)
        > 0
    )
    columns = {
        "document": [(f"d{one}",) for one in documents],
        "string": [(f"s{one}",) for one in strings],
    }
    units = Units.sharing("mentions", 600, columns)
    assert (units.count, units.clusters.crossed, units.drawn) == (
        100,
        True,
        "clusters-document+string-100-crossed",
    )
    spread = measured(sums(right), units, 2).spread(units)
    peer = sm.OLS(right.astype(float), np.ones(600)).fit(
        cov_type="cluster", cov_kwds={"groups": np.column_stack([documents, strings])}
    )
    assert spread.error == pytest.approx(float(peer.bse[0]), rel=0.06)


def test_the_interval_says_how_rows_were_drawn_and_the_design_effect() -> None:
    together = score_set(labelled(), [answers(RIGHT)], [0])
    alone = score_set(labelled(None), [answers(RIGHT)], [0])
    for one, other in zip(together, alone, strict=True):
        assert one.value == other.value
        assert one.high - one.low > other.high - other.low
        assert one.design_effect > 1.5
        assert "-clusters-document-12|" in one.signature
        assert other.design_effect is None
        assert "|ci:bootstrap-percentile-texts-1000-seed0|" in other.signature


def test_few_clusters_are_cautioned_and_one_leaves_no_interval() -> None:
    few = labelled(DOCUMENTS % 3)
    assert "come from only 3 clusters of the same document" in few.units.caution
    one = labelled(DOCUMENTS * 0)
    [first, *_] = score_set(one, [answers(RIGHT)], [0])
    assert (first.low, first.high) == (None, None)
    assert (
        first.ci_reason
        == "one cluster (document) contains all units: the variance between clusters is unknown"
    )
    assert "no intervals and no p" in one.units.caution
    found = compare(one, {"a": [answers(RIGHT)], "b": [answers(1 - RIGHT)]}, metric_name="exact_match")
    assert (found.differences[0].p, found.differences[0].interval) == (None, None)
    assert found.differences[0].reason
    assert found.scores[0].interval is None


def test_perfect_answers_have_the_room_that_their_clusters_leave() -> None:
    units = labelled().units
    found = measured(sums(np.ones(96)), units, 100)
    ends = interval(metric("exact_match"), found, units)
    assert ends.high == 1.0
    # Twelve documents without an error, not 96 texts: exact, after Clopper and Pearson.
    assert ends.low == pytest.approx(stats.beta.ppf(0.025, 12, 1))
    assert "exact-clusters-document-12" in ends.method
    wrong = interval(metric("exact_match"), measured(sums(np.zeros(96)), units, 100), units)
    assert (wrong.low, wrong.high) == pytest.approx((0.0, stats.beta.ppf(0.975, 1, 12)))
    assert no_interval(found, units) is None


def test_single_rows_that_are_all_right_leave_room_too() -> None:
    """Every resample of forty right answers is right: the exact bound of a share, by Clopper and Pearson."""
    [right, *_] = score_set(labelled(None, 40), [answers(np.ones(40))], [0])
    assert (right.low, right.high) == pytest.approx((stats.beta.ppf(0.025, 40, 1), 1.0))
    assert "|ci:exact-texts|" in right.signature
    [wrong, *_] = score_set(labelled(None, 40), [answers(np.zeros(40))], [0])
    assert (wrong.low, wrong.high) == pytest.approx((0.0, stats.beta.ppf(0.975, 1, 40)))
    some = np.ones(40)
    some[0] = 0
    [most, *_] = score_set(labelled(None, 40), [answers(some)], [0])
    assert most.high == 1.0
    assert "bootstrap" in most.signature


@pytest.mark.parametrize("clustered", [False, True])
def test_a_label_that_is_always_right_rests_on_its_own_rows(clustered: bool) -> None:
    """Twelve of forty rows hold it, four of its documents: the others tell nothing of it."""
    counts = np.zeros((40, 2, 3))
    counts[:12, 0] = 1  # the first label, always right
    counts[12:, 1] = 1
    counts[20, 1, 0] = 0  # the second, once wrong
    columns = {"document": [(f"d{at // 3}",) for at in range(40)]} if clustered else {}
    units = Units.sharing("texts", 40, columns) if clustered else Units("texts", 40)
    first, second = intervals_of_sums(counts, lambda sums: f1(sums)[..., 2], units, 200, 0, shares=True)
    assert first is not None
    assert second is not None
    pieces = 4 if clustered else 12
    assert (first.low, first.high) == pytest.approx((stats.beta.ppf(0.025, pieces, 1), 1.0))
    assert first.method == ("exact-clusters-document-14" if clustered else "exact-texts")
    assert "exact" not in second.method


def test_a_correlation_varies_less_the_nearer_it_is_to_1() -> None:
    """Each end lies as many standard errors away, which go with 1 - x squared there."""
    gold = GENERATOR.normal(size=96)
    answered = gold + GENERATOR.normal(size=96)
    pearson, units = metric("pearson"), labelled().units
    found = measured(pearson.sums(gold, [answered], -9.0, 9.0), units, 100)
    ends, value = interval(pearson, found, units), found.value
    assert ends.method.startswith("score-t")
    assert (value - ends.low) / (1 - ends.low**2) == pytest.approx(
        (ends.high - value) / (1 - ends.high**2), rel=1e-6
    )


def test_swaps_exchange_whole_clusters() -> None:
    gold, other = labelled(), np.roll(RIGHT, 8)
    worse = 1 - RIGHT * (DOCUMENTS % 4 > 0)

    def against(given: np.ndarray, of: EvaluationSet) -> Family:
        return compare(of, {"a": [answers(RIGHT)], "b": [answers(given)]}, metric_name="exact_match")

    together, alone = against(other, gold), against(other, gold.by(["rows"]))
    assert together.differences[0].difference == alone.differences[0].difference
    p = {"together": against(worse, gold), "alone": against(worse, gold.by(["rows"]))}
    assert p["together"].differences[0].p > p["alone"].differences[0].p
    assert "jackknife-clusters-document-12" in together.signature


def test_rows_tell_what_they_share() -> None:
    pairs = [
        ScoredPair(f"p{at}", f"s{at % 4}", f"s{at % 3 + 4}", "a", "b", 1.0, 0.0, 5.0) for at in range(12)
    ]
    by_sentence = evaluation_set("t", "", pairs)
    assert by_sentence.units.drawn == "clusters-sentence-7-crossed"
    documents = {
        one.id: Provenance(clusters={"document": ("d1", f"d{at % 5}")}) for at, one in enumerate(pairs)
    }
    assert evaluation_set("t", "", pairs, documents).units.drawn == "clusters-document-5-crossed"
    apart = [replace(one, left_id=f"{one.id}/1", right_id=f"{one.id}/2") for one in pairs]
    assert evaluation_set("t", "", apart).units.drawn == "items"
    mentions = [
        LinkedMention(f"m{at}", f"d{at % 4}", "", (), f"Toux{' ' * (at % 2)}{at % 3}", "", "C1")
        for at in range(12)
    ]
    linked = evaluation_set("t", "", mentions)
    assert linked.units.keys == ("document", "string")
    assert "toux" not in repr(linked).lower()
    assert mention_units(mentions, ["string"]).drawn == linked.by(["string"]).units.drawn
    assert mention_units(mentions, ["mention"]).drawn == "mentions"
    tagged = [TaggedTokens(f"t{at}", f"d{at // 4}", ("a",), ("O",)) for at in range(12)]
    assert evaluation_set("t", "", tagged).units.drawn == "clusters-document-3"


def test_a_key_that_rows_do_not_have_is_refused_by_name() -> None:
    with pytest.raises(AloiError, match="document"):
        labelled().by(["sentence"])
    with pytest.raises(AloiError, match="two"):
        Units.sharing("items", 2, {key: [("a",), ("a",)] for key in ("one", "two", "three")})


@pytest.mark.shared
def test_mentions_of_real_cases_hang_together_by_string_and_document(shared: Path) -> None:
    """CodiEsp's diagnoses (CANTEMIST, of which the issue speaks, is not among the reference data).

    The ranker gives a mention the code that its string had most often in the training part.
    """
    parts = {}
    for part in ("train", "test"):
        with (shared / "data" / "codiesp" / f"{part}X.tsv").open(encoding="utf-8", newline="") as stream:
            rows = [one for one in csv.reader(stream, delimiter="\t") if one[1] == "DIAGNOSTICO"]
        parts[part] = [
            LinkedMention(f"m{at:05}", one[0], "", (), one[3], "", one[2]) for at, one in enumerate(rows)
        ]
    known: dict[str, Counter[str]] = {}
    for one in parts["train"]:
        known.setdefault(one.mention.lower(), Counter())[one.concept] += 1
    gold = [one.concepts for one in parts["test"]]
    ranked = [
        ((known[one.mention.lower()].most_common(1)[0][0],) if one.mention.lower() in known else (),)
        for one in parts["test"]
    ]
    scored = metric("acc@1")
    ends = {}
    for key in ("mention", "string", "document"):
        units = mention_units(parts["test"], [key])
        found = measured(scored.sums(gold, [ranked], 0, 1), units, 100)
        ends[key] = interval(scored, found, units)
    width = {name: one.high - one.low for name, one in ends.items()}
    assert width["string"] > 2 * width["mention"]
    assert width["string"] > width["document"] > width["mention"]
    assert ends["string"].design_effect > 4
    assert 1 < ends["document"].design_effect < ends["string"].design_effect


def test_rows_without_a_name_share_nothing() -> None:
    units = Units.sharing("items", 4, {"document": [("a",), ("a",), ("",), ()]})
    assert (units.count, units.drawn) == (3, "clusters-document-3")
    assert Units.sharing("items", 2, {"document": [(), ()]}).drawn == "items"


def test_learning_curves_and_resamples_are_as_wide_as_intervals() -> None:
    drawn = simulated(Design(12, 10), "scores", np.random.default_rng(4))
    gold = replace(
        gold_set(list(drawn.gold)),
        provenance=tuple(
            Provenance(clusters={"document": (str(one),)}) for one in drawn.units.clusters.members[:, 0]
        ),
    )
    found = measured(metric("spearman").sums(drawn.gold, drawn.systems, 0, 5), gold.units, 1000)
    spread = found.spread(gold.units)
    low, high = np.quantile(found.replicates, [0.025, 0.975])
    assert (high - low) == pytest.approx(2 * spread.critical() * spread.error, rel=0.1)


def test_the_variance_of_independent_rows_ignores_the_order_of_many() -> None:
    """Blocks of neighbouring rows are of one document: they vary as documents do, twice as much here."""
    documents = np.repeat(np.arange(250), 8)
    right = (np.random.default_rng(6).random(250)[documents] < 0.5).astype(float)
    units = Units.sharing("items", 2000, {"document": [(f"d{one:03}",) for one in documents]})
    spread = measured(sums(right), units, 2).spread(units)
    alone = spread.variance / spread.design_effect
    assert alone == pytest.approx(right.var(ddof=1) / 2000, rel=0.2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spearman", "exact_match", "macro_f1", "rmse", "mae"])
@pytest.mark.parametrize(
    "design",
    [
        Design(50, 4),
        Design(20, 10),
        Design(30, 10, crossed=True),
        Design(30, 10, unequal=True),
        Design(sizes=MANTRA),
    ],
    ids=["clusters of 4", "clusters of 10", "crossed", "unequal", "one large"],
)
def test_intervals_hold_as_often_as_they_say(name: str, design: Design, record_property) -> None:
    held = coverage(design, name, 1000)
    tell_held(record_property, str(design), name, held / 100, 1000)
    assert 93.5 - 1.4 <= held <= 96.5 + 1.4  # and two standard errors of 1,000 simulations


@pytest.mark.slow
@pytest.mark.parametrize("rows", [50, 200])
@pytest.mark.parametrize("name", ["spearman", "rmse", "mae", "edrm", "exact_match", "macro_f1", "acc@1"])
def test_intervals_of_single_rows_hold_as_often_as_they_say(name: str, rows: int, record_property) -> None:
    design = Design(rows, 1, inside=0.0)
    held = coverage(design, name, 1000)
    tell_held(record_property, str(design), name, held / 100, 1000)
    assert 93.5 - 1.4 <= held <= 96.5 + 1.4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spearman", "exact_match", "macro_f1", "acc@1"])
@pytest.mark.parametrize(
    "design",
    [
        Design(50, 4),
        Design(20, 10),
        Design(30, 10, crossed=True),
        Design(20, 10, inside=0.0),
        Design(sizes=MANTRA),
    ],
    ids=["clusters of 4", "clusters of 10", "crossed", "nothing shared", "one large"],
)
def test_equal_systems_are_called_different_in_five_of_a_hundred(
    name: str, design: Design, record_property
) -> None:
    wrong = false_positives(design, name, 1000)
    tell_alarms(record_property, str(design), f"difference of systems, {name}", wrong / 100, 1000)
    assert 3.5 - 1.4 <= wrong <= 6.5 + 1.4


def test_kept_draws_are_those_of_the_library() -> None:
    drawn = simulated(Design(50, 1, inside=0.0), "labels", np.random.default_rng(3))
    [one] = metric("macro_f1").sums(drawn.gold, drawn.systems, 0.0, 5.0)
    kept = resampled(one, drawn.units)
    np.testing.assert_array_equal(kept.replicates, measured([one], drawn.units, 1000, 1).replicates)


def test_without_clusters_intervals_of_clustered_rows_are_too_narrow() -> None:
    design = Design(20, 10)
    assert coverage(design, "spearman", 60, clustered=False) < 88
