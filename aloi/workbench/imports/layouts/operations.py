"""YAWAT files: pairs of lines and the operations that link their tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from aloi.annotation.rows import ERR, TaggedPair
from aloi.annotation.tasks.operations.typology import load_typology, typology_json, with_labels
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.corpora.readers import ReadText
from aloi.gold.formats.operations.triples import Line, read_triples
from aloi.gold.formats.operations.triples import Triple as Triple
from aloi.gold.formats.operations.yawat import Yawat
from aloi.workbench.imports.layouts.base import (
    Layout,
    ReadOptions,
    Source,
    SourceProvenance,
    SourceRow,
    Stretch,
    files_of,
)

_TASK = "operations"


class YawatFiles(Layout):
    """`.aln` files with `<name>.txt` and a single file of sources, or with `<name>.crp`."""

    name = "yawat"
    title = Phrase("layout-yawat-files-aln", "YAWAT files (.aln with their texts)")
    tasks = (_TASK,)

    def accepts(self, path: Path) -> bool:
        """Return whether there is an `.aln` file with its texts."""
        files = files_of(path, ".aln")
        return bool(files) and all(
            file.with_suffix(".crp").is_file() or (file.with_suffix(".txt").is_file() and _sources(file))
            for file in files
        )

    def read(self, path: Path, options: ReadOptions) -> Source:
        """Return the pairs with their groups."""
        self.task(options)
        files = files_of(path, ".aln")
        released = [file for file in files if file.with_suffix(".crp").is_file()]
        if released:
            return _released(path if path.is_dir() else path.parent, released)
        triples = []
        for file in files:
            sources = _sources(file)
            if len(sources) != 1 or not file.with_suffix(".txt").is_file():
                raise AloiError(
                    "workbench.beside-stand-files-may-hold",
                    name=file.name,
                    sources=len(sources),
                    stem=file.stem,
                )
            triples.append(Triple(sources[0], file.with_suffix(".txt"), file))
        return operation_source(triples)

    def settings(self, sources: Sequence[Source]) -> Mapping[str, Json] | None:
        """Return the shipped typology, with labels of the files it lacks, on tokens parted by spaces."""
        used = (
            group.label
            for source in sources
            for row in source.rows
            if isinstance(row, SourceRow) and isinstance(row.row, TaggedPair)
            for group in row.row.groups
            if group.label != ERR  # it marks the pair, and is no operation
        )
        shipped = load_typology(language=sources[0].language)
        return {"typology": typology_json(with_labels(shipped, used)), "tokens": "spaces"}


def triples_of(sources: Sequence[Path], targets: Sequence[Path], files: Sequence[Path]) -> list[Triple]:
    """Return the named files set by set, or raise AloiError unless there are as many of each kind."""
    if not len(sources) == len(targets) == len(files):
        raise AloiError(
            "aloi.differ",
            name=Term("the-numbers-of-files"),
            differences=f"source {len(sources)}, target {len(targets)}, aln {len(files)}",
            expected=Term("the-same-number-of-each"),
            todo=Term("name-the-three"),
        )
    return list(map(Triple, sources, targets, files))


def operation_source(triples: Sequence[Triple], labels: Collection[str] | None = None) -> Source:
    """Return the pairs of YAWAT files with their groups; one document a line, shared by all its pairs.

    Labels outside `labels` are noted; by default the labels of the shipped typology are allowed. A new
    campaign adds such labels to its schema, an existing campaign rejects them.

    Raises
    ------
    AloiError
        Files that do not fit together, an empty line, two files of one name.
    """
    read = read_triples(triples, labels)
    rows = []
    for line in read.lines:
        aln = line.triple.aln.name
        row = TaggedPair(
            f"{aln}:{line.number}", "", "", line.pair.source, line.pair.target, line.pair.groups,
            line.pair.broken,
        )  # fmt: skip
        sides = [Stretch(_name(getattr(line.triple, side), line.number)) for side in ("source", "target")]
        provenance = SourceProvenance(
            f"{aln}, line {line.number}", origins=({"file": aln, "line": line.number},)
        )
        rows.append(SourceRow(provenance, row, tuple(sides)))
    return Source(
        _TASK,
        Phrase("layout-yawat-files-line", "YAWAT files, line by line"),
        tuple(rows),
        tuple(_texts(read.lines)),
        counts={"pairs": len(rows), "notes": read.notes},
    )


def _released(folder: Path, files: Sequence[Path]) -> Source:
    """Return the pairs of a release: two documents a pair."""
    rows, texts = [], []
    for part, part_rows in Yawat().read(folder, (0, 0)).items():
        for row in part_rows:
            if not isinstance(row, TaggedPair) or part not in {file.stem for file in files}:
                continue
            names = [f"{part}/{row.id}-{side}" for side in ("source", "target")]
            where = f"{part}.aln, {row.id}"
            for name, tokens in zip(names, (row.source, row.target), strict=True):
                texts.append(ReadText(name, " ".join(tokens), {"part": part}, where))
            provenance = SourceProvenance(where, origins=({"file": f"{part}.aln"},))
            rows.append(SourceRow(provenance, row, tuple(map(Stretch, names))))
    return Source(
        _TASK,
        Phrase("layout-yawat-files-release", "YAWAT files of a release"),
        tuple(rows),
        tuple(texts),
        counts={"notes": ()},
    )


def _sources(aln: Path) -> list[Path]:
    """Return the texts next to an `.aln` file that belong to no `.aln` file: those of its sources."""
    texts = sorted(aln.parent.glob("*.txt"))
    free = [path for path in texts if not path.with_suffix(".aln").is_file()]
    same = [path for path in free if path.name.split(".")[0] == aln.name.split(".")[0]]
    original = [path for path in same if ".orig" in path.name or ".source" in path.name]
    return original or same or free


def _texts(lines: Sequence[Line]) -> list[ReadText]:
    """Return the texts of a corpus: each line of each file once, sources first."""
    texts: dict[str, ReadText] = {}
    files: dict[str, Path] = {}
    for side in ("source", "target"):
        for line in lines:
            path = getattr(line.triple, side).resolve()
            if files.setdefault(path.stem, path) != path:
                raise AloiError(
                    "workbench.different-folders-same-name", name=files[path.stem].name, path_name=path.name
                )
            name, text = _name(path, line.number), str(getattr(line, side))
            if not text.strip():
                raise AloiError("workbench.line-empty", name=path.name, number=line.number)
            texts.setdefault(name, ReadText(name, text, {}, f"{path.name}, line {line.number}"))
    return list(texts.values())


def _name(path: Path, number: int) -> str:
    return f"{path.stem}-{number}"
