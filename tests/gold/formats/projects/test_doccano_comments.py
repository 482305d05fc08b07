"""Comments of doccano: each with who wrote it, or counted as nobody's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aloi.gold.formats.projects.doccano import Doccano
from aloi.gold.formats.projects.model import ProjectOptions

NOBODY = "comments on texts of several annotators that name nobody, excluded"
SILENT = "comments of people without an answer, excluded"
SEVERAL = [{"label": "a", "user": 1}, {"label": "b", "user": 2}]


@pytest.mark.parametrize(
    ("record", "comments", "left_out"),
    [
        ({"annotations": SEVERAL, "Comments": ["hm"]}, {"1": "", "2": ""}, {NOBODY: 1}),
        (
            {
                "annotations": SEVERAL,
                "comments": [{"comment": "hm", "user": 2}, {"comment": "so", "user": 2}],
            },
            {"1": "", "2": "hm\nso"},
            {},
        ),
        (
            {"annotations": SEVERAL, "comments": [{"comment": "hm", "user": 2, "username": "eve"}]},
            {"1": "", "2": "hm"},
            {},
        ),
        (
            {"annotations": SEVERAL, "comments": [{"comment": "hm", "user": 9}, "so", " "]},
            {"1": "", "2": ""},
            {SILENT: 1, NOBODY: 1},
        ),
        ({"annotations": SEVERAL[:1], "Comments": ["hm", "so"]}, {"1": "hm\nso"}, {}),
        ({"annotations": SEVERAL[:1], "comments": [{"comment": "hm", "username": "ana"}]}, {"1": "hm"}, {}),
        ({"annotations": SEVERAL[:1], "comments": [{"comment": "hm", "user": 2}]}, {"1": ""}, {SILENT: 1}),
        ({"label": ["a"], "Comments": ["hm"]}, {"": "hm"}, {}),
        ({"label": ["a"], "Comments": [{"comment": "hm", "user": 2}]}, {"": "hm"}, {}),
    ],
)
def test_a_comment_goes_to_its_writer_or_is_counted(
    tmp_path: Path, record: dict[str, Any], comments: dict[str, str], left_out: dict[str, int]
) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text(json.dumps({"id": 1, "text": "Un texte.", **record}) + "\n", encoding="utf-8")
    project = Doccano().read(path, ProjectOptions(question="label", annotator="ana"))
    assert {answer.annotator: answer.comment for answer in project.answers} == comments
    assert {note.description: note.count for note in project.notes} == left_out
