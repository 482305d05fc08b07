"""The data a model is trained or scored on, found by the name a person gives it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from errors import AloiError
from modeling.data.reading import Columns, read

if TYPE_CHECKING:
    from modeling.data.dataset import Dataset
    from storage.store import Store


def load(
    store: Store | None,
    source: str,
    *,
    kind: type | None = None,
    scale: tuple[float, float] | None = None,
    columns: Columns | None = None,
    split: str | None = None,
) -> Dataset:
    """Return the rows a source names; the other parameters are those of `modeling.data.reading.read`.

    Parameters
    ----------
    store : Store or None
        Where releases are looked for; None where only paths are wanted.
    source : str
        A file or folder that exists; otherwise a release of the store: its id, `campaign@version`
        (or `campaign:version`), or a version that only one campaign has.

    Raises
    ------
    AloiError
        Neither a path nor a release, or what `modeling.data.reading.read` refuses.
    """
    path = Path(source).expanduser()
    if path.exists():
        return read(path, kind=kind, scale=scale, columns=columns, split=split)
    if store is None:
        raise _nowhere(source)
    try:
        release = store.gold.release(source)
    except AloiError:
        try:
            release = store.gold.release(":".join(source.rsplit("@", 1)))
        except AloiError as error:
            raise _nowhere(source, error.expected) from error
    return read(release, kind=kind, scale=scale, split=split)


def _nowhere(source: str, releases: str = "") -> AloiError:
    return AloiError(
        f"{source!r} is neither a file or folder here nor a release.",
        f"A path was expected, or a release. {releases}".strip(),
        "Check the path, or name a release as campaign@version.",
    )
