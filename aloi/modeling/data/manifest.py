"""The facts that the manifest of a release declares: the kind of its rows and the ends of its scale."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from aloi.annotation.rows import ScoredPair
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.evaluation.rows import KINDS
from aloi.gold.releasing.manifest import FORMAT, entries

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
