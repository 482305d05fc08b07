"""What a stop rule looks at where nobody disagrees: a bound that says how little has been seen."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from agreement.compute import compute
from agreement.crosscheck import krippendorff_package_alpha
from agreement.planning.simulate import Design
from agreement.planning.stopping import _decisions, replay_stop_rule, stop_coefficient
from agreement.ratings import Ratings
from tests.agreement.simulated import draw_ratings

UNSEEN = -math.log(0.025)


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
    assert found.interval.low == pytest.approx(1 - UNSEEN / (9 * room))
    assert (found.interval.high, found.interval.method) == (1.0, "unanimous")
    assert "|round:1|ci:unanimous|aloi:" in found.signature


def test_agreement_without_chance_has_a_bound_for_one_label_too() -> None:
    found = stop_coefficient(unanimous(20, labels=1), "percent_agreement")
    assert found.interval is not None
    assert found.interval.low == pytest.approx(1 - UNSEEN / 20)
    assert stop_coefficient(unanimous(20, labels=1), "krippendorff_alpha").interval is None


def test_units_of_a_text_count_once_in_the_bound() -> None:
    """Sixty tokens of three texts are three texts: they do not stop a round."""
    tokens = unanimous(60)
    texts = tuple(f"d{number // 20}" for number in range(60))
    clustered = Ratings(tokens.units, tokens.annotators, tokens.codes, tokens.categories, tokens.level, texts)
    found = stop_coefficient(clustered, "krippendorff_alpha")
    assert found.interval is not None
    assert found.interval.low == pytest.approx(1 - UNSEEN / (3 * 2 / 3))
    assert replay_stop_rule(clustered, 0.8, every=60).first is None
    assert replay_stop_rule(tokens, 0.8, every=60).first == 60


def test_the_replay_stops_where_the_bound_does() -> None:
    replay = replay_stop_rule(unanimous(40), 0.8, every=1)
    lows = {items: stop_coefficient(unanimous(items), "krippendorff_alpha").interval for items in (3, 27, 28)}
    assert {items: low.low for items, low in lows.items() if low} == {
        look.items: look.low for look in replay.looks if look.items in lows
    }
    assert replay.first == 28  # labels 10, 9 and 9 times: 1 - 3.69 / (28 * 0.666) = 0.802


def test_disputed_items_keep_their_bootstrap_with_ratings_missing_too() -> None:
    table = draw_ratings(Design(3, 60, (0.5, 0.5), 0.8), seed=1)
    codes = table.codes.copy()
    codes[::7, 1:] = -1  # units rated once say nothing of alpha and are not drawn
    part = Ratings(table.units, table.annotators, codes, table.categories, table.level)
    [plain] = compute(part, ["krippendorff_alpha"], ci="bootstrap", seed=3)
    assert stop_coefficient(part, "krippendorff_alpha", seed=3) == plain
    look = replay_stop_rule(part, 0.5, every=60, seed=3).looks[-1]
    assert plain.interval is not None
    assert (look.low, look.high) == (plain.interval.low, plain.interval.high)


def test_a_lower_bound_at_the_threshold_meets_the_rule() -> None:
    low = replay_stop_rule(unanimous(40), 0.8, every=40).looks[-1].low
    assert low is not None
    assert replay_stop_rule(unanimous(40), low, every=40).holds
    assert not replay_stop_rule(unanimous(40), math.nextafter(low, 1), every=40).holds


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
    error = math.sqrt(6 / 7 * ((left_out - left_out.mean()) ** 2).sum())
    low = alpha(codes) - stats.t.ppf(0.975, 6) * error
    for threshold, met in ((low - 1e-6, True), (low + 1e-6, False)):
        assert _decisions(codes, (0, 1, 2), "nominal", [7], threshold).tolist() == [met]
