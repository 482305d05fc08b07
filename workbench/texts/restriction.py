"""Texts under a data-use agreement leave the store only with a stated reason, which is kept."""

from __future__ import annotations

from datetime import datetime

from aloi.errors import AloiError
from corpora.model import Corpus
from storage.store import Store


def allow_export(store: Store, corpus: Corpus, what: str, reason: str, now: datetime) -> None:
    """Keep why texts of a restricted corpus are given on; a free corpus needs no reason.

    Parameters
    ----------
    what : str
        What is written, such as `release 1.0 as sts_tsv`.

    Raises
    ------
    AloiError
        A restricted corpus and no reason.
    """
    if not corpus.restricted:
        return
    if not reason.strip():
        raise AloiError("workbench.corpus-restricted-by-data-use", name=repr(corpus.name))
    store.texts.log_export(corpus.id, what, reason.strip(), now)
