"""The operations task: what was done to a sentence to simplify it, token by token on both sides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from aloi.annotation.fields import Alignment, Field
from aloi.annotation.rows import ERR, AlignedGroup, Row, TaggedPair
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
from aloi.annotation.tasks.operations.typology import (
    Typology,
    load_typology,
    parse_typology,
    typology_json,
    with_labels,
    without_strangers,
)
from aloi.base.errors import AloiError, masked, quoted
from aloi.base.records import from_json, to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json, Pair, Sentence

NONE = "none"  # the category of a token in no group
_INSERTION, _DELETION = "insertion", "deletion"
_WORDS = re.compile(r"\w+['’]?|[^\w\s]")
_TOKENS = ("words", "spaces")
_MEASURES = (
    "davies_fleiss_kappa",
    "krippendorff_alpha",
    "cohen_kappa",
    "fleiss_kappa",
    "gwet_ac1",
    "percent_agreement",
)
_SIDES = ("source", "target")
_ERR = "every token of a broken pair counts as err"
_MOST = 20.0  # splits are stratified by the number of operations up to here


class Operations(TaskType):
    """Groups of tokens on both sides of a pair, each with the operation that links them.

    The value is {"groups": [{"source": [place], "target": [place], "label": name}], "err": whether the pair
    is broken}. Places count tokens from 0. Either side may be empty, places need not touch, and a token may
    be in two groups. Groups are in the order of the sentence, not in the order of drawing.
    """

    name: ClassVar[str] = "operations"
    blank: ClassVar[str] = "no operation"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = Phrase(
        "task-sentence-simplification-operations",
        "A sentence and its simplification, operations on groups of tokens.",
    )
    item_kind: ClassVar[str] = "pair"
    row_kind: ClassVar[type] = TaggedPair
    main_metrics: ClassVar[tuple[str, ...]] = ("sari",)
    references: ClassVar[tuple[str, ...]] = ("cardon2022assetann",)
    label_path: ClassVar[tuple[str, ...]] = ("typology", "operations")

    def presets(self, language: str = "en") -> dict[str, dict[str, Json]]:
        """Return the shipped typology on words, or on texts already cut at spaces (as YAWAT files are)."""
        typology = typology_json(load_typology(language=language))
        return {name: {"typology": typology, "tokens": name} for name in _TOKENS}

    def check_settings(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Return settings in canonical form, or raise InvalidSchema."""
        tokens, typology = settings.get("tokens", "words"), settings.get("typology")
        unknown = sorted(set(settings) - {"tokens", "typology"})
        if tokens not in _TOKENS or unknown or not isinstance(typology, Mapping):
            raise InvalidSchema(
                "aloi.value",
                name=Term("settings"),
                value=(*sorted(settings), repr(tokens)),
                expected=Term("settings-operations"),
                todo=Term("ready-schema"),
            )
        try:
            return {"typology": typology_json(parse_typology(typology)), "tokens": tokens}
        except AloiError as error:
            raise InvalidSchema(error.code, **error.values) from error

    def fields(self, item: Item, settings: Mapping[str, Json]) -> tuple[Field, ...]:
        """Return the one question: the tokens of both sides and the operations there are."""
        source, target = (_tokens(text, settings) for text in item.texts)
        return (Alignment("groups", "Operations", source, target, _typology(settings).operations),)

    def check(self, value: Json, item: Item, settings: Mapping[str, Json]) -> Json:
        """Return the value in canonical form, or raise InvalidAnnotation."""
        if not isinstance(value, Mapping) or not isinstance(value.get("groups"), list):
            raise InvalidAnnotation(
                "aloi.no-content",
                path=Term("the-answer"),
                content=Term("no-groups"),
                todo=Term("as-page-sends"),
            )
        err = value.get("err", False)
        if not isinstance(err, bool) or set(value) - {"groups", "err"}:
            raise InvalidAnnotation(
                "aloi.value",
                name=Term("the-answer"),
                value=map(quoted, sorted(value)),
                expected=Term("answer-operations"),
                todo=Term("as-page-sends"),
            )
        typology = _typology(settings)
        lengths = tuple(len(_tokens(text, settings)) for text in item.texts)
        listed = value["groups"]
        groups = [_checked(one, typology, lengths) for one in listed] if isinstance(listed, list) else []
        return {"groups": [to_json(one) for one in sorted(set(groups), key=_place_of)], "err": err}

    def with_labels(
        self, settings: Mapping[str, Json], entries: Sequence[Mapping[str, Json]]
    ) -> dict[str, Json]:
        """Return settings with other operations; subsets ask for those that are there."""
        updated = super().with_labels(settings, entries)
        typology, names = updated["typology"], {str(one["name"]) for one in entries}
        return {**updated, "typology": without_strangers(typology, names)}

    def new_label(self, name: str, settings: Mapping[str, Json]) -> Mapping[str, Json]:
        """Return an operation that may touch any side, grey, under a free key."""
        operation = with_labels(_typology(settings), [name]).find(name)
        if operation is None:
            raise InvalidSchema("annotation.label-cannot-be-a-name", label=repr(name))
        entry: Mapping[str, Json] = to_json(operation, "example", source="", target="")
        return entry

    def labels_in(self, value: Json) -> tuple[str, ...]:
        """Return the operations of the groups, each once."""
        return tuple(dict.fromkeys(one.label for one in groups_of(value)))

    def values_in(self, value: Json) -> tuple[str, ...]:
        """Return the operation of each group."""
        return tuple(one.label for one in groups_of(value))

    def relabelled(self, value: Json, names: Mapping[str, str]) -> Json:
        """Return the groups with other operations."""
        groups = [
            AlignedGroup(group.source, group.target, names[group.label])
            for group in groups_of(value)
            if group.label in names
        ]
        broken = isinstance(value, Mapping) and bool(value.get("err"))
        return {"groups": [to_json(one) for one in groups], "err": broken}

    def views(self, settings: Mapping[str, Json]) -> tuple[View, ...]:
        """Return each side token by token, with full labels and with all in* and all del* merged.

        Units are the tokens of one side. A token in no group counts as `none`, and a token in two groups as
        in the first. In a broken pair all tokens count as `err`.
        """
        labels = tuple(one.name for one in _typology(settings).operations if one.sides != "pair")
        full = (*labels, NONE, ERR)
        merged = tuple(dict.fromkeys(map(merge_label, full)))
        views = []
        for side_index, side in enumerate(_SIDES):
            for name, categories, rename in (("", full, str), (":merged", merged, merge_label)):
                title = Phrase(
                    f"view-{side}-merged" if name else f"view-{side}",
                    f"{side} tokens" + (", insertions and deletions merged" if name else ""),
                )
                ratings = _token_reader(side_index, settings, rename)
                about = {"side": side, "merge": "insertions and deletions" if name else "none", "err": _ERR}
                views.append(View(f"{side}{name}", title, "nominal", categories, _MEASURES, ratings, about))
        return tuple(views)

    def gold_rules(self, settings: Mapping[str, Json]) -> tuple[GoldRule, ...]:
        """Return the vote: groups most annotators drew, where they settle the label of every token."""
        del settings
        return (GoldRule("vote", "Groups drawn by most annotators", _vote),)

    def distance(self, values: Sequence[Json], settings: Mapping[str, Json]) -> float | None:
        """Return 1 minus the lowest F1 of groups between two answers; 1 where one calls the pair broken."""
        del settings
        if len(values) < 2:
            return None
        return max(1 - _f1(a, b) for a, b in combinations(values, 2))

    def range(self, settings: Mapping[str, Json]) -> tuple[float, float]:
        """Return 0 and 20: splits are stratified by the number of operations."""
        del settings
        return 0.0, _MOST

    def row(self, item: Item, value: Json, settings: Mapping[str, Json]) -> TaggedPair:
        """Return the tokens of both sides, the groups and whether the pair is broken."""
        left, right = item.sentences
        source, target = (_tokens(text, settings) for text in item.texts)
        broken = isinstance(value, Mapping) and bool(value.get("err"))
        return TaggedPair(item.id, left.id, right.id, source, target, groups_of(value), broken)

    def from_row(self, row: Row, at: RowPlace, settings: Mapping[str, Json]) -> tuple[Item, Json]:
        """Return the pair and its groups; texts that this campaign cuts otherwise are refused."""
        pair_row = row_as(TaggedPair, row)
        pair = at.pair
        if tuple(_tokens(text, settings) for text in pair.texts) != (pair_row.source, pair_row.target):
            raise InvalidAnnotation(
                "annotation.campaign-cuts-texts-into", settings=repr(settings.get("tokens"))
            )
        groups: list[Json] = [to_json(one) for one in pair_row.groups if one.label != ERR]
        return pair, {"groups": groups, "err": pair_row.broken}

    def describe(self, value: Json, settings: Mapping[str, Json]) -> str:
        """Return the labels with how often each is used."""
        typology = _typology(settings)
        counts = Counter(one.label for one in groups_of(value))
        words = [
            (operation.title if (operation := typology.find(label)) else label)
            + (f" ×{count}" if count > 1 else "")
            for label, count in counts.items()
        ]
        if isinstance(value, Mapping) and value.get("err"):
            marked = typology.find(ERR)
            words.insert(0, marked.title.lower() if marked else "broken pair")
        return ", ".join(words) or self.blank

    def example(self) -> Example:
        """Return an invented pair on which two of three annotators draw the same groups."""
        left = Sentence("example-source", "example", 0, 0, 42, "Le patient souffrait de vives céphalées.")
        right = Sentence("example-target", "example", 1, 43, 75, "Le patient avait mal à la tête.")
        synonym = AlignedGroup((2, 5), (2, 3, 4, 5, 6), "synonym")
        deleted = AlignedGroup((3, 4), (), "delmod")
        drawn: list[Json] = [to_json(synonym), to_json(deleted)]
        fewer: list[Json] = [to_json(synonym), to_json(AlignedGroup((4,), (), "delmod"))]
        both: Json = {"groups": drawn, "err": False}
        other: Json = {"groups": fewer, "err": False}
        return Example(Pair.of("example", left, right), (both, other, both), both)


def groups_of(value: Json) -> tuple[AlignedGroup, ...]:
    """Return the groups of a checked value."""
    listed = value.get("groups") if isinstance(value, Mapping) else None
    return tuple(from_json(AlignedGroup, one) for one in (listed if isinstance(listed, list) else []))


def merge_label(label: str) -> str:
    """Return `insertion` for every label that begins with in, `deletion` for del, others as they are."""
    if label.startswith("del"):
        return _DELETION
    return _INSERTION if label.startswith("in") else label


def _typology(settings: Mapping[str, Json]) -> Typology:
    raw = settings["typology"]
    return parse_typology(raw if isinstance(raw, Mapping) else {})


def _tokens(text: str, settings: Mapping[str, Json]) -> tuple[str, ...]:
    return tuple(text.split() if settings.get("tokens") == "spaces" else _WORDS.findall(text))


def _wrong_part(value: Json) -> InvalidAnnotation:
    return InvalidAnnotation(
        "aloi.value",
        name=Term("part-of-group"),
        value=masked(value),
        expected=Term("group-parts"),
        todo=Term("draw-again"),
    )


def _checked(raw: Json, typology: Typology, lengths: tuple[int, ...]) -> AlignedGroup:
    """Return one group, its places in order and each once, or raise InvalidAnnotation."""
    if not isinstance(raw, Mapping) or set(raw) != {"source", "target", "label"}:
        raise _wrong_part(raw)
    sides = []
    for name, length in zip(_SIDES, lengths, strict=True):
        places = raw[name]
        sound = isinstance(places, list) and all(
            isinstance(token, int) and not isinstance(token, bool) and 0 <= token < length for token in places
        )
        if not sound:
            raise _wrong_part(places)
        sides.append(tuple(sorted({int(str(one)) for one in places})) if isinstance(places, list) else ())
    source, target = sides
    label = str(raw["label"])
    operation = typology.find(label)
    if operation is None or not operation.may_touch(len(source), len(target)):
        raise InvalidAnnotation(
            "annotation.group-source-target-token-label",
            source=len(source),
            target=len(target),
            label=quoted(label),
        )
    return AlignedGroup(source, target, label)


def _token_reader(
    side: int, settings: Mapping[str, Json], rename: Callable[[str], str]
) -> Callable[[Item, Json], Mapping[str, object]]:
    """Return the function from (item, value) to {token of one side: its label}."""

    def ratings(item: Item, value: Json) -> Mapping[str, object]:
        count = len(_tokens(item.texts[side], settings))
        label = _labels(value, side)
        broken = isinstance(value, Mapping) and bool(value.get("err"))
        return {
            f"{item.id}:{_SIDES[side]}:{index}": ERR if broken else rename(label.get(index, NONE))
            for index in range(count)
        }

    return ratings


def _labels(value: Json, side: int) -> dict[int, str]:
    """Return the label of each token of one side that is in a group, from its first group."""
    labels: dict[int, str] = {}
    for group in groups_of(value):
        for token in (group.source, group.target)[side]:
            labels.setdefault(token, group.label)
    return labels


def _vote(values: Sequence[Json]) -> Json:
    """Return the groups more than half drew; None unless they give every token the label most gave it."""
    half = len(values) / 2
    broken = sum(isinstance(value, Mapping) and bool(value.get("err")) for value in values)
    if not values or broken == half:
        return None
    drawn = Counter(group for value in values for group in set(groups_of(value)))
    order = [group for value in values for group in groups_of(value)]
    majority_groups = [group for group in sorted(set(order), key=_place_of) if drawn[group] > half]
    gold: dict[str, Json] = {"groups": [to_json(group) for group in majority_groups], "err": broken > half}
    for side in range(2):
        settled = _labels(gold, side)
        labels_by_answer = [_labels(value, side) for value in values]
        for token in {place for labels in labels_by_answer for place in labels}:
            votes = Counter(labels.get(token, NONE) for labels in labels_by_answer)
            label, count = votes.most_common(1)[0]
            if count <= half or settled.get(token, NONE) != label:
                return None
    return gold


def _place_of(group: AlignedGroup) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Return what puts groups in the order of the sentence, deletions and links before insertions."""
    return (group.source or (10**6,), group.target, group.label)


def _f1(a: Json, b: Json) -> float:
    """Return the F1 of the groups of two answers; 0 where one alone calls the pair broken."""
    first, second = set(groups_of(a)), set(groups_of(b))
    if isinstance(a, Mapping) and isinstance(b, Mapping) and bool(a.get("err")) != bool(b.get("err")):
        return 0.0
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 1.0
