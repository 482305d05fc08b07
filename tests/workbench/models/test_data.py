"""Data of models are found by a path or by the name of a release."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.models.data import load


def test_a_release_answers_to_its_id_and_to_its_campaign_and_version(demo: Demo, store: Store) -> None:
    release = next(
        one
        for one in store.gold.releases()
        if store.campaigns.get(one.campaign_id).schema.task_type == "similarity"
    )
    campaign = store.campaigns.get(release.campaign_id).name
    data = load(store, release.id)
    assert (
        data == load(store, f"{campaign}@{release.version}") == load(store, f"{campaign}:{release.version}")
    )
    assert data.name == f"{campaign} {release.version}"
    assert any(one.answers for part in data.parts for one in data.provenance_of(part).values())


def test_paths_and_names_of_nothing(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("Un,Deux,1\nTrois,Quatre,2\n", encoding="utf-8")
    assert len(load(store, str(path), scale=(0, 5)).part("all")) == 2
    assert load(None, str(path), scale=(0, 5)).name == "p"
    with pytest.raises(AloiError, match="folder or release 'nope@1' does not exist"):
        load(store, "nope@1")
    with pytest.raises(AloiError, match="file, folder or release"):
        load(None, "nope@1")
