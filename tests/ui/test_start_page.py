"""Starting a campaign on one page: its fields, its checks, the preview, a second campaign."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS
from aloi.storage.store import Store
from aloi.ui.campaign_header import task_title
from aloi.ui.texts import t
from aloi.workbench.people import INVITE_DAYS
from aloi.workbench.texts.corpora import About, import_corpus
from tests.ui.pages import desk_shown, name_and_create, named, open_page, press, said

REQUIRED = f" ({t('app.required')})"
PAIRS = b"pair_ID,sentence_A,sentence_B\n" + b"".join(
    b"%d,The fever of patient %d fell.,The fever of patient %d was high.\n" % (at, at, at) for at in range(30)
)
SPECIALITIES = (
    "identifier,text,specialities\n"
    "a1,Le patient est suivi pour une toux et de la fièvre depuis trois jours.,pneumologie|infectiologie\n"
    "a2,Une fracture du poignet a été réduite sous anesthésie.,chirurgie\n"
).encode()


def test_the_page_offers_every_task_and_previews_each(site: Store) -> None:
    at = open_page(site, "start")
    assert sorted(at.radio(key="start:0:task").options) == sorted(task_title(kind) for kind in TASKS)
    tab: dict[str, Any] = {}
    desk_shown(at, tab)
    for kind in TASKS:
        at.radio(key="start:0:task").set_value(kind.name).run()
        assert desk_shown(at, tab)["item"]["id"]
    assert t("start.preview_examples") in said(at)
    at.radio(key="start:0:source").set_value("examples").run()
    press(at, t("start.create"))
    [campaign] = site.campaigns.list()
    [first] = site.campaigns.rounds(campaign.id)
    assert at.query_params == {"round": first.id}  # nobody to invite: the annotation page is next


def test_what_is_missing_is_said_below_its_field_before_anything_is_asked(site: Store) -> None:
    at = open_page(site, "start")
    at.radio(key="start:0:task").set_value("classification").run()
    assert t("start.file_missing") not in said(at)
    press(at, t("start.create"))
    shown = said(at)
    for name in ("file_missing", "licence_missing", "labels_missing"):
        assert t(f"start.{name}") in shown
    assert t("app.fields_wrong", count=3) in shown
    assert site.jobs.list() == []


def test_pairs_of_usual_names_and_a_second_campaign_with_a_known_person(site: Store) -> None:
    at, tab = open_page(site, "start"), {}
    desk_shown(at, tab)
    at.file_uploader[0].upload("sick.csv", PAIRS, "text/csv").run()
    assert t("start.count", count=30) in said(at)
    assert t("start.pilot_of", count=20, total=30) in said(at)
    assert desk_shown(at, tab)["item"]["left"] == "The fever of patient 0 fell."
    named(at.text_input, t("corpora.licence") + REQUIRED).set_value("CC0")
    named(at.text_area, t("start.new_people")).set_value("Ada\n\nBo\n").run()
    press(at, t("start.create"))
    campaign = site.campaigns.get("sick")
    [first] = site.campaigns.rounds(campaign.id)
    assert (len(first.annotators), len(first.item_ids)) == (3, 20)
    assert t("people.link_ready", count=2, days=INVITE_DAYS) in said(at).replace("\\", "")
    assert len(at.code) == 3
    assert at.code[-1].value.count("/invite/") == 2
    press(at, t("people.links_then"))
    assert at.query_params["round"] == first.id
    assert desk_shown(at, tab)["item"]["left"]

    at.switch_page("aloi/ui/pages/start/page.py").run()
    assert not at.exception
    assert not at.code
    ada = site.people.get("Ada")
    named(at.multiselect, t("start.people")).set_value([ada.pseudonym]).run()
    at.radio(key="start:1:source").set_value("stored").run()
    named(at.text_area, t("start.new_people")).set_value("Bo").run()
    name_and_create(at, "sick")
    assert t("start.name_taken") in said(at)
    name_and_create(at, "again")
    [second] = site.campaigns.rounds(site.campaigns.get("again").id)
    assert len(second.annotators) == 3
    assert len(site.people.list()) == 3


def test_the_labels_of_a_file_are_proposed_and_the_language_is_detected(site: Store) -> None:
    at, tab = open_page(site, "start"), {}
    desk_shown(at, tab)
    at.radio(key="start:0:task").set_value("classification").run()
    desk_shown(at, tab)
    at.file_uploader[0].upload("morfitt.csv", SPECIALITIES, "text/csv").run()
    question = desk_shown(at, tab)["asked"]
    assert [one["value"] for one in question["labels"]] == ["chirurgie", "infectiologie", "pneumologie"]
    assert question["question"] == "Comment étiquetez-vous le texte ?"
    assert named(at.selectbox, t("start.language") + REQUIRED).value == "fr"
    named(at.radio, t("campaigns.labels_each")).set_value(False).run()
    named(at.text_input, t("corpora.licence") + REQUIRED).set_value("CC0").run()
    press(at, t("start.create"))
    assert t("start.answers_refused") in said(at)  # an answer of the file has two labels
    named(at.radio, t("start.answers")).set_value(True).run()
    assert t("start.answers_refused") not in said(at)
    press(at, t("start.create"))
    settings = site.campaigns.get("morfitt").schema.settings
    assert (settings["least"], settings["most"], len(settings["labels"])) == (1, 1, 3)
    assert json.dumps(settings).count("chirurgie") == 2


@pytest.mark.parametrize("corpus", [False, True])
def test_a_corpus_without_items_starts_without_a_round(site: Store, tmp_path: Path, corpus: bool) -> None:
    site.people.add("Ada", Role.ANNOTATOR, datetime.now(UTC))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("Un texte. Deux textes.", encoding="utf-8")
    stored = import_corpus(site, tmp_path / "texts", About("notes", "fr", "CC0", "")).corpus
    at = open_page(site, "start", **({"corpus": stored.id} if corpus else {}))
    at.radio(key="start:0:source").set_value("stored").run()
    assert t("start.corpus_no_items") in [one.value for one in at.info]
    press(at, t("start.create"))
    campaign = site.campaigns.get("notes")
    assert (campaign.corpus_id, site.campaigns.rounds(campaign.id)) == (stored.id, [])
