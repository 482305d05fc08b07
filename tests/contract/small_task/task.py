"""The task of the test: which way a text leans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from aloi.annotation.fields import Field
from aloi.annotation.rows import LabelledText
from aloi.annotation.tasks.base import (
    Example,
    GoldRule,
    InvalidAnnotation,
    InvalidSchema,
    TaskType,
    View,
    majority,
)
from aloi.corpora.model import Item, Json, Passage, Sentence

SIDES = ("for", "neither", "against")
_MEASURES = ("krippendorff_alpha", "percent_agreement")


@dataclass(frozen=True, slots=True)
class Leaning(Field):
    """A question answered by a side: for, against, or neither."""

    text: str
    about: str


class LeaningTask(TaskType):
    """Which way a text leans; the value is {"leaning": for, against or neither}."""

    name: ClassVar[str] = "leaning"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "A text that speaks for something, against it, or neither."
    item_kind: ClassVar[str] = "passage"
    row_kind: ClassVar[type] = LabelledText
    main_metrics: ClassVar[tuple[str, ...]] = ("weighted_f1", "macro_f1")
    references: ClassVar[tuple[str, ...]] = ()

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        del language
        return {"of_a_treatment": {"about": "the treatment"}}

    def default_settings(self) -> dict[str, Json]:
        return self.presets()["of_a_treatment"]

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        about = settings.get("about")
        if not isinstance(about, str) or set(settings) != {"about"}:
            raise InvalidSchema("small.settings", settings=repr(dict(settings)))
        return {"about": about}

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        return (Leaning("leaning", "Leaning", item.texts[0], str(settings["about"])),)

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        del item, settings
        side = value.get("leaning") if isinstance(value, Mapping) and set(value) == {"leaning"} else value
        if not isinstance(side, str) or side not in SIDES:
            raise InvalidAnnotation("small.answer", value=repr(value))
        return {"leaning": side}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        del settings
        return (View("leaning:nominal", "Leaning", "nominal", SIDES, _MEASURES, _rating),)

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        del settings
        return (GoldRule("majority", "Most frequent side; a tie is adjudicated", _majority),)

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        del settings
        return None if len(values) < 2 else float(len(set(map(_side, values))) > 1)

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        del settings
        return 0.0, float(len(SIDES) - 1)

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> LabelledText:
        del settings
        return LabelledText(item.id, item.texts[0], "", (_side(value),), SIDES)

    def from_row(self, row: Any, at: Any, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        del settings
        return Passage.of(at.corpus_id, at.sentence), {"leaning": row.labels[0]}

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        del settings
        return _side(value)

    def example(self) -> Example:
        text = "The fever fell within a day."
        item = Passage.of("example", Sentence("example-sentence", "example", 0, 0, len(text), text))
        answers: tuple[Json, Json, Json] = ({"leaning": "for"}, {"leaning": "neither"}, {"leaning": "for"})
        return Example(item, answers, {"leaning": "for"})


def _side(value: Json) -> str:
    return str(value["leaning"]) if isinstance(value, Mapping) else ""


def _rating(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: _side(value)}


def _majority(values: Sequence[Json]) -> Json:
    found = majority([_side(value) for value in values])
    return None if found is None else {"leaning": found}
