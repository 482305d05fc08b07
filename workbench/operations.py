"""Counts of annotated operations in YAWAT files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation.alignment import ERR, AlignedPair
from annotation.typology import load_typology
from corpora.readers import read_lines
from errors import AloiError
from gold.formats.yawat import check_places, read_aln

_TOP = 7  # the share of the most frequent labels is told for so many, as in the ASSETann paper


@dataclass(frozen=True, slots=True)
class Triple:
    """The files of one set of simplifications: sources, targets and their groups, line by line."""

    source: Path
    target: Path
    aln: Path


@dataclass(frozen=True, slots=True)
class OperationCounts:
    """What stands in the files.

    Parameters
    ----------
    pairs : int
        Lines of all `.aln` files.
    identical, identical_texts : int
        Lines with an id only; pairs whose two texts are the same string.
    erroneous, erroneous_sources : int
        Pairs marked `err`, and the distinct sources they belong to.
    annotated : int
        Pairs with a group and without `err`: the `distinct_labels_...` count over these.
    groups_total : int
        Groups of all pairs, `err` among them; `groups_annotated` counts those of annotated pairs.
    groups_by_label, distinct_labels_by_label : dict
        Number of groups; number of annotated pairs that have the label, the most frequent first.
    distinct_labels_total : int
        Sum over annotated pairs of their distinct labels: what the ASSETann paper calls operations.
    top_share_of_distinct, top_share_of_groups : float or None
        Share of the seven most frequent labels, of `distinct_labels_total` and of `groups_annotated`.
    tokens_in_several_groups, groups_out_of_order : int
        Tokens that stand in two groups or more; groups whose places do not ascend.
    notes : tuple of str
        What was unusual and read all the same, by file and line.
    """

    pairs: int
    identical: int
    identical_texts: int
    erroneous: int
    erroneous_sources: int
    annotated: int
    groups_total: int
    groups_annotated: int
    groups_by_label: dict[str, int]
    distinct_labels_total: int
    distinct_labels_by_label: dict[str, int]
    top_share_of_distinct: float | None
    top_share_of_groups: float | None
    tokens_in_several_groups: int
    groups_out_of_order: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    source: tuple[Path, int]
    same_text: bool
    pair: AlignedPair


def operation_counts(triples: Sequence[Triple]) -> OperationCounts:
    """Return what the files hold; the same source file may stand in several triples.

    Raises
    ------
    AloiError
        Files of different lengths, a group that is none, or one that names a token that is not there.
    """
    if not triples:
        raise AloiError(
            "No files were named.", "A source, a target and an .aln file were expected.", "Name them."
        )
    known = {one.name for one in load_typology().operations}
    read: list[_Read] = []
    notes: list[str] = []
    for triple in triples:
        read += _read(triple)
        notes += [f"{triple.aln.name}, {note}" for note in read_aln(triple.aln, known).notes]
    pairs = [one.pair for one in read]
    annotated = [pair for pair in pairs if pair.groups and not pair.broken]
    groups = Counter(group.label for pair in pairs for group in pair.groups)
    of_annotated = Counter(group.label for pair in annotated for group in pair.groups)
    distinct = Counter(label for pair in annotated for label in {group.label for group in pair.groups})
    return OperationCounts(
        pairs=len(pairs),
        identical=sum(bool(pair.id) and not pair.groups for pair in pairs),
        identical_texts=sum(one.same_text for one in read),
        erroneous=sum(pair.broken for pair in pairs),
        erroneous_sources=len({one.source for one in read if one.pair.broken}),
        annotated=len(annotated),
        groups_total=groups.total(),
        groups_annotated=of_annotated.total(),
        groups_by_label=dict(groups.most_common()),
        distinct_labels_total=distinct.total(),
        distinct_labels_by_label=dict(distinct.most_common()),
        top_share_of_distinct=_top_share(distinct),
        top_share_of_groups=_top_share(of_annotated),
        tokens_in_several_groups=sum(map(_shared_tokens, pairs)),
        groups_out_of_order=sum(
            any(list(side) != sorted(side) for side in (group.source, group.target))
            for pair in pairs
            for group in pair.groups
        ),
        notes=tuple(notes),
    )


def _read(triple: Triple) -> list[_Read]:
    sources, targets = read_lines(triple.source), read_lines(triple.target)
    pairs = read_aln(triple.aln).pairs
    if not len(sources) == len(targets) == len(pairs):
        raise AloiError(
            f"{triple.source.name} has {len(sources)} line(s), {triple.target.name} {len(targets)} and "
            f"{triple.aln.name} {len(pairs)}.",
            "As many lines in each file were expected: line i of each belongs to pair i.",
            "Align the files.",
        )
    found = []
    for place, (source, target, pair) in enumerate(zip(sources, targets, pairs, strict=True)):
        check_places(triple.aln, pair, source.split(), target.split())
        found.append(_Read((triple.source.resolve(), place), source == target, pair))
    return found


def _shared_tokens(pair: AlignedPair) -> int:
    """Return how many tokens of a pair stand in several groups; `err` marks the pair, not tokens."""
    groups = [group for group in pair.groups if group.label != ERR]
    source = Counter(place for group in groups for place in set(group.source))
    target = Counter(place for group in groups for place in set(group.target))
    return sum(count > 1 for side in (source, target) for count in side.values())


def _top_share(counts: Counter[str]) -> float | None:
    total = counts.total()
    return sum(count for _, count in counts.most_common(_TOP)) / total if total else None
