"""What the manifest of a release tells whoever reads it: the kind of its rows, and the ends of its scale."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from aloi.errors import AloiError
from annotation.rows import ScoredPair
from annotation.tasks import task
from corpora.model import Json
from evaluation.rows import KINDS
from gold.releasing.manifest import FORMAT, entries

Scale = tuple[float, float]
_MANIFEST = "manifest.json"


def manifest_at(source: Path) -> Mapping[str, Json] | None:
    """Return the manifest that lies in an export folder, None where there is none."""
    path = source / _MANIFEST
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise AloiError(
            f"{path} is not JSON: {error}.",
            "The manifest of a release was expected.",
            "Remove or restore it.",
        ) from error
    # Other programs write files of this name too.
    return found if isinstance(found, dict) and found.get("format") == FORMAT else None


def kind_of_release(manifest: Mapping[str, Json]) -> type:
    """Return the kind of row a release holds, or raise AloiError where it is none that is learnt."""
    campaign = entries(manifest, "campaign")
    kind = task(str(campaign["task"])).row_kind
    if kind.__name__ not in KINDS:
        raise AloiError(
            f"The release {campaign['name']} holds rows of the kind {kind.__name__}.",
            f"Rows of one of these kinds were expected: {', '.join(KINDS)}.",
            "Choose another release.",
        )
    return kind


def scale_of_release(manifest: Mapping[str, Json]) -> Scale:
    """Return the ends of the main scale of a release, or raise AloiError where its rows are not scored."""
    campaign = entries(manifest, "campaign")
    made_by = task(str(campaign["task"]))
    if made_by.row_kind is not ScoredPair:
        raise AloiError(
            f"The release {campaign['name']} is of the task {made_by.name}.",
            "Pairs with a score, as the task similarity gives them, were expected.",
            "Choose another release.",
        )
    return made_by.range(entries(campaign, "settings"))


def one_scale(source: object, given: Scale | None, told: Scale | None) -> Scale:
    """Return the scale given or told by the data, or raise AloiError where neither or they differ."""
    if given is None and told is None:
        raise AloiError(
            f"{source} does not say which scale its scores are on.",
            "The two ends of the scale were expected, such as 0,5.",
            "Give them (--scale 0,5).",
        )
    if given is not None and told is not None and given != told:
        raise AloiError(
            f"The scale {given[0]:g},{given[1]:g} was given for {source}.",
            f"Its own scale is {told[0]:g},{told[1]:g}.",
            "Leave the scale out, or correct it.",
        )
    ends = given or told or (0.0, 0.0)
    if not ends[0] < ends[1]:
        raise AloiError(
            f"The scale is {ends[0]:g},{ends[1]:g}.",
            "The lower end, then the higher one, were expected.",
            "Give them as 0,5.",
        )
    return float(ends[0]), float(ends[1])
