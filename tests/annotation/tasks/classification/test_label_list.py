"""Lists of labels: codes, levels, tables, and what is refused."""

from __future__ import annotations

import pytest

from aloi.annotation.tasks.classification.label_list import (
    InvalidLabels,
    fields_of,
    inner,
    parse_labels,
    read_labels,
    tops,
)

TABLE = """code\ttitle\tparent
R00-R99\tSymptômes\t
R50-R69\tSymptômes généraux\tR00-R99
R50.9\tFièvre, sans précision\tR50-R69
J00-J99\tAppareil respiratoire\t
"""


def test_a_table_with_levels_is_read() -> None:
    labels = read_labels(parse_labels(TABLE))
    assert [one["name"] for one in labels] == ["R00-R99", "R50-R69", "R50.9", "J00-J99"]
    assert labels[2] == {
        "name": "R50.9",
        "title": "Fièvre, sans précision",
        "gloss": "",
        "parent": "R50-R69",
        "key": "",
    }
    fields = fields_of(labels)
    assert inner(fields) == {"R00-R99", "R50-R69"}
    assert tops(fields)["R50.9"] == "R00-R99"
    assert tops(fields)["J00-J99"] == "J00-J99"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("yes\nno", ["yes", "no"]),
        ("\ufeffA;First\nB;Second;A", ["A", "B"]),
        ("Fracture; Bone, broken\nB", ["Fracture", "B"]),
        ("yes\nno, never", ["yes", "no, never"]),
        ("title,name\nFirst,A\nSecond,B", ["A", "B"]),
        ('name,title\nA,"First, and best"\nB,Second', ["A", "B"]),
    ],
)
def test_columns_and_separators_are_found(text: str, names: list[str]) -> None:
    assert [one["name"] for one in read_labels(parse_labels(text))] == names


def test_a_title_that_is_missing_is_the_name() -> None:
    assert [one["title"] for one in read_labels(parse_labels("A\tFirst\nB"))] == ["First", "B"]


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ([], "The number of labels is 0"),
        ([{"name": "A"}, {"name": "A"}], "The name of a label 'A' appears twice"),
        ([{"name": "A", "key": "x"}, {"name": "B", "key": "X"}], "The key of a label 'x' appears twice"),
        ([{"name": "A", "parent": "C"}, {"name": "B"}], "The parent of the label 'A' is 'C'"),
        (
            [{"name": "A", "parent": "A"}, {"name": "B"}],
            "Expected: the name of a label of the list that is not below 'A', or nothing for a top label",
        ),
        (
            [{"name": "A", "parent": "B"}, {"name": "B", "parent": "A"}],
            "Expected: the name of a label of the list that is not below 'A', or nothing for a top label",
        ),
        ([{"name": "A|B"}, {"name": "C"}], r"A\|B"),
        ([{"name": ""}, {"name": "C"}], r"A label is \{'name': '"),
        ([{"name": "A", "key": "s"}, {"name": "C"}], r"A label is \{'name': '"),
        ([{"name": "A", "colour": "red"}, {"name": "C"}], r"A label is \{'name': '"),
        ("A", "The number of labels is 0"),
    ],
)
def test_bad_lists_are_refused(labels: list, told: str) -> None:
    with pytest.raises(InvalidLabels, match=told):
        read_labels(labels)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n \n", "The number of labels is 0"),
        ("a\tb\tc\td\te\tf", r"The list of columns of line 1 is 'a' \| 'b' \| 'c' \| 'd' \| 'e' \| 'f'"),
    ],
)
def test_bad_tables_are_refused(text: str, told: str) -> None:
    with pytest.raises(InvalidLabels, match=told):
        parse_labels(text)


def test_one_label_is_a_list() -> None:
    """In a pilot everybody may choose the same, and the file says no other label."""
    assert [one["name"] for one in read_labels([{"name": "A"}])] == ["A"]
