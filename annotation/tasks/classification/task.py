"""The classification task: which label or labels of a list a text has."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from aloi.agreement.distances import masi_distance
from aloi.annotation.fields import Choices, Field, Label
from aloi.annotation.rows import LabelledText, Row
from aloi.annotation.tasks.base import (
    Example,
    GoldPart,
    GoldRule,
    InvalidAnnotation,
    RowPlace,
    TaskType,
    View,
    item_as,
    majority,
    row_as,
    wrong_settings,
)
from aloi.annotation.tasks.classification.label_list import fields_of, inner, read_labels, tops
from aloi.base.errors import quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Passage, Sentence

LABELS = "labels"
# How agreement and models name an answer without labels, where a campaign allows it.
NO_LABEL = "(none)"
YES, NO = "yes", "no"
_SETTINGS = ("question", "labels", "least", "most", "inner")
_DIGITS = "123456789"
_MOST_EACH = 30  # labels that are also measured one by one
_FOLDER = Path(__file__).parent / "label_sets"
_SINGLE = ("krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement", "cohen_kappa")
_SEVERAL = ("krippendorff_alpha_masi", "krippendorff_alpha_jaccard")
_QUESTIONS = {
    "icd10_chapters": ("Which chapter is the text about?", "De quel chapitre relève le texte ?"),
    "specialities": ("Which fields does the text belong to?", "De quelles spécialités relève le texte ?"),
    "yes_no": ("Is this so?", "Est-ce le cas ?"),
}
_OWN_QUESTION = ("How do you label the text?", "Comment étiquetez-vous le texte ?")
_MOST = {"icd10_chapters": 1, "specialities": 9, "yes_no": 1}


class Classification(TaskType):
    """Labels of a text; the value is {"labels": [name, ...]}, in the order of the schema, each once."""

    name: ClassVar[str] = "classification"
    blank: ClassVar[str] = NO_LABEL
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-text-one-several", "A text, one or several labels of a list that may have levels."
    )
    item_kind: ClassVar[str] = "passage"
    row_kind: ClassVar[type] = LabelledText
    main_metrics: ClassVar[tuple[str, ...]] = ("weighted_f1", "macro_f1", "exact_match")
    references: ClassVar[tuple[str, ...]] = ("labrak2024drbenchmark", "passonneau2006measuring")
    label_path: ClassVar[tuple[str, ...]] = ("labels",)

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schemas: the chapters of ICD-10, fields of medicine (several), yes or no."""
        return {
            name: {
                "question": question[language == "fr"],
                "labels": _shipped(name, language),
                "least": 1,
                "most": _MOST[name],
                "inner": False,
            }
            for name, question in _QUESTIONS.items()
        }

    def empty_settings(self, language: str = "en") -> dict[str, Json]:
        """Return settings without labels, one label per text."""
        question = _OWN_QUESTION[language == "fr"]
        return {"question": question, "labels": [], "least": 1, "most": 1, "inner": False}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `labels` is a list of {name, title, gloss, parent, key}. An answer has `least` (0 or more) to `most`
        of them. `inner` says whether labels with child labels may be given. `question` is shown to
        annotators.
        """
        labels = read_labels(settings.get("labels"))
        question, within = settings.get("question", ""), settings.get("inner", False)
        least, most = settings.get("least", 1), settings.get("most", 1)
        may_be_chosen = len(labels) if within else len(labels) - len(inner(fields_of(labels)))
        sound = (
            _is_whole_number(least)
            and _is_whole_number(most)
            and 0 <= _number(least) <= _number(most) <= may_be_chosen
            and _number(most) >= 1
            and isinstance(within, bool)
            and isinstance(question, str)
            and not set(settings) - set(_SETTINGS)
            and all(one["name"] != NO_LABEL for one in labels)
        )
        if not sound:
            other_settings = {name: value for name, value in settings.items() if name != "labels"}
            raise wrong_settings(other_settings, Term("settings-classification", labels=may_be_chosen))
        return {
            "question": str(question).strip(),
            "labels": [*labels],
            "least": least,
            "most": most,
            "inner": within,
        }

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question; without keys of its own, the first nine labels have the keys 1 to 9."""
        del item  # every passage is asked the same
        labels = _labels(settings)
        names = known_labels(settings)
        if not any(one.key for one in labels):
            digits = dict(zip(names, _DIGITS, strict=False))
            labels = tuple(
                Label(
                    label.value,
                    label.title,
                    label.gloss,
                    label.parent,
                    label.colour,
                    digits.get(label.value, ""),
                )
                for label in labels
            )
        return (
            Choices(
                LABELS,
                "Labels",
                str(settings["question"]),
                labels,
                _number(settings["least"]),
                _number(settings["most"]),
                bool(settings["inner"]),
            ),
        )

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return {"labels": names in the order of the schema}, or raise InvalidAnnotation.

        A name alone, and names in one text with | between them, are accepted.
        """
        _passage(item)
        names = known_labels(settings)
        labels = value.get(LABELS) if isinstance(value, Mapping) and set(value) == {LABELS} else value
        if isinstance(labels, str):
            labels = [one.strip() for one in labels.split("|") if one.strip()]
        if (
            not isinstance(labels, list)
            or (not labels and isinstance(value, str))
            or any(not isinstance(one, str) or one not in names for one in labels)
            or len(set(map(str, labels))) < len(labels)
        ):
            more = f", and {len(names) - 12} more" if len(names) > 12 else ""
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=quoted(value),
                expected=Term("some-labels", labels=names[:12], more=more),
            )
        least, most = _number(settings["least"]), _number(settings["most"])
        if not least <= len(labels) <= most:
            exact = least == most
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("labels-in-answer"),
                value=labels,
                expected=Term("labels-exactly", count=most)
                if exact
                else Term("labels-from", least=least, most=most),
            )
        return {LABELS: [one for one in names if one in labels]}

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the labels of an answer."""
        return labels_of(value)

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the answer with other labels, each once."""
        return {LABELS: [*dict.fromkeys(names[one] for one in labels_of(value) if one in names)]}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the label, its top level if there are levels; for several labels, if few, also each one.

        An answer without labels is the category NO_LABEL, or an empty set.
        """
        labels = _labels(settings)
        names = known_labels(settings)
        top = tops(labels)
        levels = any(one.parent for one in labels)
        highest = tuple(dict.fromkeys(top[one.value] for one in labels))
        none = () if settings["least"] else (NO_LABEL,)
        if settings["most"] == 1:
            label = View(
                "label:nominal",
                Phrase("view-label", "Label"),
                "nominal",
                (*names, *none),
                _SINGLE,
                _rating(None),
            )
            above = View(
                "top:nominal",
                Phrase("view-top-level", "Top level"),
                "nominal",
                (*highest, *none),
                _SINGLE,
                _rating(top),
            )
            return (label, above) if levels else (label,)
        label_set = View(
            "labels", Phrase("view-labels", "Labels"), "nominal", (), _SEVERAL, _set_rating(None)
        )
        tall = View("top", Phrase("view-top-level", "Top level"), "nominal", (), _SEVERAL, _set_rating(top))
        each = View(
            "each:nominal",
            Phrase("view-each-label-yes", "Each label, yes or no"),
            "nominal",
            (YES, NO),
            _SINGLE,
            _each(names),
        )
        # Among many labels nearly every decision is no, and they are too many to measure.
        shown = (each,) if len(names) <= _MOST_EACH else ()
        return (label_set, tall, *shown) if levels else (label_set, *shown)

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the majority, or for several labels the vote on each of them."""
        if settings["most"] == 1:
            return (GoldRule("majority", "Most frequent answer; a tie is adjudicated", _majority),)
        return (GoldRule("vote", "Each label by more than half; a tie is adjudicated", _vote(settings)),)

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        """Return the label, which models of annotators can learn; nothing where several may be given."""
        if settings["most"] != 1:
            return ()
        none = () if settings["least"] else (NO_LABEL,)
        return (GoldPart(LABELS, "nominal", (*known_labels(settings), *none), _only),)

    def join(self, parts: Mapping[str, Json]) -> Json:
        """Return the answer made of one label, or of none."""
        name = parts[LABELS]
        return {LABELS: [] if name == NO_LABEL else [name]}

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return the mean MASI distance of two answers, 0 to 1; None with fewer than two."""
        del settings
        if len(values) < 2:
            return None
        sets = [frozenset(labels_of(value)) for value in values]
        apart = [masi_distance(a, b) for a, b in combinations(sets, 2)]
        return sum(apart) / len(apart)

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return the places of the first and the last label: rows are stratified by their first one."""
        return 0.0, float(len(known_labels(settings)) - 1)

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> LabelledText:
        """Return the text, its labels, and every label that could have been given."""
        passage = _passage(item)
        return LabelledText(passage.id, passage.text, "", labels_of(value), known_labels(settings))

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the passage and its labels."""
        del settings
        return Passage.of(at.corpus_id, at.sentence), {LABELS: [*row_as(LabelledText, row).labels]}

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the titles of the labels."""
        titles = {one.value: one.title for one in _labels(settings)}
        return ", ".join(titles.get(one, one) for one in labels_of(value)) or self.blank

    def example(self) -> Example:
        """Return an invented text that two of three annotators take to be about breathing."""
        text = "La radiographie montre un foyer de la base droite ; la toux cède sous amoxicilline."
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        lungs: Json = {LABELS: ["J00-J99"]}
        return Example(Passage.of("example", sentence), (lungs, {LABELS: ["R00-R99"]}, lungs), lungs)


def labels_of(value: Json) -> tuple[str, ...]:
    """Return the labels of a checked answer, in the order of the schema."""
    listed = value.get(LABELS) if isinstance(value, Mapping) else None
    return tuple(map(str, listed)) if isinstance(listed, list) else ()


def known_labels(settings: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the names of the labels that may be given, in the order of checked settings."""
    labels = _labels(settings)
    left_out = frozenset() if settings["inner"] else inner(labels)
    return tuple(one.value for one in labels if one.value not in left_out)


@cache
def _file(name: str) -> list[dict[str, dict[str, str] | str]]:
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        listed: list[dict[str, dict[str, str] | str]] = tomllib.load(file)["labels"]
    return listed


def _shipped(name: str, language: str) -> list[Json]:
    """Return the labels of a shipped list, their words in French or English."""
    words = "fr" if language == "fr" else "en"

    def localized(entry: dict[str, dict[str, str] | str], part: str) -> str:
        text = entry.get(part, {})
        return text[words] if isinstance(text, dict) and text else ""

    return [
        {
            "name": str(entry["name"]),
            "title": localized(entry, "title"),
            "gloss": localized(entry, "gloss"),
            "parent": "",
            "key": "",
        }
        for entry in _file(name)
    ]


def _labels(settings: Mapping[str, Json]) -> tuple[Label, ...]:
    listed = settings["labels"]
    return fields_of([one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else [])


def _passage(item: Item) -> Passage:
    return item_as(Passage, item, Term("item-passage"))


def _is_whole_number(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _only(value: Json) -> Json:
    return next(iter(labels_of(value)), NO_LABEL)


def _rating(top: Mapping[str, str] | None) -> Callable[[Item, Json], Mapping[str, object]]:
    """Return what reads the one label of an answer, or the label at the top above it."""

    def read(item: Item, value: Json) -> Mapping[str, object]:
        name = str(_only(value))
        return {item.id: name if top is None else top.get(name, name)}

    return read


def _set_rating(top: Mapping[str, str] | None) -> Callable[[Item, Json], Mapping[str, object]]:
    def read(item: Item, value: Json) -> Mapping[str, object]:
        names = labels_of(value)
        return {item.id: frozenset(names if top is None else (top[one] for one in names))}

    return read


def _each(label_names: Sequence[str]) -> Callable[[Item, Json], Mapping[str, object]]:
    """Return what reads an answer as one decision a label: yes where it was given."""

    def read(item: Item, value: Json) -> Mapping[str, object]:
        names = frozenset(labels_of(value))
        return {f"{item.id}#{one}": YES if one in names else NO for one in label_names}

    return read


def _majority(values: Sequence[Json]) -> Json:
    labels = majority([labels_of(value) for value in values])
    return None if labels is None else {LABELS: [*labels]}


def _vote(settings: Mapping[str, Json]) -> Callable[[Sequence[Json]], Json]:
    """Return what keeps the labels that more than half gave, where no label is tied and their number fits."""
    names = known_labels(settings)
    least, most = _number(settings["least"]), _number(settings["most"])

    def combine(values: Sequence[Json]) -> Json:
        counts = Counter(name for value in values for name in labels_of(value))
        if not values or any(2 * count == len(values) for count in counts.values()):
            return None
        majority_labels: list[Json] = [name for name in names if 2 * counts[name] > len(values)]
        return {LABELS: majority_labels} if least <= len(majority_labels) <= most else None

    return combine
