"""Scores of tags in six schemes equal those of seqeval 1.2.2, on random tags valid and not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from aloi.annotation.tag_schemes import Scheme
from aloi.evaluation.reports.tags import score_tags
from tests.evaluation.metrics.seqeval_peer import SCHEMES, SCORES, SEEDS, drawn

ROWS: list[dict[str, Any]] = json.loads(SCORES.read_text(encoding="utf-8"))


def test_every_scheme_and_seed_has_a_score() -> None:
    assert [(row["scheme"], row["seed"]) for row in ROWS] == [
        (scheme, seed) for scheme in SCHEMES for seed in SEEDS
    ]
    lenient, strict = ([row[mode]["micro avg"][2] for row in ROWS] for mode in ("lenient", "strict"))
    assert sum(a != b for a, b in zip(lenient, strict, strict=True)) > len(ROWS) / 2  # the modes differ


@pytest.mark.parametrize("scheme", SCHEMES)
def test_scores_equal_those_of_seqeval(scheme: str) -> None:
    for row in ROWS:
        if row["scheme"] != scheme:
            continue
        scores = score_tags(*drawn(scheme, row["seed"]), Scheme(scheme), replicates=0)
        for mode, spans in (("lenient", scores.lenient), ("strict", scores.strict)):
            report = dict(row[mode])
            micro, macro, weighted = (report.pop(f"{name} avg") for name in ("micro", "macro", "weighted"))
            case = f"{scheme}, seed {row['seed']}, {mode}"
            assert _parts(spans.micro) == pytest.approx(micro, abs=1e-12), case
            assert set(spans.by_type) == set(report), case
            for label, values in report.items():
                assert _parts(spans.by_type[label]) == pytest.approx(values, abs=1e-12), f"{case}, {label}"
            for means, values in ((spans.macro, macro), (spans.weighted, weighted)):
                assert means is not None
                assert list(means.values()) == pytest.approx(values[:3], abs=1e-12), case


def _parts(score: Any) -> list[float]:
    """Return the values as seqeval prints them: 0 for what is undefined."""
    return [score.precision or 0.0, score.recall or 0.0, score.f1 or 0.0, score.support]
