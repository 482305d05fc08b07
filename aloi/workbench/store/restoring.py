"""A copy put in the place of the store in use: looked at first, then at once."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import whole_file
from aloi.storage.integrity.seal import seal
from aloi.storage.model import StoreContents
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.requests.store import RestoreRequest
from aloi.workbench.store.backup import FOLDER, restore

_LOOKED_AT = "restoring"
_ACTIVE = ("queued", "running")


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy among those that Aloi made: its file and its size in bytes."""

    path: Path
    size: int


def kept_copies(folder: Path) -> list[KeptCopy]:
    """Return the copies in the data folder, the newest first."""
    paths = sorted((folder / FOLDER).glob("*.db"), reverse=True)
    return [KeptCopy(one, one.stat().st_size) for one in paths]


def look_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the content of a copy and of the store, and the name of the file prepared from the copy.

    That file is brought to the newest revision and checked; the copy itself stays as it is.

    Raises
    ------
    AloiError
        No sound copy of a store, or one in which nobody could sign in as manager.
    """
    path = from_data(RestoreRequest, arguments).path
    go_on(progress, 0, 2, path.name)
    shutil.rmtree(folder / _LOOKED_AT, ignore_errors=True)  # of an earlier look
    digest = hashlib.sha256(f"{path} {datetime.now(UTC)}".encode()).hexdigest()[:16]
    ready = folder / _LOOKED_AT / f"{digest}.db"
    restore(path, ready)
    go_on(progress, 1, 2, path.name)
    copy = Store.open(f"sqlite:///{ready}")
    try:
        if not copy.people.has_administrator():
            raise AloiError(
                "aloi.missing",
                name=path.name,
                missing=Term("manager-who-could"),
                expected=Term("copy-with-a-manager"),
                todo=Term("choose-another-copy"),
            )
        copy.people.end_logins()  # some of them may have ended since
        contents = copy.contents()
    finally:
        copy.close()
    return {
        "name": path.name,
        "ready": ready.name,
        "copy": to_json(contents),
        "now": to_json(store.contents()),
    }


def put_in_place(store: Store, ready: str, folder: Path) -> Path:
    """Replace the content of the store by the inspected copy, and return the copy of the old content.

    The copy and the change are one transaction, made completely or not at all. Each acknowledged answer is in
    the one or in the other.

    Raises
    ------
    AloiError
        A job waits or runs, the inspected copy no longer exists, or the store is no SQLite file.
    """
    source = folder / _LOOKED_AT / Path(ready).name
    if not source.is_file():
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-copy"),
            name=Term("that-was-checked"),
            expected=Term("copy-that-was-checked"),
            todo=Term("check-the-copy"),
        )
    replaced_copy = folder / FOLDER / f"aloi-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-replaced.db"
    replaced_copy.parent.mkdir(parents=True, exist_ok=True)

    def keep() -> None:
        _require_idle(store)
        with whole_file(replaced_copy) as part:
            store.copy_to(part)
            seal(part)

    with ExitStack() as undone:
        undone.callback(replaced_copy.unlink, missing_ok=True)  # if nothing was replaced
        store.take_over(source, keep)
        undone.pop_all()
    shutil.rmtree(folder / _LOOKED_AT, ignore_errors=True)
    return replaced_copy


def _require_idle(store: Store) -> None:
    waiting = [one.verb for one in store.jobs.list(1000) if one.status in _ACTIVE]
    if waiting:
        raise AloiError(
            "aloi.in-use",
            name=Term("the-store"),
            uses=Term("jobs-that-wait", jobs=len(waiting), verbs=sorted(set(waiting))),
            expected=Term("a-store-without"),
            todo=Term("wait-until"),
        )


def read_contents(document: Mapping[str, Json]) -> StoreContents:
    """Return the contents that a job reported."""
    last = document["last"]
    counts = {name: int(str(value)) for name, value in document.items() if name != "last"}
    return StoreContents(**counts, last=datetime.fromisoformat(last) if isinstance(last, str) else None)
