"""What a stop rule looks at where nobody disagrees: a bound that says how little has been seen."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize, stats

from aloi.agreement.compute import compute
from aloi.agreement.crosscheck import krippendorff_package_alpha
from aloi.agreement.measures.shapes import copy_shape
from aloi.agreement.planning.simulate import Design
from aloi.agreement.planning.stopping import (
    _decisions,
    false_stop_rate,
    replay_stop_rule,
    spent_tail,
    stop_coefficient,
)
from aloi.agreement.ratings import Ratings
from tests.agreement.intervals.dependent import Dependent
from tests.agreement.simulated import draw_ratings, words
from tests.simulations import tell_alarms

TAIL = spent_tail(1)  # one look at the end: 1 - Phi(2.24)


def unanimous(items: int, labels: int = 3) -> Ratings:
    """Return items that two annotators gave the same label, the labels in turn."""
    units = [f"u{item:03}" for item in range(items)]
    table = [[item % labels] * 2 for item in range(items)]
    return Ratings.from_table(units, ["A", "B"], table, "nominal", categories=range(max(labels, 2)))


# Disagreement by chance of nine items: three labels three times each.
@pytest.mark.parametrize(
    ("measure", "room"),
    [
        ("krippendorff_alpha", 2 / 3),
        ("cohen_kappa", 2 / 3),
        ("davies_fleiss_kappa", 2 / 3),
        ("gwet_ac1", 2 / 3),
        ("percent_agreement", 1.0),
    ],
)
def test_the_bound_of_unanimous_items_is_told_and_signed(measure: str, room: float) -> None:
    found = stop_coefficient(unanimous(9), measure, context={"round": "1"})
    assert found.value == pytest.approx(1)
    assert found.interval is not None
    assert found.interval.low == pytest.approx(1 - (1 - TAIL ** (1 / 9)) / room)
    assert (found.interval.high, found.interval.method) == (1.0, "unanimous-tail0.012")
    assert "|round:1|ci:unanimous-tail0.012|aloi:" in found.signature


def test_agreement_without_chance_has_a_bound_for_one_label_too() -> None:
    found = stop_coefficient(unanimous(20, labels=1), "percent_agreement")
    assert found.interval is not None
    assert found.interval.low == pytest.approx(TAIL ** (1 / 20))
    assert stop_coefficient(unanimous(20, labels=1), "krippendorff_alpha").interval is None


def test_units_of_a_text_count_once_in_the_bound() -> None:
    """Sixty tokens of three texts are three texts: they do not stop a round."""
    tokens = unanimous(60)
    texts = tuple(f"d{number // 20}" for number in range(60))
    clustered = Ratings(tokens.units, tokens.annotators, tokens.codes, tokens.categories, tokens.level, texts)
    found = stop_coefficient(clustered, "krippendorff_alpha")
    assert found.interval is not None
    assert found.interval.low == pytest.approx(max(-1, 1 - (1 - TAIL ** (1 / 3)) / (2 / 3)))
    assert replay_stop_rule(clustered, 0.8, step=60).first is None
    assert replay_stop_rule(tokens, 0.8, step=60).first == 60


def test_the_replay_stops_where_the_bound_does() -> None:
    replay = replay_stop_rule(unanimous(60), 0.8, step=1)
    lows = {
        items: stop_coefficient(unanimous(items), "krippendorff_alpha", fraction=items / 60).interval
        for items in (3, 45, 46)
    }
    assert {items: low.low for items, low in lows.items() if low} == {
        look.items: look.low for look in replay.looks if look.items in lows
    }
    met = [look.items for look in replay.looks if look.low is not None and look.low >= 0.8]
    assert replay.first == met[0] > 28  # looked at once, 28 would do: 1 - 3.69 / (28 * 0.666) = 0.802


def test_disputed_items_keep_their_interval_with_ratings_missing_too() -> None:
    table = draw_ratings(Design(3, 60, (0.5, 0.5), 0.8), seed=1)
    codes = table.codes.copy()
    codes[::7, 1:] = -1  # units rated once say nothing of alpha and are not drawn
    part = Ratings(table.units, table.annotators, codes, table.categories, table.level)
    [plain] = compute(part, ["krippendorff_alpha"], tail=TAIL)
    assert stop_coefficient(part, "krippendorff_alpha") == plain
    look = replay_stop_rule(part, 0.5, step=60).looks[-1]
    assert plain.interval is not None
    assert (look.low, look.high) == (plain.interval.low, plain.interval.high)


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.9, 0.1)])
def test_simulated_campaigns_without_dispute_stop_at_the_exact_bound(shares: tuple[float, float]) -> None:
    """The rarer one label, the less chance is there to disagree, and the later the rule is met."""
    first = round(100 * shares[0])
    codes = np.array([[0, 0]] * first + [[1, 1]] * (100 - first), np.int32)
    low = 1 - (1 - TAIL ** (1 / 100)) / (1 - shares[0] ** 2 - shares[1] ** 2)
    for threshold, met in ((low - 1e-9, True), (low + 1e-9, False)):
        assert _decisions(codes, (0, 1), "nominal", [100], threshold).tolist() == [met]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("design", "level"),
    [
        (Design(2, 100, (0.5, 0.5), 0.8), "nominal"),
        (Design(3, 200, (0.9, 0.1), 0.6), "nominal"),
        (Design(2, 600, (0.97, 0.03), 0.6), "nominal"),
        (Design(4, 100, (0.4, 0.3, 0.3), 0.667), "nominal"),
        (Design(2, 100, (1 / 6,) * 6, 0.8), "ordinal"),
        (Design(3, 150, (1 / 6,) * 6, 0.6), "interval"),
    ],
    ids=str,
)
def test_false_stops_are_at_most_five_in_a_hundred(design: Design, level: str, record_property) -> None:
    """Campaigns whose true alpha is only the threshold, looked at ten times."""
    table = draw_ratings(design, 1, level)
    found = false_stop_rate(table, design.alpha, step=design.units // 10, campaigns=1000)
    tell_alarms(record_property, words(design, level), "stop rule, ten looks", found.rate, 1000)
    assert found.rate <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(
    "design",
    [Dependent("nested", 20, 400, 2, 0.5, 0.6), Dependent("crossed", 20, 400, 2, 0.5, 0.6)],
    ids=lambda one: one.kind,
)
def test_false_stops_of_documents_are_at_most_five_in_a_hundred(design: Dependent, record_property) -> None:
    generator, truth = np.random.default_rng(4), design.truth()
    stopped = []
    for _ in range(600):
        table = design.ratings(design.codes(generator))
        stopped.append(replay_stop_rule(table, truth, step=80).first is not None)
    share = float(np.mean(stopped))
    tell_alarms(record_property, str(design), "stop rule, five looks", share, len(stopped))
    assert share <= 0.05


def test_a_lower_bound_at_the_threshold_meets_the_rule() -> None:
    low = replay_stop_rule(unanimous(40), 0.8, step=40).looks[-1].low
    assert low is not None
    assert replay_stop_rule(unanimous(40), low, step=40).holds
    assert not replay_stop_rule(unanimous(40), math.nextafter(low, 1), step=40).holds


def test_simulated_campaigns_stop_at_the_bound_of_a_jackknife() -> None:
    codes = np.array([[0, 0, 0], [1, 1, 1], [0, 0, 1], [1, 1, 1], [0, 0, 0], [2, 2, 2], [2, 2, 2]], np.int32)

    def alpha(rows: np.ndarray[tuple[int, int], np.dtype[np.int32]]) -> float:
        units = [f"u{number}" for number in range(len(rows))]
        value, _ = krippendorff_package_alpha(
            Ratings.from_table(units, list("ABC"), rows.tolist(), "nominal")
        )
        assert value is not None
        return value

    left_out = np.array([alpha(np.delete(codes, at, axis=0)) for at in range(7)])
    # The changes are from the value itself, and the variance is that of a true alpha at the threshold.
    value = alpha(codes)
    variance = 6 / 7 * ((left_out - value) ** 2).sum()
    used = np.bincount(codes.ravel()) / codes.size
    shape = copy_shape(3, 1 - (used**2).sum())
    reach = stats.t.ppf(1 - TAIL, 6)

    def beyond(at: float) -> float:
        return (value - at) ** 2 - reach**2 * variance * shape(at) / shape(value)

    low = optimize.brentq(beyond, -1, value) if beyond(-1) > 0 else 0.0
    assert 0 < low < value
    for threshold, met in ((low - 1e-6, True), (low + 1e-6, False)):
        assert _decisions(codes, (0, 1, 2), "nominal", [7], threshold).tolist() == [met]
