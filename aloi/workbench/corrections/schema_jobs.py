"""Changes of a schema as jobs: they read every answer of a campaign, and no page does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import LabelMapping
from aloi.base.records import from_json, to_json
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.corrections import schemas
from aloi.workbench.corrections.concepts import mapping_of_table
from aloi.workbench.corrections.log import Ground
from aloi.workbench.progress import Progress

EFFECT, CHANGE = "schema_effect", "change_schema"


def effect_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the effect of a change: {"campaign", "settings", "mapping"}, or {"campaign", "version"}.

    "table", if present, is the path of a table of concepts that adds to the mapping.
    """
    del folder
    ground = Ground("", "", datetime.now(UTC))
    if "version" in arguments:
        number = int(str(arguments["version"]))
        campaign = str(arguments["campaign"])
        return to_json(schemas.earlier_schema_effect(store, campaign, number, ground, progress))
    return to_json(schemas.schema_effect(store, *_change_requested(arguments), ground, progress))


def change_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the details of the correction that did it; the arguments also hold "why" and "by"."""
    del folder
    ground = Ground(str(arguments["why"]), str(arguments["by"]), datetime.now(UTC))
    if "version" in arguments:
        number = int(str(arguments["version"]))
        correction = schemas.bring_back_schema(store, str(arguments["campaign"]), number, ground, progress)
    else:
        correction = schemas.change_schema(store, *_change_requested(arguments), ground, progress)
    return dict(correction.details)


def _change_requested(arguments: Mapping[str, Json]) -> tuple[str, Mapping[str, Json], LabelMapping]:
    settings, mapping = arguments["settings"], from_json(LabelMapping, arguments["mapping"])
    if arguments.get("table"):
        read = mapping_of_table(Path(str(arguments["table"])))
        mapping = replace(read, again=(*read.again, *mapping.again))
    return str(arguments["campaign"]), settings if isinstance(settings, Mapping) else {}, mapping
