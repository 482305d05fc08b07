"""The judging task: whether a given substitute fits in the place of a target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
    item_as,
    majority,
    row_as,
    wrong_settings,
)
from aloi.base.errors import quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Candidate, Item, Json, Sentence, Target

FITS, DOES_NOT, UNSURE = "fits", "does_not", "unsure"
_LABEL = "label"
_MOST_LABELS = 9  # one key each
_MEASURES = ("krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement")
_WORDS = {
    "en": (
        "Does the substitute fit in the place of the marked word?",
        ("Fits", "one would say it, and the sentence keeps its meaning"),
        ("Does not fit", "it changes the meaning, or nobody would say it"),
        ("Unsure", "you cannot tell"),
    ),
    "fr": (
        "Le substitut convient-il à la place du mot marqué ?",
        ("Convient", "on le dirait, et la phrase garde son sens"),
        ("Ne convient pas", "il change le sens, ou personne ne le dirait"),
        ("Je ne sais pas", "vous ne pouvez pas trancher"),
    ),
}


class Judging(TaskType):
    """Whether a candidate fits in its sentence; the value is {"label": one of the schema's labels}."""

    name: ClassVar[str] = "judging"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-substitute-sentence-fits", "A substitute in a sentence: it fits, it does not, or one is unsure."
    )
    item_kind: ClassVar[str] = "candidate"
    row_kind: ClassVar[type] = LabelledText
    main_metrics: ClassVar[tuple[str, ...]] = ("weighted_f1", "macro_f1")
    references: ClassVar[tuple[str, ...]] = ("lee2021swords",)
    label_path: ClassVar[tuple[str, ...]] = ("labels",)

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schema: fits, does not, unsure."""
        question, *labels = _WORDS["fr" if language == "fr" else "en"]
        listed: list[Json] = [
            {"name": name, "title": title, "gloss": gloss}
            for name, (title, gloss) in zip((FITS, DOES_NOT, UNSURE), labels, strict=True)
        ]
        return {"fits": {"question": question, "labels": listed}}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `labels` is a list of two to nine {name, title, gloss}; `question` is shown to annotators.
        """
        raw, question = settings.get("labels"), settings.get("question", "")
        listed = raw if isinstance(raw, list) else []
        labels: list[Json] = [_label(one) for one in listed]
        names = [one["name"] for one in labels if isinstance(one, dict)]
        if (
            not 2 <= len(names) <= _MOST_LABELS
            or len(set(map(str, names))) < len(names)
            or not isinstance(question, str)
            or set(settings) - {"labels", "question"}
        ):
            raise wrong_settings(settings, Term("settings-judging", most=_MOST_LABELS))
        return {"question": question.strip(), "labels": labels}

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question."""
        del item  # every candidate is asked the same
        labels = tuple(
            Label(str(label["name"]), str(label["title"]), str(label["gloss"]), key=str(number))
            for number, label in enumerate(_labels(settings), start=1)
        )
        return (Choices(_LABEL, "Label", str(settings["question"]), labels, 1, 1),)

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return {"label": name}, or raise InvalidAnnotation; a name alone, or in a list, is accepted."""
        _candidate(item)
        label = value.get(_LABEL) if isinstance(value, Mapping) and set(value) == {_LABEL} else value
        if isinstance(label, list) and len(label) == 1:
            label = label[0]
        names = _names(settings)
        if not isinstance(label, str) or label not in names:
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=quoted(value),
                expected=Term("one-of", choices=names),
            )
        return {_LABEL: label}

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the one label of an answer."""
        return (_label_of(value),)

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the answer with another label; none, which `check` refuses, where it has no name."""
        return {_LABEL: names.get(_label_of(value))}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the label, nominal; annotators may be more on some items than on others."""
        return (
            View(
                "label:nominal",
                Phrase("view-label", "Label"),
                "nominal",
                _names(settings),
                _MEASURES,
                _rating,
            ),
        )

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the majority."""
        del settings
        return (GoldRule("majority", "Most frequent answer; a tie is adjudicated", _majority),)

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        """Return the label, which models of annotators can learn."""
        return (GoldPart(_LABEL, "nominal", _names(settings), _label_of),)

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return the share of pairs of answers that differ; None with fewer than two."""
        del settings
        size = len(values)
        if size < 2:
            return None
        same = sum(count * (count - 1) for count in Counter(map(_label_of, values)).values())
        return 1 - same / (size * (size - 1))

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return the places of the first and the last label."""
        return 0.0, float(len(_names(settings)) - 1)

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> LabelledText:
        """Return the sentence, the sentence with the substitute, and the label."""
        candidate = _candidate(item)
        return LabelledText(
            candidate.id,
            candidate.target.sentence.text,
            candidate.replaced,
            (_label_of(value),),
            _names(settings),
        )

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the candidate and its label; its target is what the substitute replaces, in whole words."""
        del settings
        text_row = row_as(LabelledText, row)
        extent = at.target or _replaced(text_row.text, text_row.second)
        target = Target.of(at.corpus_id, at.sentence, *extent)
        substitute = text_row.second[target.start : len(text_row.second) - (len(text_row.text) - target.end)]
        return Candidate.of(target, substitute), {_LABEL: "".join(text_row.labels[:1])}

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the label in the words of the schema."""
        name = _label_of(value)
        return next((str(one["title"]) for one in _labels(settings) if one["name"] == name), name)

    def example(self) -> Example:
        """Return an invented sentence with a substitute that two of three annotators take to fit."""
        text = "Une mince couche de glace recouvrait la vitre."
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        target = Target.of("example", sentence, 4, 9, "mince", "ADJ")
        answers: tuple[Json, Json, Json] = ({_LABEL: FITS}, {_LABEL: UNSURE}, {_LABEL: FITS})
        return Example(Candidate.of(target, "fine"), answers, {_LABEL: FITS})


def _replaced(text: str, second: str) -> tuple[int, int, str, str]:
    """Return the words of a text that are replaced in a second one, as a target."""
    start, end = 0, len(text)
    most = min(len(text), len(second))
    while start < most and text[start] == second[start]:
        start += 1
    while end > start and len(second) - (len(text) - end) > start:
        if text[end - 1] != second[end - 1 - len(text)]:
            break
        end -= 1
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and (start == end or not text[end].isspace()):
        end += 1
    while end > start + 1 and not text[end - 1].isalnum() and second.endswith(text[end - 1 :]):
        end -= 1
    return start, end, text[start:end], ""


def _candidate(item: Item) -> Candidate:
    return item_as(Candidate, item, Term("item-candidate"))


def _label(raw: Json) -> dict[str, Json]:
    """Return one label of a schema in canonical form."""
    if not isinstance(raw, Mapping) or not str(raw.get("name", "")).isidentifier():
        raise InvalidSchema(
            "aloi.value",
            name=Term("a-label"),
            value=repr(raw),
            expected=Term("label-name", example='{"name": "fits", "title": "Fits"}'),
        )
    name = str(raw["name"])
    return {
        "name": name,
        "title": str(raw.get("title") or name.replace("_", " ").capitalize()),
        "gloss": str(raw.get("gloss") or ""),
    }


def _labels(settings: Mapping[str, Json]) -> list[dict[str, Json]]:
    listed = settings["labels"]
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _names(settings: Mapping[str, Json]) -> tuple[str, ...]:
    return tuple(str(one["name"]) for one in _labels(settings))


def _label_of(value: Json) -> str:
    return str(value[_LABEL]) if isinstance(value, Mapping) else ""


def _rating(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: _label_of(value)}


def _majority(values: Sequence[Json]) -> Json:
    label = majority([_label_of(value) for value in values])
    return None if label is None else {_LABEL: label}
