"""What was annotated elsewhere comes in by the browser: operations, judgements, concepts of the source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Role, Status
from aloi.annotation.tasks import task
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.ui.pages import open_page, press, said
from tests.workbench.brought import import_mentions
from tests.workbench.desks import open_rounds
from tests.workbench.imports import project_files
from tests.workbench.imports.test_attributes_and_relations import prodigy
from tests.workbench.judgements import write_swords
from tests.workbench.linking_campaign import terminology
from tests.workbench.operation_files import write_sets
from tests.workbench.scene import NOW


def brought(site: Store, paths: Sequence[Path], name: str, annotator: str = "", others: str = "") -> AppTest:
    """Import files on the page of corpora, as a person would who looks first."""
    at = open_page(site, "corpora")
    files = [(one.name, one.read_bytes(), "application/octet-stream") for one in paths]
    at.file_uploader(key="imports:files").set_value(files).run()
    given = {
        label_of(ImportRequest, "campaign"): name,
        t("corpora.licence"): "CC0",
        label_of(ImportRequest, "annotator"): annotator,
    }
    for box in at.text_input:
        if box.label in given:
            box.set_value(given[box.label])
    if others:
        next(one for one in at.multiselect if one.label == label_of(ImportRequest, "others")).set_value(
            [others]
        )
    press(at, t("imports.look"))
    assert not [one for one in site.campaigns.list() if one.name == name]  # nothing is stored yet
    press(at, t("imports.do"))
    return at


def test_operations_come_in_with_remarks_and_others_may_answer(site: Store, tmp_path: Path) -> None:
    site.people.add("Ada", Role.ANNOTATOR, NOW, password_hash="x", pseudonym="A1")
    (tmp_path / "sets").mkdir()
    write_sets(tmp_path / "sets")
    at = brought(site, sorted((tmp_path / "sets").iterdir()), "operations", "B7", others="A1")
    campaign = site.campaigns.get("operations")
    [one] = site.campaigns.rounds(campaign.id)
    assert (one.status, len(one.item_ids), len(site.answers.latest(one.id))) == (Status.OPEN, 6, 6)
    assert t("imports.odd", count=3) in [each.label for each in at.expander]
    assert "simp.2.aln, line 2" in said(at)


def test_judgements_come_in(site: Store, tmp_path: Path) -> None:
    at = brought(site, [write_swords(tmp_path)], "judged", "swords")
    [one] = site.campaigns.rounds(site.campaigns.get("judged").id)
    assert (one.status, len(one.item_ids), len(site.answers.latest(one.id))) == (Status.CLOSED, 5, 17)
    assert "gave the first label" in said(at)


def test_concepts_that_the_source_gives_become_answers_once(site: Store, tmp_path: Path) -> None:
    rows = ("1\ta\t13 19\tfièvre\tX1", "2\ta\t27 35\tfrissons\tCUILESS", "3\ta\t39 43\ttoux\t")
    head = "id\tdocument_id\tspan\tmention\tconcept_id"
    (tmp_path / "m.annotations.tsv").write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    text = "Elle a de la fièvre et des frissons et toux."
    (tmp_path / "m.texts.tsv").write_text(f"document_id\ttext\na\t{text}\n", encoding="utf-8")
    terminology(site)
    about = About("source", "fr", "CC0", "written for the test")
    corpus = import_mentions(site, tmp_path / "m.annotations.tsv", about, NOW).corpus
    campaign = create_campaign(site, CampaignRequest("gold", corpus.id, task="linking"))
    at = open_page(site, "rounds", campaign=campaign.id)
    at.text_input(key="rounds:source:annotator").set_value("printed").run()
    at.button(key="rounds:source:do").click().run()
    assert not at.exception
    told = t("rounds.source_done", count=2, number=1, linked=1, none=1, silent=1, several=0)
    assert told in said(at)
    [one] = site.campaigns.rounds(campaign.id)
    assert one.status == Status.CLOSED
    assert {each.key.annotator_id for each in site.answers.latest(one.id)} == {site.people.get("printed").id}


def test_what_a_job_read_in_a_table_stands_on_the_page(site: Store, tmp_path: Path) -> None:
    rows = [f"{at},texte {at},{label}" for at, label in enumerate(("toux", "Toux", "fièvre", "N/A"))]
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(["id,text,label", *rows]) + "\n", encoding="utf-8")
    at = brought(site, [path], "labels")
    assert "“Toux”, “toux” differ only in case and count as different" in said(at).replace("\\", "")
    assert "markers of missing values: “N/A” (1)" in said(at).replace("\\", "")


def test_answers_of_a_table_join_twins_on_request(site: Store, tmp_path: Path) -> None:
    [name] = open_rounds(site, [site.people.list()[0]], ["judging"], items=2)
    campaign = site.campaigns.get(name)
    [item, _] = site.texts.corpus_items(campaign.corpus_id)
    label = task("judging").labels(campaign.schema.settings)[0]
    table = f"item_id\tannotator\tvalue\n{item.id}\t{site.people.list()[0].pseudonym}\t{label.upper()}\n"
    at = open_page(site, "rounds", campaign=campaign.id)
    at.file_uploader(key="rounds:import:file").upload("t.tsv", table.encode(), "text/plain").run()
    at.number_input(key="rounds:import:round").set_value(1)
    at.button(key="rounds:import:do").click().run()
    [first] = site.campaigns.rounds(campaign.id)
    assert site.answers.latest(first.id) == []  # refused: nobody knows whether it is that label
    at.multiselect(key="rounds:import:normalise").set_value(["case"])
    at.button(key="rounds:import:do").click().run()
    assert not at.error, [one.value for one in at.error]
    assert [one.value for one in site.answers.latest(first.id)] == [{"label": label}]
    assert "merged: they differ only in case" in said(at).replace("\\", "")


def test_a_project_of_another_tool_comes_in_and_its_people_are_no_colleagues(
    site: Store, tmp_path: Path
) -> None:
    (tmp_path / "export").mkdir()
    brought(site, [project_files.prodigy(tmp_path / "export")], "moved")
    [one] = site.campaigns.rounds(site.campaigns.get("moved").id)
    assert len(site.answers.latest(one.id)) == 7
    site.people.add("Ada", Role.ANNOTATOR, NOW, password_hash="x", pseudonym="A1")
    at = open_page(site, "corpora")
    at.file_uploader(key="imports:files").set_value([("p.jsonl", b"{}", "application/octet-stream")]).run()
    at.selectbox(key="imports:format:p.jsonl").select_index(0).run()
    [others] = [box.options for box in at.multiselect if box.label == label_of(ImportRequest, "others")]
    assert "A1" in others
    sources = {person.pseudonym for person in site.people.list()} - {"A1", "M1"}
    assert len(sources) == 2
    assert not sources & set(others)


def test_a_wrong_file_goes_by_the_name_it_had(site: Store, tmp_path: Path) -> None:
    at = open_page(site, "corpora")
    at.file_uploader(key="imports:files").set_value([("a paper.pdf", b"%PDF-1.4", "application/pdf")]).run()
    at.selectbox(key="imports:format:a paper.pdf").select_index(0).run()
    press(at, t("imports.look"))
    [error] = [one.value.replace("\\", "") for one in at.error]
    assert error.startswith("a paper.pdf ends in '.pdf'")
    at.file_uploader(key="imports:files").set_value([("empty.csv", b"", "text/csv")]).run()
    assert [one.value.replace("\\", "").partition(" ")[0] for one in at.error] == ["empty.csv"]


def test_of_a_file_of_no_known_format_nothing_is_read_before_somebody_chooses_one(site: Store) -> None:
    at = open_page(site, "corpora")
    upload = [("notes.docx", b"\x00\x01PK", "application/octet-stream")]
    at.file_uploader(key="imports:files").set_value(upload).run()
    [told] = at.warning
    assert "notes" in told.value
    assert "docx" in told.value
    assert len(told.value.split(". ")) > 1  # what to do stands beside what was found
    choice = at.selectbox(key="imports:format:notes.docx")
    assert choice.value is None
    assert t("imports.look") not in [one.label for one in at.button]
    choice.select_index(0).run()
    assert t("imports.look") in [one.label for one in at.button]


def test_of_a_file_that_may_be_of_two_formats_one_is_chosen(site: Store) -> None:
    at = open_page(site, "corpora")
    table = "text,label,lemma,target\nLa toux dure.,signe,toux,toux\n"
    at.file_uploader(key="imports:files").set_value([("t.csv", table.encode(), "text/csv")]).run()
    choice = at.radio(key="imports:which:t.csv")
    assert (choice.value, len(choice.options)) == (None, 3)
    assert t("imports.look") not in [one.label for one in at.button]
    choice.set_value("labelled_table").run()
    assert t("imports.look") in [one.label for one in at.button]
    at.radio(key="imports:which:t.csv").set_value("").run()  # neither of the two: the whole list is there
    assert at.selectbox(key="imports:format:t.csv").value is None


def test_of_several_questions_and_texts_one_is_chosen(site: Store, tmp_path: Path) -> None:
    records = [
        {
            "id": str(place),
            "fields": {"left": f"Il tousse {place}.", "right": f"Elle tousse {place}."},
            "metadata": {}, "suggestions": {}, "vectors": {},
            # No answer has both ratings, so they are no scales of one campaign.
            "responses": {"near" if place == 1 else "clear": [{"value": place, "user_id": "alice"}]},
        }
        for place in (1, 5)
    ]  # fmt: skip
    path = project_files.listed(tmp_path / "r.json", records)
    at = open_page(site, "corpora")
    at.file_uploader(key="imports:files").set_value([("r.json", path.read_bytes(), "application/json")]).run()
    for box in at.text_input:
        if box.label in (label_of(ImportRequest, "campaign"), t("corpora.licence")):
            box.set_value("CC0" if box.label == t("corpora.licence") else "rated")
    press(at, t("imports.look"))
    at.multiselect(key="imports:meant").set_value(["left", "right"]).run()
    press(at, t("imports.look_again"))
    choice = at.radio(key="imports:meant")
    assert (choice.value, [*choice.options]) == (None, ["near", "clear"])
    choice.set_value("near").run()
    press(at, t("imports.look_again"))
    assert not at.error
    press(at, t("imports.do"))
    [one] = site.campaigns.rounds(site.campaigns.get("rated").id)
    assert sorted(next(iter(each.value.values())) for each in site.answers.latest(one.id)) == [1]


def test_a_source_called_by_an_address_is_renamed_on_the_page_of_people(site: Store) -> None:
    site.people.add_sources(["alice@exemple.invalid"], NOW, "")
    at = open_page(site, "people")
    at.text_input(key="people:rename:pseudonym").set_value("L1")
    press(at, t("people.do_rename"))
    assert not at.error
    assert [one.pseudonym for one in site.people.list() if one.is_source] == ["L1"]


def test_the_preview_lists_attributes_and_relations_of_spans(site: Store, tmp_path: Path) -> None:
    path = prodigy(tmp_path)
    at = open_page(site, "corpora")
    at.file_uploader(key="imports:files").set_value([(path.name, path.read_bytes(), "text/plain")]).run()
    next(box for box in at.text_input if box.label == t("corpora.licence")).set_value("CC0")
    press(at, t("imports.look"))
    page = said(at)
    assert all(word in page for word in (t("imports.relations"), t("imports.attributes"), "dose", "orale"))
