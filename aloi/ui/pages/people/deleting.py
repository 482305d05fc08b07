"""Deleting a person who has done nothing yet."""

from __future__ import annotations

from aloi.annotation.model import Annotator
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import removal
from aloi.workbench.corrections.log import Ground
from aloi.workbench.store.opening import Store


def draw_deleting(store: Store, annotator: Annotator) -> None:
    """Draw how a person is deleted."""

    def effect() -> str:
        deletion = removal.person_deletion(store, annotator.id)
        return t("corrections.delete_person_effect", rounds=t("corrections.in_rounds", count=deletion.rounds))

    def delete(ground: Ground) -> str:
        removal.delete_person(store, annotator.id, ground)
        return t("corrections.deleted", name=no_markup(annotator.pseudonym))

    correction(
        f"people:delete:{annotator.id}",
        t("corrections.delete", name=no_markup(annotator.pseudonym)),
        effect,
        delete,
    )
