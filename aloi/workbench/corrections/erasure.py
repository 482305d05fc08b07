"""Erasure of a person's identity: their answers stay and count, under a pseudonym."""

from __future__ import annotations

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.people.erasing import Erased
from aloi.storage.store import Store
from aloi.workbench.corrections.log import Ground

__all__ = ["Erased", "erase_person", "erasure"]


def erasure(store: Store, person: str) -> Erased:
    """Return the effect of erasing a person.

    Raises
    ------
    AloiError
        Nobody is so called.
    """
    return store.erasure.preview(store.people.get(person).id)


def erase_person(store: Store, person: str, ground: Ground) -> tuple[Erased, bool]:
    """Erase a person and return the result, and whether no data on them remain in the pages of the store.

    If the person was erased before, only the pages are cleaned. Other users at work may have prevented that
    step earlier.

    Raises
    ------
    AloiError
        Somebody unknown, the last manager, a person who requests their own erasure, or no reason.
    """
    annotator = store.people.get(person)
    if ground.by and store.people.get(ground.by) == annotator:
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
        ground.log(store, CorrectionKind.ERASE, {"pseudonym": effect.pseudonym}, person=annotator)
        store.erasure.erase(annotator.id, effect, ground.now)
    return effect, store.erasure.sweep()
