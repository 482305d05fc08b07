"""Concepts of a source as the answers of a reference annotator, frozen and released."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Status
from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.corpora.model import Mention
from aloi.gold.formats.mentions.bigbio import read_bigbio
from aloi.storage.store import Store
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.releases import exporting, gold, releases
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_annotations, import_mentions, keep_source_answers
from tests.workbench.linking_campaign import linking_campaign, terminology
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

ABOUT = About("source", "fr", "CC0", "written for the test")
ROWS = (
    ("1", "13 19", "fièvre", "X1"),
    ("2", "27 35", "frissons", "X2"),
    ("3", "27 35", "frissons", "X3"),  # the same place, another concept
    ("4", "36 38", "et", "CUILESS"),
    ("5", "39 43", "toux", ""),
)


@pytest.fixture
def corpus_id(store: Store, tmp_path: Path) -> str:
    head = "id\tdocument_id\tspan\tmention\tconcept_id\n"
    rows = "".join(f"{number}\ta\t{span}\t{mention}\t{concept}\n" for number, span, mention, concept in ROWS)
    (tmp_path / "m.annotations.tsv").write_text(head + rows, encoding="utf-8")
    text = "Elle a de la fièvre et des frissons et toux."
    (tmp_path / "m.texts.tsv").write_text(f"document_id\ttext\na\t{text}\n", encoding="utf-8")
    terminology(store)
    return import_mentions(store, tmp_path / "m.annotations.tsv", ABOUT, NOW).corpus.id


def test_they_are_kept_once_in_a_closed_round(store: Store, corpus_id: str) -> None:
    create_campaign(store, CampaignRequest("gold", corpus_id, task="linking"))
    done = keep_source_answers(store, "gold", NOW)
    assert (done.new, done.already_stored, done.linked, done.none, done.silent, done.several) == (
        3,
        0,
        2,
        1,
        1,
        0,
    )
    assert done.round.status == Status.CLOSED
    items = {one.id: one.mention for one in store.texts.corpus_items(corpus_id) if isinstance(one, Mention)}
    assert {items[one.key.item_id]: one.value for one in store.answers.latest(done.round.id)} == {
        "fièvre": {"concepts": ["X1"]},
        "frissons": {"concepts": ["X2", "X3"]},
        "et": {"concepts": []},
    }
    again = keep_source_answers(store, "gold", NOW)
    assert (again.new, again.already_stored, again.round.id) == (0, 3, done.round.id)
    assert [one.pseudonym for one in store.people.list()] == ["reference"]


def test_other_concepts_of_the_same_mentions_are_refused(
    store: Store, corpus_id: str, tmp_path: Path
) -> None:
    create_campaign(store, CampaignRequest("gold", corpus_id, task="linking"))
    keep_source_answers(store, "gold", NOW)
    changed = (tmp_path / "m.annotations.tsv").read_text(encoding="utf-8").replace("X1", "X8")
    (tmp_path / "m.tsv").write_text(changed, encoding="utf-8")
    import_mentions(store, tmp_path / "m.tsv", ABOUT, NOW)
    with pytest.raises(AloiError, match="has other answers, of the same annotators, to 1 of these 3"):
        keep_source_answers(store, "gold", NOW)


def test_where_one_concept_is_the_answer_several_are_left_out(store: Store, corpus_id: str) -> None:
    create_campaign(store, CampaignRequest("gold", corpus_id, task="linking", settings={"composite": False}))
    done = keep_source_answers(store, "gold", NOW)
    assert (done.new, done.linked, done.none, done.silent, done.several) == (2, 1, 1, 1, 1)


def test_a_release_holds_them(store: Store, corpus_id: str, tmp_path: Path) -> None:
    create_campaign(store, CampaignRequest("gold", corpus_id, task="linking"))
    keep_source_answers(store, "gold", NOW)
    frozen = gold.freeze(store, FreezeRequest("gold"), now=NOW)
    told = gold.describe_gold(store, store.campaigns.get("gold"), frozen.gold)
    sorts = ("no concept", "one concept", "several concepts")
    assert told.histogram == {(one, "import"): 1 for one in sorts}
    made = releases.build(
        store,
        ReleaseRequest("gold", "1.0", sizes={"test": "rest"}, overrides=overriding("agreement")),
        now=NOW,
    )
    exporting.export(store, ExportRequest(made.id, "bigbio"), tmp_path / "out", now=NOW)
    (path,) = (tmp_path / "out").rglob("test.jsonl")
    rows: tuple[LinkedMention, ...] = read_bigbio(path).mentions
    assert {one.mention: one.concept for one in rows} == {
        "fièvre": "X1",
        "frissons": "X2|X3",
        "et": "CUILESS",
    }


def test_answers_leave_and_come_back_in_a_table(store: Store, corpus_id: str, tmp_path: Path) -> None:
    for name in ("gold", "copy"):
        create_campaign(store, CampaignRequest(name, corpus_id, task="linking"))
    done = keep_source_answers(store, "gold", NOW)
    assert (
        export_annotations(store, ExportAnswersRequest("gold"), tmp_path / "answers.tsv", now=NOW).answers
        == 3
    )
    back = import_annotations(store, tmp_path / "answers.tsv", "copy", 1, NOW)
    values = [
        {one.key.item_id: one.value for one in store.answers.latest(each.id)}
        for each in (done.round, back.round)
    ]
    assert values[0] == values[1]
    assert {"concepts": []} in values[1].values()


def test_a_source_without_concepts_is_refused(store: Store, tmp_path: Path) -> None:
    campaign, _ = linking_campaign(store, tmp_path)
    with pytest.raises(AloiError, match="has a concept in its source"):
        keep_source_answers(store, "link", NOW)
    create_campaign(store, CampaignRequest("other", campaign.corpus_id))
    with pytest.raises(AloiError, match="campaign of the task linking"):
        keep_source_answers(store, "other", NOW)
    assert store.people.list() == []


@pytest.mark.shared
def test_e3c_has_as_many_answers_as_its_authors_gave(store: Store, shared: Path) -> None:
    terminology(store)
    path = shared / "data" / "e3c-french" / "layer1_clinentity.tsv"
    corpus = import_mentions(store, path, ABOUT, NOW).corpus
    create_campaign(store, CampaignRequest("e3c", corpus.id, task="linking"))
    done = keep_source_answers(store, "e3c", NOW)
    assert (done.linked, done.none, done.silent, done.several) == (1085, 207, 35, 0)
