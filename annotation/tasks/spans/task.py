"""The spans task: stretches of a text, each with a label; nested and broken ones where the schema allows."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from aloi.annotation.fields import Field, Label, Spans
from aloi.annotation.rows import LabelledSpan, Row, TaggedTokens
from aloi.annotation.spans import (
    OUTSIDE,
    TOKENS,
    UNITS,
    Part,
    covered_text,
    in_order,
    labels_of_tokens,
    merge_parts,
    overlap,
    pieces,
    spans_of_tags,
    tokens_and_tags,
    trimmed,
)
from aloi.annotation.tasks.base import (
    Example,
    GoldRule,
    InvalidAnnotation,
    InvalidSchema,
    RowPlace,
    TaskType,
    View,
    row_as,
)
from aloi.annotation.tasks.spans.votes import vote_by_character, vote_by_span
from aloi.base.errors import masked
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json, Passage, Sentence

MARKED = "marked"  # the category of a token in some span, whatever its label
RESERVED_KEYS = frozenset("usfny?,")  # the keys of the page itself
_SETTINGS = {"question", "labels", "unit", "nested", "broken"}
_NAME = re.compile(r"[\w-]+")
_KEYS = "123456789abcdeghijklmopqrtvwxz0"
_COLOURS = (
    "#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf",
    "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#3b5bdb", "#0b7285",
)  # fmt: skip
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_MEASURES = (
    "krippendorff_alpha", "cohen_kappa", "fleiss_kappa", "gwet_ac1", "percent_agreement",
)  # fmt: skip
_SET_MEASURES = ("krippendorff_alpha_masi", "krippendorff_alpha_jaccard")
_MOST = 20.0  # splits are stratified by the number of tagged tokens up to here
_PRESETS = ("entities", "negation")
_LABELS_FOLDER = Path(__file__).parent / "label_sets"


class SpanMarking(TaskType):
    """Stretches of a text with labels.

    The value is {"spans": [{"label": name, "parts": [[start, end], ...]}]}, with half-open offsets in code
    points. The parts of a span are in order and do not touch. Spans are in the order of the text, each once.
    An answer without spans means that there is nothing to mark.
    """

    name: ClassVar[str] = "spans"
    blank: ClassVar[str] = "nothing marked"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "A text, the stretches of it that are named, each with a label."
    item_kind: ClassVar[str] = "passage"
    row_kind: ClassVar[type] = TaggedTokens
    main_metrics: ClassVar[tuple[str, ...]] = ("seqeval_f1", "seqeval_strict_f1")
    references: ClassVar[tuple[str, ...]] = ("hripcsak2005agreement",)
    label_path: ClassVar[tuple[str, ...]] = ("labels",)
    takes_suggestions: ClassVar[bool] = True

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schemas: clinical entities; negation as cues and their scopes."""
        return {name: self.check_settings(_ready(name, language)) for name in _PRESETS}

    def empty_settings(self, language: str = "en") -> dict[str, Json]:
        """Return the options and the question of the ready entities, without labels."""
        return {**_ready(_PRESETS[0], language), "labels": []}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `labels` is a list of {name, title, gloss, colour, key}, of which only the name is required. `unit` is
        tokens or characters; `nested` says whether spans may share characters; `broken` says whether a span
        may have several parts. `question` is shown to annotators.
        """
        raw = settings.get("labels")
        listed = [_label(one) for one in raw] if isinstance(raw, list) else []
        names = [one["name"] for one in listed]
        unit, question = settings.get("unit", TOKENS), settings.get("question", "")
        nested, broken = settings.get("nested", False), settings.get("broken", False)
        if (
            not names
            or len(set(names)) < len(names)
            or unit not in UNITS
            or not (isinstance(nested, bool) and isinstance(broken, bool) and isinstance(question, str))
            or set(settings) - _SETTINGS
        ):
            raise InvalidSchema(
                "aloi.value",
                name=Term("settings"),
                value=repr(dict(settings)),
                expected=Term("settings-spans"),
                todo=Term("ready-schema"),
            )
        dressed: list[Json] = [*_dressed(listed)]
        return {
            "question": str(question).strip(), "labels": dressed, "unit": unit, "nested": nested,
            "broken": broken,
        }  # fmt: skip

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question: the text, its pieces and the labels there are."""
        text = _text(item)
        labels = tuple(
            Label(label["name"], label["title"], label["gloss"], "", label["colour"], label["key"])
            for label in _labels(settings)
        )
        return (
            Spans(
                name="spans",
                title="Spans",
                question=str(settings["question"]),
                text=text,
                pieces=pieces(text, str(settings["unit"])),
                labels=labels,
                nested=bool(settings["nested"]),
                broken=bool(settings["broken"]),
            ),
        )

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return the value in canonical form, or raise InvalidAnnotation.

        A list of spans alone is accepted, as tables of answers hold them.
        """
        text = _text(item)
        named = isinstance(value, Mapping) and set(value) == {"spans"}
        listed = value["spans"] if isinstance(value, Mapping) and named else value
        if not isinstance(listed, list) or not (listed or named):
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=masked(value),
                expected=Term("answer-spans"),
                todo=Term("as-page-sends"),
            )
        places = pieces(text, str(settings["unit"]))
        starts, ends = {start for start, _ in places}, {end for _, end in places}
        spans = in_order(_checked(one, text, starts, ends, settings) for one in listed)
        crossed = next(((a, b) for a, b in combinations(spans, 2) if overlap(a, b)), None)
        if crossed and not settings["nested"]:
            a, b = (covered_text(text, one) for one in crossed)
            raise InvalidAnnotation("annotation.spans-share-characters", value=masked(a), value_2=masked(b))
        return value_of(spans)

    def label_name(self, typed: str) -> str:
        """Return the name with _ for spaces: formats of tags have no others."""
        return "_".join(typed.split())

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the labels of the spans, each once."""
        return tuple(dict.fromkeys(one.label for one in spans_of(value)))

    def values_in(self, value: Json) -> tuple[str, ...]:
        """Return the label of each span."""
        return tuple(one.label for one in spans_of(value))

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the spans with other labels; two that come to be the same are one."""
        return _renamed(value, names)

    def redrafted(self, draft: Json, names: Mapping[str, str]) -> Json:
        """Return the spans under way with other labels, and so those that are still offered."""
        fields = draft if isinstance(draft, Mapping) else {}
        offers = _renamed({"spans": fields.get("offers")}, names)["spans"]
        return {**fields, **_renamed(fields, names), "offers": offers}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the label of each token, whether it is marked at all, and the set of its labels.

        Units are the tokens of the text, also where characters are marked: a token counts with a span that
        holds part of it. Of several labels the view of labels takes that of the longest span; the view of
        sets, there where spans may be nested, takes all.
        """
        names = tuple(one["name"] for one in _labels(settings))
        extent = (OUTSIDE, MARKED)
        views = [
            View("tokens", "tokens", "nominal", (OUTSIDE, *names), _MEASURES, _token_reader(_first)),
            View(
                "tokens:marked", "tokens, marked or not", "nominal", extent, _MEASURES, _token_reader(_marked)
            ),
        ]
        if settings["nested"]:
            reader = _token_reader(frozenset)
            views.append(
                View("tokens:sets", "tokens, all their labels", "nominal", (), _SET_MEASURES, reader)
            )
        return tuple(views)

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the vote by span, and the vote character by character."""
        del settings
        return (
            GoldRule("spans", "Spans most annotators gave exactly", _by(vote_by_span)),
            GoldRule("characters", "The characters that most annotators marked", _by(vote_by_character)),
        )

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return 1 minus the lowest F1 of exact spans between two answers; None with fewer than two."""
        del settings
        if len(values) < 2:
            return None
        answers = [frozenset(spans_of(value)) for value in values]
        return max(1 - _f1(a, b) for a, b in combinations(answers, 2))

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return 0 and 20: splits are stratified by the number of tagged tokens."""
        del settings
        return 0.0, _MOST

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> TaggedTokens:
        """Return the tokens with the tags that can be said of them, the text and its spans."""
        del settings
        text, spans = _text(item), spans_of(value)
        document = item.sentences[0].document_id
        return TaggedTokens(item.id, document, *tokens_and_tags(text, spans), text, spans)

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the passage and its spans, those of the tags where the row has no text."""
        del settings
        tagged_row = row_as(TaggedTokens, row)
        spans = tagged_row.spans if tagged_row.text else spans_of_tags(tagged_row.tokens, tagged_row.tags)[1]
        return Passage.of(at.corpus_id, at.sentence), value_of(spans)

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the labels with how often each is used."""
        counts = Counter(span.label for span in spans_of(value))
        titles = {one["name"]: one["title"] for one in _labels(settings)}
        return ", ".join(
            titles.get(label, label) + (f" ×{count}" if count > 1 else "") for label, count in counts.items()
        ) or self.blank  # fmt: skip

    def example(self) -> Example:
        """Return an invented sentence with a nested span, on which two of three annotators agree."""
        text = "Douleur de la hanche droite, soulagée par le paracétamol."
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        sign, hip = LabelledSpan("sign", ((0, 27),)), LabelledSpan("anatomy", ((14, 27),))
        drug = LabelledSpan("drug", ((45, 56),))
        gold, other = value_of([sign, hip, drug]), value_of([sign, drug])
        return Example(Passage.of("example", sentence), (gold, other, gold), gold)


def spans_of(value: Json) -> tuple[LabelledSpan, ...]:
    """Return the spans of a checked value."""
    listed = value.get("spans") if isinstance(value, Mapping) else None
    return tuple(
        LabelledSpan(str(span["label"]), parts)
        for span in (listed if isinstance(listed, list) else [])
        if isinstance(span, Mapping) and (parts := _parts(span.get("parts")))
    )


def _renamed(value: Json, names: Mapping[str, str]) -> dict[str, Json]:
    spans = [LabelledSpan(names[one.label], one.parts) for one in spans_of(value) if one.label in names]
    return value_of(list(dict.fromkeys(spans)))


def value_of(spans: Sequence[LabelledSpan]) -> dict[str, Json]:
    """Return the value that holds these spans."""
    return {"spans": [to_json(one) for one in in_order(spans)]}


def _ready(name: str, language: str) -> dict[str, Json]:
    """Return a shipped schema, its texts in `language`, or in English if it has none."""
    raw = tomllib.loads((_LABELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))

    def localized(words: Mapping[str, str]) -> str:
        return words.get(language, words["en"])

    labels: list[Json] = [
        {"name": label["name"], "title": localized(label["title"]), "gloss": localized(label["gloss"])}
        for label in raw["labels"]
    ]
    return {"question": localized(raw["question"]), "labels": labels, "nested": True, "broken": True}


def _text(item: Item) -> str:
    if not isinstance(item, Passage):
        raise InvalidAnnotation(
            "aloi.wrong-kind",
            name=Term("item-named", item=item.id),
            kind=repr(item.kind),
            expected=Term("item-passage"),
            todo=Term("choose-such-items"),
        )
    return item.text


def _label(raw: Json) -> dict[str, str]:
    """Return one label of a schema, its colour and key empty where none was given."""
    entry = raw if isinstance(raw, Mapping) else {}
    name, key = str(entry.get("name", "")), str(entry.get("key") or "")
    colour = str(entry.get("colour") or "")
    if not _NAME.fullmatch(name) or name in (OUTSIDE, MARKED):
        raise InvalidSchema(
            "aloi.value",
            name=Term("a-label"),
            value=repr(raw),
            expected=Term("label-of-spans", outside=OUTSIDE, marked=MARKED),
        )
    if len(key) > 1 or key.lower() in RESERVED_KEYS or (colour and not _COLOUR.fullmatch(colour)):
        raise InvalidSchema(
            "aloi.value",
            name=Term("key-and-colour", name=repr(name)),
            value=(repr(key), repr(colour)),
            expected=Term("key-and-colour-form", reserved=" ".join(sorted(RESERVED_KEYS))),
        )
    title = str(entry.get("title") or name.replace("_", " "))
    return {
        "name": name,
        "title": title,
        "gloss": str(entry.get("gloss") or ""),
        "colour": colour,
        "key": key,
    }


def _dressed(labels: Sequence[dict[str, str]]) -> list[dict[str, Json]]:
    """Return labels, those without a key given the next free one, those without a colour the next one."""
    keys = [one["key"].lower() for one in labels if one["key"]]
    if len(set(keys)) < len(keys):
        raise InvalidSchema(
            "aloi.value", name=Term("keys-of-labels"), value=" ".join(keys), expected=Term("each-once")
        )
    free = (key for key in _KEYS if key not in keys)
    return [
        {
            **label,
            "key": label["key"].lower() or next(free, ""),
            "colour": label["colour"] or _COLOURS[index % len(_COLOURS)],
        }
        for index, label in enumerate(labels)
    ]


def _labels(settings: Mapping[str, Json]) -> list[dict[str, str]]:
    listed = settings["labels"]
    return [
        {name: str(told) for name, told in label.items()}
        for label in (listed if isinstance(listed, list) else [])
        if isinstance(label, dict)
    ]


def _parts(raw: Json) -> tuple[Part, ...]:
    """Return the parts of a span as they are given; none where they are not pairs of whole numbers."""
    parts = []
    for pair in raw if isinstance(raw, list) else []:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(end) is not int for end in pair):
            return ()
        parts.append((int(str(pair[0])), int(str(pair[1]))))
    return tuple(parts)


def _checked(
    raw: Json, text: str, starts: Set[int], ends: Set[int], settings: Mapping[str, Json]
) -> LabelledSpan:
    """Return one span in canonical form, or raise InvalidAnnotation."""
    raw_parts = (
        _parts(raw.get("parts")) if isinstance(raw, Mapping) and set(raw) == {"label", "parts"} else ()
    )
    label = raw.get("label") if isinstance(raw, Mapping) else None
    names = [one["name"] for one in _labels(settings)]
    if not raw_parts or label not in names:
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("a-span"),
            value=masked(raw),
            expected=Term("span-parts", names=names),
            todo=Term("draw-again"),
        )
    sound = all(start < end and start in starts and end in ends for start, end in raw_parts)
    parts = merge_parts(raw_parts, text) if settings["unit"] == TOKENS else trimmed(raw_parts, text)
    if not sound or not parts:
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("span-offsets"),
            value=str([list(part) for part in raw_parts]),
            expected=Term("parts-on-units", unit=settings["unit"], length=len(text)),
            todo=Term("draw-again"),
        )
    if len(parts) > 1 and not settings["broken"]:
        raise InvalidAnnotation(
            "aloi.too-many",
            name=Term("parts-of-span", text=masked(covered_text(text, LabelledSpan(str(label), parts)))),
            count=len(parts),
            most=1,
            todo=Term("continuous-span"),
        )
    return LabelledSpan(str(label), parts)


def _token_reader(
    rate: Callable[[tuple[str, ...]], object],
) -> Callable[[Item, Json], Mapping[str, object]]:
    """Return the function from (item, value) to {token: what `rate` makes of its labels}."""

    def ratings(item: Item, value: Json) -> Mapping[str, object]:
        labels_of_text = labels_of_tokens(_text(item), spans_of(value))
        return {f"{item.id}:{place:05}": rate(labels) for place, labels in enumerate(labels_of_text)}

    return ratings


def _first(labels: tuple[str, ...]) -> str:
    return labels[0] if labels else OUTSIDE


def _marked(labels: tuple[str, ...]) -> str:
    return MARKED if labels else OUTSIDE


def _by(
    vote: Callable[[Sequence[Set[LabelledSpan]]], tuple[LabelledSpan, ...] | None],
) -> Callable[[Sequence[Json]], Json]:
    """Return a vote on spans as a vote on values."""

    def combine(values: Sequence[Json]) -> Json:
        spans = vote([frozenset(spans_of(value)) for value in values])
        return None if spans is None else value_of(spans)

    return combine


def _f1(a: Set[LabelledSpan], b: Set[LabelledSpan]) -> float:
    return 2 * len(a & b) / (len(a) + len(b)) if a or b else 1.0
