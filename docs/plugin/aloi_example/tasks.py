"""Readability of pairs: which of two texts is easier to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from aloi.annotation.fields import Choices, Field, Label
from aloi.annotation.rows import LabelledText, Row
from aloi.annotation.tasks.base import (
    Example,
    GoldPart,
    GoldRule,
    InvalidAnnotation,
    InvalidSchema,
    RowPlace,
    TaskType,
    View,
    majority,
    mean,
    row_as,
)
from aloi.base.errors import quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Pair, Sentence

LEFT, RIGHT, SAME = LABELS = ("left", "right", "same")
_EASIER = "easier"
_MEASURES = ("krippendorff_alpha", "cohen_kappa", "fleiss_kappa", "gwet_ac1", "percent_agreement")
_WORDS = {
    "en": ("Which text is easier to read?", "Text 1", "Text 2", "Both alike"),
    "fr": ("Quel texte est le plus facile à lire ?", "Texte 1", "Texte 2", "Les deux autant"),
}


class Readability(TaskType):
    """The easier text of a pair; the value is {"easier": "left", "right" or "same"}.

    Pairs judged like this are the basis of the CLEAR corpus (Crossley et al. 2022).
    """

    name: ClassVar[str] = "readability"
    version: ClassVar[int] = 1
    title: ClassVar[str] = Phrase("example-readability", "Readability of pairs")
    summary: ClassVar[str] = Phrase("example-readability-summary", "Two texts: which is easier to read.")
    item_kind: ClassVar[str] = "pair"
    row_kind: ClassVar[type] = LabelledText
    main_metrics: ClassVar[tuple[str, ...]] = ("macro_f1", "weighted_f1")
    references: ClassVar[tuple[str, ...]] = ("crossley2022large",)

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schema: a question, and a title for each answer."""
        question, *titles = _WORDS["fr" if language == "fr" else "en"]
        return {"easier": {"question": question, "titles": dict(zip(LABELS, titles, strict=True))}}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema."""
        question, titles = settings.get("question"), settings.get("titles")
        if (
            not isinstance(question, str)
            or not isinstance(titles, Mapping)
            or set(settings) != {"question", "titles"}
            or set(titles) != {*LABELS}
            or not all(isinstance(title, str) and title.strip() for title in titles.values())
        ):
            raise InvalidSchema("example.settings", names=sorted(settings), labels=LABELS)
        return {
            "question": question.strip(),
            "titles": {label: str(titles[label]).strip() for label in LABELS},
        }

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question; the answers have the keys 1 to 3."""
        del item  # every pair is asked the same
        labels = tuple(
            Label(label, _title(label, settings), key=str(key)) for key, label in enumerate(LABELS, start=1)
        )
        return (Choices(_EASIER, "Easier text", str(settings["question"]), labels, 1, 1),)

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return {"easier": label}, or raise InvalidAnnotation; a label alone, or in a list, is accepted."""
        del settings
        _pair(item)
        label = value.get(_EASIER) if isinstance(value, Mapping) and set(value) == {_EASIER} else value
        if isinstance(label, list) and len(label) == 1:
            label = label[0]
        if label not in LABELS:
            expected = Term("one-of", choices=LABELS)
            raise InvalidAnnotation(
                "aloi.value", name=Term("the-answer"), value=quoted(value), expected=expected
            )
        return {_EASIER: label}

    def labels(self, settings: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the three answers."""
        del settings
        return LABELS

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the one answer."""
        return (_label_of(value),)

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the answer, nominal."""
        del settings
        title = Phrase("example-readability-view", "Easier text")
        return (View("easier:nominal", title, "nominal", LABELS, _MEASURES, _rating),)

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the majority."""
        del settings
        return (GoldRule("majority", "Most frequent answer; a tie is adjudicated", _majority),)

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        """Return the answer, which models of annotators can learn."""
        del settings
        return (GoldPart(_EASIER, "nominal", LABELS, _label_of),)

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return the share of pairs of answers that differ; None with fewer than two."""
        del settings
        return mean([float(a != b) for a, b in combinations(map(_label_of, values), 2)])

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return the places of the first and the last answer."""
        del settings
        return 0.0, float(len(LABELS) - 1)

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> LabelledText:
        """Return the two texts and the answer."""
        del settings
        pair = _pair(item)
        return LabelledText(pair.id, pair.left.text, pair.right.text, (_label_of(value),), LABELS)

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the pair and its answer."""
        del settings
        return at.pair, {_EASIER: "".join(row_as(LabelledText, row).labels[:1])}

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the title of the answer."""
        return _title(_label_of(value), settings)

    def example(self) -> Example:
        """Return two invented sentences, of which two of three annotators find the second easier."""
        texts = ("Une intervention chirurgicale fut réalisée en urgence.", "On a opéré tout de suite.")
        left, right = (
            Sentence(f"example-{number}", f"example-{number}", 0, 0, len(text), text)
            for number, text in enumerate(texts)
        )
        answers: tuple[Json, Json, Json] = ({_EASIER: RIGHT}, {_EASIER: SAME}, {_EASIER: RIGHT})
        return Example(Pair.of("example", left, right), answers, {_EASIER: RIGHT})


def _pair(item: Item) -> Pair:
    if not isinstance(item, Pair):
        raise InvalidAnnotation("example.no-pair", item=item.id, kind=item.kind)
    return item


def _label_of(value: Json) -> str:
    return str(value[_EASIER]) if isinstance(value, Mapping) else ""


def _title(label: str, settings: Mapping[str, Json]) -> str:
    titles = settings["titles"]
    return str(titles.get(label, label)) if isinstance(titles, Mapping) else label


def _rating(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: _label_of(value)}


def _majority(values: Sequence[Json]) -> Json:
    label = majority([_label_of(value) for value in values])
    return None if label is None else {_EASIER: label}
