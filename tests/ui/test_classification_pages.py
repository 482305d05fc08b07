"""The pages of a campaign of labels: made with labels of one's own, shown as a tree, adjudicated."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign, labels_settings
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import About, import_corpus
from tests.ui.pages import desk_shown, name_and_create, named, open_page, said, start_on
from tests.workbench.brought import import_annotations

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
LABELS = "R\tSymptoms\nR50.9\tFever\tR\nR05\tCough\tR\nJ\tBreathing\nJ18.9\tPneumonia\tJ\n"


@pytest.fixture
def filled(site: Store, tmp_path: Path) -> Store:
    """Return a store with three passages, not split into sentences."""
    for name in ("A1", "A2"):
        site.people.add(name, Role.ANNOTATOR, NOW, password_hash="x", pseudonym=name)
    (tmp_path / "texts").mkdir()
    for number, text in enumerate(("Elle tousse.", "Il a de la fièvre.", "Pneumonie et fièvre.")):
        (tmp_path / "texts" / f"{number}.txt").write_text(text, encoding="utf-8")
    corpus = import_corpus(site, tmp_path / "texts", About("notes", "fr", "CC0", "written")).corpus
    make_passages(site, PassagesRequest(corpus.id, "document"), NOW)
    return site


def answered(store: Store, folder: Path, most: int) -> None:
    """Make a campaign whose two annotators differ on one of three texts."""
    settings = labels_settings(LABELS, question="Which?", least=0, most=most)
    corpus = store.texts.corpora()[0]
    create_campaign(store, CampaignRequest("codes", corpus.id, task="classification", settings=settings))
    open_round(store, RoundRequest("codes", purpose="main", annotators=["A1", "A2"]))
    items = store.texts.corpus_items(corpus.id)
    given = {"Elle tousse.": ("R05", "R05"), "Il a de la fièvre.": ("R50.9", "R50.9")}
    lines = ["item_id\tannotator\tvalue"]
    for item in items:
        for name, label in zip(("A1", "A2"), given.get(item.texts[0], ("J18.9", "R50.9")), strict=True):
            lines.append(f"{item.id}\t{name}\t{label}")
    (folder / "answers.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    import_annotations(store, folder / "answers.tsv", "codes", 1, NOW)


def test_a_campaign_with_labels_of_ones_own_is_made_and_shown(filled: Store) -> None:
    at = start_on(filled, "classification", filled.texts.corpora()[0].id)
    table = "code\ttitle\tparent\n" + LABELS.replace("Symptoms", "Symptoms\t").replace(
        "Breathing", "Breathing\t"
    )
    next(one for one in at.file_uploader if one.label == t("labels.file")).upload(
        "labels.tsv", table.encode(), "text/tab-separated-values"
    ).run()
    named(at.text_input, t("campaigns.question")).set_value("Which code?")
    name_and_create(at, "codes")
    made = filled.campaigns.get("codes")
    assert made.schema.settings["question"] == "Which code?"
    assert [one["parent"] for one in made.schema.settings["labels"]] == ["", "R", "R", "", "J"]
    shown = open_page(filled, "campaigns")
    assert any("Which code?" in one.value for one in shown.markdown)


def test_a_ready_schema_takes_another_question(filled: Store) -> None:
    at = start_on(filled, "classification", filled.texts.corpora()[0].id)
    named(at.selectbox, t("start.ready_set")).set_value("yes_no").run()
    named(at.text_input, t("campaigns.question")).set_value("De la fièvre ?")
    name_and_create(at, "fever")
    settings = filled.campaigns.get("fever").schema.settings
    assert settings["question"] == "De la fièvre ?"
    assert [one["title"] for one in settings["labels"]] == ["Oui", "Non"]


@pytest.mark.parametrize("most", [1, 3])
@pytest.mark.parametrize("name", ["rounds", "agreement", "adjudicate", "releases", "home", "candidates"])
def test_every_page_takes_labels(filled: Store, tmp_path: Path, name: str, most: int) -> None:
    answered(filled, tmp_path, most)
    open_page(filled, name)


def test_the_dispute_is_decided_among_labels_searched(filled: Store, tmp_path: Path) -> None:
    answered(filled, tmp_path, 1)
    desk = desk_shown(open_page(filled, "adjudicate"))
    assert {"R50.9", "R05", "J18.9"} <= {one["value"] for one in desk["asked"]["labels"]}
    assert len(desk["marks"]) > 1


@pytest.fixture
def one_label(site: Store, tmp_path: Path) -> Store:
    """Return a store with an import in which people used one label, and a second round that is open."""
    site.people.add("A1", Role.ANNOTATOR, NOW, password_hash="x", pseudonym="A1")
    result = {"from_name": "s", "to_name": "text", "type": "choices", "value": {"choices": ["oui"]}}
    tasks = [
        {
            "id": number,
            "data": {"text": text},
            "annotations": [
                {"id": 10 * number + place, "completed_by": {"email": who}, "result": [result]}
                for place, who in enumerate(people)
            ],
        }
        for number, (text, people) in enumerate(
            [("Il tousse.", ["a", "b"]), ("Il dort.", ["a", "b"]), ("Il va.", [])], start=1
        )
    ]
    (tmp_path / "p.json").write_text(json.dumps(tasks), encoding="utf-8")
    options = ImportOptions("codes", About("codes", "fr", "CC0", "written"))
    import_path(site, [tmp_path / "p.json"], options, NOW)
    items = site.texts.corpus_items(site.campaigns.get("codes").corpus_id)
    open_round(
        site, RoundRequest("codes", purpose="main", items=[one.id for one in items], annotators=["A1"])
    )
    return site


@pytest.mark.parametrize(
    "name", ["campaigns", "rounds", "overview", "agreement", "adjudicate", "releases", "models", "home"]
)
def test_every_page_takes_a_campaign_of_one_label(one_label: Store, name: str) -> None:
    (imported, _) = one_label.campaigns.rounds(one_label.campaigns.get("codes").id)
    open_page(one_label, name, round=imported.id)


def test_the_desk_offers_the_only_label(one_label: Store) -> None:
    desk = desk_shown(open_page(one_label, "annotate", "A1"))
    assert [label["value"] for label in desk["asked"]["labels"]] == ["oui"]


def test_agreement_on_one_label_says_why_it_is_undefined(one_label: Store) -> None:
    (imported, _) = one_label.campaigns.rounds(one_label.campaigns.get("codes").id)
    assert "undefined: one category" in said(open_page(one_label, "agreement", round=imported.id))
