"""The similarity task: how alike are two sentences, on one or several scales."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.fields import Field, Scale
from aloi.annotation.rows import Row, ScoredPair
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
    median,
    row_as,
)
from aloi.base.errors import quoted
from aloi.base.records import from_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Pair, Sentence

_SCALES_FILE = Path(__file__).parent / "scale.toml"
_DIMENSIONS = ("form", "concepts", "compatibility")
_LEVELS = ("ordinal", "interval", "nominal")
_ALPHA = "krippendorff_alpha"
_WIDE = 0.4  # of the range of a scale
_MEASURES = {
    "ordinal": (_ALPHA, "cohen_kappa", "fleiss_kappa", "gwet_ac1", "percent_agreement", "gwet_ac2"),
    "interval": (_ALPHA, "gold_reliability"),
    "nominal": (_ALPHA,),
}


class Similarity(TaskType):
    """How alike two sentences are. The value maps each scale's name to a number of that scale."""

    name: ClassVar[str] = "similarity"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-two-sentences-one", "Two sentences, one or several similarity scales (0-5 by default)."
    )
    item_kind: ClassVar[str] = "pair"
    row_kind: ClassVar[type] = ScoredPair
    main_metrics: ClassVar[tuple[str, ...]] = ("spearman", "edrm")
    references: ClassVar[tuple[str, ...]] = ("hiebel2022clister", "cer2017semeval")
    symmetric: ClassVar[bool] = True

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schemas: `score` alone, and the three dimensions beside it."""
        return {
            "score": {"scales": [_shipped_scale("score", language)]},
            "dimensions": {
                "scales": [_shipped_scale(name, language) for name in (*_DIMENSIONS, "score")],
                "main": "score",
            },
        }

    def empty_settings(self, language: str = "en") -> dict[str, Json]:
        """Return a scale from 0 to 4 without glosses."""
        shipped = _shipped_scale("score", language)
        scale: Json = {**shipped, "low": 0, "high": 4, "step": 1, "degrees": []}
        return {"scales": [scale]}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `scales` is a list of {name, low, high, step, title, question, degrees}; `main` names the scale
        that gold and metrics read (the last one unless said).
        """
        raw = settings.get("scales")
        if not isinstance(raw, list) or not raw:
            raise InvalidSchema(
                "aloi.value",
                name=Term("list-of-scales"),
                value=repr(raw),
                expected=Term("scales-unique", example='[{"name": "score", "low": 0, "high": 5}]'),
            )
        scales: list[Json] = [_checked_scale(one) for one in raw]
        names = [str(one["name"]) for one in scales if isinstance(one, dict)]
        if len(set(names)) < len(names):
            raise InvalidSchema(
                "aloi.value",
                name=Term("list-of-scales"),
                value=names,
                expected=Term("scales-unique", example='[{"name": "score", "low": 0, "high": 5}]'),
            )
        main = settings.get("main", names[-1])
        if main not in names:
            raise InvalidSchema(
                "aloi.value",
                name=Term("main-scale"),
                value=repr(main),
                expected=Term("one-of", choices=names),
            )
        return {"scales": scales, "main": main}

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return one Scale a dimension, in the order of the schema."""
        del item  # every pair is asked the same
        return tuple(self.scales(settings))

    def scales(self, settings: Mapping[str, Json]) -> tuple[Scale, ...]:
        """Return the scales of a schema."""
        return _scales(json.dumps(settings["scales"]))

    def main_scale(self, settings: Mapping[str, Json]) -> Scale:
        """Return the scale that gold, splits and metrics read."""
        return next(scale for scale in self.scales(settings) if scale.name == settings["main"])

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return {scale name: number} in the schema's order, or raise InvalidAnnotation.

        A bare number is accepted where the schema has one scale only.
        """
        del item
        scales = self.scales(settings)
        numbers = value if isinstance(value, dict) else {scales[0].name: value}
        if not isinstance(value, dict) and len(scales) > 1:
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=quoted(value),
                expected=Term("answer-to-scales", scales=(s.name for s in scales)),
            )
        unknown = sorted(set(numbers) - {scale.name for scale in scales})
        if unknown:
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("scale-of-answer"),
                value=map(quoted, unknown),
                expected=Term("one-of", choices=(s.name for s in scales)),
            )
        return {scale.name: _degree_of(scale, numbers.get(scale.name)) for scale in scales}

    def labels(self, settings: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the degrees of each scale, as `scale:degree`."""
        return tuple(
            degree_name(scale.name, number) for scale in self.scales(settings) for number in scale.values
        )

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the degree on each scale, as `scale:degree`."""
        return tuple(degree_name(*one) for one in value.items()) if isinstance(value, Mapping) else ()

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the answer with other degrees; a scale without one is removed."""
        numbers = value if isinstance(value, Mapping) else {}
        renamed = [names[name] for one in numbers.items() if (name := degree_name(*one)) in names]
        return {
            scale: _plain(float(number))
            for scale, _, number in (one.rpartition(":") for one in renamed)
            if _is_written_number(number)
        }

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return, main scale first, each scale seen as ordinal, interval and nominal."""
        main = self.main_scale(settings)
        ordered = [main, *(scale for scale in self.scales(settings) if scale != main)]
        return tuple(
            View(
                name=f"{scale.name}:{level}",
                title=Phrase(
                    "view-of-scale",
                    "{scale}, {level}",
                    scale=scale.title,
                    level=Phrase(f"level-{level}", level),
                ),
                level=level,
                categories=tuple(_plain(number) for number in scale.values),
                measures=_MEASURES[level],
                ratings=reader,
            )
            for scale in ordered
            for reader in [_reader(scale.name)]
            for level in _LEVELS
        )

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return mean (default), median and majority, each taken scale by scale."""
        names = [scale.name for scale in self.scales(settings)]
        return (
            GoldRule("mean", "Mean of the annotators", _by_scale(names, mean)),
            GoldRule("median", "Median of the annotators", _by_scale(names, median)),
            GoldRule("majority", "Most frequent answer; a tie is adjudicated", _by_scale(names, majority)),
        )

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        """Return a part a scale, main scale first."""
        main = self.main_scale(settings)
        ordered = [main, *(scale for scale in self.scales(settings) if scale != main)]
        return tuple(
            GoldPart(
                scale.name,
                _LEVELS[0],
                tuple(_plain(number) for number in scale.values),
                _degree_in(scale.name),
            )
            for scale in ordered
        )

    def join(self, parts: Mapping[str, Json]) -> Json:
        """Return {scale name: number}, whole numbers as such."""
        return {name: _plain(one) if isinstance(one, float) else one for name, one in parts.items()}

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return the largest gap between two answers on the main scale; None with fewer than two."""
        scores = [self.score(value, settings) for value in values]
        return max(scores) - min(scores) if len(scores) > 1 else None

    def wide_gap(self, settings: Mapping[str, Json]) -> float:
        """Return two fifths of the main scale: 2 on a scale from 0 to 5. A mean hides such a difference."""
        low, high = self.range(settings)
        return round((high - low) * _WIDE, 9)

    def score(self, value: Json, settings: Mapping[str, Json]) -> float:
        """Return the number of the main scale in a value."""
        number = value[str(settings["main"])] if isinstance(value, dict) else value
        if not isinstance(number, int | float):
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("a-value"),
                value=quoted(value),
                expected=Term("number-on-main", main=settings["main"]),
            )
        return float(number)

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return the ends of the main scale; read from its settings, as every row asks for them."""
        raw = settings["scales"]
        scales = [one for one in raw if isinstance(one, dict)] if isinstance(raw, list) else []
        scale = next(one for one in scales if one["name"] == settings["main"])
        return float(str(scale["low"])), float(str(scale["high"]))

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> ScoredPair:
        """Return the pair with its score on the main scale."""
        low, high = self.range(settings)
        left, right = item.sentences
        return ScoredPair(
            id=item.id,
            left_id=left.id,
            right_id=right.id,
            left=left.text,
            right=right.text,
            score=self.score(value, settings),
            low=low,
            high=high,
        )

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the pair and its score, on the main scale alone."""
        score = row_as(ScoredPair, row).score
        return at.pair, {str(settings["main"]): _plain(score)}

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the number alone for one scale, `name number` for several."""
        scales = self.scales(settings)
        if not isinstance(value, dict):
            return _written(value)
        if len(scales) == 1:
            return _written(value.get(scales[0].name))
        return ", ".join(f"{scale.title} {_written(value.get(scale.name))}" for scale in scales)

    def example(self) -> Example:
        """Return an invented pair scored 4, 5 and 4 by three annotators."""
        left = Sentence("example-left", "example", 0, 0, 38, "Le patient présentait une fièvre à 39.")
        right = Sentence("example-right", "example", 1, 39, 75, "Une fièvre à 39 était constatée ici.")
        answers: tuple[Json, Json, Json] = ({"score": 4}, {"score": 5}, {"score": 4})
        return Example(Pair.of("example", left, right), answers, {"score": 13 / 3})


def degree_name(scale: str, number: Json) -> str:
    """Return what a degree is called where labels are named.

    >>> degree_name("score", 4.0)
    'score:4'
    """
    return f"{scale}:{float(str(number)):g}"


def _is_written_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shipped_scale(name: str, language: str) -> dict[str, Json]:
    """Return a scale of the shipped file, its words in `language` (fr, otherwise en)."""
    shipped = tomllib.loads(_SCALES_FILE.read_text(encoding="utf-8"))["scales"][name]
    words = "fr" if language == "fr" else "en"
    degrees: list[Json] = [
        {
            "value": degree["value"],
            "gloss": degree["gloss"][words],
            "left": degree["left"][words],
            "right": degree["right"][words],
        }
        for degree in shipped["degrees"]
    ]
    return {
        "name": name,
        "title": shipped["title"][words],
        "question": shipped["question"][words],
        "low": shipped["low"],
        "high": shipped["high"],
        "step": 1,
        "degrees": degrees,
    }


def _checked_scale(raw: Json) -> dict[str, Json]:
    """Return one scale of a schema in canonical form."""
    if not isinstance(raw, dict) or not str(raw.get("name", "")).isidentifier():
        raise InvalidSchema(
            "aloi.value",
            name=Term("a-scale"),
            value=repr(raw),
            expected=Term("label-name", example='{"name": "score", "low": 0, "high": 5, "step": 1}'),
        )
    low, high, step = raw.get("low", 0), raw.get("high", 5), raw.get("step", 1)
    if not (_is_number(low) and _is_number(high) and _is_number(step)):
        raise InvalidSchema(
            "aloi.value",
            name=Term("scale-range", name=raw["name"]),
            value=(repr(low), repr(high), repr(step)),
            expected=Term("finite-and-whole-steps"),
        )
    first, last, one_step = float(str(low)), float(str(high)), float(str(step))
    span = last - first
    if one_step <= 0 or span <= 0 or abs(span / one_step - round(span / one_step)) > 1e-9:
        raise InvalidSchema(
            "aloi.value",
            name=Term("scale-range", name=raw["name"]),
            value=(low, high, step),
            expected=Term("finite-and-whole-steps"),
        )
    name = str(raw["name"])
    degrees = raw.get("degrees", [])
    return {
        "name": name,
        "title": str(raw.get("title") or name.capitalize()),
        "question": str(raw.get("question") or ""),
        "low": _plain(first),
        "high": _plain(last),
        "step": _plain(one_step),
        "degrees": [_checked_degree(one, name) for one in degrees] if isinstance(degrees, list) else [],
    }


def _checked_degree(raw: Json, scale: str) -> Json:
    """Return one degree of a scale in canonical form."""
    if not isinstance(raw, dict) or not _is_number(raw.get("value")):
        raise InvalidSchema(
            "aloi.value", name=Term("degree-of", scale=scale), value=repr(raw), expected=Term("degree-parts")
        )
    texts = {key: str(raw.get(key) or "") for key in ("gloss", "left", "right")}
    return {"value": _plain(float(str(raw["value"]))), **texts}


@lru_cache(256)  # read several times an answer, and the same for as long as a schema is in force
def _scales(written: str) -> tuple[Scale, ...]:
    """Return the scales of a schema, given as JSON."""
    raw = json.loads(written)
    return tuple(_scale(one) for one in raw if isinstance(one, dict)) if isinstance(raw, list) else ()


def _scale(raw: Mapping[str, Json]) -> Scale:
    """Return the Scale field of a checked scale."""
    listed = raw["degrees"] if isinstance(raw["degrees"], list) else []
    degrees = [
        {**degree, "value": float(str(degree["value"])), "example": [degree["left"], degree["right"]]}
        for degree in listed
        if isinstance(degree, dict)
    ]
    ends: dict[str, Any] = {name: float(str(raw[name])) for name in ("low", "high", "step")}
    return from_json(Scale, raw, degrees=degrees, **ends)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _written(number: Json) -> str:
    """Return a number of a scale in words: a mean of degrees has two decimals."""
    return "" if number is None else f"{round(number, 2):g}" if isinstance(number, float) else str(number)


def _plain(number: float) -> int | float:
    """Return 4 for 4.0, so that a value has one JSON form."""
    return int(number) if number == int(number) else number


def _degree_of(scale: Scale, raw: Json) -> int | float:
    """Return a given number in canonical form if the scale holds it."""
    number: float | None = None
    if isinstance(raw, str | int | float) and not isinstance(raw, bool):
        try:
            number = float(raw)
        except (ValueError, OverflowError):  # JSON holds integers that no float can
            number = None
    if number is None or not math.isfinite(number):
        raise InvalidAnnotation(
            "aloi.value",
            name=scale.title,
            value=quoted(raw),
            expected=Term(
                "number-in-steps", low=f"{scale.low:g}", high=f"{scale.high:g}", step=f"{scale.step:g}"
            ),
        )
    steps = (number - scale.low) / scale.step
    if not scale.low <= number <= scale.high or abs(steps - round(steps)) > 1e-9:
        raise InvalidAnnotation(
            "aloi.value",
            name=scale.title,
            value=_plain(number),
            expected=Term(
                "number-in-steps", low=f"{scale.low:g}", high=f"{scale.high:g}", step=f"{scale.step:g}"
            ),
        )
    return _plain(round(scale.low + round(steps) * scale.step, 10))


def _reader(name: str) -> Callable[[Item, Json], Mapping[str, object]]:
    """Return the function from (item, value) to {item id: number of the scale}."""

    def ratings(item: Item, value: Json) -> Mapping[str, object]:
        return {item.id: value[name]} if isinstance(value, dict) else {}

    return ratings


def _degree_in(name: str) -> Callable[[Json], Json]:
    """Return the function from a value to its number on a scale."""

    def read(value: Json) -> Json:
        return value.get(name) if isinstance(value, dict) else None

    return read


def _by_scale(
    names: Sequence[str], combine: Callable[[Sequence[float]], float | None]
) -> Callable[[Sequence[Json]], Json]:
    """Return a gold rule that combines each scale on its own; None if any scale stays undecided."""

    def combined(values: Sequence[Json]) -> Json:
        result: dict[str, Json] = {}
        for name in names:
            numbers = [float(str(value[name])) for value in values if isinstance(value, dict)]
            number = combine(numbers)
            if number is None:
                return None
            result[name] = _plain(number)
        return result

    return combined
