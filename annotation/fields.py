"""The kinds of questions of a task; `aloi/ui/questions/` has a module for each."""

from __future__ import annotations

from dataclasses import dataclass, field

from aloi.base.records import JSON_NAME
from aloi.corpora.model import Json


@dataclass(frozen=True, slots=True)
class Field:
    """A question about an item: the name its answer is kept under, and its title for people."""

    name: str
    title: str

    def is_same(self, answer: Json, accepted: Json) -> bool:
        """Return whether what somebody gave is what was accepted in the end."""
        return answer == accepted

    def nearest(self, predicted: Json, *, clips: bool = False) -> Json:
        """Return the answer that is nearest to a predicted one; with `clips`, also if it is off the scale."""
        del clips
        return predicted


@dataclass(frozen=True, slots=True)
class Degree:
    """One degree of a scale: its value, a one-line gloss and an example pair of texts (may be empty)."""

    value: float
    gloss: str
    example: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Scale(Field):
    """A question answered by a number from `low` to `high` in steps of `step`.

    Up to ten degrees are answered by one key each (the key is the value); a longer scale takes a typed
    number and Enter.
    """

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

    def nearest(self, predicted: Json, *, clips: bool = False) -> Json:
        """Return the degree that is nearest to a predicted number."""
        if not isinstance(predicted, int | float) or isinstance(predicted, bool):
            return predicted
        if not (clips or self.low <= predicted <= self.high):
            return predicted
        return min(self.values, key=lambda degree: abs(degree - predicted))

    def is_same(self, answer: Json, accepted: Json) -> bool:
        """Return whether a degree is the accepted one, or the nearest to it: a mean lies between degrees."""
        if isinstance(answer, int | float) and isinstance(accepted, int | float):
            return abs(answer - accepted) < self.step / 2
        return answer == accepted


@dataclass(frozen=True, slots=True)
class Alignment(Field):
    """A question answered by groups of tokens on two sides, each with an operation."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Words(Field):
    """A question answered by up to `most` words or expressions that could replace a stretch of a text.

    `text[start:end]` is this stretch, in code points. `may_be_none` says whether "none fits" is an answer.
    """

    text: str
    start: int
    end: int
    most: int
    may_be_none: bool


@dataclass(frozen=True, slots=True)
class Label:
    """One label of a list that may be long and may have levels.

    `parent` is the value of the label above it, empty at the top. `colour` is a CSS colour, for labels drawn
    in the text. `key` is the key that gives the label, empty for labels that are found by searching.
    """

    value: str
    title: str
    gloss: str = ""
    parent: str = ""
    colour: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Choices(Field):
    """A question answered by `least` to `most` labels of a list, by key or by searching as one types.

    With `most` 1 a label is the whole answer, stored as it is chosen. `inner` says whether labels that have
    labels below them may be given.
    """

    question: str
    labels: tuple[Label, ...]
    least: int
    most: int
    inner: bool = True


@dataclass(frozen=True, slots=True)
class AttributeValue:
    """A value of an attribute: its name in answers, and its title, gloss and key for people."""

    name: str
    title: str
    gloss: str
    key: str


@dataclass(frozen=True, slots=True)
class SpanAttribute:
    """An attribute of spans with a closed list of values; a flag has two.

    `labels` are those whose spans have the attribute, empty for all. `multiple` says whether a span may have
    several values. The annotation page gives a new span the value `default`, if there is one; it is stored
    as any other value. A span without a value was not answered.
    """

    name: str
    title: str
    gloss: str
    values: tuple[AttributeValue, ...]
    labels: tuple[str, ...]
    multiple: bool
    default: str

    def applies_to(self, label: str) -> bool:
        """Return whether spans of a label have the attribute."""
        return not self.labels or label in self.labels


@dataclass(frozen=True, slots=True)
class SpanRelation:
    """A type of relations between two spans.

    `heads` and `tails` are the labels allowed at each end, empty for all. `single` has the ends, `from` or
    `to`, at which a span takes part in at most one relation of the type.
    """

    name: str
    title: str
    gloss: str
    key: str
    colour: str
    heads: tuple[str, ...] = field(metadata={JSON_NAME: "from"})
    tails: tuple[str, ...] = field(metadata={JSON_NAME: "to"})
    directed: bool
    single: tuple[str, ...]

    def allows(self, head: str, tail: str) -> bool:
        """Return whether spans of two labels may be the ends; of a symmetric relation, in either order."""
        fits = (not self.heads or head in self.heads) and (not self.tails or tail in self.tails)
        return fits or (
            not self.directed
            and (not self.heads or tail in self.heads)
            and (not self.tails or head in self.tails)
        )


@dataclass(frozen=True, slots=True)
class Spans(Field):
    """A question answered by stretches of a text, each with a label, attributes, and relations between them.

    `pieces` are the smallest stretches that can be chosen, half open, in code points: the tokens of the text
    or its characters. `nested` says whether spans may lie within or across each other, `broken` whether a
    span may have several parts.
    """

    question: str
    text: str
    pieces: tuple[tuple[int, int], ...]
    labels: tuple[Label, ...]
    nested: bool
    broken: bool
    attributes: tuple[SpanAttribute, ...] = ()
    relations: tuple[SpanRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class MentionedConcept(Field):
    """A question answered by the concept that a mention names, searched in a terminology.

    `text[start:end]` for each of `spans` is the mention; `terminology` names the terminology of the store;
    `composite` says whether several concepts may be given, `may_be_none` whether "no concept" is an answer.
    At most `shown` candidates are put beside the mention, best first, or in an order of chance (`shuffled`).
    """

    question: str
    text: str
    spans: tuple[tuple[int, int], ...]
    terminology: str
    composite: bool
    may_be_none: bool
    shown: int
    shuffled: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """One label of a typology.

    Parameters
    ----------
    gloss : str
        One line on what it means.
    example : tuple of str
        Source and target; one of them may be empty.
    colour : str
        `#rrggbb`.
    key : str
        One or two keystrokes; no key begins another, none begins with a reserved one.
    sides : {"source", "target", "both", "any", "pair"}
        Which sides a group may touch: one side only, both, any; `pair` marks the pair as a whole.
    """

    name: str
    title: str
    gloss: str
    example: tuple[str, str]
    colour: str
    key: str
    sides: str

    def may_touch(self, source: int, target: int) -> bool:
        """Return whether a group of so many tokens on each side may have this label."""
        if self.sides == "any":
            return source + target > 0
        if self.sides == "both":
            return source > 0 and target > 0
        if self.sides == "source":
            return source > 0 and not target
        return self.sides == "target" and target > 0 and not source
