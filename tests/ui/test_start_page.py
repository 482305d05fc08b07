"""The first hour: each of the eight answers leads to a desk on invented texts, and to a campaign."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS, task
from aloi.base.errors import AloiError
from aloi.corpora.readers import tables_told
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.annotation import answering
from aloi.workbench.people import INVITE_DAYS
from aloi.workbench.starting import own_texts, trial
from aloi.workbench.texts.corpora import About
from tests.ui.pages import open_page, press, said

NAMES = [one.name for one in TASKS]


def test_every_task_has_invented_texts_in_both_languages(store: Store, now) -> None:
    assert [one.name for one in trial.tasks_to_try()] == NAMES
    boss = store.people.add("Boss", Role.ADMINISTRATOR, now)
    for name in NAMES:
        for language in trial.LANGUAGES:
            opened = trial.try_desk(store, name, f"{name} {language}", language, boss, now)
            again = trial.try_desk(store, name, f"{name} {language}", language, boss, now)
            assert (again.id, len(opened.item_ids), opened.guideline_version) == (opened.id, 3, 1)
            items = store.texts.items(opened.item_ids)
            assert {one.kind for one in items} == {task(name).item_kind}
            assert not any("[" in text for one in items for text in one.texts)
            screen = answering.screen(store, answering.desk(store, opened.id), boss.id, now, 60)
            assert screen is not None
            assert screen.fields


@pytest.mark.parametrize("name", NAMES)
def test_two_clicks_open_the_desk_of_each_answer(site: Store, name: str) -> None:
    at = open_page(site, "start")
    at.button(key=f"start:try:{name}").click().run()
    assert not at.exception
    [campaign] = site.campaigns.list()
    [first] = site.campaigns.rounds(campaign.id)
    assert campaign.schema.task_type == name
    assert at.query_params == {"round": first.id}
    assert at.get("bidi_component")


def test_one_form_sets_a_campaign_up_with_the_people_one_names(site: Store) -> None:
    at = open_page(site, "start")
    at.button(key="start:set_up:similarity").click().run()
    at.text_input(key="start:name:similarity").set_value("Fevers")
    at.text_area(key="start:people").set_value("Ada\n\nBo\n")
    press(at, t("start.create"))
    campaign = site.campaigns.get("Fevers")
    [first] = site.campaigns.rounds(campaign.id)
    assert len(first.annotators) == 3
    assert len(site.campaigns.guidelines(campaign.id)) == 1
    assert t("people.only_here", address="http://localhost:8501") in said(at) or at.warning
    assert at.title[0].value == t("start.ready")
    assert at.success[0].value == t("people.link_ready", count=2, days=INVITE_DAYS)
    assert len(at.code) == 2
    assert all("/invite/" in one.value for one in at.code)
    at = open_page(site, "start")
    at.button(key="start:set_up:similarity").click().run()
    at.text_input(key="start:name:similarity").set_value("Fevers")
    press(at, t("start.create"))
    assert at.error
    assert len(site.campaigns.list()) == 1


PASTED = {
    "similarity": ("Il tousse. | Il a une toux.\nIl dort.\tIl mange.", 2),
    "operations": ("Il présente une dyspnée. | Il est essoufflé.", 1),
    "substitution": ("Une [mince] couche de [givre].\nUn [petit] pas.", 3),
    "judging": ("Une [mince] couche. | fine | étroite", 2),
    "classification": ("Toux et fièvre.\n\nUne chute.", 2),
    "multiple_choice": ("Quel organe filtre ? | Le rein | Le genou | L’œil\nCombien ? | Un | Deux", 2),
    "linking": ("Des [maux de tête] et des [nausées].", 2),
    "spans": ("Douleur de la hanche.", 1),
}


@pytest.mark.parametrize("name", NAMES)
def test_each_answer_begins_on_pasted_texts(site: Store, name: str) -> None:
    text, count = PASTED[name]
    at = open_page(site, "start")
    at.button(key=f"start:set_up:{name}").click().run()
    at.text_area(key="start:paste").set_value(text)
    at.text_input[1].set_value("CC0")
    press(at, t("start.create"))
    assert not at.error, [one.value for one in at.error]
    [campaign] = site.campaigns.list()
    [first] = site.campaigns.rounds(campaign.id)
    items = site.texts.items(first.item_ids)
    assert len(items) == count
    assert not any("[" in shown or "|" in shown for one in items for shown in one.texts)
    assert {one.kind for one in items} == {task(name).item_kind}


def test_what_is_refused_leaves_nothing_behind(site: Store) -> None:
    at = open_page(site, "start")
    at.button(key="start:set_up:substitution").click().run()
    at.text_area(key="start:people").set_value("Ada")
    at.text_input[1].set_value("CC0")
    at.text_area(key="start:paste").set_value("Une mince couche.")
    press(at, t("start.create"))
    assert "square brackets" in at.error[0].value
    assert (site.campaigns.list(), site.texts.corpora(), len(site.people.list())) == ([], [], 1)


@pytest.mark.parametrize(
    ("name", "file", "content", "count"),
    [
        ("multiple_choice", "q.jsonl", '{"id": "1", "question": "Quoi ?", "options": ["a", "b"]}\n', 1),
        ("multiple_choice", "q.csv", "question,option 1,option 2\nQuoi ?,Ceci,Cela\n", 1),
        ("substitution", "t.tsv", "text\ttarget\tlemma\tpos\nUne mince couche.\tmince\tmince\tADJ\n", 1),
        ("substitution", "t.txt", "Une [mince] couche.\n", 1),
        ("judging", "j.tsv", "text\tsubstitute\nUne [mince] couche.\tfine\nUn [pas].\tmarche\n", 2),
        ("linking", "m.tsv", "text\nDes [maux de tête] et des [nausées].\n", 2),
        ("linking", "m.concept.txt", "Des [nausées].\n", 1),
    ],
)
def test_files_of_the_usual_layouts_and_marked_tables_are_read(
    store: Store, now, tmp_path: Path, name: str, file: str, content: str, count: int
) -> None:
    path = tmp_path / file
    path.write_text(content, encoding="utf-8")
    corpus = own_texts.from_file(store, task(name), path, About("Mine", "fr", "CC0", ""), now)
    assert len(store.texts.corpus_items(corpus)) == count


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("judging", "text\tsubstitute\nUne mince couche.\tfine\n", "workbench.starting-no-mark"),
        ("judging", "text\tsubstitute\nUne [mince] [couche].\tfine\n", "workbench.starting-substitute"),
        ("judging", "text\nUne [mince] couche.\n", "workbench.starting-columns"),
        ("judging", "text\tsubstitute\n#N/A\tfine\n", "corpora.text-says-missing"),
        ("multiple_choice", "words\toption 1\nQuoi\tCela\n", "workbench.starting-columns"),
    ],
)
def test_a_table_that_is_not_marked_is_refused(
    store: Store, now, tmp_path: Path, name: str, content: str, code: str
) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(AloiError) as refused:
        own_texts.from_file(store, task(name), path, About("Mine", "fr", "CC0", ""), now)
    assert refused.value.code == code
    assert store.texts.corpora() == []


def test_pasted_lines_say_what_a_line_lacks(tmp_path: Path) -> None:
    for name, text, code in (
        ("similarity", "Une seule phrase.", "workbench.starting-pasted-parts"),
        ("multiple_choice", "Quoi ? | Cela", "workbench.starting-pasted-parts"),
        ("judging", "Une [mince] couche. | ", "workbench.starting-pasted-parts"),
        ("spans", " \n", "workbench.starting-pasted-nothing"),
    ):
        with pytest.raises(AloiError) as refused:
            own_texts.pasted(task(name), text, tmp_path)
        assert refused.value.code == code


@pytest.mark.parametrize("encoding", ["windows-1252", "utf-16", "utf-8-sig"])
def test_a_text_file_is_read_in_the_encoding_it_has_and_it_is_told(
    store: Store, now, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes("Une [légère] gêne à l’été.\r\nUn [léger] mal.\r\n".encode(encoding))
    with tables_told() as told:
        corpus = own_texts.from_file(store, task("substitution"), path, About("Mine", "fr", "CC0", ""), now)
    assert sorted(one.word for one in store.texts.corpus_items(corpus)) == ["léger", "légère"]
    assert told[path].source.encoding == encoding.removesuffix("-sig")
