"""The pairs of a study of operations against SARI: from a folder of YAWAT files, or from frozen gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aloi.annotation.rows import ERR, TaggedPair
from aloi.annotation.tasks.operations.task import groups_of
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers import read_lines
from aloi.evaluation.simplification import source_scores
from aloi.gold.formats.operations.yawat import check_places, read_aln
from aloi.gold.model import GoldItem
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.releases.gold import find_gold
from aloi.workbench.rounds.campaigns import campaign_of

ORIGINALS = "asset.orig.txt"


@dataclass(frozen=True, slots=True)
class Simplification:
    """One simplification of a source: its text, how often each label was used, whether it is erroneous."""

    text: str
    labels: Counter[str]
    err: bool


@dataclass(frozen=True, slots=True)
class SourceGroup:
    """A source and its simplifications, in a fixed order."""

    source: str
    simplifications: tuple[Simplification, ...]


@dataclass(frozen=True, slots=True)
class StudyPairs:
    """The input of a study with N pairs and L labels.

    The order of pairs is: first simplification of each source, then the second, and so on. `left_out` counts
    the sources with one simplification, which has nothing to be scored against.
    """

    labels: tuple[str, ...]
    counts: Floats
    scores: Floats
    without_err: NDArray[np.bool_]
    references: str
    left_out: int


def read_folder(folder: Path) -> list[SourceGroup]:
    """Return the sources of `asset.orig.txt` with each `asset.simp.K.txt` and its `asset.simp.K.aln`.

    Raises
    ------
    AloiError
        A file that is missing or not aligned, an empty line, a group that is none or that names a token
        which is not there.
    """
    sources = _lines(folder / ORIGINALS, None)
    numbers = sorted(
        int(path.name.split(".")[2])
        for path in folder.glob("asset.simp.*.txt")
        if path.name.split(".")[2].isdecimal()
    )
    columns = [_simplifications(folder, at, sources) for at in numbers]
    return [SourceGroup(source, tuple(column[at] for column in columns)) for at, source in enumerate(sources)]


def read_gold(store: Store, campaign: str, gold: str | None = None) -> list[SourceGroup]:
    """Return the sources of a gold of operations, by default the last one, with their simplifications.

    Both are in the order of the corpus: a folder of files imported into a campaign has the same results.

    Raises
    ------
    AloiError
        A campaign of another task, or one without frozen gold.
    """
    stored_campaign = campaign_of(store, campaign, TaggedPair)
    frozen = find_gold(store, stored_campaign, gold)
    items = {item.id: item for item in store.texts.items([one.item_id for one in frozen.items])}
    position = {one.id: at for at, one in enumerate(store.texts.documents(stored_campaign.corpus_id))}

    def order(gold_item: GoldItem) -> tuple[tuple[int, int], ...]:
        ends = items[gold_item.item_id].sentences
        return tuple((position[sentence.document_id], sentence.start) for sentence in ends)

    by_source: dict[str, list[Simplification]] = {}
    for gold_item in sorted(frozen.items, key=order):
        source, target = items[gold_item.item_id].texts
        err = isinstance(gold_item.value, dict) and bool(gold_item.value.get("err"))
        labels = Counter(group.label for group in groups_of(gold_item.value))
        by_source.setdefault(source, []).append(Simplification(target, labels, err))
    return [SourceGroup(source, tuple(listed)) for source, listed in by_source.items()]


def study_pairs(groups: Sequence[SourceGroup], progress: Progress = silent) -> StudyPairs:
    """Return the pairs with their scores, without those that have no other simplification.

    Raises
    ------
    AloiError
        No source has two simplifications.
    Cancelled
        `progress` requested a stop.
    """
    groups_compared = [one for one in groups if len(one.simplifications) > 1]
    if not groups_compared:
        most = max((len(one.simplifications) for one in groups), default=0)
        raise AloiError("workbench.source-at-most-simplification-each", groups=len(groups), most=most)
    scored = []
    for at, group in enumerate(groups_compared):
        go_on(progress, at, len(groups_compared), Term("progress-sources-scored-with-sari"))
        scored.append(source_scores(group.source, [each.text for each in group.simplifications]))
    most = max(len(one.simplifications) for one in groups_compared)
    places = [
        (at, k)
        for k in range(most)
        for at, group in enumerate(groups_compared)
        if k < len(group.simplifications)
    ]
    used = [groups_compared[at].simplifications[k].labels for at, k in places]
    labels = tuple(sorted({label for one in used for label in one} - {ERR}))
    sound = [not any(each.err for each in one.simplifications) for one in groups_compared]
    fewest = min(len(one.simplifications) for one in groups_compared)
    return StudyPairs(
        labels=labels,
        counts=np.array([[one[label] for label in labels] for one in used], dtype=np.float64),
        scores=np.array([scored[at][k] for at, k in places]),
        without_err=np.array([sound[at] for at, _ in places]),
        references=str(most - 1) if most == fewest else f"{fewest - 1}-{most - 1}",
        left_out=len(groups) - len(groups_compared),
    )


def _simplifications(folder: Path, number: int, sources: Sequence[str]) -> list[Simplification]:
    """Return the simplifications of one file with their groups, aligned with the sources."""
    texts = _lines(folder / f"asset.simp.{number}.txt", len(sources))
    path = folder / f"asset.simp.{number}.aln"
    pairs = read_aln(path).pairs
    _same_length(path, len(pairs), len(sources))
    simplifications = []
    for source, text, pair in zip(sources, texts, pairs, strict=True):
        check_places(Path(path.name), pair, source.split(), text.split())
        simplifications.append(
            Simplification(text, Counter(group.label for group in pair.groups), pair.broken)
        )
    return simplifications


def _lines(path: Path, length: int | None) -> list[str]:
    """Return the lines of a file of texts, as many as there are sources, none of them empty."""
    lines = read_lines(path)
    if length is not None:
        _same_length(path, len(lines), length)
    empty = next((at for at, line in enumerate(lines, start=1) if not line.strip()), None)
    if empty is not None:
        raise AloiError(
            "aloi.missing",
            name=Term("line-empty", empty=empty, name=path.name),
            missing=Term("a-text"),
            expected=Term("a-sentence-on-each"),
            todo=Term("fill-it-in-or-remove-the-line"),
        )
    return lines


def _same_length(path: Path, n_lines: int, length: int) -> None:
    if n_lines != length:
        raise AloiError(
            "aloi.differ",
            name=Term("the-numbers-of-lines"),
            differences=Term(
                "value-in-name", length=length, name=path.name, originals=ORIGINALS, value=n_lines
            ),
            expected=Term("the-same-number"),
            todo=Term("align-the-files"),
        )
