"""Texts added to a corpus, and corpora merged: what was made before stays, what comes is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey
from aloi.base.errors import AloiError
from aloi.gold.releasing.manifest import rows_by_split
from aloi.storage.store import Store
from aloi.workbench.corrections import texts
from aloi.workbench.corrections.log import corrections
from aloi.workbench.releases import checking, releases
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.corrections import AddTextsRequest, MergeRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.labelled import LATER, make_labelled
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW, make_scene

REASON = {"why": "More reports came in"}


def write(folder: Path, name: str, *rows: tuple[str, str]) -> Path:
    path = folder / name
    lines = ["id\ttext", *("\t".join(row) for row in rows), ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_new_rounds_see_new_texts_and_what_was_made_stays(store: Store, tmp_path: Path) -> None:
    scene = make_labelled(store, tmp_path)
    corpus = store.texts.corpora()[0]
    before, alpha, gold = store.texts.documents(corpus.id), scene.alpha(), scene.gold()
    first = releases.build(store, ReleaseRequest(scene.campaign, "1.0", sizes={"all": "rest"}), now=LATER)
    table = write(
        tmp_path, "more.tsv", ("0", "Une toux sèche."), ("9", "Un souffle."), ("again", before[0].text)
    )
    effect = texts.texts_effect(store, AddTextsRequest(corpus=corpus.id, path=table, preview=True))
    assert (effect.version, effect.texts) == (2, 2)
    assert (effect.duplicates, effect.renamed) == (("again",), ("0",))
    texts.add_texts(store, AddTextsRequest(corpus=corpus.id, path=table, **REASON), LATER)
    after = store.texts.documents(corpus.id)
    assert after[:4] == before
    assert [one.name for one in after[4:]] == ["2/0", "9"]
    assert [one.documents for one in store.texts.versions(corpus.id)] == [4, 6]
    assert [len(store.texts.sentences(corpus.id, one.id)) for one in after] == [0] * 6
    assert (scene.alpha(), scene.gold()) == (alpha, gold)
    assert store.campaigns.round(scene.round.id).item_ids == scene.items
    assert checking.verify(store, first.id) == []
    second = rounds.open_round(
        store, RoundRequest(scene.campaign, purpose="main", annotators=["A1"], overlap=1)
    )
    assert [one.texts[0] for one in sorted(store.texts.items(second.item_ids), key=lambda x: x.texts)] == [
        "Un souffle.", "Une toux sèche."
    ]  # fmt: skip
    [logged] = corrections(store, corpus=corpus.id)
    assert (logged.correction.kind, logged.correction.details["items"]) == ("texts", 2)
    with pytest.raises(AloiError, match="would not change"):
        texts.texts_effect(store, AddTextsRequest(corpus=corpus.id, path=table, preview=True))
    assert store.check() == []


def test_a_corpus_takes_in_another_with_its_items(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    scene.give(scene.open(), {"A1": (1, 2)})
    table = tmp_path / "others.tsv"
    rows = ("7\tPatient 0 dort.\tPatiente 0 tousse.", "8\tIl marche.\tElle court.")
    table.write_text("\n".join(["id\tleft\tright", *rows, ""]), encoding="utf-8")
    about = corpora.About("others", "fr", "CC BY 4.0", "elsewhere")
    other = import_pairs(store, table, about, NOW).corpus
    effect = texts.merge_effect(store, MergeRequest(corpus="invented", other="others", preview=True))
    assert (effect.texts, effect.items, effect.duplicate_texts) == (2, 2, 2)
    made = texts.merge(store, MergeRequest(corpus="invented", other="others", **REASON), LATER)
    assert made.details["items"] == 1  # the pair that both had is one item
    merged = store.texts.corpus("invented")
    assert merged.licence == "CC0-1.0; CC BY 4.0"
    new = store.texts.documents(merged.id)[-1]
    assert (new.metadata["corpus"], new.metadata["licence"]) == ("others", "CC BY 4.0")
    assert store.campaigns.count_free_items(scene.campaign.id) == 1
    assert store.texts.counts(other.id).items == 2
    with pytest.raises(AloiError, match="same corpus"):
        texts.merge(store, MergeRequest(corpus="others", other="others", **REASON), LATER)
    assert store.check() == []


def test_a_text_stays_in_its_part_when_others_are_added(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path, pairs=8)
    scene.give(scene.open(), {"A1": tuple(n % 6 for n in range(8))})

    def parts(version: str) -> dict[str, str]:
        made = freeze(store, FreezeRequest(scene.campaign.id), now=LATER).gold
        sizes = {"train": 0.5, "test": "rest"}
        release = releases.build(
            store,
            ReleaseRequest(
                scene.campaign.id,
                version,
                gold=made.id,
                sizes=sizes,
                seed=len(version),
                overrides=overriding("agreement"),
            ),
            now=LATER,
        )
        return {
            one.id: part
            for part, rows in rows_by_split(release.manifest, filtered=False).items()
            for one in rows
        }

    before = parts("1")
    table = tmp_path / "others.tsv"
    rows = [f"{n}\tIl marche {n} pas.\tElle court {n} pas." for n in range(8)]
    table.write_text("\n".join(["id\tleft\tright", *rows, ""]), encoding="utf-8")
    import_pairs(store, table, corpora.About("others", "fr", "CC0-1.0", "elsewhere"), NOW)
    texts.merge(store, MergeRequest(corpus="invented", other="others", **REASON), LATER)
    new = rounds.open_round(
        store, RoundRequest(scene.campaign.id, purpose="main", annotators=["A2"], overlap=1)
    )
    for place, item in enumerate(new.item_ids):
        key = AssignmentKey(new.id, item, store.people.get("A2").id)
        store.answers.submit(
            key, f"new-{place}-event", {"score": place % 6}, seconds=1.0, flag=False, comment="", shown={},
            guideline_version=None, now=NOW,
        )  # fmt: skip
    after = parts("another")
    assert len(after) == 16
    assert {item: after[item] for item in before} == before
    assert [*after.values()].count("train") == 8
