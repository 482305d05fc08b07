"""Labelled texts for fastText: one text a line, after its labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import LabelledText, Row
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase
from aloi.gold.formats.base import Format, R, only, part_files, read_text
from aloi.gold.formats.losses import Loss, Parts, answers, rows_with
from aloi.gold.model import Release

_PREFIX = "__label__"
_BLANKS = re.compile(r"\s+", re.ASCII)  # what separates words for fastText; not the no-break space


def _one_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip(" ")


def _changed(rows: Parts, release: Release) -> int:
    return sum(
        _one_line(row.text) != row.text
        for part_rows in rows.values()
        for row in part_rows
        if isinstance(row, LabelledText)
    )


class FastText(Format):
    """`<part>.txt`: a line a text, `__label__LABEL` for each label, then the text; spaces for line breaks."""

    name: ClassVar[str] = "fasttext"
    title: ClassVar[str] = Phrase("example-fasttext", "labelled texts (fastText)")
    extensions: ClassVar[tuple[str, ...]] = (".txt",)
    row_kinds: ClassVar[tuple[type, ...]] = (LabelledText,)
    lost_fields: ClassVar[tuple[str, ...]] = ("id", "second", "all_labels")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(Phrase("example-loss-ids", "the ids of the texts"), rows_with("id")),
        Loss(Phrase("example-loss-second", "the second text of a row"), rows_with("second")),
        Loss(Phrase("example-loss-breaks", "line breaks and repeated spaces of texts"), _changed),
        answers(Phrase("example-loss-answers", "the annotations behind each label")),
    )

    def restored(self, row: R) -> R:
        """Return a row whose text is one line; its labels are sorted, as the order of labels is lost."""
        blank = super().restored(row)
        if isinstance(blank, LabelledText):
            return replace(blank, text=_one_line(blank.text), labels=tuple(sorted(blank.labels)))
        return blank

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id."""
        return {
            f"{part}.txt": "".join(f"{_line(row)}\n" for row in only(LabelledText, part_rows))
            for part, part_rows in rows.items()
        }

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the labels of all parts are the labels that exist."""
        split = {
            path.stem: [_split(line) for line in _lines(read_text(path))]
            for path in part_files(folder, ".txt")
        }
        used = tuple(sorted({label for rows in split.values() for labels, _ in rows for label in labels}))
        return {
            part: tuple(
                LabelledText(f"{part}-{number}", text, "", tuple(sorted(labels)), used)
                for number, (labels, text) in enumerate(rows, start=1)
            )
            for part, rows in split.items()
        }


def _line(row: LabelledText) -> str:
    """Return the line of a row, or raise AloiError if fastText would read other labels in it."""
    text = _one_line(row.text)
    for label in row.labels:
        if not label or _BLANKS.search(label):
            raise AloiError("example.label-with-space", label=quoted(label))
    if any(word.startswith(_PREFIX) for word in text.split(" ")):
        raise AloiError("example.label-in-text", prefix=_PREFIX, row=quoted(row.id))
    return " ".join([*(f"{_PREFIX}{label}" for label in row.labels), text])


def _lines(text: str) -> list[str]:
    """Return the lines of a file; the last may lack its line end."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def _split(line: str) -> tuple[list[str], str]:
    """Return the labels of a line, and its text."""
    labels = []
    while line.startswith(_PREFIX):
        label, _, line = line.partition(" ")
        labels.append(label.removeprefix(_PREFIX))
    return labels, line
