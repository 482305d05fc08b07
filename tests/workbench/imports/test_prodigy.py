"""What tasks of Prodigy become: decisions about one span or label are no revisions of each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.projects.model import AnswerStatus, Project, ProjectOptions, QuestionForm
from aloi.gold.formats.projects.prodigy import Prodigy
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.world import Expected, read_back
from tests.workbench.imports.project_files import lines

TEXT = "Doliprane et Spasfon donnés."
DECIDED = "decisions about one span that a model found, excluded"


def task(text: str = TEXT, **more: Any) -> dict[str, Any]:
    return {
        "text": text,
        "_input_hash": sum(map(ord, text)),
        "answer": "accept",
        "_session_id": "d-ann",
        **more,
    }


def span(words: str, text: str = TEXT, **more: Any) -> dict[str, Any]:
    start = text.index(words)
    return {"start": start, "end": start + len(words), "label": "DRUG", **more}


def teach(words: str, **more: Any) -> dict[str, Any]:
    return task(spans=[span(words, source="fr_core", score=0.5)], meta={"score": 0.5}, **more)


def project(folder: Path, *tasks: dict[str, Any], annotator: str = "") -> Project:
    return Prodigy().read(lines(folder / "tasks.jsonl", tasks), ProjectOptions(annotator=annotator))


def imported(folder: Path, *tasks: dict[str, Any], question: str = "") -> Expected:
    source = layout_named("prodigy").read(lines(folder / "t.jsonl", tasks), ReadOptions(question=question))
    return read_back(source)


def counted(read: Project) -> dict[str, int]:
    return {note.description: note.count for note in read.notes}


@pytest.mark.parametrize(
    "more",
    [
        {"_view_id": "ner", "_is_binary": True},
        {"_view_id": "ner"},
        {"_view_id": "spans"},
        {"_view_id": "pos"},
        {"_is_binary": True},
        {},
        {"label": "DRUG"},
        {"_view_id": "review", "view_id": "ner"},
        {"_view_id": "blocks", "_is_binary": True, "tokens": []},
    ],
)
def test_decisions_about_spans_are_counted_and_never_revisions(more: dict[str, Any], tmp_path: Path) -> None:
    read = project(
        tmp_path,
        teach("Doliprane", **more),
        teach("Spasfon", **more),
        teach("donnés", **{**more, "answer": "reject"}),
        task("Rien.", spans=[], _view_id="ner_manual"),
    )
    assert counted(read)[DECIDED] == 3
    [answer] = read.answers
    assert (answer.values, answer.outcome) == ({"spans": ()}, AnswerStatus.ANSWER)
    [question] = read.questions
    assert dict(question.labels) == {"DRUG": "DRUG"}


def test_decisions_alone_are_refused_with_their_number(tmp_path: Path) -> None:
    with pytest.raises(AloiError) as refused:
        imported(tmp_path, teach("Doliprane", _view_id="ner"), teach("Spasfon", _view_id="ner"))
    assert f"2 × {DECIDED}" in refused.value.told()


def test_a_text_without_spans_alone_is_refused_in_words_about_the_file(tmp_path: Path) -> None:
    source = layout_named("prodigy").read(
        lines(tmp_path / "t.jsonl", [task("Rien.", spans=[], _view_id="ner_manual")]), ReadOptions()
    )
    with pytest.raises(AloiError) as refused:
        layout_named("prodigy").settings([source])
    assert "neither in a list nor in an answer" in refused.value.told()


@pytest.mark.parametrize(
    "more",
    [
        {"_view_id": "ner_manual"},
        {"_view_id": "ner_manual", "_is_binary": False},
        {"_view_id": "spans_manual"},
        {"_view_id": "review", "view_id": "ner_manual", "versions": [{"text": TEXT}] * 2},
        {"tokens": [{"text": "Doliprane", "start": 0, "end": 9, "id": 0}]},
        {"_view_id": "relations", "relations": [{"head": 0, "child": 1, "label": "x"}]},
    ],
)
def test_corrected_suggestions_are_answers(more: dict[str, Any], tmp_path: Path) -> None:
    read = project(tmp_path, teach("Doliprane", **more))
    [answer] = read.answers
    assert [each.parts for each in answer.values["spans"]] == [((0, 9),)]  # type: ignore[union-attr]
    assert counted(read).get("versions that a reviewer compared, excluded", 0) == len(
        more.get("versions", [])
    )


@pytest.mark.parametrize(
    "more",
    [
        {"spans": []},
        {"spans": [span("Doliprane", pattern=3)], "_view_id": "classification"},
        {"spans": [{"start": 0, "end": 9, "pattern": 3}]},
        {"_view_id": "classification", "_is_binary": True},
        {"_view_id": "review", "view_id": "classification"},
    ],
)
def test_a_decision_about_a_label_of_a_text_is_one_with_spans_too(
    more: dict[str, Any], tmp_path: Path
) -> None:
    read = project(
        tmp_path, task(label="SOIN", **more), task("Rien.", **{"label": "SOIN", "answer": "reject", **more})
    )
    assert [answer.values for answer in read.answers] == [{"SOIN": ("SOIN",)}, {"SOIN": ("not SOIN",)}]


def test_a_skip_takes_back_answers_to_its_own_question_only(tmp_path: Path) -> None:
    tasks = [
        task(label="SOIN", _view_id="classification"),
        task(label="SIGNE", _view_id="classification", answer="ignore"),
    ]
    read = imported(tmp_path, *tasks, question="SOIN")
    assert read.answers == {(TEXT, "d-ann"): ("SOIN",)}
    assert not read.skips
    assert imported(tmp_path, *tasks, question="SIGNE").skips == {(TEXT, "d-ann")}


def test_a_rejected_marking_after_an_accepted_one_is_told(tmp_path: Path) -> None:
    marked = task(spans=[span("Doliprane")], _view_id="ner_manual")
    read = imported(tmp_path, marked, {**marked, "answer": "reject"})
    assert not read.answers
    assert read.left_out["answers that their annotator skipped or rejected afterwards, excluded"] == 1


def test_what_no_task_takes_is_counted(tmp_path: Path) -> None:
    kept = task(spans=[span("Doliprane")], _view_id="ner_manual")
    read = project(
        tmp_path,
        kept,
        task(_view_id="compare", accept={"text": "a"}, reject={"text": "b"}, mapping={"A": "accept"}),
        task(_view_id="image_manual", image="a.png", spans=[{"points": [[0, 1]], "label": "x"}]),
        {"audio": "a.wav", "answer": "accept", "_session_id": "d-ann", "_view_id": "audio_manual"},
        {"html": "<b>a</b>", "answer": "accept", "_session_id": "d-ann"},
        task(_view_id="text_input", user_input="ma réponse"),
        task(_view_id="dep", arcs=[{"head": 0, "child": 1, "label": "x"}]),
        task("Autre.", _view_id="relations", relations=[{"head": 0, "child": 1, "label": "x"}], spans=[]),
        {key: value for key, value in task("Sans réponse.").items() if key != "answer"},
        task("Deux marques.", spans=[span("Deux", "Deux marques.", label=None), {"points": [], "label": "x"}],
             _view_id="spans_manual"),
    )  # fmt: skip
    assert len(read.answers) == 2
    assert counted(read) == {
        "comparisons of two texts, excluded": 1,
        "tasks about image, excluded": 1,
        "tasks about audio, excluded": 1,
        "tasks about html alone, excluded": 1,
        "tasks that ask for people's own words alone, excluded": 1,
        "decisions about relations that a model found, excluded": 1,
        "relations, excluded": 2,
        "tasks about relations alone, excluded": 1,
        "tasks without an answer, taken as texts alone": 1,
        "spans without a label, excluded": 1,
        "regions that are no span of the text, excluded": 1,
    }
    assert {document.texts[0] for document in read.documents} == {
        TEXT,
        "Autre.",
        "Sans réponse.",
        "Deux marques.",
    }


def test_pages_are_tasks_each(tmp_path: Path) -> None:
    pages = [
        {"text": text, "_input_hash": number, "view_id": "ner_manual", "spans": [span(words, text)]}
        for number, (text, words) in enumerate((("Un Doliprane.", "Doliprane"), ("Un Spasfon.", "Spasfon")))
    ]
    whole = {
        "pages": pages,
        "answer": "accept",
        "_session_id": "d-ann",
        "_view_id": "pages",
        "_input_hash": 7,
    }
    read = project(tmp_path, whole)
    assert [answer.annotator for answer in read.answers] == ["d-ann", "d-ann"]
    assert [document.id for document in read.documents] == ["0", "1"]


def test_tokens_say_where_spans_are_if_nothing_else_does(tmp_path: Path) -> None:
    text = "👩‍⚕️ 💊 Doliprane, puis Spasfon"
    tokens = [
        {"text": "👩‍⚕️", "start": 0, "end": 4, "id": 0, "ws": True},
        {"text": "💊", "start": 5, "end": 6, "id": 1, "ws": True},
        {"text": "Doliprane", "start": 7, "end": 16, "id": 2, "ws": False},
        {"text": ",", "start": 16, "end": 17, "id": 3, "ws": True},
        {"text": "puis", "start": 18, "end": 22, "id": 4, "ws": True},
        {"text": "Spasfon", "start": 23, "end": 30, "id": 5, "ws": False},
    ]
    spans = [
        {"token_start": 2, "token_end": 2, "label": "DRUG"},
        # Counted in UTF-16 by a page: the words of the tokens decide.
        {"token_start": 2, "token_end": 3, "start": 9, "end": 19, "label": "DRUG"},
        {"token_start": 5, "token_end": 5, "start": 23, "end": 30, "label": "DRUG"},
    ]
    [answer] = project(tmp_path, task(text, tokens=tokens, spans=spans, _view_id="ner_manual")).answers
    assert [each.parts for each in answer.values["spans"]] == [((7, 16),), ((7, 17),), ((23, 30),)]  # type: ignore[union-attr]


def choice(text: str, accept: list[str], options: dict[str, str], **more: Any) -> dict[str, Any]:
    listed = [{"id": name, "text": title} for name, title in options.items()]
    return task(text, options=listed, accept=accept, _view_id="choice", **more)


def test_a_list_of_labels_that_grew_is_one_list(tmp_path: Path) -> None:
    few, more = {"a": "A", "b": "B"}, {"a": "A", "b": "B", "c": "C"}
    read = project(
        tmp_path,
        *(
            choice(f"Texte {n}.", ["a"], few if n < 3 else more, _session_id=f"d-{who}")
            for n in range(5)
            for who in "xy"
        ),
    )
    [question] = read.questions
    assert (question.form, dict(question.labels)) == (QuestionForm.LABELS, more)
    assert (len(read.documents), len(read.answers)) == (5, 10)


def test_options_of_each_text_are_those_of_a_multiple_choice(tmp_path: Path) -> None:
    """Ids A and B with other titles at each text are no labels, and two annotators see one document."""
    read = project(
        tmp_path,
        *(
            choice(f"Question {n} ?", ["A"], {"A": f"oui {n}", "B": f"non {n}"}, _session_id=f"d-{who}")
            for n in range(3)
            for who in "xy"
        ),
    )
    [question] = read.questions
    assert question.form is QuestionForm.OPTIONS
    assert (len(read.documents), [answer.values for answer in read.answers]) == (3, [{"choice": (0,)}] * 6)


def test_highlights_of_a_choice_are_no_answer(tmp_path: Path) -> None:
    read = project(tmp_path, choice(TEXT, ["a"], {"a": "A", "b": "B"}, spans=[span("Doliprane", pattern=1)]))
    assert [answer.values for answer in read.answers] == [{"choice": ("a",)}]


def test_blocks_ask_several_questions(tmp_path: Path) -> None:
    blocks = {
        **choice(TEXT, ["a"], {"a": "A", "b": "B"}, spans=[span("Doliprane")], tokens=[]),
        "_view_id": "blocks",
        "field_id": "pourquoi",
        "pourquoi": "parce que",
    }
    [answer] = project(tmp_path, blocks).answers
    assert set(answer.values) == {"choice", "spans"}
    assert answer.comment == "parce que"


def test_what_differs_between_annotators_of_one_text_is_their_own(tmp_path: Path) -> None:
    read = project(
        tmp_path,
        task(label="X", motif="certain", source="A", _session_id="d-x"),
        task(label="X", motif="douteux", source="A", _session_id="d-y"),
    )
    assert [answer.comment for answer in read.answers] == ["certain", "douteux"]
    assert [dict(document.metadata) for document in read.documents] == [{"source": "A"}]


def test_sentences_that_share_the_id_of_their_text_are_told_apart(tmp_path: Path) -> None:
    read = project(
        tmp_path,
        *(
            task(text, label="X", meta={"id": 12}, _session_id=f"d-{who}")
            for who in "xy"
            for text in ("Un.", "Deux.")
        ),
    )
    assert [document.id for document in read.documents] == ["12-1", "12-2"]
    assert counted(read)["texts with the id of another text, distinguished by a number"] == 2
