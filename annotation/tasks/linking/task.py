"""The linking task: which concept of a terminology a mention names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from aloi.annotation.fields import Field, MentionedConcept
from aloi.annotation.rows import NO_CONCEPT as NO_CONCEPTS
from aloi.annotation.rows import LinkedMention, Row
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
    mean_jaccard_distance,
    row_as,
    wrong_settings,
)
from aloi.base.errors import masked
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Mention, Sentence

NO_CONCEPT = "CUILESS"  # how the files of the field write that a mention names no concept
RANKED, SHUFFLED = "ranked", "shuffled"
_CONCEPTS = "concepts"
_BETWEEN = "|"
_LONGEST = 200  # characters of a concept id
_MOST_PARTS = 10  # concepts of a composite answer
_MOST_CANDIDATES = 50
_QUESTION = {
    "en": "Which concept does the marked mention name?",
    "fr": "Quel concept la mention marquée désigne-t-elle ?",
}
_SETTINGS = {"terminology", "composite", "none", "candidates", "order", "question"}


class Linking(TaskType):
    """The concept a mention names; the value is {"concepts": [id, ...]}, the ids sorted.

    An empty list says that the terminology has no concept for it; several ids, where the schema allows
    them, that the mention names them together (a composite mention).
    """

    name: ClassVar[str] = "linking"
    blank: ClassVar[str] = "no concept"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-mention-context-concept",
        "A mention in its context, and the concept of a terminology that it names.",
    )
    item_kind: ClassVar[str] = "mention"
    row_kind: ClassVar[type] = LinkedMention
    main_metrics: ClassVar[tuple[str, ...]] = ("acc@1", "acc@5")
    references: ClassVar[tuple[str, ...]] = ("alekseev2022medical", "sung2020biomedical")
    takes_suggestions: ClassVar[bool] = True
    takes_terminology: ClassVar[bool] = True

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the ready schema: composite answers and "no concept" allowed, ten candidates by rank."""
        question = _QUESTION["fr" if language == "fr" else "en"]
        return {
            "concept": {
                "question": question,
                "terminology": "",
                "composite": True,
                "none": True,
                "candidates": 10,
                "order": RANKED,
            }
        }

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema.

        - `terminology` is the id of a terminology of the store, empty if none is chosen.
        - `composite` says whether an answer may have several concepts, `none` whether "no concept" is an
          answer.
        - `candidates` is how many are shown beside the mention (0 to 50, 0 for search alone).
        - `order` is their order: `ranked`, or `shuffled` anew for each annotator and item, because the first
          candidate is chosen more often.
        """
        merged: dict[str, Json] = {**self.default_settings(), **settings}
        question, terminology, number = merged["question"], merged["terminology"], merged["candidates"]
        sound = (
            isinstance(question, str)
            and isinstance(terminology, str)
            and isinstance(merged["composite"], bool)
            and isinstance(merged["none"], bool)
            and isinstance(number, int)
            and not isinstance(number, bool)
            and 0 <= number <= _MOST_CANDIDATES
            and merged["order"] in (RANKED, SHUFFLED)
            and set(merged) == _SETTINGS
        )
        if not sound:
            raise wrong_settings(
                settings, Term("settings-linking", most=_MOST_CANDIDATES, ranked=RANKED, shuffled=SHUFFLED)
            )
        return {**merged, "question": str(question).strip(), "terminology": str(terminology).strip()}

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question."""
        mention = _mention(item)
        return (
            MentionedConcept(
                name=_CONCEPTS,
                title="Concept",
                question=str(settings["question"]),
                text=mention.sentence.text,
                spans=mention.spans,
                terminology=str(settings["terminology"]),
                composite=bool(settings["composite"]),
                may_be_none=bool(settings["none"]),
                shown=int(str(settings["candidates"])),
                shuffled=settings["order"] == SHUFFLED,
            ),
        )

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return {"concepts": ids sorted, each once}, or raise InvalidAnnotation.

        A list of ids alone is accepted, as tables of answers hold them.
        """
        _mention(item)
        named = isinstance(value, Mapping) and set(value) == {_CONCEPTS}
        concepts = value[_CONCEPTS] if isinstance(value, Mapping) and named else value
        if not isinstance(concepts, list) or not (concepts or named):
            raise InvalidAnnotation(
                "aloi.value", name=Term("the-answer"), value=masked(value), expected=Term("answer-linking")
            )
        ids = sorted({part for one in concepts for part in _ids(one)})
        most = _MOST_PARTS if settings["composite"] else 1
        if len(ids) > most:
            raise InvalidAnnotation(
                "aloi.too-many",
                name=Term("concepts-of-answer"),
                count=len(ids),
                most=most,
                todo=Term("keep-best"),
            )
        if not ids and not settings["none"]:
            raise InvalidAnnotation(
                "aloi.too-few",
                name=Term("concepts-of-answer"),
                count=0,
                least=1,
                todo=Term("nearest-concept"),
            )
        return {_CONCEPTS: [*ids]}

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the concepts of an answer; `CUILESS` where it is that there is none."""
        return concepts_of(value) or (NO_CONCEPT,)

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the answer with other concepts, each once.

        One of which nothing is left is no answer: that there is no concept was not said.
        """
        concepts = {names[one] for one in self.labels_in(value) if one in names}
        return {_CONCEPTS: [*sorted(concepts - {NO_CONCEPT})]} if concepts else []

    def redrafted(self, draft: Json, names: Mapping[str, str]) -> Json:
        """Return the concepts under way under other ids."""
        fields = draft if isinstance(draft, Mapping) else {}
        return {**fields, _CONCEPTS: [names[one] for one in concepts_of(fields) if one in names]}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return the answer as one label, and with composite answers also as a set of concepts.

        "No concept" is a label of its own; two annotators who both say it agree.
        """
        measures = ("krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement", "cohen_kappa")
        concept = View(
            "concept:nominal", Phrase("view-concept", "Concept"), "nominal", (), measures, _label_rating
        )
        if not settings["composite"]:
            return (concept,)
        by_set = ("krippendorff_alpha_masi", "krippendorff_alpha_jaccard", "pairwise_agreement")
        return concept, View(
            "concepts",
            Phrase("view-concepts-answer-set", "Concepts of an answer as a set"),
            "nominal",
            (),
            by_set,
            _set_rating,
        )

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the majority."""
        del settings
        return (GoldRule("majority", "Most frequent answer; a tie is adjudicated", _majority),)

    def gold_parts(self, settings: Mapping[str, Json]) -> tuple[GoldPart, ...]:
        """Return the answer as one label, which models of annotators can learn."""
        del settings  # any concept of the terminology may be given: the categories are those seen
        return (GoldPart(_CONCEPTS, "nominal", (), label_of),)

    def join(self, parts: Mapping[str, Json]) -> Json:
        """Return the answer of a label."""
        return _value(str(parts[_CONCEPTS]))

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return 1 minus the mean Jaccard index of two answers; None with fewer than two."""
        del settings
        return mean_jaccard_distance([frozenset(concepts_of(value) or (NO_CONCEPT,)) for value in values])

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return 0 and 1: whether a mention is linked."""
        del settings
        return 0.0, 1.0

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> LinkedMention:
        """Return the mention in its context, with its concepts."""
        del settings
        mention = _mention(item)
        return LinkedMention(
            id=mention.id,
            document_id=mention.sentence.document_id,
            text=mention.sentence.text,
            spans=mention.spans,
            mention=mention.mention,
            group=mention.group,
            concept=str(label_of(value)),
        )

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the mention and its concepts; none for a row without concept."""
        del settings
        mention_row = row_as(LinkedMention, row)
        concepts: list[Json] = [*dict.fromkeys(sorted(mention_row.concepts))]
        return Mention.of(at.corpus_id, at.sentence, mention_row.spans, mention_row.group), {
            _CONCEPTS: concepts
        }

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the ids of the concepts."""
        del settings
        return " + ".join(concepts_of(value)) or self.blank

    def example(self) -> Example:
        """Return an invented sentence; two of three annotators take the mention for the same concept."""
        text = "Au réveil, la patiente se plaint de maux de tête et de nausées."
        sentence = Sentence("example-sentence", "example", 0, 0, len(text), text)
        answers: tuple[Json, Json, Json] = (
            {_CONCEPTS: ["X01"]},
            {_CONCEPTS: ["X01", "X02"]},
            {_CONCEPTS: ["X01"]},
        )
        item = Mention.of("example", sentence, ((36, 48),), "DISO")
        return Example(item, answers, {_CONCEPTS: ["X01"]})


def concepts_of(value: Json) -> tuple[str, ...]:
    """Return the concept ids of a checked answer; none where the answer is that there is none."""
    listed = value.get(_CONCEPTS) if isinstance(value, Mapping) else None
    return tuple(one for one in listed if isinstance(one, str)) if isinstance(listed, list) else ()


def label_of(value: Json) -> Json:
    """Return an answer as one label: its ids with `|` between them, `CUILESS` for no concept."""
    return _BETWEEN.join(concepts_of(value)) or NO_CONCEPT


def _mention(item: Item) -> Mention:
    return item_as(Mention, item, Term("item-mention"))


def _ids(raw: Json) -> list[str]:
    """Return the concept ids given as one, several where a terminology joins them; or raise."""
    parts = [one.strip() for one in re.split(r"[|+]", raw)] if isinstance(raw, str) else [""]
    if any(
        not part or len(part) > _LONGEST or part.upper() in NO_CONCEPTS or not part.isprintable()
        for part in parts
    ):
        raise InvalidAnnotation(
            "aloi.value",
            name=Term("a-concept"),
            value=masked(raw),
            expected=Term("id-of-concept", longest=_LONGEST),
        )
    return parts


def _value(label: str) -> Json:
    return {_CONCEPTS: [] if label == NO_CONCEPT else [*label.split(_BETWEEN)]}


def _label_rating(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: label_of(value)}


def _set_rating(item: Item, value: Json) -> Mapping[str, object]:
    return {item.id: frozenset(concepts_of(value) or (NO_CONCEPT,))}


def _majority(values: Sequence[Json]) -> Json:
    label = majority([str(label_of(value)) for value in values])
    return None if label is None else _value(label)
