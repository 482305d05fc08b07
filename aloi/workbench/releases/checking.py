"""Problems of a release, and its differences from another one."""

from __future__ import annotations

from aloi.gold.releasing.release import ReleaseDiff
from aloi.gold.releasing.release import diff as diff_manifests
from aloi.gold.releasing.release import verify as verify_manifest
from aloi.storage.store import Store


def verify(store: Store, release: str) -> list[str]:
    """Return the problems of a stored release, in sentences; empty if there are none."""
    return verify_manifest(store.gold.release(release).manifest)


def diff(store: Store, before: str, after: str) -> ReleaseDiff:
    """Return the changes of a release relative to an earlier one."""
    return diff_manifests(store.gold.release(before).manifest, store.gold.release(after).manifest)
