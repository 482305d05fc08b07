"""How texts leave the store: under a data-use agreement only with a stated reason; archives of files."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.temporary_files import unfinished
from aloi.corpora.model import Corpus
from aloi.storage.store import Store

_ZIP_TIME = (2000, 1, 1, 0, 0, 0)  # a fixed clock: the same files give the same bytes

SENT_TO_MACHINE = "texts to the machine annotator at {url}"  # in the log of exports


def write_zip(archive: Path, files: Mapping[str, bytes | str | Path]) -> str:
    """Return the name of an archive after writing files into it, in the order given; it appears whole.

    A path stands for the file there, which is read piece by piece.
    """
    archive.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(archive) as partial_archive:
        with zipfile.ZipFile(partial_archive / archive.name, "w", zipfile.ZIP_DEFLATED) as target:
            for name, content in files.items():
                entry = zipfile.ZipInfo(name, _ZIP_TIME)
                if isinstance(content, Path):
                    with content.open("rb") as source, target.open(entry, "w", force_zip64=True) as file:
                        shutil.copyfileobj(source, file)
                else:
                    target.writestr(entry, content)
        (partial_archive / archive.name).replace(archive)
    return archive.name


def allow_export(store: Store, corpus: Corpus, content: str, reason: str, now: datetime) -> None:
    """Record why texts of a restricted corpus are shared; a free corpus needs no reason.

    Parameters
    ----------
    content : str
        The description of the output, such as `release 1.0 as sts_tsv`.

    Raises
    ------
    AloiError
        A restricted corpus and no reason.
    """
    if not corpus.restricted:
        return
    if not reason.strip():
        raise AloiError("workbench.corpus-restricted-by-data-use", name=repr(corpus.name))
    store.texts.log_export(corpus.id, content, reason.strip(), now)


def file_name(name: str) -> str:
    """Return a name as a part of the name of a file: letters, digits, points and hyphens."""
    return "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in name).strip("-")


def was_sent_to(store: Store, corpus_id: str, url: str) -> bool:
    """Return whether the log of exports has a reason for sending texts of a corpus to this address."""
    exported = SENT_TO_MACHINE.format(url=url)
    return any(entry.exported == exported for entry in store.texts.logged_exports(corpus_id))
