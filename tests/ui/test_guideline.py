"""A guideline as the desk shows it: cut at its headings, its marks read, nothing of it taken for HTML."""

from __future__ import annotations

from ui.questions.envelope import guideline_sections

TEXT = """# Guide

Read **both** texts
then `rate`.

## 0: nothing
- a <b>x</b>
- b

1. one

| a | b |
|---|---|
| 1 | 2 |

## same: yes
    code

[no](javascript:x) & *so* on, 3*4*5 snake_case_name
"""


def test_headings_lists_tables_and_marks_become_plain_text() -> None:
    assert guideline_sections(TEXT) == [
        {"anchor": "", "title": "Guide", "paragraphs": ["Read both texts then rate."]},
        {
            "anchor": "0",
            "title": "0: nothing",
            "paragraphs": ["• a <b>x</b>", "• b", "1. one", "a | b", "1 | 2"],
        },
        {
            "anchor": "same",
            "title": "same: yes",
            "paragraphs": ["code", "[no](javascript:x) & so on, 345 snake_case_name"],
        },
    ]
    assert guideline_sections("") == []
