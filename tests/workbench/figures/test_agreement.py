"""The agreement of a round, kept and read again: the numbers of the report, and what pages draw of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.html import html_report
from aloi.workbench.agreement.report import round_report, shown_categories, trend
from aloi.workbench.agreement.sections import latex_report, round_sections
from aloi.workbench.figures.agreement import CLEANED, ROUND_AGREEMENT, ROUND_DIAGNOSIS, TREND_POINT
from aloi.workbench.figures.keeping import compute, read
from aloi.workbench.progress import silent
from tests.workbench.scene import NOW, make_scene


def test_the_kept_report_is_the_report(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=12)
    one = scene.open()
    given = [item % 6 for item in range(12)]
    scene.give(one, {"A1": given, "A2": [*given[:9], 0, 0, 0], "A3": [5, *given[1:]]})
    of = (one.campaign_id, one.id, "score", CLEANED)
    compute(store, tmp_path, ROUND_AGREEMENT, of, silent, NOW)
    known = read(store, ROUND_AGREEMENT, *of)
    assert known.value is not None
    live = round_report(store, "closeness", 1)
    kept = known.value.report(store, scene.campaign, one)
    assert (kept.results, kept.pairs, kept.scale_use) == (live.results, live.pairs, live.scale_use)
    assert [each.ratings.annotators for each in kept.views] == [
        each.ratings.annotators for each in live.views
    ]
    assert shown_categories(kept) == shown_categories(live)
    assert list(kept.confusions) == list(live.confusions)
    for pair, table in live.confusions.items():
        assert np.array_equal(kept.confusions[pair], table)
    assert kept.disputed == live.disputed
    assert known.value.disputes == len(live.disputed)
    compute(store, tmp_path, ROUND_DIAGNOSIS, of[:3], silent, NOW)
    kept_diagnosis = read(store, ROUND_DIAGNOSIS, *of[:3]).value
    assert kept_diagnosis is not None
    found, diagnosed = diagnose(store, "closeness", 1), kept_diagnosis.of(scene.campaign, "score")
    assert replace(diagnosed, view=found.view) == found  # a view holds a function, made anew each time
    compute(store, tmp_path, TREND_POINT, (one.campaign_id, one.id, CLEANED), silent, NOW)
    point = read(store, TREND_POINT, one.campaign_id, one.id, CLEANED).value
    assert point is not None
    assert [point.result] == [result for _, result in trend(store, "closeness")]
    # What a page gives as a file is written from what is kept, as the terminal writes it.
    points = [(one, result) for _, result in trend(store, "closeness")]
    assert html_report(store, kept, diagnosed, points) == html_report(store, live, found, points)
    assert latex_report(round_sections(kept)) == latex_report(round_sections(live))
