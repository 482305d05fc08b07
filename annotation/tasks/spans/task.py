"""The spans task: stretches of a text, each with a label; nested and broken ones where the schema allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import combinations
from typing import ClassVar

from aloi.annotation.fields import Field, Label, Spans
from aloi.annotation.rows import LabelledSpan, Row, TaggedTokens
from aloi.annotation.spans import (
    OUTSIDE,
    TOKENS,
    UNITS,
    labels_of_tokens,
    pieces,
    spans_of_tags,
    tokens_and_tags,
)
from aloi.annotation.tasks.base import (
    Example,
    GoldRule,
    InvalidSchema,
    RowPlace,
    TaskType,
    View,
    item_as,
    row_as,
)
from aloi.annotation.tasks.spans.quotes import MOST_QUOTED, quoted_answer
from aloi.annotation.tasks.spans.settings import (
    MARKED,
    RELATION,
    checked_lists,
    ready,
    relation_name,
    schema_attributes,
    schema_relations,
    value_name,
    with_names,
)
from aloi.annotation.tasks.spans.values import (
    checked_value,
    elements,
    names_in,
    redraft,
    relations_of,
    renamed,
    spans_of,
    value_of,
)
from aloi.annotation.tasks.spans.votes import vote_by_character, vote_by_span, vote_on_details
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Passage, Sentence

_SETTINGS = {"question", "labels", "unit", "nested", "broken", "attributes", "relations"}
_MEASURES = (
    "krippendorff_alpha", "cohen_kappa", "fleiss_kappa", "gwet_ac1", "percent_agreement",
)  # fmt: skip
_SET_MEASURES = ("krippendorff_alpha_masi", "krippendorff_alpha_jaccard")
_MOST = 20.0  # splits are stratified by the number of tagged tokens up to here
_PRESETS = ("entities", "assertions", "medication", "negation")


class SpanMarking(TaskType):
    """Stretches of a text with labels.

    The value is {"spans": [{"label": name, "parts": [[start, end], ...]}]}, with half-open offsets in code
    points. The parts of a span are in order and do not touch. Spans are in the order of the text, each once.
    An answer without spans means that there is nothing to mark.

    A span may have "attributes": {name: value or [values]}. They are stored as given, also a value that is
    the default of the schema: an attribute that a span lacks was not answered. With relations, the value has
    "relations": [{"type": name, "from": id, "to": id}], and each span has an "id": `s1`, `s2` and so on.
    """

    name: ClassVar[str] = "spans"
    blank: ClassVar[str] = "nothing marked"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-text-stretches-named", "A text, the stretches of it that are named, each with a label."
    )
    item_kind: ClassVar[str] = "passage"
    row_kind: ClassVar[type] = TaggedTokens
    main_metrics: ClassVar[tuple[str, ...]] = ("seqeval_f1", "seqeval_strict_f1")
    references: ClassVar[tuple[str, ...]] = ("hripcsak2005agreement",)
    label_path: ClassVar[tuple[str, ...]] = ("labels",)
    takes_suggestions: ClassVar[bool] = True

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schemas: clinical entities; negation as cues and their scopes."""
        return {name: self.check_settings(ready(name, language)) for name in _PRESETS}

    def empty_settings(self, language: str = "en") -> dict[str, Json]:
        """Return the options and the question of the ready entities, without labels."""
        return {**ready(_PRESETS[0], language), "labels": []}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        `labels` is a list of {name, title, gloss, colour, key}, of which only the name is required. `unit` is
        tokens or characters; `nested` says whether spans may share characters; `broken` says whether a span
        may have several parts. `question` is shown to annotators. `attributes` and `relations` are lists of
        `SpanAttribute` and `SpanRelation` as JSON; both are omitted if empty.
        """
        lists = checked_lists(settings)
        names = [str(one["name"]) for one in lists["labels"] if isinstance(one, Mapping)]
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
        options: dict[str, Json] = {"unit": unit, "nested": nested, "broken": broken}
        return {"question": str(question).strip(), **lists, **options}

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
                attributes=schema_attributes(settings),
                relations=schema_relations(settings),
            ),
        )

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return the value in canonical form, or raise InvalidAnnotation.

        A list of spans alone is accepted, as tables of answers hold them.
        """
        return checked_value(value, _text(item), settings)

    def label_name(self, typed: str) -> str:
        """Return the name with _ for spaces: formats of tags have no others."""
        return "_".join(typed.split())

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the labels of the spans, each once."""
        return tuple(dict.fromkeys(one.label for one in spans_of(value)))

    def values_in(self, value: Json) -> tuple[str, ...]:
        """Return the label of each span."""
        return tuple(one.label for one in spans_of(value))

    def mapped_names(self, settings: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the labels, the values of attributes and the types of relations."""
        values = [
            value_name(each.name, value.name) for each in schema_attributes(settings) for value in each.values
        ]
        types = [relation_name(each.name) for each in schema_relations(settings)]
        return (*self.labels(settings), *values, *types)

    def mapped_names_in(self, value: Json) -> tuple[str, ...]:
        """Return the labels, attribute values and relation types of an answer."""
        return names_in(value)

    def mapped_kind(self, name: str) -> str:
        """Return `label`, `value` or `relation`: names of values and relation types have a colon."""
        before, colon, _ = name.partition(":")
        return "label" if not colon else RELATION if before == RELATION else "value"

    def with_mapped_names(
        self, settings: Mapping[str, Json], becomes: Mapping[str, Sequence[str]]
    ) -> dict[str, Json]:
        """Return settings whose attributes and relations follow new names of labels, values and types."""
        return with_names(settings, becomes)

    def relation_count(self, value: Json) -> int:
        """Return the number of relations."""
        return len(relations_of(value))

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the spans and relations with other names; two that come to be the same are one."""
        return renamed(value, names)

    def redrafted(self, draft: Json, names: Mapping[str, str]) -> Json:
        """Return the spans under way with other names, and so those that are still offered."""
        return redraft(draft if isinstance(draft, Mapping) else {}, names)

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the label of each token, whether it is marked at all, and the set of its labels.

        Units are the tokens of the text, also where characters are marked: a token counts with a span that
        holds part of it. Of several labels the view of labels takes that of the longest span; the view of
        sets, there where spans may be nested, takes all.
        """
        names = tuple(one["name"] for one in _labels(settings))
        extent = (OUTSIDE, MARKED)
        views = [
            View(
                "tokens",
                Phrase("view-tokens", "tokens"),
                "nominal",
                (OUTSIDE, *names),
                _MEASURES,
                _token_reader(_first),
            ),
            View(
                "tokens:marked",
                Phrase("view-tokens-marked-not", "tokens, marked or not"),
                "nominal",
                extent,
                _MEASURES,
                _token_reader(_marked),
            ),
        ]
        if settings["nested"]:
            reader = _token_reader(frozenset)
            views.append(
                View(
                    "tokens:sets",
                    Phrase("view-tokens-all-their", "tokens, all their labels"),
                    "nominal",
                    (),
                    _SET_MEASURES,
                    reader,
                )
            )
        return tuple(views)

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the vote by span, and the vote character by character; attributes and relations follow."""
        by_character = _by(vote_by_character, settings)
        return (
            GoldRule("spans", "Spans most annotators gave exactly", _by(vote_by_span, settings)),
            GoldRule("characters", "The characters that most annotators marked", by_character),
        )

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return 1 minus the lowest F1 between two answers; None with fewer than two.

        F1 counts exact spans, attribute values of such spans, and relations between such spans.
        """
        del settings
        if len(values) < 2:
            return None
        answers = [elements(value) for value in values]
        return max(1 - _f1(a, b) for a, b in combinations(answers, 2))

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return 0 and 20: splits are stratified by the number of tagged tokens."""
        del settings
        return 0.0, _MOST

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> TaggedTokens:
        """Return the tokens with the tags that can be said of them, the text, its spans and relations."""
        del settings
        text, spans = _text(item), spans_of(value)
        document = item.sentences[0].document_id
        tagged = tokens_and_tags(text, spans)
        return TaggedTokens(item.id, document, *tagged, text, spans, relations_of(value))

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the passage and its spans, those of the tags where the row has no text."""
        del settings
        tagged_row = row_as(TaggedTokens, row)
        spans = tagged_row.spans if tagged_row.text else spans_of_tags(tagged_row.tokens, tagged_row.tags)[1]
        return Passage.of(at.corpus_id, at.sentence), value_of(spans, tagged_row.relations)

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the labels, attribute values other than the default, and relations, each with its count."""
        spans = spans_of(value)
        titles = {one["name"]: one["title"] for one in _labels(settings)}
        words = Counter(titles.get(span.label, span.label) for span in spans)
        for attribute in schema_attributes(settings):
            stated = Counter(each for span in spans for each in dict(span.attributes).get(attribute.name, ()))
            words |= Counter(
                {
                    f"{attribute.title}: {each.title}": stated[each.name]
                    for each in attribute.values
                    if each.name in stated and each.name != attribute.default
                }
            )
        types = Counter(relation.type for relation in relations_of(value))
        for type_ in schema_relations(settings):
            words |= Counter({f"→ {type_.title}": types[type_.name]} if type_.name in types else {})
        return ", ".join(
            word + (f" ×{count}" if count > 1 else "") for word, count in words.items()
        ) or self.blank  # fmt: skip

    def describe_with_item(self, value: Json, item: Item, settings: Mapping[str, Json]) -> str:
        """Return spans with their words, labels and attribute values, and relations; counts of many spans."""
        spans = spans_of(value)
        if not spans or len(spans) > MOST_QUOTED:
            return self.describe(value, settings)
        titles = {one["name"]: one["title"] for one in _labels(settings)}
        return quoted_answer(_text(item), spans, relations_of(value), titles, settings)

    def example(self) -> Example:
        """Return an invented sentence with a nested span, on which two of three annotators agree."""
        text = "Douleur de la hanche droite, soulagée par le paracétamol."
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        sign, hip = LabelledSpan("sign", ((0, 27),)), LabelledSpan("anatomy", ((14, 27),))
        drug = LabelledSpan("drug", ((45, 56),))
        gold, other = value_of([sign, hip, drug]), value_of([sign, drug])
        return Example(Passage.of("example", sentence), (gold, other, gold), gold)


def _text(item: Item) -> str:
    return item_as(Passage, item, Term("item-passage")).text


def _labels(settings: Mapping[str, Json]) -> list[dict[str, str]]:
    listed = settings["labels"]
    return [
        {name: str(told) for name, told in label.items()}
        for label in (listed if isinstance(listed, list) else [])
        if isinstance(label, dict)
    ]


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
    settings: Mapping[str, Json],
) -> Callable[[Sequence[Json]], Json]:
    """Return a vote on spans, then on their attributes and relations, as a vote on values."""
    multiple = {each.name for each in schema_attributes(settings) if each.multiple}

    def combine(values: Sequence[Json]) -> Json:
        answers = [(spans_of(value), relations_of(value)) for value in values]
        spans = vote([frozenset(span.bare() for span in marked) for marked, _ in answers])
        voted = None if spans is None else vote_on_details(spans, answers, multiple)
        return None if voted is None else value_of(*voted)

    return combine


def _f1(a: Counter[object], b: Counter[object]) -> float:
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0
