"""Erasure of a person's identity: their answers stay and count, under a pseudonym."""

from __future__ import annotations

from datetime import datetime

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.people.erasing import Erased
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.corrections import ErasePersonRequest

__all__ = ["Erased", "erase_person", "erasure"]


def erasure(store: Store, request: ErasePersonRequest) -> Erased:
    """Return the effect of erasing a person.

    Raises
    ------
    AloiError
        Nobody is so called.
    """
    return store.erasure.preview(store.people.get(request.person).id)


def erase_person(store: Store, request: ErasePersonRequest, now: datetime) -> tuple[Erased, bool]:
    """Erase a person and return the result, and whether no data on them remain in the pages of the store.

    If the person was erased before, only the pages are cleaned. Other users at work may have prevented that
    step earlier.

    Raises
    ------
    AloiError
        Somebody unknown, the last manager, a person who requests their own erasure, or no reason.
    """
    annotator = store.people.get(request.person)
    if request.by and store.people.get(request.by) == annotator:
        raise AloiError(
            "aloi.not-allowed",
            role=Term("another-manager"),
            expected=Term("another-person", pseudonym=annotator.pseudonym),
        )
    if annotator.id in store.people.erased_ids():
        return store.erasure.preview(annotator.id), store.erasure.sweep()
    with store.together():
        # The reason first: where it holds the name, the name is written over in it too.
        effect = store.erasure.preview(annotator.id)
        log_correction(
            store, request, now, CorrectionKind.ERASE, {"pseudonym": effect.pseudonym}, person=annotator
        )
        store.erasure.erase(annotator.id, effect, now)
    return effect, store.erasure.sweep()
