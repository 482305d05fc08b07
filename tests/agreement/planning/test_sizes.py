"""Planning: the wanted width is what fresh simulated tables give, and stop rules do as they say."""

from __future__ import annotations

import numpy as np
import pytest

from aloi.agreement.compute import compute
from aloi.agreement.planning.simulate import Design
from aloi.agreement.planning.sizes import plan
from aloi.agreement.planning.stopping import false_stop_rate, replay_stop_rule
from aloi.agreement.ratings import Ratings
from aloi.base.errors import AloiError
from tests.agreement.simulated import draw_ratings

# Annotators, items of the pilot, shares of the labels, true alpha, wanted width.
PILOTS = [
    (3, 200, (0.5, 0.5), 0.7, 0.12),
    (2, 300, (0.7, 0.3), 0.5, 0.2),
    (4, 150, (0.1, 0.2, 0.3, 0.2, 0.1, 0.1), 0.6, 0.1),
]


@pytest.mark.parametrize(("people", "items", "shares", "alpha", "width"), PILOTS)
def test_as_many_items_as_planned_give_the_wanted_width(people, items, shares, alpha, width) -> None:
    pilot = draw_ratings(Design(people, items, shares, alpha), seed=1)
    [row] = plan(pilot, width).rows
    design = Design(people, row.items, shares, alpha)
    widths = []
    for seed in range(100, 130):
        [found] = compute(draw_ratings(design, seed), ["krippendorff_alpha"], ci="bootstrap", replicates=400)
        widths.append(found.interval.high - found.interval.low)
    assert np.mean(widths) == pytest.approx(width, rel=0.15)
    assert row.answers == row.items * people
    assert row.expected <= width
    assert row.checked == pytest.approx(width, rel=0.15)


def test_more_annotators_need_fewer_items_and_a_narrower_interval_more() -> None:
    pilot = draw_ratings(Design(3, 100, (0.4, 0.3, 0.3), 0.6), seed=2)
    rows = plan(pilot, 0.1, annotators=[2, 3, 5]).rows
    assert [one.source for one in rows] == ["subsets", "pilot", "model"]
    assert rows[0].items > rows[1].items > rows[2].items
    assert plan(pilot, 0.08).rows[0].items > plan(pilot, 0.1).rows[0].items
    assert plan(pilot, 0.1) == plan(pilot, 0.1)
    assert "0.10" in plan(pilot, 0.1).sentence


def test_what_cannot_be_planned_has_a_reason_and_no_number() -> None:
    one_label = Ratings.from_table(["a", "b"], ["A", "B"], [[1, 1], [1, 1]], "nominal")
    alone = Ratings.from_table(["a", "b"], ["A", "B"], [[1, None], [None, 2]], "nominal")
    for pilot in (one_label, alone):
        found = plan(pilot, 0.1, annotators=[2, 3])
        assert all(row.items is None and row.reason for row in found.rows)
        assert "nan" not in found.sentence.lower()
        assert replay_stop_rule(pilot, 0.5).first is None
        assert false_stop_rate(pilot, 0.5, campaigns=5).rate is None
    far = draw_ratings(Design(2, 50, (0.5, 0.5), 0.3), seed=4)
    [row] = plan(far, 0.01, most=200).rows
    assert row.items is None
    assert row.reason


@pytest.mark.parametrize("width", [0, 2, -1])
def test_a_width_that_is_none_is_told(width: float) -> None:
    pilot = draw_ratings(Design(2, 50, (0.5, 0.5), 0.5), seed=5)
    with pytest.raises(AloiError, match="The width of the interval is"):
        plan(pilot, width)


def test_a_rule_stops_early_where_agreement_is_high_and_never_where_it_is_low() -> None:
    high = draw_ratings(Design(3, 200, (0.5, 0.5), 0.9), seed=6)
    found = replay_stop_rule(high, 0.667, step=20)
    assert found.first is not None
    assert found.first <= 100
    assert found.holds
    assert [look.items for look in found.looks] == list(range(20, 201, 20))
    assert all(look.met == (look.low >= 0.667) for look in found.looks if look.low is not None)
    low = draw_ratings(Design(3, 200, (0.5, 0.5), 0.3), seed=7)
    assert replay_stop_rule(low, 0.667, step=20).first is None
    backwards = replay_stop_rule(high, 0.667, order=list(reversed(high.units)), step=200)
    assert backwards.looks[-1].alpha == pytest.approx(found.looks[-1].alpha)
    with pytest.raises(ValueError, match="twice"):
        replay_stop_rule(high, 0.667, order=[high.units[0], high.units[0]])


def test_looking_more_often_does_not_stop_wrongly_more_often() -> None:
    """Before looks were corrected for, twenty of them stopped about 10 % of such campaigns."""
    pilot = draw_ratings(Design(3, 200, (0.5, 0.5), 0.7), seed=8)
    once = false_stop_rate(pilot, 0.667, step=200, campaigns=150)
    often = false_stop_rate(pilot, 0.667, step=10, campaigns=150)
    assert once.rate == once.at_end
    assert 0 <= once.rate <= 0.08  # 2.5 % in theory
    assert 0 < often.rate <= 0.05
    assert often.looks == 20
    assert once.error == pytest.approx((once.rate * (1 - once.rate) / 150) ** 0.5)
