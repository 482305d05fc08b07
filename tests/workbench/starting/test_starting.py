"""A campaign started from a file, a corpus or example texts, for each task, with known and new annotators."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Role
from aloi.annotation.tasks import TASKS, task
from aloi.base.errors import AloiError
from aloi.corpora.readers import tables_told
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.starting import examples, own_texts
from aloi.workbench.starting.content import corpus_content, texts_content
from aloi.workbench.starting.languages import detected_language
from aloi.workbench.starting.setup import StartedCampaign, start_campaign
from aloi.workbench.texts.corpora import About

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
NAMES = [one.name for one in TASKS]
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
SPECIALITIES = (
    "identifier,text,specialities\n"
    "a1,Le patient est suivi pour une toux et de la fièvre depuis trois jours.,pneumologie|infectiologie\n"
    "a2,Une fracture du poignet a été réduite sous anesthésie.,chirurgie\n"
    "a3,La radiographie de la hanche ne montre pas de lésion.,chirurgie|radiologie\n"
)
PAIRS = "pair_ID\tsentence_A\tsentence_B\n" + "".join(
    f"{number}\tThe fever of patient {number} went down.\tThe fever of patient {number} was high.\n"
    for number in range(1, 26)
)


def start(store: Store, name: str = "Mine", **fields: Any) -> StartedCampaign:
    return start_campaign(store, StartRequest(name, **fields), now=NOW)


def test_each_task_starts_with_example_texts_in_both_languages(store: Store) -> None:
    for name in NAMES:
        for language in examples.LANGUAGES:
            started = start(store, f"{name} {language}", task=name, language=language, annotators=("Ada",))
            assert started.round is not None
            opened = store.campaigns.round(started.round)
            assert (started.items, started.pilot, opened.guideline_version) == (3, 3, 1)
            assert started.candidates == (3 if name == "linking" else 0)
            items = store.texts.items(opened.item_ids)
            assert {one.kind for one in items} == {task(name).item_kind}
            assert not any("[" in text for one in items for text in one.texts)
            screen = answering.screen(
                store, answering.desk(store, opened.id), store.people.get("Ada").id, NOW, 60
            )
            assert screen is not None
            assert screen.fields


def test_a_pilot_of_a_table_with_usual_names_and_people_known_and_new(store: Store, tmp_path: Path) -> None:
    (tmp_path / "sick.tsv").write_text(PAIRS, encoding="utf-8")
    anne = store.people.add("Anne", Role.ANNOTATOR, NOW)
    terms = {"file": tmp_path / "sick.tsv", "licence": "CC0"}
    first = start(store, annotators=("Anne", "Bo", "Bo "), **terms)
    assert (first.items, first.pilot, first.annotators, len(first.invited)) == (25, 20, ("A1", "A2"), 1)
    assert store.texts.corpus(first.corpus).language == "en"
    second = start(store, "Second", annotators=(anne.pseudonym, "Bo"), pilot=None, **terms)
    assert (second.pilot, second.invited, len(store.people.list())) == (25, (), 2)
    without = start(store, "Third", corpus=first.corpus)
    assert (without.round, without.pilot) == (None, 0)


def test_labels_of_a_column_are_those_of_the_schema(store: Store, tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text(SPECIALITIES, encoding="utf-8")
    content = texts_content("classification", tmp_path / "notes.csv")
    assert (content.count, content.language, len(content.items)) == (3, "fr", 3)
    started = start(store, task="classification", file=tmp_path / "notes.csv", licence="CC0")
    settings = store.campaigns.get(started.campaign).schema.settings
    names = [one["name"] for one in settings["labels"]]
    assert names == ["chirurgie", "infectiologie", "pneumologie", "radiologie"]
    assert (settings["least"], settings["most"]) == (1, 4)
    settings = {"labels": [{"name": "a"}, {"name": "b"}], "question": "Which?"}
    other = start(store, "Other", task="classification", corpus=started.corpus, settings=settings)
    assert store.campaigns.get(other.campaign).schema.settings["question"] == "Which?"
    assert corpus_content(store, "classification", started.corpus).count == 3


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"licence": ""}, "aloi.value"),
        ({"licence": "CC0", "columns": ("left=pair_ID",)}, "corpora.role-missing"),
        ({"licence": "CC0", "settings": {"scales": []}}, "aloi.value"),
    ],
)
def test_an_error_leaves_nothing_behind(store: Store, tmp_path: Path, fields: dict, code: str) -> None:
    (tmp_path / "sick.tsv").write_text(PAIRS, encoding="utf-8")
    with pytest.raises(AloiError) as refused:
        start(store, file=tmp_path / "sick.tsv", annotators=("Ada",), **fields)
    assert refused.value.code == code
    assert (store.campaigns.list(), store.texts.corpora(), store.people.list()) == ([], [], [])


@pytest.mark.parametrize("name", NAMES)
def test_pasted_texts_are_looked_at_and_stored_alike(store: Store, tmp_path: Path, name: str) -> None:
    text, count = PASTED[name]
    path = own_texts.pasted(task(name), text, tmp_path)
    content = texts_content(name, path)
    corpus = own_texts.from_file(store, task(name), path, About("Mine", "fr", "CC0", ""), NOW)
    items = store.texts.corpus_items(corpus)
    assert len(items) == content.count == count
    assert {one.texts for one in content.items} <= {one.texts for one in items}
    assert not any("[" in shown or "|" in shown for one in items for shown in one.texts)


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
        ("spans", "n.conll", "Toux\tB-SIGN\nsèche\tO\n", 1),
    ],
)
def test_files_of_the_usual_layouts_and_marked_tables_are_read(
    store: Store, tmp_path: Path, name: str, file: str, content: str, count: int
) -> None:
    path = tmp_path / file
    path.write_text(content, encoding="utf-8")
    content = texts_content(name, path)
    corpus = own_texts.from_file(store, task(name), path, About("Mine", "fr", "CC0", ""), NOW)
    assert len(store.texts.corpus_items(corpus)) == content.count == count
    if name == "spans":
        assert [one["name"] for one in content.settings["labels"]] == ["SIGN"]
        assert sum(content.answers.values()) == 1


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
    store: Store, tmp_path: Path, name: str, content: str, code: str
) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(AloiError) as refused:
        own_texts.from_file(store, task(name), path, About("Mine", "fr", "CC0", ""), NOW)
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
    store: Store, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes("Une [légère] gêne à l’été.\r\nUn [léger] mal.\r\n".encode(encoding))
    with tables_told() as readings:
        corpus = own_texts.from_file(store, task("substitution"), path, About("Mine", "fr", "CC0", ""), NOW)
    assert sorted(one.word for one in store.texts.corpus_items(corpus)) == ["léger", "légère"]
    assert readings[path].source.encoding == encoding.removesuffix("-sig")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The fever went down and the patient was not in pain."),
        ("fr", "La fièvre est tombée dans la nuit et le patient ne se plaint pas."),
        ("de", "Das Fieber ist in der Nacht gesunken und der Patient hat keine Schmerzen."),
        ("es", "La fiebre ha bajado durante la noche y el paciente no tiene dolor en la rodilla."),
        ("", "ciprofloxacine 500 mg"),
        ("", ""),
    ],
)
def test_a_language_is_detected_by_its_function_words(language: str, text: str) -> None:
    assert detected_language([text]) == language
