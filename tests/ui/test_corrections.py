"""What is put right on pages: said in numbers first, done with a reason, and logged."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench import jobs
from aloi.workbench.imports.answers import make_people
from aloi.workbench.requests.corrections import ExcludeRequest
from aloi.workbench.texts.corpora import About
from aloi.workbench.texts.pairs import import_pairs
from tests.ui.pages import open_page, press, said
from tests.workbench.labelled import make_labelled
from tests.workbench.scene import NOW, make_scene


def correct(at: AppTest, label: str, why: str) -> str:
    """Open a correction, give its reason and do it; what was said before it was done."""
    press(at, label)
    return correct_again(at, why)


def correct_again(at: AppTest, why: str) -> str:
    """Give the reason of the correction that is open and do it; what was said before it was done."""
    told = said(at)
    next(one for one in at.text_input if one.label == label_of(ExcludeRequest, "why")).set_value(why)
    press(at, t("corrections.do"))
    return told


def test_answers_are_left_out_and_taken_in_again_on_the_page_of_people(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    scene.give(scene.open(), {"A1": (1, 2), "A2": (1, 2), "A3": (5, None)})
    at = open_page(site, "people")
    at.selectbox(key=f"people:exclude:{scene.campaign.id}").select_index(2).run()
    names = {"who": "A3", "campaign": "closeness"}
    press(at, t("corrections.exclude", **names))
    press(at, t("corrections.do"))
    assert "Reason is missing" in said(at)
    told = correct(at, t("corrections.exclude", **names), "Scale turned round")
    rounds = t("corrections.in_rounds", count=1)
    assert t("corrections.exclude_effect", count=1, rounds=rounds, **names) in told
    [one] = site.corrections.list()
    assert (one.by, one.why) == ("M1", "Scale turned round")
    left_out = t("corrections.left_out", who="A3", why="Scale turned round")
    assert left_out in said(at)
    assert left_out in said(open_page(site, "agreement"))
    at = open_page(site, "people")
    at.selectbox(key=f"people:exclude:{scene.campaign.id}").select_index(2).run()
    correct(at, t("corrections.include", **names), "It was A2")
    assert left_out not in said(at)
    assert t("corrections.log", count=2) in [one.label for one in at.expander]


def test_somebody_is_erased_on_the_page_of_people(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    scene.give(scene.open(), {"A1": (1, 2), "A2": (1, 2)})
    at = open_page(site, "people")
    who = site.people.get("A1")
    at.selectbox(key="people:who").set_value(who).run()
    told = correct(at, t("corrections.erase", name="A1"), f"{who.name} asked for it")
    assert t("corrections.erase_effect", name="A1") in told
    assert t("corrections.erase_copies") in told
    assert t("corrections.erased", name="A1") in [one.value for one in at.toast]
    at = open_page(site, "people")
    assert who.name not in said(at)
    at.selectbox(key="people:who").set_value(site.people.get("A1")).run()
    assert t("people.enable") not in [one.label for one in at.button]
    correct(at, t("corrections.erase", name="A1"), "Once more")
    assert [one.why for one in site.corrections.list()] == ["A1 asked for it"]


def test_a_source_is_erased_on_the_page_of_people(site, tmp_path: Path) -> None:
    make_people(site, ["z.quidam@example.org"], NOW)
    at = open_page(site, "people")
    correct(at, t("corrections.erase", name="z.quidam@example.org"), "Asked")
    assert [one.pseudonym for one in site.people.list() if one.is_source] == ["A1"]


def test_a_campaign_is_renamed_archived_brought_back_and_deleted_on_its_page(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    scene.open()
    at = open_page(site, "campaigns")
    for what in ("archive", "rename"):  # the second one takes the place of the first
        press(at, t(f"corrections.{what}", name="closeness"))
        assert [one.label for one in at.button].count(t("corrections.do")) == 1
    at.text_input(key=f"setup:campaign:{scene.campaign.id}:rename:name").set_value("similarity").run()
    told = correct_again(at, "A clearer name")
    assert t("corrections.rename_campaign_effect") in told
    assert [one.name for one in site.campaigns.list()] == ["similarity"]
    told = correct(at, t("corrections.archive", name="similarity"), "The wrong scale")
    one_round = t("corrections.rounds", count=1)
    assert t("corrections.archive_campaign_effect", count=0, rounds=one_round, closed=one_round) in told
    assert site.campaigns.list() == []
    correct(at, t("corrections.bring_back", name="similarity"), "It was right")
    told = correct(at, t("corrections.delete", name="similarity"), "The item with the answer")
    assert t("corrections.guidelines", count=0) in told
    assert site.campaigns.list(archived=True) == []
    assert [one.kind for one in site.corrections.list()] == ["rename", "archive", "bring back", "delete"]
    assert site.check() == []


def test_a_round_with_answers_is_titled_and_archived_and_not_deleted(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    scene.give(scene.open(), {"A1": (1,)})
    at = open_page(site, "rounds")
    name = t("app.round_name", number=1)
    press(at, t("corrections.delete", name=name))
    assert "ound 1 is in use" in said(at)
    correct(at, t("corrections.archive", name=name), "A trial")
    assert t("rounds.empty") in said(at)
    assert t("corrections.log", count=1) in [one.label for one in at.expander]
    correct(at, t("corrections.bring_back", name=name), "No trial after all")
    assert not site.campaigns.rounds(scene.campaign.id)[0].archived


def test_a_corpus_is_deleted_on_its_page(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    at = open_page(site, "corpora")
    press(at, t("corrections.delete", name="invented"))
    assert "is in use" in said(at)
    site.setup.delete_campaign(scene.campaign.id)
    told = correct(at, t("corrections.delete", name="invented"), "The wrong file")
    assert t("corrections.items", count=6) in told
    assert site.texts.corpora() == []


def test_a_round_is_extended_and_somebody_withdrawn_on_their_pages(site, tmp_path: Path) -> None:
    scene = make_scene(site, tmp_path)
    opened = scene.open(items=4, overlap=2)
    at = open_page(site, "rounds")
    name = t("app.round_name", number=1)
    press(at, t("corrections.extend", name=name))
    assert t("corrections.extend_ask") in said(at)
    at.number_input(key=f"rounds:extend:{opened.id}:items").set_value(2).run()
    at.number_input(key=f"rounds:extend:{opened.id}:overlap").set_value(3).run()
    told = correct_again(at, "Agreement is too uncertain")
    parts = {
        "items": t("corrections.items", count=2),
        "overlap": t("corrections.annotators", count=3),
    }
    assert t("corrections.extend_effect", count=10, **parts) in told
    assert len(site.campaigns.round(opened.id).item_ids) == 6
    at = open_page(site, "people")
    names = {"who": "A1", "campaign": "closeness"}
    press(at, t("corrections.withdraw", **names))
    at.selectbox(key=f"people:withdraw:{scene.campaign.id}:{site.people.get('A1').id}:to").set_value(
        "A2"
    ).run()
    told = correct_again(at, "Is ill")
    values = {"who": "A1", "rounds": t("corrections.in_rounds", count=1)}
    assert t("corrections.withdraw_effect", count=6, to="A2", **values) in told
    assert [one.kind for one in site.corrections.list()] == ["extend", "withdraw"]
    assert site.check() == []


def test_a_corpus_takes_in_another_on_its_page_and_gives_it_back(site, tmp_path: Path) -> None:
    make_scene(site, tmp_path)
    table = tmp_path / "others.tsv"
    table.write_text("id\tleft\tright\n7\tPatient 0 dort.\tElle court.\n", encoding="utf-8")
    import_pairs(site, table, About("others", "fr", "CC0-1.0", "elsewhere"), NOW)
    at = open_page(site, "corpora")
    told = correct(at, t("corrections.merge", name="invented"), "One campaign for both")
    assert t("corrections.texts_effect", count=1, version=2) in told
    assert t("corrections.duplicates", count=1, names="7-left") in told
    assert site.texts.counts(site.texts.corpus("invented").id).items == 7
    told = correct(at, t("corrections.take_back", version=2, name="invented"), "Two campaigns after all")
    items = t("corrections.items", count=1)
    assert t("corrections.take_back_effect", count=1, items=items, before=1) in told
    assert site.texts.counts(site.texts.corpus("invented").id).items == 6
    assert t("corrections.log", count=2) in [one.label for one in at.expander]
    assert t("corrections.take_back", version=2, name="invented") not in [one.label for one in at.button]
    log = [(one.kind, one.why) for one in site.corrections.list()]
    assert log == [("merge", "One campaign for both"), ("take back", "Two campaigns after all")]


def test_labels_are_changed_and_brought_back_on_the_page_of_campaigns(site, tmp_path: Path) -> None:
    scene = make_labelled(site, tmp_path)
    before, gold, raw = scene.alpha(), scene.gold(), scene.raw()
    at = open_page(site, "campaigns")
    key = f"schema:{scene.campaign}"
    at.file_uploader(key=f"{key}:1:edit:file").upload(
        "labels.csv", b"name;title\ncough;Cough\nother;\n", "text/csv"
    ).run()
    at.selectbox(key=f"{key}:1:noise").set_value("=cough").run()
    press(at, t("schema.look"))
    assert jobs.run_one(site, tmp_path).status == "done"
    at.run()
    told = correct(at, t("schema.do", name="signs"), "Taken for each other")
    assert t("schema.answers", count=8, version=2) in told
    assert t("schema.effect_relabelled", count=3) in told
    assert jobs.run_one(site, tmp_path).status == "done"
    at.run()
    assert t("schema.changed", version=2) in said(at)
    assert scene.alpha() == 1
    assert len(scene.gold()) == 4 > len(gold)
    assert scene.raw() == raw
    at.selectbox(key=f"{key}:earlier:version").set_value(1).run()
    press(at, t("schema.look"))
    assert jobs.run_one(site, tmp_path).status == "done"
    at.run()
    correct(at, t("schema.do", name="signs"), "They are two after all")
    assert jobs.run_one(site, tmp_path).status == "done"
    assert (scene.alpha(), scene.gold(), scene.raw()) == (before, gold, raw)
    log = [(one.kind, one.by, one.why) for one in site.corrections.list()]
    assert log == [("schema", "M1", "Taken for each other"), ("schema", "M1", "They are two after all")]
