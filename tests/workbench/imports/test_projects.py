"""Projects of other tools come in as campaigns: everybody's answers, their notes, skips and times."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import aloi
from aloi.annotation.model import Work
from aloi.base.errors import AloiError
from aloi.corpora.model import Passage
from aloi.gold.formats.projects.model import ProjectOptions
from aloi.gold.formats.projects.sheet import AnswerSheet
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.texts.corpora import About
from tests.workbench.imports import project_files as files
from tests.workbench.scene import NOW

ABOUT = About("c", "fr", "CC0", "written")


@dataclass(frozen=True)
class Told:
    """An export, and what comes of it: 7 answers of 4 texts, unless told otherwise."""

    format: str
    write: Callable[[Path], Path]
    people: tuple[str, ...] = ("alice", "bob")
    skips: int = 1
    comments: int = 1
    predictions: int = 0
    revisions: int = 0
    question: str = ""
    texts: str = ""
    left_out: Mapping[str, int] = field(default_factory=dict)


OWN = {str(number): name for number, name in enumerate(files.TEXTS, start=1)}  # ids that are numbers
OPENED = {"instances that were opened and not answered": 1}
EXPORTS = (
    Told("prodigy", files.prodigy, ("relecture-alice", "relecture-bob"), revisions=1),
    Told("potato", files.potato, skips=0, left_out=OPENED),
    Told("potato", files.potato_table, skips=0, left_out=OPENED),
    Told("potato", files.potato_states, skips=0, texts="data.jsonl"),
    Told("argilla", files.argilla_2, skips=0, comments=0, predictions=2),
    Told("argilla", files.argilla_flat, comments=0, predictions=2),
    Told(
        "argilla", files.argilla_1, predictions=2, left_out={"responses that were not submitted (drafts)": 1}
    ),
    Told("argilla", files.argilla_rows, comments=0, predictions=2),
    Told(
        "label_studio",
        files.label_studio,
        ("alice@exemple.invalid", "bob@exemple.invalid"),
        predictions=2,
        revisions=1,
    ),
    Told("doccano", files.doccano, skips=0),
    Told("answer_sheet", files.answer_sheet),
)


def brought(store: Store, path: Path, told: Told | None = None, **reading: Any) -> Arrival:
    if told is not None and told.texts:
        reading["texts"] = path.parent / told.texts
    if told is not None and told.question:
        reading["question"] = told.question
    return import_path(store, [path], ImportOptions("c", ABOUT), NOW, reading=ReadOptions(**reading))


@pytest.fixture(params=EXPORTS, ids=lambda one: one.write.__name__)
def told(request: pytest.FixtureRequest) -> Told:
    return request.param


def test_everything_that_was_said_comes_in(store: Store, tmp_path: Path, told: Told) -> None:
    done = brought(store, told.write(tmp_path), told)
    assert (done.format, done.documents, done.items, done.answers) == (told.format, 4, 4, 7)
    assert done.annotators == told.people
    assert (done.skips, done.comments, done.predictions, done.revisions) == (
        told.skips, told.comments, told.predictions, told.revisions,
    )  # fmt: skip
    counted = {
        note.description.removesuffix(", excluded"): note.count
        for note in done.notes
        if "excluded" in note.description
    }
    assert counted == told.left_out
    campaign = store.campaigns.get("c")
    assert [one["name"] for one in campaign.schema.settings["labels"]] == ["signe", "soin"]  # type: ignore[union-attr,index,call-overload]
    (only,) = store.campaigns.rounds(campaign.id)
    items = {one.id: one for one in store.texts.corpus_items(campaign.corpus_id)}
    names = {one.id: one.pseudonym for one in store.people.list()}
    documents = {one.id: one.name for one in store.texts.documents(campaign.corpus_id)}
    given = Counter()
    for one in store.answers.latest(only.id):
        item = items[one.key.item_id]
        assert isinstance(item, Passage)
        assert isinstance(one.value, dict)
        name = OWN.get(documents[item.sentence.document_id], documents[item.sentence.document_id])
        assert item.text == files.TEXTS[name]
        given[
            name, names[one.key.annotator_id].removeprefix("relecture-").split("@")[0], one.value["labels"][0]
        ] += 1  # type: ignore[index]
    assert given == Counter(one for one in files.SAID if one[2])
    skipped = [one for one in store.answers.assignments(only.id) if one.status is Work.SKIPPED]
    assert len(skipped) == told.skips
    notes = [one.comment for one in store.answers.latest(only.id) if one.comment]
    assert all(one.startswith(files.NOTE) for one in notes)
    assert len(notes) == told.comments
    assert store.check() == []


@pytest.mark.sqlite
def test_agreement_is_what_a_hand_finds(tmp_path: Path, told: Told) -> None:
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    store = Store.open(url)
    brought(store, told.write(tmp_path), told)
    store.close()
    with aloi.open(url) as opened:
        found = {one.measure: one.value for one in opened.agreement("c", 1, ci="none").results}
    assert found["krippendorff_alpha"] == pytest.approx(files.ALPHA)
    assert found["percent_agreement"] == pytest.approx(2 / 3)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return sorted(
            csv.DictReader(file, delimiter="\t"), key=lambda one: (one["item_id"], one["annotator"])
        )


def test_export_import_export_is_stable(store: Store, tmp_path: Path, told: Told) -> None:
    brought(store, told.write(tmp_path), told)
    campaign = store.campaigns.get("c")
    store.campaigns.add(replace(campaign, id="again", name="again"))
    first, second = tmp_path / "first.tsv", tmp_path / "second.tsv"
    export_annotations(store, ExportAnswersRequest("c", skips=True), first, now=NOW)
    import_path(store, [first], ImportOptions("again"), NOW)
    export_annotations(store, ExportAnswersRequest("again", skips=True), second, now=NOW)
    assert rows(first) == rows(second)
    assert len(rows(first)) == 7 + told.skips


def test_coming_in_again_changes_nothing(store: Store, tmp_path: Path, told: Told) -> None:
    path = told.write(tmp_path)
    brought(store, path, told)
    again = brought(store, path, told)
    assert (again.new, again.already_stored, len(store.campaigns.rounds(store.campaigns.get("c").id))) == (
        0,
        7,
        1,
    )


def test_times_durations_and_revisions_are_kept(store: Store, tmp_path: Path) -> None:
    brought(store, files.prodigy(tmp_path))
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    times = sorted(one.created_at.timestamp() for one in store.answers.latest(only.id) if one.created_at)
    assert times == [files.BEGUN + place for place in range(1, 8)]
    changed = [one for one in store.answers.latest(only.id) if one.revision == 2]
    assert [one.value for one in changed] == [{"labels": ["signe"]}]


def test_seconds_of_potato_are_kept(store: Store, tmp_path: Path) -> None:
    brought(store, files.potato(tmp_path))
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    assert {one.seconds for one in store.answers.latest(only.id)} == {65.0}


def refused(store: Store, path: Path, **reading: Any) -> AloiError:
    with pytest.raises(AloiError) as caught:
        brought(store, path, **reading)
    assert (store.texts.corpora(), store.campaigns.list(), store.people.list()) == ([], [], [])
    return caught.value


def task(place: int, **more: Any) -> dict[str, Any]:
    return {"text": f"Phrase {place}.", "_input_hash": place, "answer": "accept", **more}


def test_sessions_without_a_name_are_asked_about(store: Store, tmp_path: Path) -> None:
    tasks = [task(n, label="signe", _session_id=f"toux-2023-11-0{n}_10-00-00") for n in (1, 2)]
    path = files.lines(tmp_path / "p.jsonl", tasks)
    assert refused(store, path).code == "gold.project-sessions"
    assert brought(store, path, annotator="alice").answers == 2


def test_nobody_named_twice_on_one_text_is_asked_about(store: Store, tmp_path: Path) -> None:
    tasks = [task(1, label="signe"), task(1, label="signe", answer="reject")]
    path = files.lines(tmp_path / "p.jsonl", tasks)
    assert refused(store, path).code == "gold.project-nobody-named"
    assert brought(store, path, annotator="alice").revisions == 1


def test_a_merged_potato_file_names_nobody_and_is_asked_about(store: Store, tmp_path: Path) -> None:
    parts = [one.read_text(encoding="utf-8") for one in sorted(files.potato(tmp_path).rglob("*.jsonl"))]
    path = tmp_path / "annotated_instances.jsonl"
    path.write_text("".join(parts), encoding="utf-8")
    error = refused(store, path)
    assert (error.code, error.values["several"]) == ("gold.project-nobody-named", 3)


def test_texts_that_stand_apart_are_asked_for(store: Store, tmp_path: Path) -> None:
    assert refused(store, files.potato_states(tmp_path)).code == "gold.project-texts-apart"


def test_rejecting_a_label_is_an_answer_and_rejecting_a_task_is_none(store: Store, tmp_path: Path) -> None:
    named = {"_annotator_id": "alice"}
    tasks = [task(1, label="signe", **named), task(2, label="signe", **{**named, "answer": "reject"})]
    done = brought(store, files.lines(tmp_path / "p.jsonl", tasks))
    assert (done.answers, done.skips) == (2, 0)
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    values = sorted(str(one.value) for one in store.answers.latest(only.id))
    assert values == ["{'labels': ['not signe']}", "{'labels': ['signe']}"]


def test_spans_keep_their_places_beside_astral_characters(store: Store, tmp_path: Path) -> None:
    text = files.TEXTS["b"]
    start = text.index("repos")
    span = {"start": start, "end": start + 5, "label": "Soin prescrit", "text": "repos"}
    tasks = [
        {"text": text, "_input_hash": 1, "answer": "accept", "_view_id": "ner_manual", "spans": [span],
         "relations": [{"head": 0, "child": 0, "label": "x"}], "_annotator_id": "alice"},
        {"text": text, "_input_hash": 1, "answer": "reject", "_view_id": "ner_manual", "spans": [span],
         "_annotator_id": "bob"},
    ]  # fmt: skip
    done = brought(store, files.lines(tmp_path / "p.jsonl", tasks))
    relations = sum(note.count for note in done.notes if note.description.startswith("relations"))
    assert (done.answers, done.skips, relations) == (1, 1, 1)
    campaign = store.campaigns.get("c")
    (label,) = campaign.schema.settings["labels"]  # type: ignore[misc]
    assert (label["name"], label["title"]) == ("Soin_prescrit", "Soin prescrit")  # type: ignore[index,call-overload]
    (only,) = store.campaigns.rounds(campaign.id)
    (answer,) = store.answers.latest(only.id)
    assert answer.value == {"spans": [{"label": "Soin_prescrit", "parts": [[start, start + 5]]}]}


def test_places_counted_in_utf_16_are_found_by_their_words(store: Store, tmp_path: Path) -> None:
    text = files.TEXTS["b"]
    start = text.index("repos")
    span = {"start": start + 1, "end": start + 6, "label": "soin", "text": "repos"}
    wrong = {"start": 0, "end": 2, "label": "soin", "text": "repos"}
    record = {
        **files._record("b"), "suggestions": {}, "vectors": {},
        "responses": {"spans": [{"value": [span, wrong], "user_id": "alice"}]},
    }  # fmt: skip
    done = brought(store, files.listed(tmp_path / "r.json", [record]))
    assert done.counted("spans with offsets of other words, excluded") == 1
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    (answer,) = store.answers.latest(only.id)
    assert answer.value == {"spans": [{"label": "soin", "parts": [[start, start + 5]]}]}


def test_of_several_questions_one_is_named(store: Store, tmp_path: Path) -> None:
    record = {
        **files._record("a"), "suggestions": {}, "vectors": {},
        "responses": {
            "type": [{"value": "signe", "user_id": "alice"}], "note": [{"value": 4, "user_id": "alice"}],
        },
    }  # fmt: skip
    other = {
        **files._record("c"),
        "suggestions": {},
        "vectors": {},
        "responses": {"type": [{"value": "soin", "user_id": "bob"}]},
    }
    path = files.listed(tmp_path / "r.json", [record, other])
    error = refused(store, path)
    assert (error.code, error.values["names"]) == ("workbench.project-several-questions", ("type", "note"))
    done = brought(store, path, question="type")
    assert (done.answers, done.counted("answers to the question 'note', excluded")) == (2, 1)


def test_another_question_is_put_to_the_same_documents(store: Store, tmp_path: Path) -> None:
    said = {"type": ("signe", "soin"), "ton": ("neutre", "ferme")}
    record = {
        **files._record("a"), "suggestions": {}, "vectors": {},
        "responses": {
            name: [{"value": one, "user_id": who} for one, who in zip(values, ("alice", "bob"), strict=True)]
            for name, values in said.items()
        },
    }  # fmt: skip
    path = files.listed(tmp_path / "r.json", [record])

    def into(campaign: str, question: str, about: About = ABOUT) -> Arrival:
        about = replace(about, name=campaign)
        asked = ReadOptions(question=question)
        return import_path(store, [path], ImportOptions(campaign, about), NOW, reading=asked)

    into("type", "type")
    second = into("ton", "ton")
    assert (second.answers, second.new, second.new_corpus, second.new_items) == (2, 2, False, 0)
    (corpus,) = store.texts.corpora()
    counts = store.texts.counts(corpus.id)
    assert (counts.documents, counts.items) == (1, 1)
    assert [store.campaigns.get(one).corpus_id for one in ("type", "ton")] == [corpus.id] * 2
    assert into("ton", "ton").new == 0
    # On other terms they are other texts: what one licence allows the other may not.
    into("other", "ton", replace(ABOUT, licence="CC BY-SA 4.0"))
    assert len(store.texts.corpora()) == 2


def test_settings_beside_the_records_say_labels_and_guideline(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    folder.mkdir()
    files.argilla_flat(folder)
    options = [
        {"value": "signe", "text": "Signe"},
        {"value": "soin", "text": "Soin"},
        {"value": "autre", "text": "Autre"},
    ]
    question = {
        "name": "type",
        "title": "De quoi parle-t-on ?",
        "settings": {"type": "label_selection", "options": options},
    }
    settings = {"guidelines": "Lire toute la phrase.", "fields": [], "questions": [question]}
    (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    assert brought(store, folder).answers == 7
    campaign = store.campaigns.get("c")
    assert [one["title"] for one in campaign.schema.settings["labels"]] == ["Signe", "Soin", "Autre"]  # type: ignore[union-attr,index,call-overload]
    assert campaign.schema.settings["question"] == "De quoi parle-t-on ?"
    assert [one.text for one in store.campaigns.guidelines(campaign.id)] == ["Lire toute la phrase."]
    (only,) = store.campaigns.rounds(campaign.id)
    assert {one.guideline_version for one in store.answers.latest(only.id)} == {1}


def test_ratings_of_pairs_make_a_scale(store: Store, tmp_path: Path) -> None:
    records = [
        {"id": str(place), "fields": {"gauche": f"Il tousse {place}.", "droite": f"Elle tousse {place}."},
         "metadata": {}, "suggestions": {}, "vectors": {},
         "responses": {"proximité": [{"value": place, "user_id": "alice"}, {"value": 5, "user_id": "bob"}]}}
        for place in (1, 2)
    ]  # fmt: skip
    path = files.listed(tmp_path / "r.json", records)
    assert refused(store, path).code == "gold.project-several-texts"
    done = brought(store, path, fields=("gauche", "droite"))
    assert (done.documents, done.items, done.answers) == (4, 2, 4)
    (scale,) = store.campaigns.get("c").schema.settings["scales"]  # type: ignore[misc]
    assert (scale["low"], scale["high"], scale["step"]) == (1, 5, 1)  # type: ignore[index,call-overload]


def test_notes_and_reasons_of_a_sheet_are_kept_or_counted(store: Store, tmp_path: Path) -> None:
    rows = [
        ("texte", "annotateur", "étiquette", "skip", "commentaire"),
        ("Il tousse.", "alice", "signe", "", ""),
        ("Il dort.", "alice", "", "expertise", "voir le dossier"),
        ("Il mange.", "alice", "soin", "expertise", "à relire"),
    ]
    path = tmp_path / "réponses.tsv"
    path.write_text("\n".join("\t".join(row) for row in rows) + "\n", encoding="utf-8")
    done = brought(store, path)
    assert (done.answers, done.skips, done.counted("reasons for a skip beside a label, excluded")) == (
        2,
        1,
        1,
    )
    answers = AnswerSheet().read(path, ProjectOptions()).answers
    assert [one.comment for one in answers] == ["", "expertise: voir le dossier", "à relire"]
