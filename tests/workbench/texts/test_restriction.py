"""Texts of a restricted corpus leave the store only with a reason, which is kept."""

from __future__ import annotations

import pytest

from aloi.base.errors import AloiError
from aloi.storage.texts.corpora import LoggedExport
from aloi.workbench.imports import tables
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.rounds import campaigns
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.brought import import_annotations
from tests.workbench.overriding import overriding

TABLE = "id\tleft\tright\tA1\tA2\n1\tFièvre à 39.\tFièvre à 38.\t3\t4\n2\tToux.\tPas de toux.\t1\t2\n"


@pytest.fixture
def restricted(store, tmp_path, now):
    path = tmp_path / "pairs.tsv"
    path.write_text(TABLE, encoding="utf-8")
    about = corpora.About("ward", "fr", "data-use agreement 12", "a hospital", restricted=True)
    corpus = import_pairs(store, path, about, now).corpus
    campaign = campaigns.create_campaign(store, CampaignRequest("ward", corpus.id))
    import_annotations(store, path, campaign.id, 1, now, annotators=("A1", "A2"), add_annotators=True)
    gold.freeze(store, FreezeRequest(campaign.id), now=now)
    overrides = overriding("restricted")
    release = releases.build(
        store, ReleaseRequest(campaign.id, "1.0", sizes={"test": "rest"}, overrides=overrides), now=now
    )
    return corpus, campaign, release


def test_a_release_is_refused_without_a_reason_and_nothing_is_written(store, tmp_path, now, restricted):
    _, _, release = restricted
    with pytest.raises(AloiError, match="restricted by a data-use agreement"):
        exporting.export(store, ExportRequest(release.id, "sts_tsv"), tmp_path / "out", now=now)
    assert not (tmp_path / "out").exists()


def test_annotations_with_their_texts_are_refused_without_a_reason(store, tmp_path, now, restricted):
    _, campaign, _ = restricted
    with pytest.raises(AloiError, match="restricted by a data-use agreement"):
        tables.export_annotations(store, ExportAnswersRequest(campaign.id), tmp_path / "a.tsv", now=now)
    assert not (tmp_path / "a.tsv").exists()


def test_with_a_reason_both_are_written_and_the_reason_is_kept(store, tmp_path, now, restricted):
    corpus, campaign, release = restricted
    exporting.export(
        store, ExportRequest(release.id, "sts_tsv", reason="shared task"), tmp_path / "out", now=now
    )
    tables.export_annotations(
        store, ExportAnswersRequest(campaign.id, reason="audit"), tmp_path / "a.tsv", now=now
    )
    assert (tmp_path / "out" / "sts.tsv").exists()
    assert (tmp_path / "a.tsv").exists()
    assert store.texts.logged_exports(corpus.id) == [
        LoggedExport("release 1.0 as sts_tsv", "shared task", now, None),
        LoggedExport("annotations of ward", "audit", now, None),
    ]


@pytest.mark.parametrize("number", [0, 7])
def test_an_unknown_round_is_refused_before_the_reason_is_kept(store, tmp_path, now, restricted, number):
    corpus, campaign, _ = restricted
    with pytest.raises(AloiError, match=f"the round {number}"):
        tables.export_annotations(
            store,
            ExportAnswersRequest(campaign.id, round=number, reason="audit"),
            tmp_path / "a.tsv",
            now=now,
        )
    assert store.texts.logged_exports(corpus.id) == []
