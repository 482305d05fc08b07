"""The files of a corpus as distributed: where they are in the data folder, and their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.readers.archive import archive_names, is_hidden
from aloi.gold.formats.source_files import Notebook, contents, excluded
from aloi.studies.drbenchmark.core.declarations import PublishedLayout, Task

_ZIP = ".zip"


@dataclass(frozen=True, slots=True)
class PublishedFiles:
    """The files of a task in one layout.

    Parameters
    ----------
    root : Path
        The folder or .zip that has them.
    names : mapping
        Role in the layout, such as `train` -> the names of its files below the root, sorted.
    missing : mapping
        Role without a file -> the pattern of its files.
    """

    layout: PublishedLayout
    root: Path
    names: Mapping[str, tuple[str, ...]]
    missing: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CorpusSource:
    """A corpus that is read for a task.

    Parameters
    ----------
    book : Notebook
        Exclusions and changes of the reader.
    released : bool
        Whether words get their tags as in the released loaders, which count words instead of offsets.
    """

    task: Task
    files: PublishedFiles
    book: Notebook
    released: bool

    def texts(self, role: str) -> dict[str, str]:
        """Return the texts of the files of a role by name, in the order of the names; none if it has none."""
        names, root = self.files.names.get(role, ()), self.files.root
        if root.is_dir():
            return {name: next(iter(contents(root / name, _suffixes(name)).values())) for name in names}
        texts = contents(root, _suffixes(*names)) if names else {}
        return {name: texts[name] for name in names}

    def text(self, role: str) -> str:
        """Return the text of the only file of a role."""
        return next(iter(self.texts(role).values()))

    def where(self, role: str) -> str:
        """Return the path of the first file of a role, for messages."""
        return str(self.files.root / self.files.names[role][0])

    def fits(self, label: str, where: str) -> bool:
        """Return whether the task has a label; an annotation with another one is noted."""
        if label in self.task.labels:
            return True
        why = Phrase(
            "why-label-not-of-task", "with the label {label}, which the task does not have", label=label
        )
        self.book.add(excluded("annotations", why), where)
        return False


def published_files(task: Task, folder: Path) -> PublishedFiles | None:
    """Return the files of a task in the layout that fits best; None if no file of any layout is there.

    A corpus is, at any depth, in a folder or .zip of the data folder that is named after the task or the
    corpus.
    """
    best: PublishedFiles | None = None
    for root in _roots(task, folder):
        names = _names(root)
        for layout in task.layouts:
            matches = {role: _matching(names, pattern) for role, pattern in layout.files.items()}
            matches = {role: found for role, found in matches.items() if found}
            lacking = len(layout.files) - len(matches)
            if matches and (best is None or lacking < len(best.missing)):
                missing = {role: name for role, name in layout.files.items() if role not in matches}
                best = PublishedFiles(layout, root, matches, missing)
    return best


def _roots(task: Task, folder: Path) -> Iterator[Path]:
    """Yield the folders and archives that may contain the corpus of a task."""
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        name = re.sub(r"[\W_]", "", path.name.casefold())
        if path.name != task.name and not name.startswith(task.folders):
            continue
        if path.is_dir():
            yield path
            yield from sorted(path.glob(f"*{_ZIP}"))
        elif path.suffix.casefold() == _ZIP:
            yield path


def _names(root: Path) -> list[str]:
    if root.is_dir():
        paths = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
        return sorted(path.as_posix() for path in paths if not is_hidden(PurePosixPath(path)))
    try:
        return archive_names(root, lambda _: True)
    except AloiError:
        return []  # not an archive, or a damaged one: the corpus is then absent


def _matching(names: list[str], pattern: str) -> tuple[str, ...]:
    """Return the names that end as a pattern says; without `*`, the one in the outermost folder."""
    matches = [name for name in names if PurePosixPath(name).match(pattern)]
    if "*" not in pattern:
        matches = sorted(matches, key=lambda name: (name.count("/"), name))[:1]
    return tuple(matches)


def _suffixes(*names: str) -> tuple[str, ...]:
    return tuple({PurePosixPath(name).suffix.lower() for name in names})
