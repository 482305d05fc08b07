"""What is wrong with a release, what leaks between its parts, and what it changes against another."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.errors import AloiError
from gold.model import LeakCheck, LeakReport
from gold.releasing.manifest import (
    rows_by_split,
)
from gold.releasing.release import ReleaseDiff
from gold.releasing.release import diff as diff_manifests
from gold.releasing.release import verify as verify_manifest
from gold.splitting import leaks as row_leaks
from gold.splitting.near_texts import DEFAULT_THRESHOLD
from storage.store import Store


def verify(store: Store, release: str) -> list[str]:
    """Return what is wrong with a stored release, in sentences; empty when nothing is."""
    return verify_manifest(store.gold.release(release).manifest)


def check_leaks(
    store: Store, release: str, check: LeakCheck, *, thresholds: Sequence[float] = ()
) -> LeakReport:
    """Return which items of a part of a stored release another part holds, or almost holds.

    Parameters
    ----------
    thresholds : sequence of float
        At which to count what is left.

    Raises
    ------
    AloiError
        Parts that are not there, a threshold outside [0, 1], or what these rows are not compared by.
    """
    rows = rows_by_split(store.gold.release(release).manifest, filtered=False)
    check_parts(check, list(rows))
    by_id = {part: {one.id: one for one in rows[part]} for part in (check.test, check.train)}
    return row_leaks.check_leaks(by_id[check.test], by_id[check.train], check, thresholds=thresholds)


def read_leak_check(text: str, *, by: str = "", threshold: float = DEFAULT_THRESHOLD) -> LeakCheck:
    """Return what is written as `test=train`: the part looked at, and the part it is looked for in."""
    test, mark, train = (word.strip() for word in text.partition("="))
    if not (mark and test and train) or test == train:
        raise AloiError("workbench.leak-check-written", text=repr(text))
    return LeakCheck(test, train, by, threshold)


def diff(store: Store, before: str, after: str) -> ReleaseDiff:
    """Return what one release changes against an earlier one."""
    return diff_manifests(store.gold.release(before).manifest, store.gold.release(after).manifest)


def check_parts(check: LeakCheck, names: Sequence[str]) -> None:
    """Raise AloiError where a check names a part that is not among these."""
    strange = next((one for one in (check.test, check.train) if one not in names), None)
    if strange is not None:
        raise AloiError("workbench.leak-check-asked-part", strange=repr(strange), names=names)
