"""A complete campaign in one file, and a campaign made of such a file, in this store or in another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import whole_file
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.gold.formats.source_files import Note, excluded
from aloi.storage.archive.archives import Entry, terminologies_of
from aloi.storage.archive.file import ArchiveFile, ArchiveHead, is_archive
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.rounds.campaigns import free_campaign_id
from aloi.workbench.store.backup import refuse_existing
from aloi.workbench.texts.restriction import allow_export

__all__ = [
    "ARCHIVE",
    "Archived",
    "archive_campaign",
    "import_archive",
    "is_archive",
    "look_at_archive",
]

ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Archived:
    """The archive written, its size in bytes, and what it says of itself."""

    path: Path
    size: int
    head: ArchiveHead


@dataclass(frozen=True, slots=True)
class ArchiveLook:
    """The content of an archive, and the decisions needed before it can be imported.

    Parameters
    ----------
    is_here : bool
        Whether the store has the campaign: then it can only be imported as a copy, under another name.
    shared_pseudonyms : tuple of str
        Pseudonyms that also exist in the store, if it is unknown whether they are the same people.
    """

    head: ArchiveHead
    is_here: bool
    shared_pseudonyms: tuple[str, ...] = field(metadata={JSON_NAME: "taken"})


def archive_campaign(
    store: Store, request: ArchiveRequest, path: Path, *, now: datetime, progress: Progress = silent
) -> Archived:
    """Return the archive of a campaign written to `path`; the same campaign gives the same bytes.

    Raises
    ------
    AloiError
        `path` is there already, or a restricted corpus without a reason.
    """
    stored_campaign = store.campaigns.get(request.campaign)
    corpus = store.texts.corpus(stored_campaign.corpus_id)
    refuse_existing(path)
    allow_export(store, corpus, f"archive of the campaign {stored_campaign.name}", request.reason, now)
    with whole_file(path) as part:
        head = store.archives.write(
            part,
            stored_campaign,
            corpus,
            names=request.names,
            terminologies=_terminologies(store, stored_campaign),
            on_progress=lambda done, total: go_on(progress, done, total, ""),
        )
    return Archived(path, path.stat().st_size, head)


def look_at_archive(store: Store, path: Path) -> ArchiveLook:
    """Return the content of an archive; AloiError if it is none, or is incomplete."""
    with ArchiveFile(path) as archive:
        _, shared_pseudonyms = _people(store, archive)
        return ArchiveLook(archive.head, _is_here(store, archive.head), shared_pseudonyms)


def import_archive(
    store: Store, request: ImportRequest, now: datetime, progress: Progress = silent
) -> Arrival:
    """Import an archive and return the result, or a preview of it. Everything is imported, or nothing.

    Parameters
    ----------
    request : ImportRequest
        Its fields `path`, `campaign`, `people` and `preview`. By default, the campaign has the name in the
        archive. A campaign that the store already has can only be imported under another name: as a copy,
        whose answers have their own ids and which has no releases.
    progress : callable
        Is called with the number of rows, and may stop the import, in the one transaction that stores them.
        It must not write into the store.

    Raises
    ------
    AloiError
        No archive, or one that is incomplete or of a later version. A campaign or a name that exists already,
        existing pseudonyms without a decision, or another version of the corpus.
    """
    name = (request.campaign or "").strip()
    with ArchiveFile(request.path) as archive:
        head = archive.head
        is_copy = _is_here(store, head)
        entry = Entry(
            free_campaign_id(store, name) if is_copy else head.campaign_id,
            _checked_name(store, head, name or head.campaign, is_copy=is_copy),
            _corpus_name(store, head),
            is_copy,
            _same_people(store, archive, request.people),
        )
        coming = _arrival(head, is_copy=is_copy)
        if request.preview:
            return coming
        new_corpus = store.archives.corpus_version(head.corpus.id) is None
        with _with_terminologies(store, archive, now):
            called = store.archives.put(
                archive, entry, now, lambda at, total: go_on(progress, at, total, Term("progress-storing"))
            )
    return _arrived(store, entry, coming, called, new_corpus=new_corpus)


def _arrived(
    store: Store, entry: Entry, coming: Arrival, called: Mapping[str, str], *, new_corpus: bool
) -> Arrival:
    """Return the result of an archive that is stored."""
    campaign = store.campaigns.get(entry.campaign_id)
    return replace(
        coming,
        corpus=store.texts.corpus(campaign.corpus_id),
        campaign=campaign,
        by_annotator=dict.fromkeys(called[name] for name in coming.annotators),
        new=coming.answers,
        new_corpus=new_corpus,
        rounds={
            str(round_.number): round_ for round_ in store.campaigns.rounds(campaign.id, with_items=False)
        },
        notes=(*coming.notes, *_called_otherwise(called)),
    )


def _terminologies(store: Store, campaign: Campaign) -> list[tuple[Terminology, Iterator[ConceptName]]]:
    """Return the terminologies that any version of a campaign's schema names and the store has."""
    kind = task(campaign.schema.task_type)
    if kind.installed and not kind.takes_terminology:
        return []
    versions = [version.settings for version in store.schemas.versions(campaign.id)]
    named = {str(settings.get("terminology")) for settings in (campaign.schema.settings, *versions)}
    terminologies = store.terminologies.list()
    return [
        (terminology, store.terminologies.names(terminology.id))
        for terminology in terminologies
        if named & {terminology.id, terminology.name}
    ]


@contextmanager
def _with_terminologies(store: Store, archive: ArchiveFile, now: datetime) -> Iterator[None]:
    """Store the terminologies of an archive; if the next steps fail, the new ones are deleted."""
    before = {terminology.id for terminology in store.terminologies.list()}
    with ExitStack() as undone:
        for terminology, names in terminologies_of(archive):
            store.terminologies.add(terminology, names, now)
            if terminology.id not in before:
                undone.callback(store.terminologies.remove, terminology.id)
        yield
        undone.pop_all()


def _is_here(store: Store, head: ArchiveHead) -> bool:
    return any(campaign.id == head.campaign_id for campaign in store.campaigns.list(archived=True))


def _checked_name(store: Store, head: ArchiveHead, name: str, *, is_copy: bool) -> str:
    """Return a name, or raise AloiError if it or the corpus conflicts with the store."""
    called = {campaign.name: campaign.id for campaign in store.campaigns.list(archived=True)}
    if is_copy and name in (head.campaign, *(other for other in called if called[other] == head.campaign_id)):
        raise AloiError(
            "aloi.exists",
            name=Term("the-campaign-name", name=repr(name)),
            expected=Term("campaign-that-is-not"),
            todo=Term("do-not"),
        )
    if name in called:
        raise AloiError("aloi.exists", name=Term("the-campaign-name", name=repr(name)))
    version = store.archives.corpus_version(head.corpus.id)
    if version not in (None, (head.corpus_version, head.corpus.checksum)):
        raise AloiError(
            "aloi.differ",
            name=Term("versions-of-the-corpus", corpus=repr(head.corpus.name)),
            differences=Term(
                "this-store-version", here=version[0] if version else 0, version=head.corpus_version
            ),
            expected=Term("the-same-version"),
            todo=Term("import-into-a-store"),
        )
    return name


def _corpus_name(store: Store, head: ArchiveHead) -> str:
    """Return what a corpus is called here: as in the archive, unless another one is called so."""
    others = {corpus.name for corpus in store.texts.corpora(archived=True) if corpus.id != head.corpus.id}
    name, number = head.corpus.name, 2
    while name in others:
        name, number = f"{head.corpus.name} ({number})", number + 1
    return name


def _same_people(store: Store, archive: ArchiveFile, people: str | None) -> dict[str, str]:
    """Return whose pseudonym here is whose in the archive, or raise AloiError if nobody said so."""
    same, shared_pseudonyms = _people(store, archive)
    if people is None and shared_pseudonyms:
        raise AloiError("workbench.archive-people", pseudonyms=shared_pseudonyms)
    if people == "same":
        same |= {pseudonym: pseudonym for pseudonym in shared_pseudonyms}
    return same


def _people(store: Store, archive: ArchiveFile) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return who is known here by name, and the pseudonyms taken of whom nothing says who they are."""
    people = store.people.list()
    by_name = {person.name: person.pseudonym for person in people}
    names_in_archive: dict[str, str | None] = {}
    for row in archive.rows("people"):
        pseudonym, name = row.get("pseudonym"), row.get("name")
        if not isinstance(pseudonym, str) or not isinstance(name, str | None):
            raise archive.unsound("people")
        names_in_archive[pseudonym] = name
    same = {pseudonym: by_name[name] for pseudonym, name in names_in_archive.items() if name in by_name}
    # Erased people can only be recognised by their pseudonym.
    erased = store.people.erased_ids()
    pseudonyms = {person.pseudonym for person in people if person.id in erased or not archive.head.names}
    return same, tuple(
        pseudonym for pseudonym in names_in_archive if pseudonym in pseudonyms and pseudonym not in same
    )


def _arrival(head: ArchiveHead, *, is_copy: bool) -> Arrival:
    """Return the preview of an archive, in the form of any import."""
    counts = head.counts
    left = [
        Note(
            excluded("releases", Phrase("why-release-once", "that a store contains only once")),
            counts.releases,
            "",
        )
    ]
    parts = {name: {"rows": part.rows, "checksum": part.checksum} for name, part in head.parts.items()}
    return Arrival(
        format=ARCHIVE,
        read_as=Phrase(
            "layout-archive",
            "an archive of the campaign {campaign}, written by {program}",
            campaign=head.campaign,
            program=head.program,
        ),
        corpus=head.corpus,
        campaign=None,
        documents=counts.documents,
        items=counts.items,
        by_annotator=dict.fromkeys(head.pseudonyms),
        answers=counts.answers,
        skips=counts.skips,
        comments=counts.comments,
        predictions=counts.predictions,
        notes=tuple(left) if is_copy and counts.releases else (),
        counts={"checksum": head.checksum, "parts": parts},
        new=0,
        revisions=counts.revisions,
    )


def _called_otherwise(called: Mapping[str, str]) -> list[Note]:
    """Return a note for everybody who has another pseudonym here."""
    return [
        Note(Phrase("import-called-here", "{old} is called {new} here", old=old, new=new), 1, "")
        for old, new in called.items()
        if old != new
    ]
