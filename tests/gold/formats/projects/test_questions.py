"""What each kind of question of Potato and Prodigy becomes, and where a damaged place is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.projects.model import AnswerStatus, Project
from aloi.gold.formats.projects.potato import Potato
from aloi.gold.formats.projects.prodigy import Prodigy
from tests.gold.formats.projects.test_fuzz import read
from tests.workbench.imports.project_files import TEXTS, lines


def potato(folder: Path, *labels: dict[str, Any]) -> Project:
    """Return what one annotator of version 1 said, an instance each."""
    given = [
        {"id": name, "displayed_text": TEXTS[name], "label_annotations": each, "span_annotations": []}
        for name, each in zip(TEXTS, labels, strict=False)
    ]
    lines(folder / "annotation_output" / "alice" / "annotated_instances.jsonl", given)
    return read("potato", folder / "annotation_output")


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"scale_4": "true"}, 4.0),
        ({"3": "true"}, 3.0),
        ({"slider": "27"}, 27.0),
        ({"number": 2.5}, 2.5),
    ],
)
def test_scales_and_sliders_of_potato_are_ratings(
    given: dict[str, Any], value: float, tmp_path: Path
) -> None:
    [answer] = potato(tmp_path, {"severity": given}).answers
    assert answer.values == {"severity": value}


@pytest.mark.parametrize("given", [{"scale_4": "true", "scale_5": "true"}, {"slider": "much"}])
def test_a_rating_of_potato_that_is_no_number_is_refused(given: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="severity"):
        potato(tmp_path, {"severity": given})


@pytest.mark.parametrize(
    ("labels", "spans", "told"),
    [
        ([["type", "true"]], [], "instance_id_to_label_to_value.a[0]"),
        ([[{"schema": "type", "name": "soin"}]], [], "instance_id_to_label_to_value.a[0]"),
        ([], [["soin", 1]], "instance_id_to_span_to_value.a[0]"),
        ([], [7], "instance_id_to_span_to_value.a[0]"),
    ],
)
def test_a_state_of_potato_that_is_damaged_says_where(
    labels: list[Any], spans: list[Any], told: str, tmp_path: Path
) -> None:
    lines(tmp_path / "data.jsonl", ({"id": name, "text": text} for name, text in TEXTS.items()))
    path = tmp_path / "annotation_output" / "alice" / "user_state.json"
    path.parent.mkdir(parents=True)
    state = {
        "user_id": "alice",
        "instance_id_to_label_to_value": {"a": labels},
        "instance_id_to_span_to_value": {"a": spans},
    }
    path.write_text(json.dumps(state), encoding="utf-8")
    with pytest.raises(AloiError) as refused:
        read("potato", tmp_path / "annotation_output")
    assert told in refused.value.told()


def test_a_task_of_prodigy_is_known_by_its_text_or_by_a_mark_of_its_own(tmp_path: Path) -> None:
    for task, known in (
        ({"text": TEXTS["a"], "answer": "accept"}, True),
        ({"html": "<b>a</b>", "_view_id": "html", "answer": "accept"}, True),
        ({"question": "a", "answer": "accept"}, False),
        ({"text": TEXTS["a"], "answer": "perhaps"}, False),
    ):
        assert Prodigy().accepts(lines(tmp_path / "tasks.jsonl", [task])) is known


def test_a_choice_rejected_is_a_skip_that_says_so_and_one_ignored_another(tmp_path: Path) -> None:
    options = [{"id": "soin", "text": "Care"}, {"id": "signe", "text": "Sign"}]
    tasks = [
        {
            "text": TEXTS[name],
            "options": options,
            "accept": accept,
            "answer": answer,
            "_annotator_id": "alice",
        }
        for name, accept, answer in (
            ("a", ["soin"], "accept"),
            ("b", ["soin"], "reject"),
            ("c", [], "ignore"),
        )
    ]
    found = read("prodigy", lines(tmp_path / "tasks.jsonl", tasks))
    assert [(one.outcome, one.values, one.comment) for one in found.answers] == [
        (AnswerStatus.ANSWER, {"choice": ("soin",)}, ""),
        (AnswerStatus.SKIP, {}, "other: rejected"),
        (AnswerStatus.SKIP, {}, "other: ignored"),
    ]


def test_a_table_of_potato_is_known_by_its_columns(tmp_path: Path) -> None:
    for columns, known in (
        ("user\tinstance_id\tdisplayed_text\ttype:::soin", True),
        ("instance_id\tuser_id\ttype.soin", True),
        ("user\tinstance_id\tdisplayed_text\ttype", False),  # no question
        ("id\ttext\ttype:::soin", False),  # nobody's
    ):
        path = tmp_path / "annotated_instances.tsv"
        path.write_text(f"{columns}\n" + "\t".join("1" for _ in columns.split("\t")), encoding="utf-8")
        assert Potato().accepts(path) is known
