"""Somebody deleted who has done nothing yet."""

from __future__ import annotations

from annotation.model import Annotator
from ui.shared.corrections.panel import correction
from ui.shared.tables import no_markup
from ui.texts import t
from workbench.corrections import removing
from workbench.corrections.log import Ground
from workbench.store.opening import Store


def draw_deleting(store: Store, who: Annotator) -> None:
    """Draw how a person is deleted."""

    def effect() -> str:
        found = removing.person_deletion(store, who.id)
        return t("corrections.delete_person_effect", rounds=t("corrections.in_rounds", count=found.rounds))

    def delete(ground: Ground) -> str:
        removing.delete_person(store, who.id, ground)
        return t("corrections.deleted", name=no_markup(who.pseudonym))

    correction(
        f"people:delete:{who.id}", t("corrections.delete", name=no_markup(who.pseudonym)), effect, delete
    )
