"""The data that recipes are trained and scored on: rows of one kind by split, and facts of a release."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.evaluation.rows import KINDS, LearntRow, Provenance, evaluation_set
from aloi.gold.releasing.manifest import FORMAT, entries


@dataclass(frozen=True, slots=True)
class Dataset:
    """Rows read from a release, a dataset folder, an export or a table.

    Parameters
    ----------
    name : str
        A short name for tables and plots, such as `clinical 1.0`.
    checksum : str
        Of all that the rows say and of their parts: two sources with the same content have the same one.
        Clusters have a checksum of their own (`clusters_of`), which some sources of the same rows lack.
    kind : type
        The kind of all rows.
    parts : mapping
        Part (train, dev, test ...) -> its rows in the order of their ids.
    provenance : mapping
        Part -> row id -> what travels beside it, for rows of which something is known.
    """

    name: str
    checksum: str
    kind: type
    parts: Mapping[str, tuple[LearntRow, ...]]
    provenance: Mapping[str, Mapping[str, Provenance]] = field(default_factory=dict)

    def part(self, name: str) -> tuple[LearntRow, ...]:
        """Return the rows of a part, or raise AloiError naming the parts there are."""
        if name not in self.parts:
            raise AloiError("modeling.no-part", name=self.name, name_2=repr(name), parts=self.parts)
        return self.parts[name]

    def provenance_of(self, part: str) -> Mapping[str, Provenance]:
        """Return row id -> provenance, for the rows of a split."""
        return self.provenance.get(part, {})

    def clusters_of(self, part: str) -> str:
        """Return 12 digits of the clusters in which the rows of a split are resampled; empty if each is one.

        Names have no influence: they differ between a release and its exports.
        """
        if not self.part(part):
            return ""
        members = evaluation_set(part, "", self.part(part), self.provenance_of(part)).units.clusters.members
        if members is None:
            return ""
        numbers: dict[int, int] = {}
        return checksum([[numbers.setdefault(one, len(numbers)) for one in row] for row in members.tolist()])[
            :12
        ]

    @property
    def ends(self) -> tuple[float, float]:
        """Return the ends of the scale of scored pairs; 0 and 1 for other rows."""
        return ends_of([row for rows in self.parts.values() for row in rows[:1]])


def ends_of(rows: Sequence[LearntRow]) -> tuple[float, float]:
    """Return the ends of the scale of scored pairs, read from the first pair; 0 and 1 for other rows."""
    first = rows[0] if rows else None
    return (first.low, first.high) if isinstance(first, ScoredPair) else (0.0, 1.0)


def dataset(
    name: str,
    kind: type,
    parts: Mapping[str, Sequence[LearntRow]],
    provenance: Mapping[str, Mapping[str, Provenance]] | None = None,
) -> Dataset:
    """Return a data set of the rows, ordered by id, with their checksum.

    Raises
    ------
    AloiError
        Rows of another kind, or an id that occurs twice in a split.
    """
    ordered = {part: tuple(sorted(rows, key=lambda one: one.id)) for part, rows in parts.items()}
    for part, rows in ordered.items():
        other = next((type(one).__name__ for one in rows if type(one) is not kind), None)
        twice = next((one.id for one, two in pairwise(rows) if one.id == two.id), None)
        if other is not None:
            raise AloiError(
                "aloi.wrong-kind",
                name=Term("rows-of-split", split=repr(part), name=name),
                kind=other,
                expected=kind.__name__,
                todo=Term("recipe-for-rows"),
            )
        if twice is not None:
            raise AloiError(
                "aloi.repeated",
                name=Term("id-in-split", split=repr(part), name=name),
                value=repr(twice),
                todo=Term("unique-id"),
            )
    return Dataset(name, _checksum(kind, ordered), kind, ordered, provenance or {})


def _checksum(kind: type, parts: Mapping[str, tuple[LearntRow, ...]]) -> str:
    described = {part: [_described(row) for row in rows] for part, rows in parts.items()}
    if kind is ScoredPair:
        low, high = ends_of([row for rows in parts.values() for row in rows[:1]])
        return checksum({"scale": [low, high], "parts": described})
    return checksum({"kind": kind.__name__, "parts": described})


def _described(row: LearntRow) -> Json:
    """Return the content of a row that the checksum covers; sentence ids exist in some sources only."""
    if isinstance(row, ScoredPair):
        return [row.id, row.left, row.right, row.score]
    return to_json(row)


Scale = tuple[float, float]
_MANIFEST = "manifest.json"


def manifest_at(source: Path) -> Mapping[str, Json] | None:
    """Return the manifest in an export folder; None if the folder has none."""
    path = source / _MANIFEST
    if not path.is_file():
        return None
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise AloiError("aloi.not-json", path=path, error=error) from error
    # Other programs write files of this name too.
    return manifest if isinstance(manifest, dict) and manifest.get("format") == FORMAT else None


def kind_of_release(manifest: Mapping[str, Json]) -> type:
    """Return the kind of rows of a release; raise AloiError if no recipe is trained on that kind."""
    campaign = entries(manifest, "campaign")
    kind = task(str(campaign["task"])).row_kind
    if kind.__name__ not in KINDS:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-release", name=campaign["name"]),
            kind=kind.__name__,
            expected=Term("one-of", choices=KINDS),
            todo=Term("other-release"),
        )
    return kind


def scale_of_release(manifest: Mapping[str, Json]) -> Scale:
    """Return the ends of the main scale of a release, or raise AloiError if its rows have no scores."""
    campaign = entries(manifest, "campaign")
    made_by = task(str(campaign["task"]))
    if made_by.row_kind is not ScoredPair:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-release", name=campaign["name"]),
            kind=made_by.name,
            expected=Term("task-similarity"),
            todo=Term("other-release"),
        )
    return made_by.range(entries(campaign, "settings"))


def one_scale(source: object, requested: Scale | None, declared: Scale | None) -> Scale:
    """Return the scale requested or declared by the data; raise AloiError for no scale or two that differ."""
    if requested is None and declared is None:
        raise AloiError("modeling.does-not-say-which-scale", source=source)
    if requested is not None and declared is not None and requested != declared:
        raise AloiError(
            "aloi.value",
            name=Term("scale-of", source=source),
            value=(f"{requested[0]:g}", f"{requested[1]:g}"),
            expected=",".join((f"{declared[0]:g}", f"{declared[1]:g}")),
        )
    ends = requested or declared or (0.0, 0.0)
    if not ends[0] < ends[1]:
        raise AloiError(
            "aloi.value",
            name=Term("scale"),
            value=(f"{ends[0]:g}", f"{ends[1]:g}"),
            expected=Term("scale-ends"),
        )
    return float(ends[0]), float(ends[1])
