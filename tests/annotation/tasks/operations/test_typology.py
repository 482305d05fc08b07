"""Typologies of operations: the shipped one is whole, others are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.tasks.operations.typology import RESERVED, load_typology, parse_typology
from aloi.base.errors import AloiError

ONE = {"name": "move", "gloss": "elsewhere", "colour": "#112233", "key": "m", "sides": "both"}
# The labels of the ASSETann study, and what its files use each on.
LABELS = {
    "move", "inprop", "delprop", "inmod", "delmod", "incst", "delcst", "inoth", "deloth", "synonym",
    "hyperonym", "hyponym", "s2p", "p2s", "pron", "fromPron", "verbf", "a2p", "p2a", "POSchange", "split",
    "merge", "toImp", "fromImp", "pos2neg", "neg2pos", "err",
}  # fmt: skip


def test_the_shipped_typology_is_whole() -> None:
    found = load_typology()
    assert {one.name for one in found.operations} == LABELS
    assert all(one.key[0] not in RESERVED for one in found.operations)
    assert len({one.colour for one in found.operations}) == len(LABELS)
    assert all(any(one.example) for one in found.operations if one.name != "err")
    sides = {one.name: one.sides for one in found.operations}
    assert {name for name, side in sides.items() if side == "source"} == {
        "delprop", "delmod", "delcst", "deloth", "merge"
    }  # fmt: skip
    assert {name for name, side in sides.items() if side == "target"} == {
        "inprop", "inmod", "incst", "inoth", "split", "toImp"
    }  # fmt: skip
    assert (sides["fromImp"], sides["err"], sides["synonym"]) == ("any", "pair", "both")
    assert found.find("move").title == "Move"
    assert found.find("nothing") is None


def test_the_shipped_typology_has_its_words_in_french() -> None:
    english, french = load_typology(), load_typology(language="fr")
    assert french.find("delmod").title == "Modifieur supprimé"
    for one, other in zip(
        (*english.operations, *english.subsets), (*french.operations, *french.subsets), strict=True
    ):
        assert one.name == other.name
        assert one.gloss != other.gloss
    assert load_typology(language="de") == english


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"key": "s"}, "does not begin with one of u s f n"),
        ({"key": "mov"}, "one or two lower-case letters"),
        ({"colour": "blue"}, "a colour such as"),
        ({"sides": "left"}, "one of source, target"),
        ({"gloss": ""}, "one line on what"),
        ({"name": "2x"}, "beginning with a letter"),
    ],
)
def test_an_operation_that_does_not_fit_is_told(change: dict[str, str], told: str) -> None:
    with pytest.raises(AloiError, match=told):
        parse_typology({"operations": [{**ONE, **change}]})


def test_keys_that_begin_alike_and_names_given_twice_are_told() -> None:
    with pytest.raises(AloiError, match="begin with the same letter"):
        parse_typology({"operations": [ONE, {**ONE, "name": "merge", "key": "mg"}]})
    with pytest.raises(AloiError, match="The operation 'move' appears twice"):
        parse_typology({"operations": [ONE, {**ONE, "key": "x"}]})
    with pytest.raises(AloiError, match=r"lacks \[\[operations\]\]"):
        parse_typology({})


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="There is no file or folder"):
        load_typology(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("name = ", encoding="utf-8")
    with pytest.raises(AloiError, match="cannot be read"):
        load_typology(tmp_path / "bad.toml")


@pytest.mark.shared
def test_the_shared_files_touch_only_the_sides_a_label_may(shared: Path) -> None:
    from aloi.gold.formats.operations.yawat import read_aln

    found = load_typology()
    for path in (shared / "data" / "assetann").glob("*.aln"):
        for pair in read_aln(path).pairs:
            for group in pair.groups:
                operation = found.find(group.label)
                assert operation is not None
                if operation.sides == "source":
                    assert not group.target, f"{path.name}, line {pair.line}"
                elif operation.sides == "target":
                    assert not group.source, f"{path.name}, line {pair.line}"
                elif operation.sides == "both":
                    assert group.source, f"{path.name}, line {pair.line}: {group}"
                    assert group.target, f"{path.name}, line {pair.line}: {group}"
