"""Systems inside a part of a test: who is better there, with an interval, p and letters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from aloi.evaluation.comparison.cuts import CutKind, cut_scores
from aloi.evaluation.comparison.paired import PairedTest
from aloi.evaluation.rows import Provenance
from tests.evaluation.scored import gold_set


def test_tuning_tells_on_the_hundred_that_no_encoder_chose() -> None:
    """A reported pair of Spearman correlations, .38 untuned and .73 tuned, and equal ones beside them."""
    generator = np.random.default_rng(11)
    gold = generator.uniform(0, 5, 200)
    by_encoder = np.arange(200) < 100
    noise = generator.normal(size=(3, 200))
    found_alike = gold + 0.8 * noise
    untuned = np.where(by_encoder, found_alike[0], gold + 3.4 * noise[0])
    tuned = np.where(by_encoder, found_alike[1], gold + 1.3 * noise[1])
    again = np.where(by_encoder, found_alike[2], gold + 1.3 * noise[2])
    miners = [("nearest",) if one else ("random",) for one in by_encoder]
    rows = replace(gold_set(gold.tolist()), provenance=tuple(Provenance(miners=one) for one in miners))
    systems = {"again": [again.tolist()], "tuned": [tuned.tolist()], "untuned": [untuned.tolist()]}
    chosen, left = cut_scores(CutKind.ORIGIN, rows, systems, "spearman", PairedTest.PERMUTATION, 1000, 0)
    assert (chosen.title, chosen.items) == ("chosen by an encoder", 100)
    assert (left.title, left.items) == ("chosen without an encoder", 100)
    values = {one.name: one.value for one in left.scores}
    assert abs(values["untuned"] - 0.38) < 0.06
    assert abs(values["tuned"] - 0.73) < 0.06
    letters = {one.name: one.letters for one in left.scores}
    assert letters["tuned"] == letters["again"] == "a"
    assert letters["untuned"] == "b"
    [gap] = [one for one in left.differences if {one.a, one.b} == {"tuned", "untuned"}]
    assert gap.better == "tuned"
    assert gap.p <= gap.p_holm < 0.01
    assert gap.interval is not None
    assert min(map(abs, (gap.interval.low, gap.interval.high))) > 0.1
    # In the other part nothing tells them apart.
    assert {one.letters for one in chosen.scores} == {"a"}
    assert all(one.p_holm >= 0.05 for one in chosen.differences)
    assert left.signature.endswith("|part:chosen without an encoder")
