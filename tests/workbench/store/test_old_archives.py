"""An archive from before there was an event log comes in whole, with a log made of its rows."""

from __future__ import annotations

from pathlib import Path

from aloi.annotation.model import Work
from aloi.storage.store import Store
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.store.archiving import import_archive
from tests.workbench.scene import NOW

ARCHIVE = Path(__file__).parent / "version-1.aloi"  # the campaign of the demo made small


def test_an_archive_of_version_1_comes_in(store: Store) -> None:
    import_archive(store, ImportRequest(ARCHIVE), NOW)
    assert store.check() == store.find_changes() == []
    (campaign,) = store.campaigns.list()
    opened = store.campaigns.rounds(campaign.id)
    assert [len(store.answers.latest(one.id)) for one in opened] == [9, 30, 34, 0]
    stands = [one.status for one in store.answers.assignments(opened[-1].id)]
    assert stands.count(Work.SKIPPED) == 1
    assert [one.version for one in store.gold.releases(campaign.id)] == ["1.0"]
    assert store.event_log.heads([opened[1].id])[opened[1].id].events > 30
