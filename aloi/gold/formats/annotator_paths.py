"""Annotators named by paths: the same documents are in the directory, or the file, of each annotator."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import PurePosixPath

from aloi.base.errors import AloiError

# Directories of a split of a data set are never people.
SPLITS = frozenset(
    {
        "train",
        "training",
        "dev",
        "devel",
        "development",
        "valid",
        "validation",
        "val",
        "test",
        "testing",
        "all",
    }
)

Parts = tuple[str, ...]


def annotators_of_paths(
    texts: Mapping[PurePosixPath, str], *, by_file: bool
) -> dict[PurePosixPath, tuple[Parts, str]]:
    """Return (parts of the document's path, annotator) by path, for paths that name annotators; often none.

    A part of the paths names annotators if the same document, with the same text, exists for several values
    of it, and no document has two texts. Of several such parts, the last one counts.

    Parameters
    ----------
    texts : mapping
        The text of each document, by its path without a suffix.
    by_file : bool
        Whether the name of the file may be that of the annotator, in the directory of the document.

    Examples
    --------
    >>> texts = {PurePosixPath(name): "Toux." for name in ("ann/a", "bob/a")}
    >>> annotators_of_paths(texts, by_file=False)[PurePosixPath("bob/a")]
    (('a',), 'bob')
    """
    depth = max((len(path.parts) for path in texts), default=0)
    for index in reversed(range(depth if by_file else depth - 1)):
        names = _named_by(texts, index, by_file=by_file)
        if names:
            return names
    return {}


def asked_annotators(
    texts: Mapping[PurePosixPath, str], annotator_from: str, name: str
) -> dict[PurePosixPath, tuple[Parts, str]]:
    """Return what `annotators_of_paths` returns, if a person said what names annotators; never by a guess.

    Parameters
    ----------
    annotator_from : str
        `directory` or `file`; empty if nobody said.
    name : str
        Of the project, for errors.

    Raises
    ------
    AloiError
        Nobody said it and texts repeat, or no text repeats although somebody said it.
    """
    ways = {"directory": annotators_of_paths(texts, by_file=False), "file": _by_file(texts)}
    if annotator_from in ways:
        if not ways[annotator_from]:
            raise AloiError("workbench.no-annotators-of-paths", name=name, by=annotator_from)
        return ways[annotator_from]
    for way, names in ways.items():
        if names:
            raise AloiError(
                "workbench.annotators-of-paths",
                name=name,
                by=way,
                names=list(dict.fromkeys(annotator for _, annotator in names.values())),
            )
    return {}


def _by_file(texts: Mapping[PurePosixPath, str]) -> dict[PurePosixPath, tuple[Parts, str]]:
    """Return the names if the last parts of the paths name annotators."""
    depths = {len(path.parts) for path in texts}
    return _named_by(texts, max(depths) - 1, by_file=True) if len(depths) == 1 else {}


def _named_by(
    texts: Mapping[PurePosixPath, str], index: int, *, by_file: bool
) -> dict[PurePosixPath, tuple[Parts, str]]:
    """Return the names if the part at an index names annotators."""
    groups: dict[Parts, list[PurePosixPath]] = defaultdict(list)
    for path in texts:
        if index < len(path.parts) - (not by_file):
            groups[path.parts[:index] + path.parts[index + 1 :]].append(path)
    shared = [group for group in groups.values() if len(group) > 1]
    names = {path.parts[index] for group in shared for path in group}
    if not shared or names <= SPLITS or any(len({texts[path] for path in group}) > 1 for group in shared):
        return {}
    return {path: (document, path.parts[index]) for document, group in groups.items() for path in group}
