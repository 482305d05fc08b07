"""Sets of labels in cells, however they are written."""

from __future__ import annotations

import pytest

from aloi.corpora.label_sets import label_sets

XY = [{"x", "y"}, {"x", "y"}, {"x"}, {"y"}]


@pytest.mark.parametrize(
    "cells",
    [
        ["x; y", "y;x", "x", "y"],
        ["x|y", "y | x", "x", "y"],
        ["x\ny", "y\nx", "x", "y"],
        ["x,y", "y, x", "x", "y"],
        ["x / y", "y/x", "x", "y"],
        ["x+y", "y+x", "x", "y"],
        ["x & y", "y & x", "x", "y"],
        ["x y", "y x", "x", "y"],
        ["x; y;", "y; x; x", "x;", "y"],
        ['["x", "y"]', '["y","x"]', '["x"]', '["y"]'],
        ["['x', 'y']", "['y', 'x']", "['x']", "y"],
        ["['x' 'y']", "array(['y', 'x'], dtype=object)", "['x']", "['y']"],
        ["{'x', 'y'}", "frozenset({'y', 'x'})", "{'x'}", "{y}"],
        ["{x, y}", "{y, x}", "{x}", "y"],
        ["[x, y]", "[y;x]", "x", "y"],
        ["('x', 'y')", "('y', 'x')", "('x',)", "y"],
        ['"x","y"', '"y","x"', '"x"', "y"],
        ['["x", "y"]', "y,x", "x", "y"],
        ["x;y", "y,x", "x", "y"],
    ],
)
def test_sets_are_read_in_each_form(cells: list[str]) -> None:
    found = label_sets(cells)
    assert [found.sets[cell] for cell in cells] == XY
    assert found.unsplit == ()


@pytest.mark.parametrize("empty", ["[]", "{}", "set()", "frozenset()", ";"])
def test_an_empty_set_is_a_set(empty: str) -> None:
    assert label_sets([empty, "x; y"]).sets[empty] == frozenset()


def test_null_in_a_list_is_no_label() -> None:
    assert label_sets(['["x", null]']).sets['["x", null]'] == {"x"}


@pytest.mark.parametrize("cell", ["fever, chills", "yes/no", "pain, severe"])
def test_a_name_with_a_sign_is_one_label_and_named(cell: str) -> None:
    found = label_sets([cell, "cough", "x y"])
    assert found.sets[cell] == {cell}
    assert found.unsplit == (cell,)


def test_a_comma_is_part_of_a_name_beside_brackets_or_semicolons() -> None:
    listed = label_sets(['["fever, chills", "cough"]', "fever, chills", "fever", "chills"])
    assert listed.sets['["fever, chills", "cough"]'] == {"fever, chills", "cough"}
    assert listed.sets["fever, chills"] == {"fever, chills"}
    found = label_sets(["fever, chills; cough", "fever, chills"])
    assert found.sets["fever, chills; cough"] == {"fever, chills", "cough"}
    assert found.unsplit == ("fever, chills; cough",)


def test_a_declared_category_is_never_parted() -> None:
    found = label_sets(["a|b", "x,y", "y,x", "x"], ["a|b", "x,y", "x"])
    assert (found.sets["a|b"], found.sets["x,y"]) == ({"a|b"}, {"x,y"})


@pytest.mark.parametrize("cell", ["(other)", "[OTHER]", "not sure", "B-PER"])
def test_labels_that_look_a_little_like_sets_stay(cell: str) -> None:
    found = label_sets([cell, "x"])
    assert (found.sets[cell], dict(found.forms)) == ({cell}, {})
