"""The operations of a corpus: read from YAWAT files, a gold or a release, described, and cut to subsets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import Campaign
from aloi.annotation.rows import ERR, AlignedGroup, AlignedPair, Row, TaggedPair
from aloi.annotation.tasks import task
from aloi.annotation.tasks.operations.corpus import (
    AnnotatedPair,
    LabelCount,
    LengthRatio,
    OperationCounts,
    Together,
    check_labels,
    cooccurrence,
    count_operations,
    label_counts,
    length_ratio,
    other_targets,
    select_pairs,
)
from aloi.annotation.tasks.operations.typology import Typology, load_typology, parse_typology
from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.formats.base import write_folder
from aloi.gold.formats.operations.triples import Triple, read_triples
from aloi.gold.formats.operations.yawat import aln_line
from aloi.gold.releasing.manifest import entries, rows_by_split
from aloi.storage.store import Store
from aloi.studies.simplification.requests import SubsetRequest
from aloi.workbench.progress import Progress
from aloi.workbench.releases.gold import find_gold
from aloi.workbench.rounds.campaigns import campaign_of
from aloi.workbench.texts.restriction import allow_export, write_zip

SUBSET = "subset"  # the files of a subset begin with it
_EXTENSIONS = (".txt", ".aln", ".tsv")


@dataclass(frozen=True, slots=True)
class OperationCorpus:
    """Annotated pairs with their typology; `origin` names where they come from.

    `campaign` is None for files; `notes` describe unusual entries of files.
    """

    origin: str
    pairs: tuple[AnnotatedPair, ...]
    typology: Typology
    campaign: Campaign | None
    notes: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The possible labels of a pair: those of the typology, then further labels of the pairs."""
        typology_labels = [one.name for one in self.typology.operations if one.sides != "pair"]
        used = {label for pair in self.pairs for label in pair.labels} - {ERR}
        return (*typology_labels, *sorted(used - set(typology_labels)))


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """The content of a corpus of operations, in numbers."""

    counts: OperationCounts
    labels: tuple[LabelCount, ...]
    together: tuple[Together, ...]
    lengths: LengthRatio | None


@dataclass(frozen=True, slots=True)
class PairFilter:
    """Which pairs are wanted: in every named subset, with every label of `having`, without the others."""

    subsets: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubsetFiles:
    """A subset as files: their bytes by name, and the number of references of each pair.

    `left_out` further simplifications are omitted, since not all pairs of the subset have as many.
    """

    pairs: tuple[AnnotatedPair, ...]
    references: int
    left_out: int
    files: Mapping[str, bytes]


def corpus_of_files(triples: Sequence[Triple], typology: Path | None = None) -> OperationCorpus:
    """Return the pairs of YAWAT files, with the shipped typology or that of a TOML file."""
    loaded = load_typology() if typology is None else load_typology(typology)
    read = read_triples(triples, {one.name for one in loaded.operations})
    names = ", ".join(one.aln.name for one in triples)
    return OperationCorpus(names, read.pairs, loaded, None, read.notes)


def corpus_of(store: Store, campaign: str, gold: str | None, release: str | None) -> OperationCorpus:
    """Return the pairs of a campaign's release, or of its gold where none is named."""
    return corpus_of_release(store, campaign, release) if release else corpus_of_gold(store, campaign, gold)


def corpus_of_gold(store: Store, campaign: str, gold: str | None = None) -> OperationCorpus:
    """Return the pairs of a campaign's frozen gold, the last one unless named.

    Raises
    ------
    AloiError
        A campaign of another task, or without frozen gold.
    """
    stored_campaign = campaign_of(store, campaign, TaggedPair)
    frozen = find_gold(store, stored_campaign, gold)
    items = store.texts.items([one.item_id for one in frozen.items])
    kind, settings = task(stored_campaign.schema.task_type), stored_campaign.schema.settings
    rows = [kind.row(item, one.value, settings) for item, one in zip(items, frozen.items, strict=True)]
    name = f"{stored_campaign.name}, gold {frozen.id[:8]}"
    return OperationCorpus(name, _pairs(rows), _typology(settings), stored_campaign)


def corpus_of_release(store: Store, campaign: str, release: str) -> OperationCorpus:
    """Return the pairs of all parts of a campaign's release.

    Raises
    ------
    AloiError
        A campaign of another task, or a release that is not one of its own.
    """
    stored_campaign = campaign_of(store, campaign, TaggedPair)
    heads = store.gold.release_heads(stored_campaign.id)
    head = next((one for one in heads if release in (one.id, one.version)), None)
    if head is None:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("in-the-campaign-name-the-release", name=repr(stored_campaign.name)),
            name=repr(release),
            known=(one.version for one in heads),
            todo=Term("name-one-of-them-or-use"),
        )
    chosen = store.gold.release(head.id)
    rows = [row for part in rows_by_split(chosen.manifest, filtered=False).values() for row in part]
    settings = entries(entries(chosen.manifest, "campaign"), "settings")
    return OperationCorpus(
        f"{stored_campaign.name}, release {chosen.version}",
        _pairs(rows),
        _typology(settings),
        stored_campaign,
    )


def describe(corpus: OperationCorpus) -> CorpusReport:
    """Return the numbers of a corpus."""
    return CorpusReport(
        count_operations(corpus.pairs, corpus.notes),
        label_counts(corpus.pairs),
        cooccurrence(corpus.pairs),
        length_ratio(corpus.pairs),
    )


def choose(corpus: OperationCorpus, choice: PairFilter) -> tuple[AnnotatedPair, ...]:
    """Return the pairs of a choice, in the order of the corpus, or raise AloiError for an unknown name."""
    check_labels((*choice.having, *choice.without), corpus.labels)
    both = sorted({*choice.having} & {*choice.without})
    if both:
        raise AloiError(
            "aloi.value",
            name=Term("the-label-both", both=repr(both[0])),
            value=Term("both-included"),
            expected=Term("one-of-the-two"),
            todo=Term("remove-it-from-one-of-the-lists"),
        )
    subsets = [corpus.typology.subset(name) for name in choice.subsets]
    return select_pairs(corpus.pairs, subsets, choice.having, choice.without)


def subset_files(corpus: OperationCorpus, choice: PairFilter) -> SubsetFiles:
    """Return a subset as aligned files: line i of each belongs to pair i; tokens are separated by one space.

    - `subset.source.txt`, `subset.target.txt`
    - `subset.aln` (ids are line numbers from 0)
    - `subset.ids.tsv` (those numbers with the ids of the pairs)
    - `subset.ref.K.txt`: the other simplifications of the same source, as many as all pairs have.

    Raises
    ------
    AloiError
        An unknown subset or label, or a subset without pairs.
    """
    chosen = choose(corpus, choice)
    if not chosen:
        raise AloiError(
            "aloi.no-content",
            path=Term("list-of-pairs", pairs=len(corpus.pairs)),
            content=Term("none-that-meets"),
            expected=Term("at-least-one-pair"),
            todo=Term("set-fewer"),
        )
    references, left_out = other_targets(chosen, corpus.pairs)
    texts = {
        f"{SUBSET}.source.txt": [" ".join(one.source) for one in chosen],
        f"{SUBSET}.target.txt": [" ".join(one.target) for one in chosen],
        f"{SUBSET}.aln": [
            aln_line(AlignedPair(str(index), pair.groups, index + 1)) for index, pair in enumerate(chosen)
        ],
        f"{SUBSET}.ids.tsv": ["line\tid", *(f"{place}\t{one.id}" for place, one in enumerate(chosen))],
        **{f"{SUBSET}.ref.{at}.txt": [mine[at] for mine in references] for at in range(len(references[0]))},
    }
    files = {name: "".join(f"{line}\n" for line in lines).encode() for name, lines in texts.items()}
    return SubsetFiles(chosen, len(references[0]), left_out, files)


def write_subset(
    corpus: OperationCorpus, request: SubsetRequest, out: Path, *, store: Store | None = None, now: datetime
) -> SubsetFiles:
    """Return a subset after writing its files into a folder: all of them or none.

    Raises
    ------
    AloiError
        As `subset_files`; a folder that cannot be written or holds other files of these kinds; a
        restricted corpus without a reason (which is kept in the store).
    """
    subset = subset_files(corpus, _choice(request))
    _allow(store, corpus, request.reason, now)
    write_folder(out, subset.files, _EXTENSIONS)
    return subset


def subset_zip(
    store: Store, corpus: OperationCorpus, request: SubsetRequest, folder: Path, *, now: datetime
) -> str:
    """Return the name of a zip in `folder` that holds a subset; the same subset, the same bytes."""
    choice = _choice(request)
    subset = subset_files(corpus, choice)
    _allow(store, corpus, request.reason, now)
    words = "-".join((*choice.subsets, *choice.having, *(f"no-{one}" for one in choice.without))) or "all"
    name = re.sub(r"[^\w.-]+", "-", f"{corpus.origin}-{words[:80]}")
    return write_zip(folder / f"{name}.zip", dict(sorted(subset.files.items())))


def subset_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the zip of a subset: {"file"}, in `exports` of the folder."""
    progress(0, 1, Term("progress-writing-the-files"))
    request = from_data(SubsetRequest, arguments)
    corpus = corpus_of(store, request.campaign or "", request.gold, request.release)
    return {"file": subset_zip(store, corpus, request, folder / "exports", now=datetime.now(UTC))}


def _choice(request: SubsetRequest) -> PairFilter:
    return PairFilter(request.named, request.having, request.without)


def _allow(store: Store | None, corpus: OperationCorpus, reason: str, now: datetime) -> None:
    """Ask for a reason where the texts are restricted; those of files are the reader's own."""
    if store is not None and corpus.campaign is not None:
        of = store.texts.corpus(corpus.campaign.corpus_id)
        allow_export(store, of, f"subset of {corpus.origin}", reason, now)


def _typology(settings: Mapping[str, Json]) -> Typology:
    return parse_typology(entries(settings, "typology"))


def _pairs(rows: Sequence[Row]) -> tuple[AnnotatedPair, ...]:
    """Return rows as annotated pairs; sources with the same words are one, in any document."""
    return tuple(
        AnnotatedPair(
            id=row.id,
            source_id=" ".join(row.source),
            source=row.source,
            target=row.target,
            groups=(*row.groups, *([AlignedGroup((0,), (0,), ERR)] if row.broken else [])),
            same_text=row.source == row.target,
        )
        for row in rows
        if isinstance(row, TaggedPair)
    )
