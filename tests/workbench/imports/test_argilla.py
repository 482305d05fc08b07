"""What questions of Argilla become, in each layout: rankings and own words are no labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.projects.argilla import Argilla
from aloi.gold.formats.projects.model import AnswerStatus, Project, ProjectOptions, QuestionForm
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.project_files import lines, listed

OPTIONS = ["résumé a", "résumé b"]
Said = dict[str, list[tuple[str, Any]]]  # by question: who, and the value


def nested(name: str, said: Said, **more: Any) -> dict[str, Any]:
    """Return a record of version 2, as `to_json` writes it."""
    responses = {
        question: [{"value": value, "user_id": who} for who, value in each] for question, each in said.items()
    }
    return {
        "id": name, "fields": {"text": f"Texte {name}."}, "metadata": {}, "suggestions": {}, "vectors": {},
        "responses": responses, "status": "completed", "_server_id": name, **more,
    }  # fmt: skip


def flat(name: str, said: Said, **more: Any) -> dict[str, Any]:
    """Return a flattened record of version 2, as `to_datasets` gives it."""
    record: dict[str, Any] = {"id": name, "status": "completed", "_server_id": name, "text": f"Texte {name}."}
    for question, each in said.items():
        record[f"{question}.responses"] = [value for _, value in each]
        record[f"{question}.responses.users"] = [who for who, _ in each]
        record[f"{question}.responses.status"] = ["submitted" for _ in each]
    return {**record, **more}


def read(path: Path, question: str = "") -> Project:
    assert Argilla().accepts(path)
    return Argilla().read(path, ProjectOptions(question=question))


def counted(project: Project) -> dict[str, int]:
    return {note.description: note.count for note in project.notes}


def ranked(order: list[str], written: str) -> Any:
    if written == "objects":
        return [{"value": value, "rank": rank} for rank, value in enumerate(order, start=1)]
    return [{"value": value, "rank": 1} for value in order] if written == "ties" else order


@pytest.mark.parametrize("written", ["lists", "objects", "ties"])
@pytest.mark.parametrize("layout", [nested, flat])
def test_rankings_are_counted_and_no_labels(layout: Any, written: str, tmp_path: Path) -> None:
    said = [
        [("u1", ranked(OPTIONS, written)), ("u2", ranked(OPTIONS[::-1], written))],
        [("u1", ranked(OPTIONS[::-1], written)), ("u2", ranked(OPTIONS, written))],
    ]
    records = [layout(f"r{n}", {"rang": each}) for n, each in enumerate(said)]
    project = read(lines(tmp_path / "r.jsonl", records))
    assert project.questions == ()
    assert counted(project)["rankings given to the question 'rang', excluded"] == 4
    with pytest.raises(AloiError) as refused:
        layout_named("argilla").read(tmp_path / "r.jsonl", ReadOptions())
    assert "4 × rankings" in refused.value.told()


def test_rankings_beside_labels_are_counted(tmp_path: Path) -> None:
    said: Said = {
        "type": [("u1", "signe"), ("u2", "soin")],
        "rang": [("u1", OPTIONS), ("u2", OPTIONS[::-1])],
    }
    project = read(listed(tmp_path / "r.json", [nested("a", said)]))
    assert [question.name for question in project.questions] == ["type"]
    assert counted(project)["rankings given to the question 'rang', excluded"] == 2


def test_lists_of_all_options_in_one_order_are_asked_about(tmp_path: Path) -> None:
    path = listed(tmp_path / "r.json", [nested("a", {"sorte": [("u1", OPTIONS), ("u2", OPTIONS)]})])
    with pytest.raises(AloiError, match="sorte") as refused:
        read(path)
    assert refused.value.code == "gold.project-labels-or-rankings"
    [question] = read(path, "sorte").questions
    assert question.form is QuestionForm.LABELS


def test_lists_of_labels_are_labels(tmp_path: Path) -> None:
    said: Said = {"sorte": [("u1", ["a", "b"]), ("u2", ["a"]), ("u3", [])]}
    project = read(listed(tmp_path / "r.json", [nested("a", said)]))
    assert [answer.values["sorte"] for answer in project.answers] == [("a", "b"), ("a",), ()]


SETTINGS = {
    "guidelines": "Lire tout.",
    "fields": [
        {"name": "titre", "settings": {"type": "text"}},
        {"name": "text", "settings": {"type": "text"}},
        {"name": "photo", "settings": {"type": "image"}},
    ],
    "questions": [
        {"name": "sorte", "settings": {"type": "multi_label_selection",
                                       "options": [{"value": each, "text": each} for each in OPTIONS]}},
        {"name": "rang", "settings": {"type": "ranking", "options": [{"value": each} for each in OPTIONS]}},
        {"name": "mot", "settings": {"type": "text"}},
        {"name": "marques", "settings": {"type": "span", "field": "titre", "options": [{"value": "x"}]}},
    ],
}  # fmt: skip


@pytest.mark.parametrize("folder", [".", ".argilla"])
def test_settings_say_what_questions_are(folder: str, tmp_path: Path) -> None:
    (tmp_path / "d" / folder).mkdir(parents=True)
    (tmp_path / "d" / folder / "settings.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    (tmp_path / "d" / folder / "dataset.json").write_text('{"name": "d"}', encoding="utf-8")
    said: Said = {
        "sorte": [("u1", OPTIONS), ("u2", OPTIONS)],
        "rang": [("u1", OPTIONS), ("u2", OPTIONS)],
        "mot": [("u1", "oui"), ("u2", "non")],
        "marques": [("u1", [{"start": 0, "end": 5, "label": "x"}])],
    }
    fields = {"titre": "Un titre", "text": "Texte a.", "photo": "https://exemple.invalid/a.png"}
    listed(tmp_path / "d" / "records.json", [nested("a", said, fields=fields)])
    project = read(tmp_path / "d")
    assert project.guideline == "Lire tout."
    assert {question.name: question.form for question in project.questions} == {
        "sorte": QuestionForm.LABELS,
        "marques": QuestionForm.SPANS,
    }
    first, second = project.answers
    assert (first.values["sorte"], first.comment, second.comment) == (tuple(OPTIONS), "oui", "non")
    assert counted(project)["rankings given to the question 'rang', excluded"] == 2
    # They were marked in the title, and the text that comes in is another one.
    assert first.values["marques"] == ()
    assert counted(project)["spans in other fields than the text, excluded"] == 1


def test_short_words_that_nearly_all_differ_are_notes(tmp_path: Path) -> None:
    words = ["ok", "bof", "à voir", "peut-être", "ok"]
    records = [
        nested(str(n), {"avis": [("u1", word)], "type": [("u1", "signe")]}) for n, word in enumerate(words)
    ]
    path = listed(tmp_path / "r.json", records)
    project = read(path)
    assert [question.name for question in project.questions] == ["type"]
    assert [answer.comment for answer in project.answers] == words
    assert counted(project)["answers to 'avis' that nearly all differ, taken as notes"] == 5
    assert {question.name for question in read(path, "avis").questions} == {"type", "avis"}


def test_notes_without_another_answer_are_counted(tmp_path: Path) -> None:
    said: Said = {"mot": [("u2", "une remarque\nsur deux lignes")], "type": [("u1", "signe")]}
    project = read(listed(tmp_path / "r.json", [nested("a", said)]))
    assert len(project.answers) == 1
    assert counted(project)["notes on records without another answer, excluded"] == 1


def test_responses_of_nobody_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = listed(tmp_path / "r.json", [nested("a", {"type": [(None, "signe"), (None, "soin")]})])  # type: ignore[list-item]
    with pytest.raises(AloiError) as refused:
        read(path)
    assert refused.value.code == "gold.project-nobody-named"


def test_ratings_of_two_fields_are_a_question_each(tmp_path: Path) -> None:
    fields = {"gauche": "Il tousse.", "droite": "Elle tousse."}
    said: Said = {"sens": [("u1", 4), ("u2", 5)], "style": [("u1", 1), ("u2", 0)]}
    path = listed(tmp_path / "r.json", [nested("a", said, fields=fields)])
    project = Argilla().read(path, ProjectOptions(fields=("gauche", "droite")))
    assert {question.name: question.form for question in project.questions} == {
        "sens": QuestionForm.RATING,
        "style": QuestionForm.RATING,
    }
    assert [dict(answer.values) for answer in project.answers] == [
        {"sens": 4.0, "style": 1.0},
        {"sens": 5.0, "style": 0.0},
    ]


def test_a_status_that_is_not_told_is_told(tmp_path: Path) -> None:
    record = flat("a", {"type": [("u1", "signe"), ("u2", "soin"), ("u3", "soin"), ("u4", "soin")]})
    record["type.responses.status"] = [None, "draft", "pending", "discarded"]
    project = read(lines(tmp_path / "r.jsonl", [record]))
    assert [(answer.annotator, answer.outcome) for answer in project.answers] == [
        ("u1", AnswerStatus.ANSWER),
        ("u4", AnswerStatus.SKIP),
    ]
    assert {count for what, count in counted(project).items() if "drafts" in what} == {2}
    assert {count for what, count in counted(project).items() if "taken as submitted" in what} == {1}


@pytest.mark.parametrize("folder", [False, True])
def test_records_in_parquet_are_read(folder: bool, tmp_path: Path) -> None:
    records = [
        flat("a", {"type": [("u1", "signe"), ("u2", "soin")]}, **{"type.suggestion": "signe", "page": 3}),
        flat("b", {"type": [("u1", "soin")]}, **{"type.suggestion": None, "page": None}),
    ]
    path = tmp_path / "data" / "train-00000-of-00001.parquet"
    path.parent.mkdir()
    pq.write_table(pa.Table.from_pylist(records), path)
    if folder:
        (tmp_path / "dataset_infos.json").write_text('{"default": {}}', encoding="utf-8")
    project = read(tmp_path if folder else path)
    assert [(answer.document, answer.annotator, answer.values["type"]) for answer in project.answers] == [
        ("a", "u1", ("signe",)),
        ("a", "u2", ("soin",)),
        ("a", "suggestions", ("signe",)),
        ("b", "u1", ("soin",)),
    ]
    assert [document.texts for document in project.documents] == [("Texte a.",), ("Texte b.",)]


@pytest.mark.parametrize("by_rows", [False, True])
def test_rows_of_the_first_version_in_parquet_are_read(by_rows: bool, tmp_path: Path) -> None:
    spans = [{"start": 0, "end": 5, "label": "x"}]
    value: Any = spans if by_rows else {"start": [0], "end": [5], "label": ["x"]}
    record = {
        "text": "Texte a.",
        "marques": [{"user_id": "u1", "value": value, "status": "submitted"}],
        "marques-suggestion": value,
        "marques-suggestion-metadata": {"type": "model", "score": None, "agent": "m"},
        "external_id": "a",
        "metadata": "{}",
    }
    empty = {**record, "marques": [], "external_id": "b", "text": "Texte b.", "marques-suggestion": None}
    path = tmp_path / "train.parquet"
    pq.write_table(pa.Table.from_pylist([empty, record]), path)
    project = read(path)
    assert [document.id for document in project.documents] == ["b", "a"]
    assert [[each.parts for each in answer.values["marques"]] for answer in project.answers] == [
        [((0, 5),)]
    ] * 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("annotation", "prediction", "said", "predicted"),
    [
        ("soin", [{"label": "soin", "score": 0.9}, {"label": "signe", "score": 0.1}], ("soin",), ("soin",)),
        ("soin", [["soin", 0.9], ["signe", 0.1]], ("soin",), ("soin",)),
        (["soin", "signe"], [{"label": "signe", "score": 0.9}], ("soin", "signe"), ("signe",)),
        ("soin", [], ("soin",), None),
    ],
)
def test_older_records_say_labels(
    annotation: Any, prediction: Any, said: Any, predicted: Any, tmp_path: Path
) -> None:
    record = {
        "text": "Texte a.", "inputs": {"text": "Texte a."}, "annotation": annotation,
        "prediction": prediction, "annotation_agent": "alice", "prediction_agent": "m",
        "status": "Validated", "id": "a",
    }  # fmt: skip
    project = read(listed(tmp_path / "r.json", [record]))
    answers = {answer.annotator: answer.values["annotation"] for answer in project.answers}
    assert answers == {"alice": said, **({"m": predicted} if predicted else {})}


def test_older_records_say_spans_as_objects(tmp_path: Path) -> None:
    record = {
        "text": "Texte a.", "tokens": ["Texte", "a", "."],
        "annotation": [{"label": "x", "start": 0, "end": 5}],
        "prediction": [{"label": "y", "start": 6, "end": 7, "score": 0.5}], "annotation_agent": "alice",
        "prediction_agent": "m", "status": "Validated", "id": "a",
    }  # fmt: skip
    project = read(listed(tmp_path / "r.json", [record]))
    assert [answer.values["annotation"][0].label for answer in project.answers] == ["x", "y"]  # type: ignore[index,union-attr]


def test_offsets_of_pages_are_counted_in_utf_16(tmp_path: Path) -> None:
    text = "Toux 💊 et fièvre 🙂 puis repos"
    words = ["fièvre", "repos"]
    starts = [len(text[: text.index(word)].encode("utf-16-le")) // 2 for word in words]
    spans = [
        {"start": start, "end": start + len(word), "label": "x"}
        for start, word in zip(starts, words, strict=True)
    ]
    record = nested("a", {"marques": [("u1", spans)]}, fields={"text": text})
    [answer] = read(listed(tmp_path / "r.json", [record])).answers
    [fever, rest] = answer.values["marques"]  # type: ignore[misc]
    assert [text[slice(*each.parts[0])] for each in (fever, rest)] == words  # type: ignore[union-attr]


def test_suggestions_of_programs_do_not_decide_how_pages_count(tmp_path: Path) -> None:
    """Many suggestions counted in code points, one response counted as pages do."""
    texts = [f"{'💊' * (1 + n % 2)} un repos, le {n} puis" for n in range(4)]
    suggested = [
        [{"start": text.index("repos"), "end": text.index("repos") + 5, "label": "x"}] for text in texts
    ]
    records = [
        nested(str(n), {}, fields={"text": text}, suggestions={"marques": {"value": spans, "agent": "m"}})
        for n, (text, spans) in enumerate(zip(texts, suggested, strict=True))
    ]
    start = len("💊 un ".encode("utf-16-le")) // 2
    records[0]["responses"] = {
        "marques": [{"value": [{"start": start, "end": start + 5, "label": "x"}], "user_id": "u1"}]
    }
    project = read(listed(tmp_path / "r.json", records))
    documents = {document.id: document.texts[0] for document in project.documents}
    marked = [
        documents[answer.document][slice(*answer.values["marques"][0].parts[0])]  # type: ignore[index,union-attr]
        for answer in project.answers
    ]
    assert marked == ["repos"] * 5


@pytest.mark.parametrize("written", ["feedback", "flat", "rows"])
def test_a_discarded_response_without_a_label_allows_no_answer_without_one(
    tmp_path: Path, written: str
) -> None:
    """Each layout may keep the empty value of a response that was discarded."""
    status = ["submitted", "discarded"]
    responses: list[list[str]] = [["signe", "soin"], []]
    record: dict[str, Any] = {"text": "Texte a.", "external_id": "a", "metadata": {}}
    users = list(zip(("u1", "u2"), responses, status, strict=True))
    if written == "feedback":
        record |= {
            "fields": {"text": "Texte a."},
            "responses": [
                {"user_id": user, "values": {"type": {"value": labels}}, "status": outcome}
                for user, labels, outcome in users
            ],
        }
    elif written == "rows":
        record["type"] = [
            {"user_id": user, "value": labels, "status": outcome} for user, labels, outcome in users
        ]
    else:
        record = flat("a", {"type": [(user, labels) for user, labels, _ in users]})
        record["type.responses.status"] = status
    layout = layout_named("argilla")
    source = layout.read(lines(tmp_path / "r.jsonl", [record]), ReadOptions())
    settings = layout.settings([source])
    assert settings is not None
    assert (settings["least"], settings["most"]) == (1, 2)
