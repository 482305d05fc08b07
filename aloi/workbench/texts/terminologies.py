"""Terminologies: imported from files, made of the gold names of a corpus, searched, removed."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import write_table
from aloi.corpora.terminologies.concepts import Concept, ConceptMatch, Terminology
from aloi.corpora.terminologies.files import Selection, is_umls, read_terminology
from aloi.corpora.terminologies.umls import CONSO, TYPES, language_of
from aloi.gold.formats.mentions.concept_dictionary import concept_names
from aloi.gold.formats.mentions.files import read_mentions
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.texts import (
    TerminologyOfMentionsRequest,
    TerminologyRemovalRequest,
    TerminologyRequest,
)

UPLOADS = "terminology-uploads"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class AboutTerminology:
    """The name of a terminology, its licence, and its source."""

    name: str
    licence: str = ""
    source: str = ""

    def terminology(self) -> Terminology:
        """Return the terminology that holds nothing yet, or raise AloiError for a bad name or no licence."""
        if not self.licence.strip():
            raise AloiError(
                "aloi.missing",
                name=Term("the-terminology"),
                missing=Term("a-licence"),
                expected=Term("licence-of-the-terminology"),
                todo=Term("add-it-it-decides"),
            )
        return Terminology.of(self.name, self.licence, self.source)


def import_terminology(
    store: Store,
    path: Path,
    about: AboutTerminology,
    now: datetime,
    *,
    language: str = "",
    languages: Sequence[str] = (),
    groups: Sequence[str] = (),
    vocabularies: Sequence[str] = (),
    columns: Sequence[str] = (),
    progress: Progress = silent,
) -> Terminology:
    """Return the terminology imported from a file, or the one that is there when it holds the same.

    Parameters
    ----------
    language : str
        That of names for which the file states none.
    languages, groups, vocabularies : sequences of str
        Those wanted; all of them when empty. Vocabularies are those of UMLS, such as MSHFRE.
    columns : sequence of str
        Roles of the columns of a table, see `Selection`.

    Raises
    ------
    AloiError
        A name, a licence or a file that will not do, with its line; then nothing is stored.
    Cancelled
        `progress` said to stop; then nothing is stored.
    """
    terminology = about.terminology()
    names = read_terminology(path, Selection(language, languages, groups, vocabularies, columns))
    return store.terminologies.add(terminology, names, now, _progress_of_names(progress, _lines_of(path)))


def import_mentions(
    store: Store,
    sources: Sequence[tuple[str, Path]],
    about: AboutTerminology,
    now: datetime,
    *,
    reader: str | None = None,
) -> Terminology:
    """Return the terminology of the names that the linked mentions of corpora give their concepts.

    Parameters
    ----------
    sources : sequence of (str, Path)
        Corpora, each with the language of its mentions, which may be empty.

    Raises
    ------
    AloiError
        A name, a licence or a corpus that will not do, or none with linked mentions.
    """
    terminology = about.terminology()
    read = [(language_of(language), read_mentions(path, reader).mentions) for language, path in sources]
    names = [name for language, mentions in read for name in concept_names(mentions, language)]
    names.sort(key=lambda name: name.concept_id)  # stable: within a concept, in the order of the sources
    return store.terminologies.add(terminology, names, now)


def terminology_of_mentions(
    store: Store, request: TerminologyOfMentionsRequest, now: datetime
) -> Terminology:
    """Return the terminology made of the linked mentions of a request; see `import_mentions`."""
    about = AboutTerminology(request.name, request.licence, request.source)
    sources = list(map(_language_and_path, request.sources))
    return import_mentions(store, sources, about, now, reader=request.reader)


def _language_and_path(text: str) -> tuple[str, Path]:
    """Return the language and the path of `fr=path`; a path that exists has no language."""
    language, mark, path = text.partition("=")
    if mark and not Path(text).exists():
        return language.strip(), Path(path)
    return "", Path(text)


def search(
    store: Store,
    name: str,
    text: str,
    *,
    limit: int = 20,
    language: str | None = None,
    group: str | None = None,
) -> tuple[ConceptMatch, ...]:
    """Return the concepts of a terminology whose names contain the words typed, the best first.

    Raises
    ------
    AloiError
        No such terminology, or a language or group that it does not have.
    """
    terminology = store.terminologies.named(name)
    for kind, filter_value, available in (
        ("language", language, terminology.languages),
        ("group", group, terminology.groups),
    ):
        if filter_value is not None and filter_value not in available:
            raise AloiError(
                "aloi.not-listed",
                kind=Term("in-the-terminology-name", kind=kind, name=repr(terminology.name)),
                name=repr(filter_value),
                known=available,
                todo=Term("check-the-spelling-or-omit"),
            )
    return tuple(store.terminologies.search(terminology.id, text, max(1, limit), language, group))


def concept(store: Store, name: str, concept_id: str) -> Concept:
    """Return a concept of a terminology with all its names, or raise AloiError if there is none."""
    return store.terminologies.concept(store.terminologies.named(name).id, concept_id)


def export(store: Store, name: str, path: Path) -> Terminology:
    """Return the terminology whose names were written as a table, which can be imported or ranked with.

    Raises
    ------
    AloiError
        No such terminology, or a file whose suffix is none of a table.
    """
    terminology = store.terminologies.named(name)
    columns = ("concept_id", "name", "language", "group", "preferred")
    rows = (
        dict(
            zip(
                columns,
                (each.concept_id, each.name, each.language, each.group, int(each.preferred)),
                strict=True,
            )
        )
        for each in store.terminologies.names(terminology.id)
    )
    write_table(path, columns, rows)
    return terminology


def users_of(store: Store, terminology: Terminology) -> tuple[str, ...]:
    """Return the names of the campaigns that ask for concepts of a terminology, or asked for them once.

    Answers given then stay as they were, and the version of the settings that asked for them can come back.
    """
    called = (terminology.id, terminology.name)
    settings_by_campaign = [
        (
            campaign.name,
            [campaign.schema.settings, *(each.settings for each in store.schemas.versions(campaign.id))],
        )
        for campaign in store.campaigns.list(archived=True)
    ]
    return tuple(
        name
        for name, versions in settings_by_campaign
        if any(settings.get("terminology") in called for settings in versions)
    )


def remove(store: Store, request: TerminologyRemovalRequest) -> Terminology:
    """Return the terminology that was removed.

    Raises
    ------
    AloiError
        No such terminology, or a campaign uses its concepts.
    """
    return store.terminologies.remove(removable(store, request.name).id)


def removable(store: Store, name: str) -> Terminology:
    """Return a terminology that no campaign needs, or raise AloiError."""
    terminology = store.terminologies.named(name)
    users = users_of(store, terminology)
    if users:
        raise AloiError(
            "aloi.in-use",
            name=Term("the-terminology-name-2", name=repr(terminology.name)),
            uses=", ".join(map(repr, users)),
            expected=Term("terminology-that-no"),
            todo=Term("keep-it-without"),
        )
    return terminology


def keep_upload(paths: Sequence[Path], data: Path) -> str:
    """Return the name under which uploaded files are kept until the job that imports them has read them.

    Raises
    ------
    AloiError
        Several files that are not MRCONSO.RRF and MRSTY.RRF, or none.
    """
    names = sorted(path.name for path in paths)
    if len(paths) != 1 and names != [CONSO, TYPES]:
        raise AloiError(
            "aloi.too-many",
            name=Term("files-names", names=names),
            count=len(paths),
            most=1,
            expected=Term("file-or-conso", conso=CONSO, types=TYPES),
            todo=Term("import-each"),
        )
    name = uuid.uuid4().hex
    (data / UPLOADS / name).mkdir(parents=True)
    for path in paths:
        shutil.copyfile(path, data / UPLOADS / name / path.name)
    return name


def import_request(
    store: Store, request: TerminologyRequest, now: datetime, progress: Progress = silent
) -> Terminology:
    """Return the terminology imported from names, or from the linked mentions of a corpus."""
    about = AboutTerminology(request.name, request.licence, request.source)
    if request.holds == "mentions":
        return import_mentions(store, [(request.language, request.path)], about, now)
    return import_terminology(
        store,
        request.path,
        about,
        now,
        language=request.language,
        languages=request.languages,
        groups=request.groups,
        vocabularies=request.vocabularies,
        columns=request.columns,
        progress=progress,
    )


def import_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the name and the counts of a terminology whose files a page kept; they are gone then.

    The path of the request is what `keep_upload` returned.
    """
    request = from_data(TerminologyRequest, arguments)
    upload = folder / UPLOADS / request.path.name
    files = sorted(upload.glob("*"))
    path = upload if upload / CONSO in files else files[0] if files else upload / "no file"
    try:
        terminology = import_request(store, replace(request, path=path), datetime.now(UTC), progress)
    finally:
        shutil.rmtree(upload, ignore_errors=True)
    return {"name": terminology.name, "concepts": terminology.concepts, "names": terminology.names}


def remove_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the name of the terminology that was removed."""
    del folder
    progress(0, 1, "")
    return {"name": remove(store, from_data(TerminologyRemovalRequest, arguments)).name}


def _progress_of_names(progress: Progress, total: int) -> Callable[[int], None]:
    """Return the callback that reports the number of stored names, and stops the import on request."""

    def report(done: int) -> None:
        go_on(progress, done, max(total, done), Term("progress-names"))

    return report


def _lines_of(path: Path) -> int:
    """Return about how many names a file has: its lines; 0 for one that is no file."""
    source = path / CONSO if is_umls(path) and path.is_dir() else path
    if not source.is_file():
        return 0
    with source.open("rb") as stream:
        return sum(part.count(b"\n") for part in iter(lambda: stream.read(_CHUNK), b""))
