"""What schemes of Potato become, in the states and exports of both of its versions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.projects.model import Project, ProjectOptions, QuestionForm
from aloi.gold.formats.projects.potato import Potato
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.world import Expected, read_back
from tests.workbench.imports.project_files import lines

TEXTS = {"r1": "toux 💊 et fièvre", "r2": "RAS"}
# Offsets as browsers count them: the pill is two units.
FEVER = {"start": 11, "end": 17, "label": "SIGN", "text": "fièvre"}
COUGH = {"start": 0, "end": 4, "label": "SIGN", "text": "toux"}
_PLACES = {"fièvre": (10, 16, "fièvre"), "toux": (0, 4, "toux")}


def states(
    folder: Path,
    labels: Mapping[str, Any] | None = None,
    spans: Mapping[str, Any] | None = None,
    **more: Any,
) -> Path:
    """Write the state of each annotator; labels and spans are those of their instances."""
    lines(folder / "data.jsonl", ({"id": name, "text": text} for name, text in TEXTS.items()))
    for who in dict.fromkeys([*(labels or {}), *(spans or {})]):
        state = {
            "user_id": who,
            "instance_id_to_label_to_value": (labels or {}).get(who, {}),
            "instance_id_to_span_to_value": (spans or {}).get(who, {}),
            **more,
        }
        path = folder / "annotation_output" / who / "user_state.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8")
    return folder / "annotation_output"


def read(path: Path, texts: bool = True) -> Project:
    assert Potato().accepts(path)
    return Potato().read(path, ProjectOptions(texts=path.parent / "data.jsonl" if texts else None))


def imported(path: Path, question: str = "") -> Expected:
    options = ReadOptions(texts=path.parent / "data.jsonl", question=question)
    return read_back(layout_named("potato").read(path, options))


def one(folder: Path, *stored: Mapping[str, Any]) -> Project:
    """Return the project in which alice stored these values of the scheme `s`, an instance each."""
    labels = {name: {"s": each} for name, each in zip(TEXTS, stored, strict=False)}
    return read(states(folder, {"alice": labels}))


def counted(project: Project) -> dict[str, int]:
    return {note.description: note.count for note in project.notes}


def marked(*words: str) -> frozenset[tuple[str, tuple[tuple[int, int, str], ...]]]:
    return frozenset(("SIGN", (_PLACES[each],)) for each in words)


SPANS = {
    "alice": {"r1": {"ner": [FEVER, COUGH]}, "r2": {"ner": []}},
    "bob": {"r1": {"ner": [COUGH]}, "r2": {"ner": []}},
}


def test_spans_by_scheme_are_read_and_an_empty_list_is_an_answer(tmp_path: Path) -> None:
    assert imported(states(tmp_path, spans=SPANS)).answers == {
        (TEXTS["r1"], "alice"): marked("fièvre", "toux"),
        (TEXTS["r1"], "bob"): marked("toux"),
        (TEXTS["r2"], "alice"): marked(),
        (TEXTS["r2"], "bob"): marked(),
    }


@pytest.mark.parametrize(
    "written",
    [
        {"ner": {"span-1": FEVER, "span-2": COUGH}},
        [FEVER, COUGH],
        [[FEVER, "true"], [COUGH, "true"]],
        [[{"schema": "ner", "name": "SIGN", "title": "Signe", "start": 11, "end": 17}, "true"],
         [{"schema": "ner", "name": "SIGN", "title": "Signe", "start": 0, "end": 4}, "true"]],
    ],
)  # fmt: skip
def test_spans_of_a_state_are_read_as_lists_and_as_objects(written: Any, tmp_path: Path) -> None:
    path = states(tmp_path, spans={"alice": {"r1": written, "r2": []}})
    assert imported(path).answers == {
        (TEXTS["r1"], "alice"): marked("fièvre", "toux"),
        (TEXTS["r2"], "alice"): marked(),
    }


def test_labels_and_spans_of_one_state_are_two_questions(tmp_path: Path) -> None:
    labels = {"alice": {"r1": {"sent": {"labels": {"pos": True}}}}, "bob": {"r1": {"sent": ["neg"]}}}
    path = states(tmp_path, labels, SPANS)
    assert imported(path, "sent").answers == {
        (TEXTS["r1"], "alice"): ("pos",),
        (TEXTS["r1"], "bob"): ("neg",),
    }
    assert len(imported(path, "ner").answers) == 4


def test_states_without_anything_are_no_answers(tmp_path: Path) -> None:
    labels = {"alice": {"r1": {"sent": {"pos": "true"}}, "r2": {"sent": {}}}, "bob": {}}
    project = read(states(tmp_path, labels, {"alice": {"r1": {"ner": [COUGH]}}}))
    assert [(answer.document, answer.annotator) for answer in project.answers] == [("r1", "alice")]
    assert counted(project) == {"instances that were opened and not answered, excluded": 1}


def test_time_links_and_pages_of_questions_are_heeded(tmp_path: Path) -> None:
    labels = {"alice": {"r1": {"sent": {"pos": "true"}}}}
    project = read(
        states(
            tmp_path, labels,
            instance_id_to_behavioral_data={"r1": {"total_time_ms": 45500}},
            instance_id_to_link_to_value={"r1": [{"type": "cause"}, {"type": "effet"}]},
            phase_to_page_to_label_to_value={"prestudy": {"p1": [[{"schema": "âge", "name": ""}, "40"]]}},
        )
    )  # fmt: skip
    assert project.answers[0].seconds == 45.5
    assert counted(project) == {
        "links between spans, excluded": 2,
        "answers to pages of questions about no text, excluded": 1,
    }


@pytest.mark.parametrize(
    ("stored", "value"),
    [
        ([{"select-one": "pos"}, {"select-one": "neg"}], ("pos",)),
        ([{"pos": "pos"}, {"neg": "neg"}], ("pos",)),
        ([{"pos": "1"}, {"neg": "2"}], ("pos",)),
        ([{"pos": 1, "neg": 0}, {"pos": 0, "neg": 1}], ("pos",)),
        ([{"pos": True, "neg": False}, {"neg": True}], ("pos",)),
        ([{"1": "true", "3": "true"}, {"2": "true"}], ("1", "3")),
        ([{"labels": ["pos", "neg"]}, {"labels": ["neg"]}], ("pos", "neg")),
        ([{"slider": 0}, {"slider": 3}], 0.0),
        ([{"number": "0"}, {"number": "3"}], 0.0),
        ([{"intensité": "2"}, {"intensité": "3"}], 2.0),
        ([{"Modéré": "Modéré"}, {"Sévère": "Sévère"}], ("Modéré",)),
        ([{"best": "true"}, {"worst": "true"}], ("best",)),
    ],
)
def test_what_a_scheme_stores_is_its_answer(stored: list[dict[str, Any]], value: Any, tmp_path: Path) -> None:
    project = one(tmp_path, *stored)
    assert project.answers[0].values == {"s": value}


@pytest.mark.parametrize(
    ("stored", "what"),
    [
        ({"best": "B", "worst": "D"}, "ranks or compares"),
        ({"rank_order": "B,D=A,C"}, "ranks or compares"),
        ({"selection": "A"}, "ranks or compares"),
        ({"scale_value": "-2"}, "ranks or compares"),
        ({"Fluency": "3", "Grammar": "3"}, "rates several things at once"),
    ],
)
def test_what_is_no_set_of_labels_is_counted(stored: dict[str, Any], what: str, tmp_path: Path) -> None:
    project = one(tmp_path, stored, stored)
    assert project.questions == ()
    assert counted(project)[f"answers to 's', which {what}, excluded"] == 2


def test_notes_beside_a_label_are_no_label(tmp_path: Path) -> None:
    project = one(tmp_path, {"pos": "true", "free_response": "on le lit bien"}, {"text": "true"})
    assert [(answer.values, answer.comment) for answer in project.answers] == [
        ({"s": ("pos",)}, "on le lit bien"),
        ({"s": ("text",)}, ""),
    ]


def test_notes_on_an_instance_without_an_answer_are_counted(tmp_path: Path) -> None:
    project = one(tmp_path, {"text_box": "illisible"})
    assert counted(project)["notes on instances without an answer, excluded"] == 1


def test_states_and_their_exports_are_read_once(tmp_path: Path) -> None:
    labels = {"alice": {"r1": {"sent": {"pos": "true"}}}, "bob": {"r1": {"sent": {"neg": "true"}}}}
    path = states(tmp_path, labels)
    rows = [
        {"instance_id": "r1", "user_id": who, "labels": each["r1"], "spans": {}, "links": {}}
        for who, each in labels.items()
    ]
    lines(path / "exports" / "jsonl" / "annotations.jsonl", rows)
    (path / "alice" / "assigned_user_data.json").write_text('{"r1": {}}', encoding="utf-8")
    assert imported(path).revisions == 0
    assert counted(read(path)) == {
        "records that repeat what another file of the project says, excluded": 2,
        "records that hold no annotations, excluded": 1,
    }


def test_a_merged_file_beside_the_folders_of_annotators_is_read_once(tmp_path: Path) -> None:
    record = {"id": "r1", "displayed_text": TEXTS["r1"], "label_annotations": {"sent": {"pos": "1"}},
              "span_annotations": []}  # fmt: skip
    lines(tmp_path / "out" / "annotated_instances.jsonl", [record, record])
    for who in ("alice", "bob"):
        lines(tmp_path / "out" / who / "annotated_instances.jsonl", [record])
    project = read(tmp_path / "out", texts=False)
    assert [answer.annotator for answer in project.answers] == ["alice", "bob"]
    assert counted(project)["records that repeat what another file of the project says, excluded"] == 2


def test_spans_without_a_label_or_in_another_field_are_counted(tmp_path: Path) -> None:
    other = {**COUGH, "target_field": "résumé"}
    unlabelled = {key: value for key, value in FEVER.items() if key != "label"}
    project = read(states(tmp_path, spans={"alice": {"r1": {"ner": [COUGH, other, unlabelled]}}}))
    assert len(project.answers[0].values["ner"]) == 1  # type: ignore[arg-type]
    assert counted(project) == {
        "spans in other fields than the text, excluded": 1,
        "spans without a label, excluded": 1,
    }


def test_a_table_of_the_second_version_keeps_spans_of_its_schemes(tmp_path: Path) -> None:
    lines(tmp_path / "data.jsonl", ({"id": name, "text": text} for name, text in TEXTS.items()))
    spans = json.dumps([{**FEVER, "text": "fièvre"}], ensure_ascii=False)
    rows = [
        ["instance_id", "user_id", "sent.pos", "sent.neg", "sent", "ner._spans", "annotator_origin"],
        ["r1", "alice", "true", "", "true", spans, "human"],
        ["r2", "alice", "", "true", "", "[]", "human"],
    ]
    path = tmp_path / "annotations.tsv"
    quoted = ["\t".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in rows]
    path.write_text("\n".join(quoted) + "\n", encoding="utf-8")
    project = read(path)
    assert {question.name: question.form for question in project.questions} == {
        "ner": QuestionForm.SPANS,
        "sent": QuestionForm.LABELS,
    }
    assert [answer.values["sent"] for answer in project.answers] == [("pos",), ("neg",)]
    assert [len(answer.values["ner"]) for answer in project.answers] == [1, 0]  # type: ignore[arg-type]


def test_an_id_of_the_data_file_with_two_texts_is_refused(tmp_path: Path) -> None:
    path = states(tmp_path, spans=SPANS)
    lines(
        tmp_path / "data.jsonl",
        [{"id": "r1", "text": "a"}, {"id": "r2", "text": "b"}, {"id": "r1", "text": "c"}],
    )
    with pytest.raises(AloiError) as refused:
        read(path)
    assert refused.value.code == "gold.project-id-has-two-texts"
