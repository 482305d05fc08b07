"""The things a gold corpus is made of: Adjudication, GoldItem, Split, Release, Export."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from aloi.base.records import JSON_NAME, from_json, to_json
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json

T = TypeVar("T")


class GoldStatus(StrEnum):
    """How a gold value was made.

    `assumed` is a logged assumption, such as 0 for a random pair whose closeness was checked.
    """

    AGGREGATED = "aggregated"
    ADJUDICATED = "adjudicated"
    SINGLE = "single"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A decision on a disagreement, stored with the answers it settles; the highest revision counts.

    `considered` names the annotations it was taken on: `pseudonym:revision` of each answer.
    """

    round_id: str
    item_id: str
    revision: int
    adjudicators: tuple[str, ...]
    value: Json
    why: str
    considered: tuple[str, ...]
    created_at: datetime
    schema_version: int = 1


@dataclass(frozen=True, slots=True)
class Assumption:
    """A value assumed for an item nobody labelled, with the reason for it."""

    item_id: str
    campaign_id: str
    value: Json
    why: str
    checked: Mapping[str, Json]
    created_at: datetime
    schema_version: int = 1


@dataclass(frozen=True, slots=True)
class GoldItem:
    """The accepted value of an item.

    Parameters
    ----------
    value : Json
        In the task's canonical form.
    rule : str
        The gold rule that gave it (`mean`, `median`, `majority`, a model's name, `adjudicated`, `assumed`).
    support : tuple of str
        The pseudonyms of the annotators whose answers it is made of, sorted.
    spread : float or None
        Largest minus smallest main score among the answers; None with fewer than two.
    round_id : str or None
        The round the answers came from; None for an assumption.
    soft : tuple of (Json, float) or None
        Soft labels, if a model of annotators made the gold: each category as an answer, and its
        probability. For answers of several parts, a category is an answer to one part alone. The
        probabilities of a part sum to 1, up to rounding; categories of probability 0 are omitted.
    """

    item_id: str
    value: Json
    rule: str
    support: tuple[str, ...]
    spread: float | None
    status: GoldStatus
    round_id: str | None
    soft: tuple[tuple[Json, float], ...] | None = None


@dataclass(frozen=True, slots=True)
class AnnotatorFigures:
    """A model's estimates for an annotator, by name, such as severity or competence."""

    pseudonym: str
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class GoldModel:
    """The model of annotators that made a part of the gold values.

    Parameters
    ----------
    part : str
        The part of an answer that it was fitted on, such as a scale.
    signature : str
        Model, table and settings: everything needed to know what was fitted.
    converged : bool
        Whether it stopped rising before its limit of iterations.
    notes : tuple of str
        Facts to know before trusting it, in complete sentences.
    """

    part: str
    signature: str
    converged: bool
    notes: tuple[str, ...]
    annotators: tuple[AnnotatorFigures, ...]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An annotator whose answers in a campaign are excluded from agreement and gold; the answers stay stored.

    `by` is the pseudonym of the person who excluded them, empty if unknown.
    """

    annotator: str
    why: str
    by: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Gold:
    """A frozen set of gold items of a campaign: what splits and releases are made from.

    `models` describes the models of annotators that made the values; None if a rule made them. `cleaned`:
    the gold was made of the answers as decided in cleaning, not as typed. `excluded`: the pseudonyms of
    excluded annotators, sorted. `schema_version`: the version of the schema of its values.
    """

    id: str
    campaign_id: str
    rule: str
    rounds: tuple[str, ...]
    items: tuple[GoldItem, ...]
    created_at: datetime
    models: tuple[GoldModel, ...] | None = None
    cleaned: bool = False
    excluded: tuple[str, ...] = ()
    schema_version: int = 1

    def made_id(self) -> str:
        """Return the id that the content of this gold has."""
        return content_id(
            "gold",
            self.campaign_id,
            self.rule,
            *self.rounds,
            *map(_content, self.items),
            *(["cleaned"] if self.cleaned else []),
            *(["excluded", *self.excluded] if self.excluded else []),
            *([f"schema {self.schema_version}"] if self.schema_version > 1 else []),
        )


def _content(item: GoldItem) -> str:
    """Return what the id of a gold covers of an item."""
    content = (item.item_id, item.value, item.rule, item.support, item.status.value)
    return str(content if item.soft is None else (*content, item.soft))


@dataclass(frozen=True, slots=True)
class Split:
    """A part of the gold; `within` names the split that contains it, if a leak filter made it."""

    name: str
    item_ids: tuple[str, ...]
    within: str | None = None


@dataclass(frozen=True, slots=True)
class LeakCheck:
    """A comparison of the items of the split `test` with those of `train`.

    `by` is the compared field of a row, empty for the default of its kind. An item nearer than `threshold`
    leaks too. The distance is the edits by the length of the longer text, or 1 minus the cosine by the named
    `encoder`.
    """

    test: str = "test"
    train: str = "train"
    by: str = ""
    threshold: float = 0.2
    encoder: str = ""


@dataclass(frozen=True, slots=True)
class SplitLeak:
    """A test item that leaks, the item of training it is nearest to, and how near (0: equal)."""

    item_id: str
    train_id: str
    distance: float


@dataclass(frozen=True, slots=True)
class SharedGround:
    """Documents, or sources, that the items of two splits share: how many, and the affected test items."""

    count: int = 0
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeakReport:
    """The leakage from one split into another, without any text of an item.

    Parameters
    ----------
    items : int
        Number of items in the test split.
    exact, normalised, near : tuple of SplitLeak
        The items whose unchanged text equals one of training; those that equal one up to case, form, space
        and accents; and those nearer to one than the threshold. By id; each item is in one of them only.
    documents, sources : SharedGround
        The items from a document, or from a source of documents, that training has items of too.
    measure : str
        The distance measure.
    curve : tuple of (float, int)
        The number of items left at other thresholds.
    """

    check: LeakCheck
    by: str
    items: int
    exact: tuple[SplitLeak, ...]
    normalised: tuple[SplitLeak, ...]
    near: tuple[SplitLeak, ...]
    documents: SharedGround
    sources: SharedGround
    measure: str
    curve: tuple[tuple[float, int], ...] = ()

    @property
    def near_view(self) -> str:
        """The name of the test set without those too near: `filtered_0.2`, `filtered_cosine_0.8`."""
        at = self.check.threshold
        return f"filtered_cosine_{1 - at:g}" if self.check.encoder else f"filtered_{at:g}"

    @property
    def sizes(self) -> dict[str, int]:
        """Return the number of items in the three test sets: `full`, `filtered`, `filtered_0.2`."""
        n_retained = self.items - len(self.exact) - len(self.normalised)
        return {"full": self.items, "filtered": n_retained, self.near_view: n_retained - len(self.near)}

    @property
    def nearest(self) -> tuple[SplitLeak, ...]:
        """All items that leak, the nearest first."""
        return (
            *self.exact,
            *self.normalised,
            *sorted(self.near, key=lambda one: (one.distance, one.item_id)),
        )

    @property
    def signature(self) -> str:
        """Return the compared fields and the method."""
        check = self.check
        return (
            f"leaks:{check.test} in {check.train};by:{self.by};threshold:{check.threshold:g};mode:exact;"
            f"text:nfkc,case-folded,without-accents,spaces-one;distance:{self.measure},strict"
        )

    def to_json(self) -> dict[str, Json]:
        """Return the report in the form of the manifest and of `aloi release leaks --json`."""
        curve = [{"threshold": at, "items": left} for at, left in self.curve]
        return {
            **to_json(self.check),
            **to_json(self, "check", "items", "curve", sizes=self.sizes, signature=self.signature),
            **({"curve": curve} if curve else {}),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> LeakReport:
        """Return what `to_json` wrote, also for a release frozen before leaks were stored as pairs of ids."""
        return from_json(
            cls,
            {"normalised": [], "documents": {}, "sources": {}, "measure": "levenshtein/longer", **document},
            check={one.name: document[one.name] for one in fields(LeakCheck) if one.name in document},
            items=max(document["sizes"].values()),
            exact=_leaks(document["exact"], document.get("examples", ())),
            near=_leaks(document["near"], document.get("examples", ())),
            curve=[(one["threshold"], one["items"]) for one in document.get("curve", ())],
        )


def _leaks(entries: Sequence[Any], examples: Sequence[Mapping[str, Any]]) -> list[dict[str, Json]]:
    """Return items that leak; of a release that names them alone, with what its examples say of them."""
    examples_by_id = {leak["item_id"]: leak for leak in examples}
    return [
        leak
        if isinstance(leak, dict)
        else {
            "item_id": leak,
            "train_id": examples_by_id.get(leak, {}).get("train_id", ""),
            "distance": examples_by_id.get(leak, {}).get("distance", 0.0),
        }
        for leak in entries
    ]


@dataclass(frozen=True, slots=True)
class SplitReport:
    """A report on how the splits were made and what they share.

    `crossing_sentences` and `crossing_documents` count the distinct sentence texts and documents that are in
    more than one split. `dropped` are the items removed to make the splits disjoint. `leaks` are the results
    of the requested checks for test items that training contains, or almost contains.
    """

    method: str
    seed: int
    sizes: Mapping[str, int]
    disjoint: str | None
    crossing_sentences: int
    crossing_documents: int
    dropped: tuple[str, ...]
    leaks: tuple[LeakReport, ...] = ()


@dataclass(frozen=True, slots=True)
class Release:
    """A frozen version of the gold.

    `checksum` is the content checksum: it covers items, values, gold, splits, guidelines and seeds.
    `manifest` is the whole frozen content as JSON, clock fields included, with its own checksum.
    """

    id: str
    campaign_id: str
    version: str
    checksum: str
    manifest_checksum: str
    manifest: Mapping[str, Json]
    created_at: datetime
    _cache: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, read: Callable[[Release], T]) -> T:
        """Return what `read` makes of the release, from a cache after the first call."""
        if read not in self._cache:
            self._cache[read] = read(self)
        value: T = self._cache[read]
        return value


@dataclass(frozen=True, slots=True)
class Export:
    """Files written from a release: path inside the folder and checksum of each, and what was lost.

    `lost` counts the data of this release that the format cannot store, by kind. `companions` has the files
    that are not of the format: manifest, statement, licence, citation, own ids.
    """

    format: str
    files: Mapping[str, str]
    lost: Mapping[str, int]
    companions: Mapping[str, str] = field(default_factory=dict, metadata={JSON_NAME: "beside"})
