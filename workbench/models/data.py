"""The data a model is trained or scored on, found by the name a person gives it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from errors import AloiError
from modeling.data.reading import Columns, read_scored

if TYPE_CHECKING:
    from modeling.data.dataset import ScoredData
    from storage.store import Store


def load(
    store: Store | None,
    source: str,
    *,
    scale: tuple[float, float] | None = None,
    columns: Columns | None = None,
) -> ScoredData:
    """Return the scored pairs a source names.

    Parameters
    ----------
    store : Store or None
        Where releases are looked for; None where only paths are wanted.
    source : str
        A file or folder that exists; otherwise a release of the store: its id, `campaign@version`
        (or `campaign:version`), or a version that only one campaign has.
    scale : (float, float) or None
        The ends of the scale, for data that do not tell it.
    columns : Columns or None
        The columns of a table whose names are not among the usual ones.

    Raises
    ------
    AloiError
        Neither a path nor a release, or what `modeling.data.reading.read_scored` refuses.
    """
    path = Path(source).expanduser()
    if path.exists():
        return read_scored(path, scale=scale, columns=columns)
    if store is None:
        raise _nowhere(source)
    try:
        release = store.gold.release(source)
    except AloiError:
        try:
            release = store.gold.release(":".join(source.rsplit("@", 1)))
        except AloiError as error:
            raise _nowhere(source, error.expected) from error
    return read_scored(release, scale=scale)


def _nowhere(source: str, releases: str = "") -> AloiError:
    return AloiError(
        f"{source!r} is neither a file or folder here nor a release.",
        f"A path was expected, or a release. {releases}".strip(),
        "Check the path, or name a release as campaign@version.",
    )
