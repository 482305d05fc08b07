"""Records of a loader made into rows, as the declaration of a task says."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aloi.annotation.rows import LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.gold.formats.spans.conll import with_b_prefix
from aloi.modeling.recipes.training.transformer import SEPARATOR
from aloi.studies.drbenchmark.core.declarations import Task

SuiteRow = LabelledText | TaggedTokens | MultipleChoice | ScoredPair
Record = Mapping[str, Any]
# Separators of texts that are read together: the second stands for that of the model.
BETWEEN = " | "
RELEASED_BETWEEN = f" {SEPARATOR} "
# The role of words that the released recipe reads instead of the text.
WORDS = "words"


@dataclass(frozen=True, slots=True)
class Read:
    """A record during reading: the task, the label names for indices, and the position of the record.

    `released`: whether words and separators are those of the released recipes.
    """

    task: Task
    names: Sequence[str]
    record: Record
    where: str
    released: bool

    @property
    def between(self) -> str:
        """Return what is between several texts."""
        return RELEASED_BETWEEN if self.released else BETWEEN

    def value(self, role: str, column: str | None = None) -> Any:
        """Return the value of a role of the reader in the record, or raise AloiError."""
        name = column or self.task.column(role)
        if name not in self.record or self.record[name] is None:
            raise AloiError(
                "aloi.no-column",
                table=self.where,
                missing=repr(name),
                columns=map(repr, self.record),
                expected=Term("schema-columns", schema=self.task.schema, fields=self.task.fields),
            )
        return self.record[name]

    def text(self, role: str, column: str | None = None) -> str:
        """Return the text of a role."""
        return str(self.value(role, column))

    def texts(self, role: str) -> tuple[str, ...]:
        """Return the texts of a role that is a list."""
        cell = self.value(role)
        if isinstance(cell, str) or not isinstance(cell, Sequence):
            raise self._broken(role, cell, "list")
        return tuple(map(str, cell))

    def label(self, role: str) -> str:
        """Return the name of the one label of a role."""
        return self._named(role, self.value(role))

    def labels(self, role: str) -> tuple[str, ...]:
        """Return the names of the labels of a role that is a list, each once, in the order of the names."""
        cell = self.value(role)
        if isinstance(cell, str) or not isinstance(cell, Sequence):
            raise self._broken(role, cell, "labels")
        return tuple(dict.fromkeys(self._named(role, one) for one in cell))

    def tags(self, role: str) -> tuple[str, ...]:
        """Return the names of the tags of a role, one a token."""
        cell = self.value(role)
        if isinstance(cell, str) or not isinstance(cell, Sequence):
            raise self._broken(role, cell, "tags")
        return tuple(self._named(role, one) for one in cell)

    def number(self, role: str) -> float:
        """Return the number of a role, on the scale of the task."""
        cell = self.value(role)
        try:
            number = float(cell)
        except (TypeError, ValueError):
            raise self._broken(role, cell, "number") from None
        low, high = self.task.scale or (-math.inf, math.inf)
        if not low <= number <= high:
            raise self._broken(role, cell, "scale", low=f"{low:g}", high=f"{high:g}")
        return number

    def _named(self, role: str, label: object) -> str:
        """Return the name of a label that may be written as its place among the names."""
        if isinstance(label, str):
            if self.task.labels and _without_prefix(self.task, label) not in self.task.labels:
                raise self._broken(role, label, "known", labels=self.task.labels)
            return label
        names = self.names or (() if self.task.column("tags") else self.task.labels)
        if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label < len(names):
            raise self._broken(role, label, "place" if names else "label", names=len(names))
        return self._named(role, names[label])

    def _broken(self, role: str, cell: object, expected: str, **values: object) -> AloiError:
        column = self.task.column(role)
        return AloiError(
            "modeling.suite-cell-broken",
            where=self.where,
            column=repr(column),
            cell=quoted(cell),
            wanted=expected,
            **{"low": "", "high": "", "labels": (), "names": 0, **values},
        )


def _without_prefix(task: Task, label: str) -> str:
    """Return the label of a tag of IOB2; that of `O` is any label, so that it passes."""
    if not task.column("tags"):
        return label
    return task.labels[0] if label == "O" else label.removeprefix("B-").removeprefix("I-")


def rows_of(
    task: Task, records: Sequence[Record], names: Sequence[str], where: str, *, released: bool = False
) -> tuple[SuiteRow, ...]:
    """Return the rows of records.

    Parameters
    ----------
    names : sequence of str
        The names of labels given by index; empty if labels are given by name.
    where : str
        The file, for messages.
    released : bool
        Whether texts and the separators between them are those of the released recipes.

    Raises
    ------
    AloiError
        A column that is missing, a label that is unknown, tokens and tags that do not match.
    """
    reader = READERS[task.reader]
    read = [
        Read(task, names, record, f"{where}, record {at}", released)
        for at, record in enumerate(records, start=1)
    ]
    return tuple(map(reader, read))


def with_known(rows: Sequence[SuiteRow], all_labels: Sequence[str]) -> tuple[SuiteRow, ...]:
    """Return labelled texts with all labels there are, their own in that order; other rows as they are."""
    index = {label: at for at, label in enumerate(all_labels)}
    return tuple(
        LabelledText(
            row.id, row.text, row.second, tuple(sorted(row.labels, key=index.__getitem__)), (*all_labels,)
        )
        if isinstance(row, LabelledText)
        else row
        for row in rows
    )


def _tagged(read: Read) -> TaggedTokens:
    name = read.text("id")
    document = read.text("document") if read.task.column("document") else name
    tokens, tags = read.texts("tokens"), read.tags("tags")
    if read.task.type.name == "pos":
        tags = with_b_prefix(tags)
    if len(tokens) != len(tags):
        raise AloiError(
            "aloi.value",
            name=Term("tokens-and-tags"),
            value=(len(tokens), len(tags)),
            expected=Term("tag-for-each"),
        ).at(read.where)
    return TaggedTokens(name, document, tokens, tags)


def _labelled(read: Read) -> LabelledText:
    labels = read.labels("labels") if read.task.several else (read.label("labels"),)
    with_words = read.released and read.task.column(WORDS) in read.record
    text = " ".join(read.texts(WORDS)) if with_words else read.text("text")
    return LabelledText(read.text("id"), text, "", labels, read.task.labels)


def _numbered(read: Read) -> LabelledText:
    """Return a text with numbered ones, one of which is meant: (1) ... | (2) ... | (3) ..."""
    options = [read.text("options", column) for column in read.task.several_columns("options")]
    second = read.between.join(f"({at}) {text}" for at, text in enumerate(options, start=1))
    label = (read.label("labels"),)
    return LabelledText(read.text("id"), read.text("text"), second, label, read.task.labels)


def _listed(read: Read) -> LabelledText:
    """Return a question and its answers as a text to label."""
    options = [read.text("options", column) for column in read.task.several_columns("options")]
    label = (read.label("labels"),)
    return LabelledText(
        read.text("id"), read.text("text"), read.between.join(options), label, read.task.labels
    )


def _question(read: Read) -> MultipleChoice:
    options = tuple(read.text("options", column) for column in read.task.several_columns("options"))
    right = sorted(read.task.labels.index(one) for one in read.labels("labels"))
    return MultipleChoice(read.text("id"), read.text("text"), options, tuple(right))


def _pair(read: Read) -> ScoredPair:
    name = read.text("id")
    low, high = read.task.scale or (0.0, 1.0)
    left, right = read.text("text"), read.text("second")
    return ScoredPair(name, f"{name}/1", f"{name}/2", left, right, read.number("score"), low, high)


READERS: Mapping[str, Callable[[Read], SuiteRow]] = {
    "tagged": _tagged,
    "labelled": _labelled,
    "numbered": _numbered,
    "listed": _listed,
    "question": _question,
    "pair": _pair,
}
