"""A guideline as the desk shows it: cut at its headings, its marks read, nothing of it taken for HTML."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aloi.annotation import tasks
from aloi.annotation.tasks import TASKS
from aloi.ui.questions.guideline import below_page, guideline_sections

TEXT = """# Guide

Read **both** texts
then `rate`.

## 0: nothing
- a <b>x</b>
- b
  - c

3. one

| a | b |
|---|---|
| 1 | *2* |

### same: yes
    code

[no](javascript:x) & *so* on, [yes](https://example.org/a) ![drawing](https://example.org/a.png)

> # Quoted

## Événement : x
"""


def test_headings_lists_tables_links_and_marks_become_nodes() -> None:
    cell = [
        [
            "table",
            [
                ["thead", [["tr", [["th", ["a"]], ["th", ["b"]]]]]],
                ["tbody", [["tr", [["td", ["1"]], ["td", [["em", ["2"]]]]]]]],
            ],
        ]
    ]
    assert guideline_sections(TEXT) == [
        {
            "anchor": "",
            "level": 1,
            "title": "Guide",
            "body": [["p", ["Read ", ["strong", ["both"]], " texts", " ", "then ", ["code", ["rate"]], "."]]],
        },
        {
            "anchor": "0",
            "level": 2,
            "title": "0: nothing",
            "body": [
                ["ul", [["li", ["a <b>x</b>"]], ["li", ["b", ["ul", [["li", ["c"]]]]]]]],
                ["ol", [["li", ["one"]]], 3],
                *cell,
            ],
        },
        {
            "anchor": "same",
            "level": 3,
            "title": "same: yes",
            "body": [
                ["pre", ["code"]],
                [
                    "p",
                    [
                        "[no](javascript:x) & ",
                        ["em", ["so"]],
                        " on, ",
                        ["a", ["yes"], "https://example.org/a"],
                        " ",
                        "drawing",
                    ],
                ],
                ["blockquote", [["p", [["strong", ["Quoted"]]]]]],
            ],
        },
        {"anchor": "Événement", "level": 2, "title": "Événement : x", "body": []},
    ]
    assert guideline_sections("") == []


@pytest.mark.parametrize("path", sorted(Path(tasks.__file__).parent.glob("*/guideline.*.md")), ids=str)
def test_no_word_of_a_shipped_guideline_is_lost(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    shown = json.dumps(guideline_sections(text), ensure_ascii=False)
    words = re.findall(r"\w{3,}", text)
    assert len(words) > 100
    assert [one for one in words if one not in shown] == []


def test_every_task_has_a_guideline_to_show() -> None:
    assert all(guideline_sections(kind.guideline("fr")) for kind in TASKS)


def test_on_a_page_its_headings_stand_below_those_of_the_page() -> None:
    told = below_page("# Guide\n\n## 0: nothing\n\n```\n# no heading\n```\n# Again")
    assert told == "### Guide\n\n#### 0: nothing\n\n```\n# no heading\n```\n### Again"
