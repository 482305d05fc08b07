"""The tables of a source, in one file, a directory or a .zip, and the annotators that their paths name."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.corpora.readers import base
from aloi.corpora.readers.archive import archive_names, is_hidden, read_archive
from aloi.corpora.readers.tables import SUFFIXES
from aloi.gold.formats.annotator_paths import SPLITS
from aloi.workbench.imports.layouts.base import DIRECTORY, FILE

_ZIP = ".zip"


@contextmanager
def opened_tables(path: Path) -> Iterator[dict[PurePosixPath, Path]]:
    """Yield the tables at a path by their names in it: none if a directory or .zip has other files too."""
    if path.is_file() and path.suffix.lower() == _ZIP:
        names = archive_names(path, lambda _: True)
        if not _are_tables(map(PurePosixPath, names)):
            yield {}
            return
        with tempfile.TemporaryDirectory() as folder:
            tables: dict[PurePosixPath, Path] = {}
            for name, chunks in read_archive(path, _is_table, base.MAX_TOTAL):
                table = Path(folder, str(len(tables)), PurePosixPath(name).name)
                table.parent.mkdir()
                table.write_bytes(b"".join(chunks))
                tables[PurePosixPath(name)] = table
            yield tables
    elif path.is_dir():
        files = {
            PurePosixPath(file.relative_to(path)): file for file in sorted(path.rglob("*")) if file.is_file()
        }
        files = {name: file for name, file in files.items() if not is_hidden(name)}
        yield files if _are_tables(files) else {}
    else:
        yield (
            {PurePosixPath(path.name): path} if path.is_file() and _is_table(PurePosixPath(path.name)) else {}
        )


def annotators_of_tables(
    texts: Mapping[PurePosixPath, Collection[object]], annotator_from: str, name: str
) -> dict[PurePosixPath, str]:
    """Return the annotator of each table, named by its file or directory; empty names for parts of a source.

    Parameters
    ----------
    texts : mapping
        The items of each table, for tables that name no annotators themselves.
    annotator_from : str
        `directory` or `file`; empty if nobody said.
    name : str
        Of the directory or archive, for errors.

    Raises
    ------
    AloiError
        Nobody said it and items repeat, or all tables have one name although somebody said it.
    """
    by = annotator_from or (DIRECTORY if _are_apart(texts) else FILE)
    names = {table: table.stem if by == FILE else table.parent.name for table in texts}
    are_named = len(set(names.values())) > (by == DIRECTORY or len(texts) > 1) and all(names.values())
    if annotator_from and not are_named:
        raise AloiError("workbench.no-annotators-of-paths", name=name, by=by)
    if annotator_from:
        return names
    counts = Counter(item for items in texts.values() for item in set(items))
    if max(counts.values(), default=0) > 1:
        listed = list(dict.fromkeys(names.values()))
        raise AloiError("workbench.annotators-of-paths", name=name, by=by, names=listed)
    return dict.fromkeys(texts, "")


def _are_apart(tables: Collection[PurePosixPath]) -> bool:
    """Return whether tables are in several directories, which are not the splits of a data set."""
    folders = {table.parent.name for table in tables}
    return len(folders) > 1 and not folders <= SPLITS


def _are_tables(names: Collection[PurePosixPath] | Iterator[PurePosixPath]) -> bool:
    return all(map(_is_table, names))


def _is_table(name: PurePosixPath) -> bool:
    return name.suffix.lower() in SUFFIXES
