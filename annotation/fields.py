"""The closed vocabulary of questions a task may ask; `ui/fields.py` draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from annotation.typology import Operation


@dataclass(frozen=True, slots=True)
class Degree:
    """One degree of a scale: its value, a one-line gloss and an example pair of texts (may be empty)."""

    value: float
    gloss: str
    example: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Scale:
    """A question answered by a number from `low` to `high` in steps of `step`.

    Up to ten degrees are answered by one key each (the key is the value); a longer scale takes a typed
    number and Enter.
    """

    name: str
    title: str
    question: str
    low: float
    high: float
    step: float
    degrees: tuple[Degree, ...]

    @property
    def values(self) -> tuple[float, ...]:
        """Every value of the scale, from low to high."""
        count = round((self.high - self.low) / self.step) + 1
        return tuple(round(self.low + place * self.step, 10) for place in range(count))


@dataclass(frozen=True, slots=True)
class Note:
    """A question answered by free text, never required."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """A question answered by groups of tokens on two sides, each with an operation."""

    name: str
    title: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A question answered by up to `most` words or expressions that could stand at a place of a text.

    `text[start:end]` is what they stand for, in code points. `may_be_none` says whether "none fits" is an
    answer.
    """

    name: str
    title: str
    text: str
    start: int
    end: int
    most: int
    may_be_none: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One answer of a Choice: its value, what is shown of it, and a one-line gloss (may be empty)."""

    value: str
    title: str
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question answered by one of two to nine options, each by one key: 1, 2, 3 ..."""

    name: str
    title: str
    question: str
    options: tuple[Option, ...]


# Choices, Spans and Concept join this union with the task that asks them.
Field: TypeAlias = Scale | Note | Alignment | Words | Choice
