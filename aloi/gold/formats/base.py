"""The interface of a format: the rows it accepts, the files it writes, how they are read, what is lost."""

from __future__ import annotations

import hashlib
import json
import math
import re
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, TypeVar

from aloi.annotation.rows import Row
from aloi.base.errors import AloiError, quoted
from aloi.base.temporary_files import unfinished
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.formats.losses import SOFT_LABELS, Loss, count_losses
from aloi.gold.model import Export, Release
from aloi.gold.releasing.manifest import entries, rows_of

R = TypeVar("R", bound=Row)
# The content of a written file: a text, bytes, or pieces that are generated while the file is written.
Content: TypeAlias = str | bytes | Iterable[bytes]

# The columns of documents: of a row, and of both sides of a pair.
DOCUMENT = "document_id"
PAIR_DOCUMENTS = ("left_document", "right_document")


class Format(ABC):
    """A benchmark format.

    Attributes
    ----------
    row_kinds : tuple of type
        The rows it writes and reads.
    extensions : tuple of str
        Of its files, with the dot.
    lost_fields : tuple of str
        The fields of a row that are not restored by reading. Text fields are restored as empty, the
        ends of the scale as passed to `read`. `spans.attributes`: of the spans, some attributes.
    lost : tuple of Loss
        The information that the files do not contain.
    keeps_soft_labels : bool
        Whether the files contain the probabilities of a model of annotators.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]
    row_kinds: ClassVar[tuple[type, ...]]
    lost_fields: ClassVar[tuple[str, ...]]
    lost: ClassVar[tuple[Loss, ...]]
    keeps_soft_labels: ClassVar[bool] = False

    @abstractmethod
    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> Mapping[str, str | bytes]:
        """Return the text, or the bytes, of each file by its name; the same release gives the same ones.

        A name may lead into a folder: `train/17.txt`.
        """

    @abstractmethod
    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part of a folder of this format.

        `scale` gives the ends of the scale, which the format does not carry; a score outside it, a
        missing column or a broken line raises AloiError.
        """

    def write(
        self,
        rows: Mapping[str, Sequence[Row]],
        folder: Path,
        release: Release,
        more: Mapping[str, Content] | None = None,
    ) -> Export:
        """Return what was written into `folder`: all files or none.

        `more` contains further files by name, such as the manifest; those of the format go before them.

        Raises
        ------
        AloiError
            Rows of another kind, no rows, or a folder that cannot be written or contains other files of
            this kind, which readers would take for parts of the release.
        """
        kinds = {type(one) for part in rows.values() for one in part}
        if not kinds or not kinds <= set(self.row_kinds):
            raise AloiError(
                "aloi.wrong-kind",
                name=Term("rows-of-release"),
                kind=sorted(k.__name__ for k in kinds),
                expected=Term(
                    "rows-of-format", name=self.name, kinds=(kind.__name__ for kind in self.row_kinds)
                ),
                todo=Term("format-for-rows"),
            )
        written = self.files(rows, release)
        sums = write_folder(folder, {**(more or {}), **written}, self.extensions)
        format_files = {name: one for name, one in sums.items() if name in written}
        others = {name: one for name, one in sums.items() if name not in written}
        losses = self.lost if self.keeps_soft_labels else (*self.lost, SOFT_LABELS)
        return Export(self.name, format_files, count_losses(losses, rows, release), others)

    def restored(self, row: R) -> R:
        """Return a row without what reading does not restore: fields that are lost are None."""
        blank: dict[str, Any] = dict.fromkeys(name for name in self.lost_fields if "." not in name)
        return replace(row, **blank)

    @property
    def lossless(self) -> bool:
        """Whether `read` gives the very rows that `write` was given."""
        return not self.lost_fields


def write_folder(folder: Path, files: Mapping[str, Content], extensions: Sequence[str]) -> dict[str, str]:
    """Return the checksum of each file written into a folder, by name.

    The files are written into a temporary folder next to it first, so that a failure while writing leaves
    nothing. A new folder appears complete. In an existing folder, each file is replaced as a unit. Temporary
    files of killed processes are removed.

    Raises
    ------
    AloiError
        The folder cannot be created or written, or contains other files with these extensions.
    """
    target = folder.resolve()
    try:
        _refuse_strangers(target, files, extensions)
        target.parent.mkdir(parents=True, exist_ok=True)
        with unfinished(target) as partial_folder:
            sums = {name: _write(partial_folder / name, content) for name, content in files.items()}
            if not target.exists():
                partial_folder.rename(target)
                return dict(sorted(sums.items()))
            for name in sorted(files):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (partial_folder / name).replace(target / name)
    except OSError as error:
        raise AloiError("aloi.cannot-write", path=folder, error=error.strerror or error) from error
    return dict(sorted(sums.items()))


def _write(path: Path, content: Content) -> str:
    """Return the checksum of a file after writing it, piece by piece if it comes in pieces."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf-8") if isinstance(content, str) else content
    digest = hashlib.sha256()
    with path.open("wb") as file:
        for piece in (data,) if isinstance(data, bytes) else data:
            file.write(piece)
            digest.update(piece)
    return digest.hexdigest()


def _refuse_strangers(folder: Path, files: Iterable[str], extensions: Sequence[str]) -> None:
    """Raise AloiError if readers would take a file already there for a part of this export."""
    names = {*files}
    places = sorted({(folder / name).parent for name in names})
    existing = [one for place in places if place.exists() for one in sorted(place.iterdir())]
    named = [one.relative_to(folder).as_posix() for one in existing if one.suffix in extensions]
    others = [name for name in named if name not in names]
    if others:
        raise AloiError("gold.folder-holds-which-not-part", folder=folder, value=others[0])


def part_files(folder: Path, suffix: str) -> list[Path]:
    """Return the files of a folder with a suffix, one a part, by name; raise AloiError if it has none."""
    paths = sorted(folder.glob(f"*{suffix}"))
    if not paths:
        raise AloiError(
            "aloi.no-content",
            path=folder,
            content=Term("no-file-of", suffix=suffix),
            expected=Term("one-per-split"),
            todo=Term("export-again"),
        )
    return paths


def read_text(path: Path) -> str:
    """Return the text of a file of an export, line ends unchanged, or raise AloiError."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise AloiError(
            "aloi.unreadable", path=path, format=Term("format-export"), error=error.strerror or error
        ) from error
    except UnicodeDecodeError as error:
        raise AloiError("aloi.unreadable", path=path, format="UTF-8", error=f"byte {error.start}") from error


def parse_json(text: str | bytes) -> Any:
    """Return the value that a JSON text encodes.

    A JSONDecodeError is also raised for a text nested too deeply, and for an object with a duplicate key:
    `json` silently keeps the last value of such a key.
    """
    try:
        return json.loads(text, object_pairs_hook=_object_of)
    except RecursionError as error:
        raise json.JSONDecodeError("it is nested too deep", "", 0) from error


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise json.JSONDecodeError(f"the key {quoted(twice)} is repeated in one object", "", 0)
    return values


def only(kind: type[R], rows: Sequence[Row]) -> list[R]:
    """Return the rows of a kind, ordered by id."""
    return sorted((one for one in rows if isinstance(one, kind)), key=lambda one: one.id)


def json_row(line: str, where: str, columns: Sequence[str]) -> dict[str, Any]:
    """Return the object of a line of JSON, or raise AloiError if it has not all of the columns."""
    try:
        row = parse_json(line)
    except json.JSONDecodeError as error:
        raise AloiError(
            "aloi.not-json", path=where, error=error, expected=Term("objects-with", columns=columns)
        ) from error
    if not isinstance(row, dict) or not set(columns) <= set(row):
        raise AloiError(
            "aloi.missing",
            name=where,
            missing=Term("objects-with-some"),
            expected=Term("objects-with", columns=columns),
            todo=Term("correct-or-export"),
        )
    return row


def score_in(text: object, scale: tuple[float, float], where: str) -> float:
    """Return the score written in a file, or raise AloiError if it is no number of the scale."""
    try:
        score = float(str(text))
    except ValueError:
        score = math.nan
    if not scale[0] <= score <= scale[1]:
        raise AloiError(
            "aloi.value",
            name=Term("the-score"),
            value=quoted(text),
            expected=Term("number-from", low=f"{scale[0]:g}", high=f"{scale[1]:g}"),
            todo=Term("right-scale"),
        ).at(where)
    return score


def document_of(sentence_name: str) -> str:
    """Return the document that the name of a sentence begins with; nothing if it has no number.

    >>> document_of("cas-un_3"), document_of("s12")
    ('cas-un', '')
    """
    document, _, rest = sentence_name.partition("_")
    return document if rest.partition("_")[0].isdigit() else ""


def sentence_names(manifest: Mapping[str, Json]) -> dict[str, str]:
    """Return `<document>_<number>` by sentence id, unique in the release.

    The number counts, from 1, the sentences of the document that the release contains. Loaders of this layout
    take the first two parts between `_` as the id. The name has a single underscore, so the id is the
    complete name. In the document's name, all characters but letters, digits, `.` and `-` become `-`.
    """
    places: dict[str, set[tuple[int, int, str]]] = defaultdict(set)
    for item in rows_of(manifest, "items"):
        for side in (entries(item, "left"), entries(item, "right")):
            span = (int(str(side["start"])), int(str(side["end"])), str(side["id"]))
            places[str(side["document"])].add(span)
    names: dict[str, str] = {}
    used: set[str] = set()
    for document in sorted(places):
        cleaned = re.sub(r"[^\w.-]|_", "-", document)
        prefix, copy = cleaned, 1
        while prefix in used:
            copy += 1
            prefix = f"{cleaned}-{copy}"
        used.add(prefix)
        for number, (_, _, sentence_id) in enumerate(sorted(places[document]), start=1):
            names[sentence_id] = f"{prefix}_{number}"
    return names
