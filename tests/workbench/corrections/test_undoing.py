"""Texts that were added and corpora taken in are taken back, unless something was drawn from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.corrections import removal, texts, undo
from aloi.workbench.corrections.log import corrections
from aloi.workbench.releases import checking, releases
from aloi.workbench.requests.corrections import (
    AddTextsRequest,
    DeleteRoundRequest,
    MergeRequest,
    RevertTextsRequest,
)
from aloi.workbench.requests.releases import ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.labelled import LATER, make_labelled
from tests.workbench.scene import NOW, make_scene

REASON = {"why": "The wrong file"}


def test_added_texts_go_with_their_items_and_come_again(store: Store, tmp_path: Path) -> None:
    scene = make_labelled(store, tmp_path)
    corpus = store.texts.corpora()[0]
    measured = (scene.alpha(), scene.gold(), scene.raw())
    release = releases.build(store, ReleaseRequest(scene.campaign, "1.0", sizes={"all": "rest"}), now=LATER)

    def state() -> tuple[object, ...]:
        ids = [one.id for one in store.texts.corpus_items(corpus.id)]
        return store.texts.corpus(corpus.id), store.texts.documents(corpus.id), store.texts.origins(ids)

    states = [state()]
    for number, words in ((2, "Une toux sèche."), (3, "Un souffle.")):
        path = tmp_path / f"{number}.tsv"
        path.write_text(f"id\ttext\n{number}0\t{words}\n", encoding="utf-8")
        texts.add_texts(store, AddTextsRequest(corpus=corpus.id, path=path, **REASON), LATER)
        states.append(state())
    assert undo.texts_back_effect(
        store, RevertTextsRequest(corpus=corpus.id, preview=True)
    ) == undo.TextsBackEffect(3, 1, 1)
    for number in (1, 0):
        undo.take_texts_back(store, RevertTextsRequest(corpus=corpus.id, **REASON), LATER)
        assert state() == states[number]
        assert store.check() == []
    assert store.texts.versions(corpus.id) == []
    with pytest.raises(AloiError, match="contains no added texts"):
        undo.texts_back_effect(store, RevertTextsRequest(corpus=corpus.id, preview=True))
    assert (scene.alpha(), scene.gold(), scene.raw()) == measured
    assert checking.verify(store, release.id) == []
    texts.add_texts(store, AddTextsRequest(corpus=corpus.id, path=tmp_path / "2.tsv", **REASON), LATER)
    assert state()[1] == states[1][1]
    log = [one.correction for one in reversed(corrections(store, corpus=corpus.id))]
    assert [one.kind for one in log] == ["texts", "texts", "take back", "take back", "texts"]
    assert log[2].details == {"version": 3, "texts": 1, "items": 1}


def test_texts_that_a_round_holds_stay_until_it_is_deleted_and_answers_always(
    store: Store, tmp_path: Path
) -> None:
    scene = make_labelled(store, tmp_path)
    corpus = store.texts.corpora()[0].id
    path = tmp_path / "more.tsv"
    path.write_text("id\ttext\na\tUne toux sèche.\nb\tUn souffle.\n", encoding="utf-8")
    texts.add_texts(store, AddTextsRequest(corpus=corpus, path=path, **REASON), LATER)
    for number in (2, 3):
        rounds.open_round(
            store, RoundRequest(scene.campaign, purpose="main", annotators=["A1"], overlap=1, items=1)
        )
        with pytest.raises(AloiError, match=rf"texts \({number - 1}\).*signs/{number} \(1\)"):
            undo.texts_back_effect(store, RevertTextsRequest(corpus=corpus, preview=True))
    removal.delete_round(store, DeleteRoundRequest(campaign=scene.campaign, round=2, **REASON), LATER)
    third = store.campaigns.rounds(scene.campaign)[-1]
    [item] = third.item_ids
    scene_of_third = type(scene)(store, scene.campaign, third, third.item_ids)
    scene_of_third.answer("A1", item, "cough")
    with pytest.raises(AloiError, match=r"is in use: items of its texts \(1\), answers \(1\)"):
        undo.take_texts_back(store, RevertTextsRequest(corpus=corpus, **REASON), LATER)
    assert len(scene_of_third.raw()) == 1
    assert store.texts.counts(corpus).documents == 6


def test_a_corpus_that_was_taken_in_goes_and_what_both_had_stays(store: Store, tmp_path: Path) -> None:
    scene = make_scene(store, tmp_path)
    scene.give(scene.open(), {"A1": (1, 2)})
    # The first pair is in both; the second is of texts that are in both, each in another pair.
    rows = (
        "7\tPatient 0 dort.\tPatiente 0 tousse.",
        "8\tPatient 1 dort.\tPatiente 2 tousse.",
        "9\tIl marche.\tElle court.",
    )
    table = tmp_path / "others.tsv"
    table.write_text("\n".join(["id\tleft\tright", *rows, ""]), encoding="utf-8")
    import_pairs(store, table, corpora.About("others", "fr", "CC BY 4.0", "elsewhere"), NOW)

    def state() -> tuple[object, ...]:
        items = store.texts.corpus_items(scene.campaign.corpus_id)
        origins = store.texts.origins([one.id for one in items])
        return store.texts.corpus("invented"), store.texts.documents(scene.campaign.corpus_id), items, origins

    before = state()
    texts.merge(store, MergeRequest(corpus="invented", other="others", **REASON), LATER)
    assert undo.texts_back_effect(
        store, RevertTextsRequest(corpus="invented", preview=True)
    ) == undo.TextsBackEffect(2, 2, 2)
    undo.take_texts_back(store, RevertTextsRequest(corpus="invented", **REASON), LATER)
    assert state() == before
    assert store.texts.counts(store.texts.corpus("others").id).items == 3
    texts.merge(store, MergeRequest(corpus="invented", other="others", **REASON), LATER)
    rounds.open_round(store, RoundRequest(scene.campaign.id, purpose="main", annotators=["A1"], overlap=1))
    with pytest.raises(AloiError, match=r"closeness/2 \(2\)"):
        undo.take_texts_back(store, RevertTextsRequest(corpus="invented", **REASON), LATER)
    with pytest.raises(AloiError, match="why is missing"):
        removal.delete_round(store, DeleteRoundRequest(campaign=scene.campaign.id, round=2, why=" "), LATER)
    removal.delete_round(store, DeleteRoundRequest(campaign=scene.campaign.id, round=2, **REASON), LATER)
    undo.take_texts_back(store, RevertTextsRequest(corpus="invented", **REASON), LATER)
    assert state() == before
    assert store.check() == []
