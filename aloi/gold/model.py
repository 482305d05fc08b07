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
    """How a gold value came about.

    `assumed` is a logged assumption, such as 0 for a random pair whose closeness was checked.
    """

    AGGREGATED = "aggregated"
    ADJUDICATED = "adjudicated"
    SINGLE = "single"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A decision on a disagreement, kept beside the answers it settles; the highest revision counts.

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
    """A value assumed for an item nobody labelled, with the ground it stands on."""

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
        The pseudonyms whose answers it stands on, sorted.
    spread : float or None
        Largest minus smallest main score among the answers; None with fewer than two.
    round_id : str or None
        The round the answers came from; None for an assumption.
    soft : tuple of (Json, float) or None
        Soft labels, where a model of annotators made the gold: each category as an answer (of several
        parts, an answer to that part alone) and its probability; those of a part sum to 1 but for
        rounding, and a category of probability 0 is left out.
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
    """What a model says of an annotator: name of each figure -> value, such as severity or competence."""

    pseudonym: str
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class GoldModel:
    """The model of annotators that made a part of the gold values.

    Parameters
    ----------
    part : str
        The part of an answer it learnt, such as a scale.
    signature : str
        Model, table and settings: everything needed to know what was fitted.
    converged : bool
        Whether it stopped rising before its limit of iterations.
    notes : tuple of str
        What a reader must know before trusting it, in whole sentences.
    """

    part: str
    signature: str
    converged: bool
    notes: tuple[str, ...]
    annotators: tuple[AnnotatorFigures, ...]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Whose answers of a campaign count no more in agreement and gold, and why; the answers themselves stay.

    `by` is the pseudonym of who decided it, empty where it is not known.
    """

    annotator: str
    why: str
    by: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Gold:
    """A frozen set of gold items of a campaign: what splits and releases are made from.

    `models` describes the models of annotators that made the values; None where a rule made them. `cleaned`:
    the answers went in as they were decided in cleaning, not as they were typed. `excluded`: the pseudonyms
    whose answers were left out, sorted. `schema_version`: the version of the schema its values are in.
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
    """A part of the gold; `within` names the part it is a part of, where a leak filter made it."""

    name: str
    item_ids: tuple[str, ...]
    within: str | None = None


@dataclass(frozen=True, slots=True)
class LeakCheck:
    """What is looked for in what: the items of the part `test` among those of `train`.

    `by` says what of a row is compared, empty for the usual of its kind; an item nearer than `threshold`
    leaks too: in edits by the length of the longer text, or in 1 minus the cosine by the named `encoder`.
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
    """What items of two parts come from alike: how many documents, or sources, and which test items do."""

    count: int = 0
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeakReport:
    """What leaks from one part into another; no text of an item stands in it.

    Parameters
    ----------
    items : int
        Of the test part.
    exact, normalised, near : tuple of SplitLeak
        The items equal to one of training as they stand; those equal to one but for case, form, space and
        accents; and those nearer to one than the threshold. By id, an item in one of the three alone.
    documents, sources : SharedGround
        What comes from a document, or from a source of documents, that training has items of too.
    measure : str
        What nearness was measured by.
    curve : tuple of (float, int)
        How many items are left at other thresholds.
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
        """How many items stand in the three test sets: `full`, `filtered`, `filtered_0.2`."""
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
        """What was compared, and how."""
        check = self.check
        return (
            f"leaks:{check.test} in {check.train};by:{self.by};threshold:{check.threshold:g};mode:exact;"
            f"text:nfkc,case-folded,without-accents,spaces-one;distance:{self.measure},strict"
        )

    def to_json(self) -> dict[str, Json]:
        """Return the report as the manifest and `aloi release leaks --json` hold it."""
        curve = [{"threshold": at, "items": left} for at, left in self.curve]
        return {
            **to_json(self.check),
            **to_json(self, "check", "items", "curve", sizes=self.sizes, signature=self.signature),
            **({"curve": curve} if curve else {}),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> LeakReport:
        """Return what `to_json` wrote, in a release frozen before leaks were told by pairs of ids too."""
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
    """How the parts were made and what crosses between them.

    `crossing_sentences` and `crossing_documents` count the distinct sentence texts and documents
    that stand in more than one part; `dropped` the items taken out to make the parts disjoint; `leaks`
    what was asked about test items that training holds, or almost holds.
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

    `lost` counts what the format could not carry of this release, by what it is. `companions` holds the files
    that are not of the format: manifest, statement, licence, citation, own ids.
    """

    format: str
    files: Mapping[str, str]
    lost: Mapping[str, int]
    companions: Mapping[str, str] = field(default_factory=dict, metadata={JSON_NAME: "beside"})
