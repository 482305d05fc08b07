"""YAWAT files: read and written back as they were, what is unusual noted, what is broken named."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from aloi.annotation.rows import AlignedGroup, AlignedPair, TaggedPair
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named
from aloi.gold.formats.operations.yawat import CrpItem, aln_line, check_places, read_aln, read_crp
from aloi.gold.model import Release

WRITTEN = """0 4::deloth 6,9,7:6:synonym :3:split
1

3 0:0:err 2::delcst 2::delcst
4  1:1:bogus
"""


@pytest.fixture
def aln(tmp_path: Path) -> Path:
    path = tmp_path / "a.aln"
    path.write_text(WRITTEN, encoding="utf-8")
    return path


def test_groups_keep_their_order_and_that_of_their_places(aln: Path) -> None:
    found = read_aln(aln, {"deloth", "synonym", "split", "err", "delcst"})
    assert found.pairs[0].groups == (
        AlignedGroup((4,), (), "deloth"),
        AlignedGroup((6, 9, 7), (6,), "synonym"),
        AlignedGroup((), (3,), "split"),
    )
    assert [one.id for one in found.pairs] == ["0", "1", "", "3", "4"]
    assert [one.broken for one in found.pairs] == [False, False, False, True, False]
    assert found.notes == (
        "line 1: places out of order in 6,9,7:6:synonym",
        "line 3: blank",
        "line 4: twice the group 2::delcst",
        "line 5: unknown label 'bogus' in 1:1:bogus",
    )


def test_reading_and_writing_gives_the_same_up_to_spaces(aln: Path) -> None:
    written = [aln_line(one) for one in read_aln(aln).pairs]
    assert [line.split() for line in written] == [line.split() for line in WRITTEN.splitlines()]


@pytest.mark.parametrize("group", ["4:deloth", "::deloth", "a:b:move", "1,:2:move", "1:2:", "1:2:move:x"])
def test_what_is_no_group_is_named_with_its_line(tmp_path: Path, group: str) -> None:
    path = tmp_path / "a.aln"
    path.write_text(f"0\n1  2::delmod {group}\n", encoding="utf-8")
    with pytest.raises(AloiError, match="line 2, column 14") as told:
        read_aln(path)
    assert group in str(told.value)


def test_a_place_that_is_not_there_is_named(tmp_path: Path) -> None:
    pair = AlignedPair("0", (AlignedGroup((0,), (2,), "move"),), 7)
    check_places(tmp_path, pair, ["a"], ["b", "c", "d"])
    with pytest.raises(AloiError, match="line 7: the target token of the group 0:2:move is 2"):
        check_places(tmp_path, pair, ["a"], ["b", "c"])


def test_crp_has_three_lines_a_pair(tmp_path: Path) -> None:
    items = (CrpItem("7", "Il dort .", "Il sommeille ."), CrpItem("9", "Elle tousse .", "Elle tousse ."))
    items = (*items, CrpItem("11", "Rien .", ""))
    lines = [line for one in items for line in (one.id, one.source, one.target)]
    (tmp_path / "a.crp").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert read_crp(tmp_path / "a.crp") == items
    (tmp_path / "b.crp").write_text("7\nIl dort .\n", encoding="utf-8")
    with pytest.raises(AloiError, match=r"b\.crp is 2"):
        read_crp(tmp_path / "b.crp")


@pytest.mark.shared
def test_the_shared_files_are_written_back_as_they_are(shared: Path) -> None:
    files = sorted((shared / "data" / "assetann").glob("*.aln"))
    assert len(files) == 7
    for path in files:
        again = [aln_line(one) for one in read_aln(path).pairs]
        assert [one.split() for one in again] == [one.split() for one in path.read_text("utf-8").splitlines()]


@pytest.mark.shared
def test_the_parsing_examples_of_the_reference(shared: Path) -> None:
    known = json.loads((shared / "reference" / "assetann.json").read_text("utf-8"))["parsing_examples"]
    assert len(known) == 5
    for key, groups in known.items():
        file, line = map(int, key.split(":"))
        pairs = read_aln(shared / "data" / "assetann" / f"asset.simp.{file}.aln").pairs
        found = [
            {"source": [*one.source], "target": [*one.target], "label": one.label}
            for one in pairs[line].groups
        ]
        assert found == groups, key


def test_any_line_is_read_or_told_where_it_breaks(tmp_path: Path) -> None:
    chance = random.Random(5)
    path = tmp_path / "a.aln"
    told = []
    for _ in range(500):
        path.write_text("".join(chance.choice("0123,:, a\té\n-") for _ in range(30)) + "\n", encoding="utf-8")
        try:
            read_aln(path)
        except AloiError as error:
            told.append(str(error))
    assert len(told) > 100
    assert all("line" in one and "column" in one for one in told)


def test_rows_are_written_and_read_back_but_for_what_is_lost(tmp_path: Path) -> None:
    groups = (AlignedGroup((1, 3), (0,), "synonym"), AlignedGroup((2,), (), "delmod"))
    rows = (
        TaggedPair("a", "l1", "r1", ("Une", "vive", "forte", "toux"), ("Toux", "!"), groups, False),
        TaggedPair("b", "l2", "r2", ("Il", "dort"), ("Rien",), (), True),
        TaggedPair("c", "l3", "r3", ("Il", "dort"), ("Il", "dort"), (), False),
    )
    form = format_named("yawat")
    release = cast("Release", None)  # this format does not look at it
    for name, text in form.files({"train": rows}, release).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    [(part, found)] = form.read(tmp_path, (0, 0)).items()
    assert part == "train"
    assert found == tuple(replace(one, left_id="", right_id="") for one in rows)
    (tmp_path / "train.crp").write_text("x\nIl\nIl\n", encoding="utf-8")
    with pytest.raises(AloiError, match="do not name the same pairs"):
        form.read(tmp_path, (0, 0))
