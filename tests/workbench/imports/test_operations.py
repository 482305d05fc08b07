"""YAWAT files into a campaign: pairs, answers, gold and a release; and what does not fit is refused whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from aloi.annotation.rows import AlignedGroup, AlignedPair
from aloi.annotation.tasks.operations.typology import SIMPLIFICATION, load_typology
from aloi.base.errors import AloiError
from aloi.gold.formats.operations.triples import Triple
from aloi.gold.formats.operations.yawat import aln_line, read_aln, read_crp
from aloi.storage.store import Store
from aloi.workbench.people import add_person
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.rounds import campaigns
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.brought import import_operations
from tests.workbench.operation_files import write_sets
from tests.workbench.overriding import overriding

ABOUT = corpora.About("sleep", "fr", "CC0-1.0", "invented")
Content = Callable[[], list[str]]


@pytest.fixture
def sets(tmp_path: Path) -> list[Triple]:
    return write_sets(tmp_path)


def bring(store: Store, triples: list[Triple], now: datetime, **options: Any) -> Any:
    """Return what came of importing into the campaign `sleep` as A1."""
    options = {"about": ABOUT, "add_annotators": True, **options}
    number = options.pop("number", None)
    return import_operations(store, triples, "sleep", number, options.pop("who", "A1"), now, **options)


def as_line(pair: AlignedPair) -> str:
    """Return a line as the task keeps it: groups once, in the order of the sentence, places ascending."""
    groups = {
        AlignedGroup(tuple(sorted(set(one.source))), tuple(sorted(set(one.target))), one.label)
        for one in pair.groups
        if one.label != "err"
    }
    ordered = sorted(groups, key=lambda one: (one.source or (10**6,), one.target, one.label))
    broken = [AlignedGroup((0,), (0,), "err")] if pair.broken else []
    return aln_line(AlignedPair("", (*ordered, *broken), 1))


def test_a_new_campaign_is_made_of_the_files(store: Store, sets: list[Triple], now: datetime) -> None:
    done = bring(store, sets, now)
    assert (done.pairs, done.new_pairs, done.new, done.already_stored, done.round.number) == (6, 6, 6, 0, 1)
    assert done.campaign.schema.settings["tokens"] == "spaces"
    assert [note.split(":")[0] for note in done.notes] == ["simp.2.aln, line 2"] * 3
    # One document a line: the two sources are shared by the three sets.
    assert [one.name for one in store.texts.documents(done.campaign.corpus_id)][:3] == [
        "orig-1",
        "orig-2",
        "simp.0-1",
    ]
    assert store.texts.counts(done.campaign.corpus_id).documents == 8
    values = {
        store.texts.item(one.key.item_id).texts[1]: one.value for one in store.answers.latest(done.round.id)
    }
    assert values["Il dort bien ."] == {"groups": [], "err": False}
    assert values["Rien ."] == {"groups": [], "err": True}
    assert values["La nuit elle tousse ."] == {
        "groups": [
            {"source": [0], "target": [2], "label": "verbf"},
            {"source": [2, 3], "target": [0, 1], "label": "move"},
        ],
        "err": False,
    }


def test_importing_again_changes_nothing(
    store: Store, sets: list[Triple], now: datetime, content: Content
) -> None:
    bring(store, sets, now)
    before = content()
    again = bring(store, sets, now, number=1, about=None, add_annotators=False)
    assert (again.new_pairs, again.new, again.already_stored) == (0, 0, 6)
    assert content() == before


def test_a_second_annotator_of_the_same_round(store: Store, sets: list[Triple], now: datetime) -> None:
    add_person(store, PersonRequest("B1", "annotator", pseudonym="B1"), now)
    first = bring(store, sets, now, others=("B1",))
    assert first.round.overlap == 2
    second = bring(store, sets[:1], now, who="B1", number=1)
    assert (second.new_pairs, second.new) == (0, 2)
    assert len(store.answers.latest(first.round.id)) == 8
    with pytest.raises(AloiError, match="needs no more answers"):
        bring(store, sets, now, who="C1", number=1)


def test_pairs_of_a_table_are_found_by_their_texts(
    store: Store, sets: list[Triple], now: datetime, tmp_path: Path
) -> None:
    table = tmp_path / "pairs.tsv"
    table.write_text("left\tright\nIl dort bien .\tIl dort .\nElle tousse la nuit .\tElle tousse de nuit .\n")
    corpus = import_pairs(store, table, ABOUT, now).corpus
    campaigns.create_campaign(store, CampaignRequest("sleep", corpus.id, task="operations", preset="spaces"))
    done = bring(store, sets[:1], now, about=None)
    assert (done.pairs, done.new_pairs, done.new) == (2, 0, 2)
    with pytest.raises(AloiError, match=r"simp\.1\.aln, line 1: .*'sleep' already exists, with other texts"):
        bring(store, sets, now)


def test_sentences_of_the_corpus_make_new_pairs(
    store: Store, sets: list[Triple], now: datetime, tmp_path: Path
) -> None:
    table = tmp_path / "pairs.tsv"
    table.write_text("left\tright\nIl dort bien .\tElle tousse de nuit .\nIl dort .\tElle tousse la nuit .\n")
    corpus = import_pairs(store, table, ABOUT, now).corpus
    campaigns.create_campaign(store, CampaignRequest("sleep", corpus.id, task="operations", preset="spaces"))
    assert bring(store, sets[:1], now).new_pairs == 2


def test_labels_beside_the_typology_come_into_a_new_schema_and_are_refused_in_one_that_is_there(
    store: Store, sets: list[Triple], now: datetime, tmp_path: Path, content: Content
) -> None:
    other = tmp_path / "other.aln"
    other.write_text("0 2::shortened 1:1:synonym\n1 0::shorn\n")
    strange = [Triple(sets[0].source, sets[0].target, other)]
    done = bring(store, strange, now)
    assert [note.split(" in ")[0] for note in done.notes] == [
        "other.aln, line 1: unknown label 'shortened'", "other.aln, line 2: unknown label 'shorn'",
    ]  # fmt: skip
    operations = done.campaign.schema.settings["typology"]["operations"]
    shipped = load_typology().operations
    assert [one["name"] for one in operations] == [*(one.name for one in shipped), "shortened", "shorn"]
    keys = [one["key"] for one in operations]
    assert len(set(keys)) == len(keys)
    assert {one.value["groups"][0]["label"] for one in store.answers.latest(done.round.id)} == {
        "synonym", "shorn",
    }  # fmt: skip
    other.write_text("0 2::shrunk\n1\n")
    before = content()
    with pytest.raises(AloiError, match="has the label 'shrunk'"):
        bring(store, strange, now, who="A2", number=1)
    assert content() == before


def test_files_that_do_not_fit_leave_the_store_as_it_was(
    store: Store, sets: list[Triple], now: datetime, content: Content, tmp_path: Path
) -> None:
    empty = content()

    def refused(told: str, triples: list[Triple] = sets, **options: Any) -> None:
        before = content()
        with pytest.raises(AloiError, match=told):
            bring(store, triples, now, **options)
        assert content() == before

    refused("No campaign is called 'sleep'", about=None)
    refused("person 'A1' does not exist", add_annotators=False)
    refused("person 'B9' does not exist", others=("B9",))
    refused("its round 3 was named", number=3)
    refused("answers an item already answered", [*sets, sets[0]])
    words = campaigns.typology_settings(SIMPLIFICATION, "words")
    other = tmp_path / "other.aln"
    decimal = [tmp_path / name for name in ("fever.txt", "less.txt")]
    for path in decimal:
        path.write_text("Il a 38,5 .\n")
    other.write_text("0 2::delmod\n")
    refused("splits its texts into 'words'", [Triple(*decimal, other)], settings=words)
    other.write_text("0 2::2short\n1\n")
    refused("label '2short' cannot be the name", [Triple(sets[0].source, sets[0].target, other)])
    other.write_text("0 2:2:delmod\n1\n")
    refused("allows these sides", [Triple(sets[0].source, sets[0].target, other)])
    blank = tmp_path / "blank.txt"
    blank.write_text("Il dort .\n\n")
    other.write_text("0\n1\n")
    refused("line 2 is empty", [Triple(sets[0].source, blank, other)])
    (tmp_path / "two").mkdir()
    twin = tmp_path / "two" / "orig.txt"
    twin.write_bytes(sets[0].source.read_bytes())
    refused("have the same name", [sets[0], Triple(twin, sets[1].target, sets[1].aln)])
    assert content() == empty


def test_a_campaign_that_does_not_fit_is_refused(store: Store, sets: list[Triple], now: datetime) -> None:
    corpus = bring(store, sets, now).campaign.corpus_id
    campaigns.create_campaign(store, CampaignRequest("likeness", corpus))
    with pytest.raises(AloiError, match="is of the kind similarity"):
        import_operations(store, sets, "likeness", None, "A1", now)
    # These texts are cut alike into words and at spaces, so that the places of the files are right.
    campaigns.create_campaign(store, CampaignRequest("by word", corpus, task="operations", preset="words"))
    assert import_operations(store, sets, "by word", None, "A1", now).new == 6


@pytest.mark.shared
@pytest.mark.parametrize(("count", "pairs"), [(1, 359), pytest.param(7, 2513, marks=pytest.mark.slow)])
def test_the_shared_files_come_out_of_a_release_as_they_went_in(
    store: Store, now: datetime, tmp_path: Path, shared: Path, count: int, pairs: int
) -> None:
    data = shared / "data" / "assetann"
    triples = [
        Triple(data / "asset.orig.txt", data / f"asset.simp.{k}.txt", data / f"asset.simp.{k}.aln")
        for k in range(count)
    ]
    start = process_time()
    done = bring(store, triples, now, about=corpora.About("asset", "en", "CC BY-NC 4.0", "shared"))
    assert process_time() - start < 30  # 4 s where nothing else runs
    assert (done.pairs, done.new) == (pairs, pairs)
    frozen = gold.freeze(store, FreezeRequest("sleep"), now=now)
    assert (len(frozen.gold.items), frozen.undecided) == (pairs, ())
    overrides = overriding("identifiers", "agreement")
    made = releases.build(
        store, ReleaseRequest("sleep", "1.0", sizes={"all": "rest"}, overrides=overrides), now=now
    )
    exporting.export(store, ExportRequest(made.id, "yawat"), tmp_path / "out", now=now)
    texts = [(one.source, one.target) for one in read_crp(tmp_path / "out" / "all.crp")]
    written = read_aln(tmp_path / "out" / "all.aln").pairs
    found = sorted(
        (*sides, as_line(pair).strip()) for sides, pair in zip(texts, written, strict=True)
    )  # fmt: skip
    assert [aln_line(pair).split()[1:] for pair in written] == [as_line(pair).split() for pair in written]
    expected = []
    for triple in triples:
        sources, targets = (
            path.read_text(encoding="utf-8").splitlines() for path in (triple.source, triple.target)
        )
        expected += [
            (" ".join(source.split()), " ".join(target.split()), as_line(pair).strip())
            for source, target, pair in zip(sources, targets, read_aln(triple.aln).pairs, strict=True)
        ]
    assert found == sorted(expected)
