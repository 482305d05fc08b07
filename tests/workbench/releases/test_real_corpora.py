"""Real corpora go in, are released in every format that takes them, and come back equal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.gold.formats.operations.triples import Triple
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import rows_by_split
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.releases.exporting import formats_of
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.releases.splitting import preview_splits
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest, PreviewRequest, ReleaseRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.brought import import_annotations, import_judgements, import_operations, import_spans
from tests.workbench.overriding import overriding

pytestmark = [pytest.mark.shared, pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
NAME = "real"
Bring = Callable[[Store, Path, datetime], int]


def biosses(store: Store, data: Path, now: datetime) -> int:
    path = data / "biosses" / "biosses.tsv"
    made = import_pairs(store, path, About("biosses", "en", "GPL-3.0", "BIOSSES"), now)
    scale = {"scales": [{"name": "score", "low": 0, "high": 4}]}
    create_campaign(store, CampaignRequest(NAME, made.corpus.id, task="similarity", settings=scale))
    import_annotations(store, path, NAME, 1, now, annotators=tuple("ABCDE"), add_annotators=True)
    return 100


def assetann(store: Store, data: Path, now: datetime) -> int:
    folder = data / "assetann"
    triple = Triple(folder / "asset.orig.txt", folder / "asset.simp.0.txt", folder / "asset.simp.0.aln")
    about = About("asset", "en", "CC BY-NC 4.0", "ASSETann")
    import_operations(store, [triple], NAME, None, "A1", now, about=about, add_annotators=True)
    return 359


def semdis(store: Store, data: Path, now: datetime) -> int:
    path = data / "semdis2014" / "lexsubfr_semdis2014_test.xml"
    about = About("semdis", "fr", "CC BY-NC-SA 3.0", "SemDis 2014")
    return import_path(store, [path], ImportOptions(NAME, about), now, format_name="semdis").items


def mantra(store: Store, data: Path, now: datetime) -> int:
    path = data / "mantra-gsc" / "french_brat.zip"
    about = About("mantra", "fr", "GPL-3.0", "Mantra GSC")
    reading = ReadOptions(task="linking")
    return import_path(
        store, [path], ImportOptions(NAME, about), now, format_name="brat", reading=reading
    ).items


def e3c_mentions(store: Store, data: Path, now: datetime) -> int:
    path = data / "e3c-french" / "layer1_clinentity.tsv"
    about = About("e3c", "fr", "CC BY 4.0", "E3C")
    return import_path(store, [path], ImportOptions(NAME, about), now, format_name="e3c").items


def e3c_spans(store: Store, data: Path, now: datetime) -> int:
    path = data / "e3c-french" / "layer1_clinentity.tsv"
    import_spans(store, path, NAME, About("e3c", "fr", "CC BY 4.0", "E3C"), now, reader="e3c")
    return 81


def morfitt(store: Store, data: Path, now: datetime) -> int:
    path = data / "morfitt" / "dev.tsv"
    about = About("morfitt", "fr", "CC BY-SA 4.0", "MorFITT")
    return import_path(store, [path], ImportOptions(NAME, about), now).items


def swords(store: Store, data: Path, now: datetime) -> int:
    path = data / "swords" / "swords-v1.1_dev.json.gz"
    about = About("swords", "en", "CC BY 3.0 US", "Swords v1.1")
    return int(import_judgements(store, path, NAME, about, now).candidates)


@pytest.mark.parametrize("bring", [biosses, swords, mantra, e3c_spans, morfitt])
def test_no_release_excludes_more_than_one_item_in_twenty_unasked(
    bring: Bring, store: Store, now: datetime, shared: Path
) -> None:
    bring(store, shared / "data", now)
    (campaign,) = store.campaigns.list()
    freeze(store, FreezeRequest(campaign.id, uncleaned=True), now=now)
    sizes = {"train": 0.7, "dev": 0.1, "test": "rest"}
    preview = preview_splits(store, PreviewRequest(campaign.id, sizes, threshold=0))
    for policy in preview.policies:
        sys.stdout.write(f"{bring.__name__}, {policy.name}: {policy.splits}, excluded {policy.excluded}\n")
        assert sum(policy.splits.values()) + policy.excluded == preview.gold_items or policy.problem
        assert not policy.is_default or policy.excluded <= preview.most_excluded
    overrides = overriding("licence", "restricted", "identifiers", "agreement")
    request = ReleaseRequest(campaign.id, "1.0", sizes=sizes, overrides=overrides)
    best = preview.of(None)
    if best is not None and not best.is_default:
        with pytest.raises(AloiError, match="at most 5 %"):
            build(store, request, now=now)
        return
    report = build(store, request, now=now).manifest["splits"]
    assert len(report["dropped"]) <= preview.most_excluded
    assert report["crossing_documents"] == 0


@pytest.mark.parametrize(
    ("bring", "items"),
    [(biosses, 100), (assetann, 359), (semdis, 300), (mantra, 938), (e3c_mentions, 1327), (e3c_spans, 81),
     (morfitt, 1022)],
    ids=lambda one: getattr(one, "__name__", ""),
)  # fmt: skip
def test_a_corpus_comes_back_from_every_format(
    bring: Bring, items: int, store: Store, now: datetime, shared: Path, tmp_path: Path
) -> None:
    assert bring(store, shared / "data", now) == items
    campaign, release = released(store, now)
    rows = rows_by_split(release.manifest)
    told = []
    for form in formats_of(campaign):
        if form.name == "docbin":
            pytest.importorskip("spacy")
        export = form.write(rows, tmp_path / form.name, release)
        back = form.read(
            tmp_path / form.name, task(campaign.schema.task_type).range(campaign.schema.settings)
        )
        for part, found in rows.items():
            assert [*map(form.restored, back[part])] == [*map(form.restored, found)]
        told.append(f"{form.name} {sum(map(len, back.values()))} rows, lost: {export.lost or 'nothing'}")
    sys.stdout.write("\n".join((f"{bring.__name__}: {items} items", *told, "")))


def released(store: Store, now: datetime) -> tuple[Campaign, Release]:
    (campaign,) = store.campaigns.list()
    freeze(store, FreezeRequest(campaign.id, uncleaned=True), now=now)
    sizes = {"train": 0.6, "test": "rest"}
    overrides = overriding("licence", "restricted", "identifiers", "agreement", "crossing")
    return campaign, build(
        store, ReleaseRequest(campaign.id, "1.0", sizes=sizes, overrides=overrides), now=now
    )
