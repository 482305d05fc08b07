"""The role of each column of a table, from its name and its first cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aloi.corpora.readers.roles.model import ColumnRole, Reason, RoleGuess, TableGuess
from aloi.corpora.readers.roles.names import METADATA, NAMES, SPLITS, pair_named, rank, side, words_of
from aloi.corpora.readers.words import computed_name, is_number, names_nobody, says_missing

_WORDS_OF_A_TEXT = 3.5  # on average
_LONGEST_ANSWER = 60  # characters
_TEXTS = ("text", "texte", "sentence", "phrase")  # even if the cells are words
_FEW = 30  # distinct answers of a column that nobody named
_TAGGED = NAMES[ColumnRole.SCORE] | NAMES[ColumnRole.LABEL] | NAMES[ColumnRole.ANNOTATOR]
R = ColumnRole


@dataclass(frozen=True, slots=True)
class _Column:
    """The first cells of a column that say something, trimmed."""

    name: str
    cells: tuple[str, ...]

    @property
    def distinct(self) -> frozenset[str]:
        return frozenset(self.cells)

    @property
    def numeric(self) -> bool:
        return bool(self.cells) and all(is_number(cell.replace(",", ".", 1)) for cell in self.cells)

    @property
    def is_integer(self) -> bool:
        return all(cell.lstrip("-").isdigit() for cell in self.cells)

    @property
    def is_text(self) -> bool:
        words = sum(len(cell.split()) for cell in self.cells)
        return not self.numeric and bool(self.cells) and words >= _WORDS_OF_A_TEXT * len(self.cells)

    @property
    def is_answer(self) -> bool:
        """Whether the cells may be answers that people chose: short, and repeated."""
        short = all(len(cell) <= _LONGEST_ANSWER for cell in self.cells)
        return bool(self.cells) and not self.is_text and short and len(self.distinct) <= _FEW


def guess_roles(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> TableGuess:
    """Return the role of each column, whether it is sure, and why.

    A role is sure if the name says it and the cells do not contradict, or if the cells leave no choice.

    Parameters
    ----------
    columns : sequence of str
        The header.
    rows : sequence of sequences of str
        The first rows, a cell for each column; about 100 are enough.

    Examples
    --------
    >>> guess = guess_roles(["pair_ID", "text1", "text2", "score"], [["1", "A b c d", "E f g h", "4.5"]])
    >>> [str(column.role) for column in guess.columns], guess.unsure
    (['id', 'left', 'right', 'score'], ())
    """
    table = [
        _Column(name, tuple(cell for row in rows if (cell := row[at].strip()) and not says_missing(cell)))
        for at, name in enumerate(columns)
    ]
    guessing = _Guessing(table)
    for step in (
        guessing.unnamed,
        guessing.split,
        guessing.pair,
        guessing.annotator,
        guessing.document,
        guessing.id,
        guessing.answers_by_name,
        guessing.text,
        guessing.answers_by_content,
    ):
        step()
    guesses = tuple(guessing.guesses.get(column.name) or _rest(column) for column in table)
    return TableGuess(guesses, headless=_headless(columns))


def _rest(column: _Column) -> RoleGuess:
    return RoleGuess(column.name, R.METADATA if column.cells else R.IGNORE, True, Reason.REST)


def _headless(columns: Sequence[str]) -> bool:
    """Return whether the names look like a row: a number beside a sentence."""
    numbers = any(is_number(name.replace(",", ".", 1)) for name in columns)
    return numbers and any(len(name.split()) >= _WORDS_OF_A_TEXT for name in columns)


class _Guessing:
    """The columns of a table, and the guesses so far; each step adds those of some roles."""

    def __init__(self, table: Sequence[_Column]) -> None:
        self.table = table
        self.guesses: dict[str, RoleGuess] = {}
        self.has_pair = False

    def _left(self, test: Callable[[_Column], object] = bool) -> list[_Column]:
        """Return the columns without a guess that pass a test."""
        return [column for column in self.table if column.name not in self.guesses and test(column)]

    def _set(self, column: _Column, role: ColumnRole, reason: Reason, *, sure: bool = True) -> None:
        self.guesses[column.name] = RoleGuess(column.name, role, sure, reason)

    def _best(self, role: ColumnRole, fitting: Sequence[_Column]) -> None:
        """Give a role to the column whose name fits best; a doubt if several fit as well."""
        ranks = {column.name: rank(column.name, role) for column in fitting}
        most = max(ranks.values(), default=0)
        best = [column for column in fitting if most and ranks[column.name] == most]
        if len(best) == 1:
            self._set(best[0], role, Reason.NAME)
        for at, column in enumerate(best if len(best) > 1 else ()):
            self._set(column, R.METADATA if at else role, Reason.SEVERAL, sure=False)

    def unnamed(self) -> None:
        for column in self._left(lambda column: not column.name):
            self._set(column, R.IGNORE, Reason.CONTENT)

    def split(self) -> None:
        """Find a column of the names of splits, whatever its name."""
        for column in self._left(
            lambda column: column.cells and SPLITS.issuperset(map(str.casefold, column.cells))
        )[:1]:
            self._set(column, R.SPLIT, Reason.NAME if rank(column.name, R.SPLIT) else Reason.CONTENT)

    def pair(self) -> None:
        texts = self._left(lambda column: not column.numeric)
        sides = [[column for column in texts if side(column.name) is role] for role in (R.LEFT, R.RIGHT)]
        named = pair_named(tuple(column.name for column in texts))
        by_name = {column.name: column for column in texts}
        if named and not all(sides):
            sides = [[by_name[named[0]]], [by_name[named[1]]]]
        elif named and words_of(named[0])[0] in ("left", "gauche"):
            for each, name in zip(sides, named, strict=True):
                each.insert(0, by_name[name])
        if not all(sides):
            for column in self._left(lambda column: column.name in (R.LEFT, R.RIGHT)):
                self._set(column, R(column.name), Reason.NAME)
            return
        self.has_pair = True
        sure = all(len(each) == 1 for each in sides)
        for role, each in zip((R.LEFT, R.RIGHT), sides, strict=True):
            self._set(each[0], role, Reason.NAME if sure else Reason.SEVERAL, sure=sure)

    def annotator(self) -> None:
        fitting = self._left(lambda column: rank(column.name, R.ANNOTATOR) and not column.is_text)
        self._best(R.ANNOTATOR, fitting)
        for column in fitting:  # somebody who answered once only may be the author of a text
            guess = self.guesses.get(column.name)
            if (
                guess
                and guess.role is R.ANNOTATOR
                and len(column.cells) > 3
                and len(column.distinct) == len(column.cells)
            ):
                self._set(column, R.ANNOTATOR, Reason.CONTENT, sure=False)

    def document(self) -> None:
        """Find a column of documents, or a column for each side."""
        fitting = self._left(lambda column: rank(column.name, R.DOCUMENT) and not column.is_text)
        has_id = any(rank(column.name, R.ID) for column in self._left(lambda column: column not in fitting))
        if not has_id:  # a document in each row is the id of the row
            fitting = [column for column in fitting if len(column.distinct) < len(column.cells)]
        sided = len(fitting) == 2 and self.has_pair
        for column in fitting if sided else ():
            self._set(column, R.DOCUMENT, Reason.NAME)
        if not sided:
            self._best(R.DOCUMENT, fitting)

    def id(self) -> None:
        self._best(R.ID, self._left(lambda column: rank(column.name, R.ID) and not column.is_text))
        if not any(guess.role is R.ID for guess in self.guesses.values()):
            self._best_document_as_id()

    def _best_document_as_id(self) -> None:
        fitting = self._left(lambda column: rank(column.name, R.DOCUMENT) and not column.is_text)
        if len(fitting) == 1 and len(fitting[0].distinct) == len(fitting[0].cells):
            self._set(fitting[0], R.ID, Reason.NAME)

    def answers_by_name(self) -> None:
        """Find scores, which are numbers, and labels; columns called alike but for a tag are annotators."""
        tagged = self._tagged()
        for column in tagged:
            self._set(column, R.SCORE if column.numeric else R.LABEL, Reason.NAME)
        if tagged:
            return
        numbers = self._left(lambda column: column.numeric and rank(column.name, R.SCORE))
        self._best(
            R.SCORE, [column for column in numbers if not computed_name(column.name) or len(numbers) == 1]
        )
        labels = self._left(
            lambda column: (
                not column.is_text and rank(column.name, R.LABEL) and not rank(column.name, R.SPLIT)
            )
        )
        scored = any(guess.role is R.SCORE for guess in self.guesses.values())
        self._best(R.LABEL, [column for column in labels if not (scored and column.numeric)])
        for column in labels:
            guess = self.guesses.get(column.name)
            if guess and guess.role is R.LABEL and self.has_pair and column.numeric and not scored:
                # Similarity as published with pairs is called `label` too; 0 and 1 may be classes.
                self._set(column, R.SCORE, Reason.CONTENT, sure=not column.is_integer)

    def _tagged(self) -> list[_Column]:
        """Return the columns such as `score_ann`, `score_bob` or `annotator1`, `annotator2`."""
        groups: dict[str, list[_Column]] = {}
        for column in self._left(lambda column: column.is_answer and not computed_name(column.name)):
            words = words_of(column.name)
            for word in {words[0], words[-1]} if len(words) == 2 else ():
                if word in _TAGGED:
                    groups.setdefault(word, []).append(column)
        several = [group for group in groups.values() if len(group) > 1]
        return several[0] if len(several) == 1 and len({column.numeric for column in several[0]}) == 1 else []

    def text(self) -> None:
        if self.has_pair:
            return
        texts = self._left(lambda column: column.is_text)
        named = [column for column in texts if rank(column.name, R.TEXT)] or self._left(
            lambda column: column.name.casefold() in _TEXTS
        )
        unnamed = [column for column in texts if not METADATA.intersection(words_of(column.name))]
        if named:
            self._best(R.TEXT, named)
        elif len(unnamed) == 1:
            self._set(unnamed[0], R.TEXT, Reason.CONTENT)
        elif len(unnamed) == 2:
            self.has_pair = True
            for role, column in zip((R.LEFT, R.RIGHT), unnamed, strict=True):
                self._set(column, role, Reason.SEVERAL, sure=False)
        elif unnamed:
            longest = max(unnamed, key=lambda column: sum(map(len, column.cells)))
            self._set(longest, R.TEXT, Reason.SEVERAL, sure=False)

    def answers_by_content(self) -> None:
        """Find columns of few values, which may be answers although no name says so."""
        if any(guess.role in (R.SCORE, R.LABEL) for guess in self.guesses.values()):
            return
        candidates = self._left(
            lambda column: (
                column.is_answer
                and not names_nobody(column.name)
                and not METADATA.intersection(words_of(column.name))
            )
        )
        candidates = [column for column in candidates if not computed_name(column.name)] or candidates
        numbers = [column for column in candidates if column.numeric]
        for column in numbers if len(numbers) >= len(candidates) - len(numbers) else candidates:
            self._set(column, R.SCORE if column.numeric else R.LABEL, Reason.CONTENT, sure=False)
