"""YAWAT files: `.aln`, one pair a line with its groups, and `.crp`, three lines a pair with its texts.

The form is that of the ASSETann files: `ID SRC:TGT:LABEL SRC:TGT:LABEL ...`, where SRC and TGT are 0-based
places of space-separated tokens, separated by commas, either of which may be empty.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import ERR, AlignedGroup, AlignedPair, Row, TaggedPair
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import read_lines
from aloi.gold.formats.base import Format, only, part_files
from aloi.gold.formats.losses import Loss, answers, rows_with
from aloi.gold.model import Release

_GROUP = re.compile(r"(?P<source>[0-9]+(?:,[0-9]+)*)?:(?P<target>[0-9]+(?:,[0-9]+)*)?:(?P<label>[^\s:]+)")


@dataclass(frozen=True, slots=True)
class AlnFile:
    """The pairs of an `.aln` file, line by line, and what in it is unusual but was read, with its line.

    A blank line is a pair without id and without groups.
    """

    pairs: tuple[AlignedPair, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrpItem:
    """The texts of a pair in a `.crp` file."""

    id: str
    source: str
    target: str


class Yawat(Format):
    """`<part>.crp` and `<part>.aln`: texts as tokens separated by spaces, and the groups of each pair."""

    name: ClassVar[str] = "yawat"
    title: ClassVar[str] = Phrase("format-yawat-files-crp", "YAWAT files (.crp and .aln)")
    extensions: ClassVar[tuple[str, ...]] = (".aln", ".crp")
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedPair,)
    lost_fields: ClassVar[tuple[str, ...]] = ("left_id", "right_id")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(
            Phrase("loss-ids-sentences-their", "the ids of the sentences and of their documents"),
            rows_with("left_id", "right_id"),
        ),
        Loss(
            Phrase(
                "loss-white-space-texts", "the white space of the texts: tokens are separated by one space"
            ),
            rows_with("source", "target"),
        ),
        answers(
            Phrase(
                "loss-annotations-support-spread-behind-each",
                "annotations, support and spread behind each pair",
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return two files a part, rows by id."""
        del release  # the rows say it all
        files = {}
        for part, listed in rows.items():
            pairs = only(TaggedPair, listed)
            texts = [(one.id, " ".join(one.source), " ".join(one.target)) for one in pairs]
            files[f"{part}.crp"] = "".join(f"{line}\n" for text in texts for line in text)
            files[f"{part}.aln"] = "".join(f"{_line(one)}\n" for one in pairs)
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; `scale` means nothing here."""
        del scale
        return {path.stem: _rows(path) for path in part_files(folder, ".aln")}


def read_aln(path: Path, labels: Collection[str] = ()) -> AlnFile:
    """Return the pairs of an `.aln` file; with `labels` labels, others are noted, never refused.

    Raises
    ------
    AloiError
        No such file, no UTF-8, or a group that is none: the line and the group are named.
    """
    pairs = []
    notes: list[str] = []
    for number, line in enumerate(read_lines(path), 1):
        name, *parts = [(one.start() + 1, one.group()) for one in re.finditer(r"\S+", line)] or [(1, "")]
        groups = tuple(_group(f"{path}, line {number}, column {at}", part) for at, part in parts)
        pairs.append(AlignedPair(name[1], groups, number))
        notes += [f"line {number}: {one}" for one in _unusual(line, groups, labels)]
    return AlnFile(tuple(pairs), tuple(notes))


def aln_line(pair: AlignedPair) -> str:
    """Return the line of a pair in an `.aln` file."""
    return " ".join([pair.id, *map(_text, pair.groups)]).strip()


def read_crp(path: Path) -> tuple[CrpItem, ...]:
    """Return the texts of a `.crp` file.

    Raises
    ------
    AloiError
        No such file, no UTF-8, or a number of lines that three does not divide.
    """
    lines = read_lines(path)
    while len(lines) % 3 and not lines[-1].strip():
        lines.pop()
    if len(lines) % 3:
        raise AloiError(
            "aloi.value", name=Term("lines-of", path=path), value=len(lines), expected=Term("three-per-pair")
        )
    return tuple(
        CrpItem(*(line.rstrip("\r") for line in lines[at : at + 3])) for at in range(0, len(lines), 3)
    )


def check_places(path: Path, pair: AlignedPair, source: Sequence[str], target: Sequence[str]) -> None:
    """Raise AloiError for a group that names a token its side does not have."""
    for group in pair.groups:
        for side, places, tokens in (("source", group.source, source), ("target", group.target, target)):
            wrong = next((place for place in places if place >= len(tokens)), None)
            if wrong is not None:
                raise AloiError(
                    "aloi.value",
                    name=Term("token-of-group", side=side, group=_text(group)),
                    value=wrong,
                    expected=Term("whole-from", low=0, high=len(tokens) - 1),
                ).at(Term("at-line", path=path, number=pair.line))


def _line(row: TaggedPair) -> str:
    return " ".join([row.id, *map(_text, row.groups), *([f"0:0:{ERR}"] if row.broken else [])])


def _rows(path: Path) -> tuple[Row, ...]:
    """Return the rows of an `.aln` file and of the `.crp` file next to it."""
    items, pairs = read_crp(path.with_suffix(".crp")), read_aln(path).pairs
    if [one.id for one in items] != [one.id for one in pairs]:
        raise AloiError(
            "gold.do-not-name-same-pairs", name=path.name, path_name=path.with_suffix(".crp").name
        )
    rows = []
    for item, pair in zip(items, pairs, strict=True):
        source, target = tuple(item.source.split()), tuple(item.target.split())
        check_places(path, pair, source, target)
        groups = tuple(one for one in pair.groups if one.label != ERR)
        rows.append(TaggedPair(item.id, "", "", source, target, groups, pair.broken))
    return tuple(rows)


def _group(where: str, part: str) -> AlignedGroup:
    match = _GROUP.fullmatch(part)
    if match is None or not (match["source"] or match["target"]):
        raise AloiError("aloi.line", value=repr(part), expected="SRC:TGT:LABEL (4,5:7:synonym, :3:split)").at(
            where
        )
    return AlignedGroup(_places(match["source"]), _places(match["target"]), match["label"])


def _places(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _text(group: AlignedGroup) -> str:
    return f"{','.join(map(str, group.source))}:{','.join(map(str, group.target))}:{group.label}"


def _unusual(line: str, groups: Sequence[AlignedGroup], labels: Collection[str]) -> list[str]:
    if not line.strip():
        return ["blank"]
    unusual = []
    for group in groups:
        if labels and group.label not in labels:
            unusual.append(f"unknown label {group.label!r} in {_text(group)}")
        if any(list(side) != sorted(side) for side in (group.source, group.target)):
            unusual.append(f"places out of order in {_text(group)}")
    unusual += [f"twice the group {_text(one)}" for one in dict.fromkeys(groups) if groups.count(one) > 1]
    return unusual
