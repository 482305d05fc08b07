"""Annotated operations in YAWAT files: read with their texts, and counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.tasks.operations.corpus import AnnotatedPair
from aloi.annotation.tasks.operations.typology import load_typology
from aloi.base.errors import AloiError
from aloi.corpora.readers import read_lines
from aloi.gold.formats.operations.yawat import check_places, read_aln


@dataclass(frozen=True, slots=True)
class Triple:
    """The files of one set of simplifications: sources, targets and their groups, line by line."""

    source: Path
    target: Path
    aln: Path


@dataclass(frozen=True, slots=True)
class Line:
    """A pair of aligned files: its texts as written in line `number` (from 1) of `triple`."""

    triple: Triple
    number: int
    source: str
    target: str
    pair: AnnotatedPair


@dataclass(frozen=True, slots=True)
class Lines:
    """The pairs of some triples in the order given, and what in their groups is unusual."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...]

    @property
    def pairs(self) -> tuple[AnnotatedPair, ...]:
        """The annotated pairs alone."""
        return tuple(one.pair for one in self.lines)


def read_triples(triples: Sequence[Triple], labels_allowed: Collection[str] | None = None) -> Lines:
    """Return the pairs of some triples; several triples may share a source file.

    Parameters
    ----------
    labels_allowed : collection of str or None
        Labels that are not unusual; by default those of the shipped typology.

    Raises
    ------
    AloiError
        No triple, files of different lengths, an invalid group, or a group that names a missing token.
    """
    if not triples:
        raise AloiError("workbench.no-files-named")
    labels = {one.name for one in load_typology().operations} if labels_allowed is None else labels_allowed
    pairs: list[Line] = []
    notes: list[str] = []
    for triple in triples:
        lines, unusual = _read(triple, labels)
        pairs += lines
        notes += [f"{triple.aln.name}, {note}" for note in unusual]
    return Lines(tuple(pairs), tuple(notes))


def _read(triple: Triple, labels_allowed: Collection[str]) -> tuple[list[Line], tuple[str, ...]]:
    sources, targets = read_lines(triple.source), read_lines(triple.target)
    aln = read_aln(triple.aln, labels_allowed)
    if not len(sources) == len(targets) == len(aln.pairs):
        raise AloiError(
            "workbench.yawat-line",
            name=triple.source.name,
            sources=len(sources),
            target_name=triple.target.name,
            targets=len(targets),
            aln_name=triple.aln.name,
            pairs=len(aln.pairs),
        )
    pairs = []
    where = triple.source.resolve()
    for number, (source, target, pair) in enumerate(zip(sources, targets, aln.pairs, strict=True), 1):
        tokens = tuple(source.split()), tuple(target.split())
        check_places(triple.aln, pair, *tokens)
        annotated = AnnotatedPair(
            id=f"{triple.aln.name}:{number}",
            source_id=f"{where}:{number}",
            source=tokens[0],
            target=tokens[1],
            groups=pair.groups,
            same_text=source == target,
            annotated=bool(pair.id),
        )
        pairs.append(Line(triple, number, source, target, annotated))
    return pairs, aln.notes
