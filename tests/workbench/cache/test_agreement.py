"""The cached agreement of a round: the numbers of the report, and what pages draw of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import diagnose
from aloi.workbench.agreement.html import html_report
from aloi.workbench.agreement.report import report_of, round_report, shown_categories, trend
from aloi.workbench.agreement.sections import latex_report, round_sections
from aloi.workbench.cache.agreement import DiagnoseRound, MeasureRound, MeasureTrend
from tests.workbench.cache.test_questions import cached
from tests.workbench.scene import make_scene


def test_the_cached_report_is_the_report(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=12)
    one = scene.open()
    given = [item % 6 for item in range(12)]
    scene.give(one, {"A1": given, "A2": [*given[:9], 0, 0, 0], "A3": [5, *given[1:]]})
    measured = cached(store, tmp_path, MeasureRound(one.campaign_id, one.id, "score", cleaned=True))
    live = round_report(store, "closeness", 1)
    kept = report_of(store, scene.campaign, one, measured)
    assert kept.views == live.views
    assert kept.cautions == live.cautions
    assert measured.scale_use == live.agreement.scale_use
    assert shown_categories(kept) == shown_categories(live)
    assert list(measured.confusions) == list(live.agreement.confusions)
    for pair, table in live.agreement.confusions.items():
        assert np.array_equal(measured.confusions[pair], table)
    assert (measured.disputed, kept.items) == (live.agreement.disputed, live.items)
    assert measured.disputes == len(measured.disputed)
    found = diagnose(store, "closeness", 1)
    assert cached(store, tmp_path, DiagnoseRound(one.campaign_id, one.id, "score")) == found
    point = cached(store, tmp_path, MeasureTrend(one.campaign_id, one.id, cleaned=True))
    assert [point] == [result for _, result in trend(store, "closeness")]
    # What a page gives as a file is written from what is cached, as the terminal writes it.
    points = [(one, result) for _, result in trend(store, "closeness")]
    assert html_report(store, kept, found, points) == html_report(store, live, found, points)
    assert latex_report(round_sections(kept)) == latex_report(round_sections(live))
