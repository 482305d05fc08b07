"""What goes into the store comes out equal, and unknown references are told."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from sqlalchemy import select

from aloi.annotation.model import Guideline, Role, Schema, Status, StopRule
from aloi.base.errors import AloiError
from aloi.corpora.model import Corpus
from aloi.gold.model import (
    Adjudication,
    AnnotatorFigures,
    Assumption,
    Gold,
    GoldItem,
    GoldModel,
    GoldStatus,
    Release,
)
from aloi.storage.store import Store
from aloi.storage.tables import golds
from aloi.storage.texts.corpora import CorpusCounts, LoggedExport
from tests.storage.world import CORPUS, NOW, fill, make_pairs, make_round, origin


def test_texts_come_back_equal(store: Store) -> None:
    documents, pairs = make_pairs(3)
    restricted = replace(CORPUS, restricted=True)
    assert store.texts.add_corpus(restricted, documents) is True
    assert store.texts.add_corpus(restricted, documents) is False
    sentences = [sentence for pair in pairs for sentence in pair.sentences]
    store.texts.save_sentences(CORPUS.id, sentences[::-1], "french 1")
    assert store.texts.corpora() == [restricted]
    assert store.texts.corpus("invented") == store.texts.corpus("c0") == restricted
    assert store.texts.documents("c0") == documents
    assert store.texts.sentences("c0") == sentences
    assert store.texts.splitter("c0") == "french 1"
    assert store.texts.counts("c0") == CorpusCounts(3, 6, 0, sum(len(one.text) for one in documents))


def test_a_corpus_of_the_same_name_with_other_texts_is_refused(store: Store) -> None:
    documents, _ = make_pairs(1)
    store.texts.add_corpus(CORPUS, documents)
    other = Corpus("c1", "invented", "fr", "CC0-1.0", "elsewhere", "1" * 64)
    with pytest.raises(AloiError, match="invented"):
        store.texts.add_corpus(other, [])
    assert store.texts.corpora() == [CORPUS]


def test_new_sentences_replace_the_old_and_items_keep_their_text(store: Store) -> None:
    documents, pairs = make_pairs(2)
    store.texts.add_corpus(CORPUS, documents)
    store.texts.save_sentences("c0", [s for pair in pairs for s in pair.sentences], "one")
    store.texts.add_items([(pair, origin(pair.id)) for pair in pairs])
    store.texts.save_sentences("c0", [pairs[0].left], "two")
    assert store.texts.sentences("c0") == [pairs[0].left]
    assert store.texts.items([pairs[1].id, pairs[0].id]) == [pairs[1], pairs[0]]


def test_a_known_item_only_gains_the_origin(store: Store) -> None:
    documents, pairs = make_pairs(2)
    store.texts.add_corpus(CORPUS, documents)
    first, second = pairs
    assert store.texts.add_items([(first, origin(first.id)), (second, origin(second.id))]) == 2
    nearest = origin(first.id, miner="nearest", score=None, stratum=None, probability=None, seed=None)
    assert store.texts.add_items([(first, origin(first.id, score=0.9)), (first, nearest)]) == 0
    assert store.texts.origins([first.id, second.id]) == {
        first.id: (origin(first.id), nearest),
        second.id: (origin(second.id),),
    }
    assert store.texts.corpus_items("c0") == sorted(pairs, key=lambda pair: pair.id)


def test_campaigns_rounds_and_guidelines_come_back_equal(store: Store) -> None:
    world = fill(store)
    campaign = store.campaigns.get("closeness")
    assert campaign.schema == Schema("similarity", 1, {"high": 5})
    assert store.campaigns.list() == [campaign]
    people = tuple(one.id for one in world.people)
    rule = StopRule("krippendorff_alpha", "ordinal", 0.8)
    second = make_round(2, world.items[1:], people[::-1], 1, cap=4, repeats=2, stop_rule=rule)
    store.campaigns.open_round(replace(second, guideline_version=None), [])
    assert store.campaigns.rounds("k0") == [
        make_round(1, world.items, people, 2),
        replace(second, guideline_version=None),
    ]
    assert store.campaigns.used_items("k0") == set(world.items)
    store.campaigns.set_round_status(second.id, Status.CLOSED)
    store.campaigns.set_status("k0", Status.CLOSED)
    assert store.campaigns.round(second.id).status is Status.CLOSED
    assert store.campaigns.get("k0").status is Status.CLOSED
    assert store.campaigns.add_guideline("k0", "Read both.", "again", NOW).version == 1
    assert store.campaigns.add_guideline("k0", "Read twice.", "unclear", NOW).version == 2
    assert store.campaigns.guidelines("k0") == [
        Guideline("k0", 1, "Read both.", "first", NOW),
        Guideline("k0", 2, "Read twice.", "unclear", NOW),
    ]


def test_a_round_out_of_turn_leaves_nothing_behind(store: Store) -> None:
    world = fill(store)
    with pytest.raises(AloiError, match=r"opened in the meantime is 1(.|\n)*Expected: 2"):
        store.campaigns.open_round(make_round(1, world.items, (world.people[0].id,), 1), [])
    with pytest.raises(AloiError):
        store.campaigns.open_round(make_round(2, ("no such item",), (world.people[0].id,), 1), [])
    with pytest.raises(AloiError):
        store.campaigns.open_round(make_round(2, (), (world.people[0].id,), 1), [])
    assert [one.number for one in store.campaigns.rounds("k0")] == [1]


def test_assumptions_are_kept_once(store: Store) -> None:
    world = fill(store)
    assumed = Assumption(world.items[0], "k0", 0, "drawn at random", {"encoder": "x"}, NOW)
    store.campaigns.add_assumptions([assumed])
    store.campaigns.add_assumptions([replace(assumed, value=1)])
    assert store.campaigns.assumptions("k0") == [assumed]


def test_gold_and_releases_come_back_equal(store: Store) -> None:
    world = fill(store)
    item = world.items[0]
    decision = Adjudication(world.round_id, item, 0, ("A1", "A2"), {"score": 2}, "why", ("A1:1", "A2:1"), NOW)
    store.gold.add_adjudications([decision])
    store.gold.add_adjudications([replace(decision, value=None)])
    assert store.gold.adjudications(world.round_id) == [replace(decision, revision=2, value=None)]
    assert [one.revision for one in store.gold.adjudication_revisions(world.round_id)] == [1, 2]
    kept = GoldItem(item, 2.5, "mean", ("A1", "A2"), 1.0, GoldStatus.AGGREGATED, world.round_id)
    assumed = GoldItem(world.items[1], 0, "assumed", (), None, GoldStatus.ASSUMED, None)
    gold = Gold("g0", "k0", "mean", (world.round_id,), (kept, assumed), NOW)
    store.gold.add_gold(gold)
    store.gold.add_gold(gold)
    assert store.gold.golds("k0") == [gold]
    assert store.gold.gold("g0") == gold
    release = Release("r0", "k0", "1.0", "a" * 64, "b" * 64, {"items": [{"é": 1.5}]}, NOW)
    store.gold.add_release(release)
    assert store.gold.releases("k0") == store.gold.releases() == [release]
    for ref in ("r0", "1.0", "closeness:1.0", "k0:1.0"):
        assert store.gold.release(ref) == release
    with pytest.raises(AloiError, match="never changes"):
        store.gold.add_release(replace(release, id="r1"))
    store.texts.log_export(
        store.campaigns.get("k0").corpus_id, "release 1.0 as sts_tsv", "asked by the owner", NOW
    )
    assert store.texts.logged_exports(store.campaigns.get("k0").corpus_id) == [
        LoggedExport("release 1.0 as sts_tsv", "asked by the owner", NOW, None)
    ]


def test_soft_labels_and_models_come_back_equal_and_are_absent_without(store: Store) -> None:
    world = fill(store)
    soft = (({"score": 2}, 0.25), ({"score": 3}, 0.75))
    kept = GoldItem(
        world.items[0], {"score": 3}, "mace", ("A1", "A2"), 1.0, GoldStatus.AGGREGATED, world.round_id, soft
    )
    people = (AnnotatorFigures("A1", {"competence": 0.9}), AnnotatorFigures("A2", {"competence": 0.4}))
    model = GoldModel("score", "signature", True, ("A note.",), people)
    made = Gold("g1", "k0", "mace", (world.round_id,), (kept,), NOW, (model,))
    plain = replace(made, id="g2", items=(replace(kept, soft=None),), models=None)
    store.gold.add_gold(made)
    store.gold.add_gold(plain)
    assert store.gold.golds("k0") == [made, plain]
    with store.gold._database.read() as connection:
        rows = connection.execute(select(golds.c["items"]).order_by(golds.c.place)).scalars().all()
    assert ["soft" in row[0] for row in rows] == [True, False]


def test_the_gold_frozen_again_is_the_last_one(store: Store) -> None:
    world = fill(store)
    kept = GoldItem(world.items[0], 2.5, "mean", ("A1",), None, GoldStatus.SINGLE, world.round_id)
    first = Gold("g1", "k0", "mean", (world.round_id,), (kept,), NOW)
    other = replace(first, id="g2", rule="median")
    for one in (first, other, first, first):
        store.gold.add_gold(one)
    assert store.gold.golds("k0") == [other, first]
    store.gold.add_gold(replace(first, id="g3"))
    assert [one.id for one in store.gold.golds("k0")] == ["g2", "g1", "g3"]


def test_times_are_given_back_in_utc(store: Store) -> None:
    fill(store)
    elsewhere = datetime(2026, 3, 2, 10, 30, 0, 123456, tzinfo=timezone(timedelta(hours=1)))
    store.campaigns.add_guideline("k0", "Later.", "why", elsewhere)
    kept = store.campaigns.guidelines("k0")[-1].created_at
    assert kept == elsewhere
    assert kept.utcoffset() == timedelta(0)


def test_unknown_references_name_what_exists(store: Store) -> None:
    world = fill(store)
    store.people.add("the manager", Role.ADMINISTRATOR, NOW)
    with pytest.raises(AloiError, match="invented"):
        store.texts.corpus("nothing")
    with pytest.raises(AloiError, match="closeness"):
        store.campaigns.get("nothing")
    with pytest.raises(AloiError, match="A1, A2, A3, M1"):
        store.people.get("nobody")
    for ask in (
        lambda: store.texts.items([world.items[0], "nothing"]),
        lambda: store.campaigns.round("nothing"),
        lambda: store.campaigns.set_round_status("nothing", Status.CLOSED),
        lambda: store.campaigns.set_status("nothing", Status.CLOSED),
        lambda: store.gold.gold("nothing"),
        lambda: store.gold.release("nothing"),
        lambda: store.jobs.get("nothing"),
        lambda: store.answers.coverage("nothing"),
        lambda: store.texts.save_sentences("nothing", [], "x"),
    ):
        with pytest.raises(AloiError, match=r"(?i)expected|none yet"):
            ask()
