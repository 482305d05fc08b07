"""Gold and releases as jobs: they read every answer of a campaign, and no page does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aloi.records import from_json
from corpora.model import Json
from gold.model import LeakCheck
from storage.store import Store
from workbench.progress import Progress
from workbench.releases.gold import freeze
from workbench.releases.releases import build

FREEZE, BUILD = "freeze_gold", "build_release"


def freeze_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return how many items of a frozen gold there are, and how many are undecided: {"items", "undecided"}.

    The arguments are those of `freeze`: {"campaign", "rule", "rounds", "uncleaned"}.
    """
    del folder
    asked: Any = arguments
    frozen = freeze(store, **asked, now=datetime.now(UTC), progress=progress)
    return {"items": len(frozen.gold.items), "undecided": len(frozen.undecided)}


def build_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the version and the checksum of a release: {"version", "checksum"}.

    The arguments are those of `build`, but that `force` is a list of [round number, part] and `leaks` one of
    leak checks as `aloi.records` writes them.
    """
    del folder
    asked: Any = dict(arguments)
    asked["force"] = {int(number): str(part) for number, part in asked["force"]}
    asked["leaks"] = [from_json(LeakCheck, one) for one in asked["leaks"]]
    made = build(store, **asked, now=datetime.now(UTC), progress=progress)
    return {"version": made.version, "checksum": made.checksum}
