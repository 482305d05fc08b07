"""Content and problems of a release, and its differences from another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aloi.gold.model import LeakReport
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.gold.releasing.release import ReleaseDiff
from aloi.gold.releasing.release import diff as diff_manifests
from aloi.gold.releasing.release import verify as verify_manifest
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on


@dataclass(frozen=True, slots=True)
class ReleaseSummary:
    """Counts of a release and its problems: none, unless it was changed by hand.

    `splits` counts the items of each, by name; `leaks` is the leakage that was found when it was built.
    """

    splits: Mapping[str, int]
    crossing_sentences: int
    crossing_documents: int
    dropped: int
    leaks: tuple[LeakReport, ...]
    problems: tuple[str, ...]


def summarise(store: Store, release: str, progress: Progress) -> ReleaseSummary:
    """Return what a stored release holds, and what is wrong with it."""
    splits: Any = entries(store.gold.release(release).manifest, "splits")
    go_on(progress, 1, 2, "")
    return ReleaseSummary(
        {str(part["name"]): len(listed(part, "item_ids")) for part in rows_of(splits, "parts")},
        splits["crossing_sentences"],
        splits["crossing_documents"],
        len(listed(splits, "dropped")),
        tuple(LeakReport.from_json(leak) for leak in splits.get("leaks", ())),
        tuple(verify(store, release)),
    )


def verify(store: Store, release: str) -> list[str]:
    """Return the problems of a stored release, in sentences; empty if there are none."""
    return verify_manifest(store.gold.release(release).manifest)


def diff(store: Store, before: str, after: str) -> ReleaseDiff:
    """Return the changes of a release relative to an earlier one."""
    return diff_manifests(store.gold.release(before).manifest, store.gold.release(after).manifest)
