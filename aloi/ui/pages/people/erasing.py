"""Somebody's name dropped; what they gave stays."""

from __future__ import annotations

from aloi.annotation.model import Annotator
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import erasing
from aloi.workbench.corrections.log import Ground
from aloi.workbench.store.opening import Store


def draw_erasing(store: Store, who: Annotator) -> None:
    """Draw how somebody's identity is erased, and once it is, how its last traces are."""

    def effect() -> str:
        if who.id in store.people.erased_ids():
            return t("corrections.erased_before")
        found = erasing.erasure(store, who.id)
        parts = [t("corrections.erase_effect", name=no_markup(found.pseudonym))]
        if found.written:
            parts.append(t("corrections.erase_written", count=found.written))
        if found.left:
            places = ", ".join(f"`{table}` ({count})" for table, count in sorted(found.left.items()))
            parts.append(t("corrections.erase_left", left=places))
        return " ".join((*parts, t("corrections.erase_copies")))

    def erase(ground: Ground) -> str:
        done, swept = erasing.erase_person(store, who.id, ground)
        return t(
            "corrections.erased" if swept else "corrections.erased_not_swept", name=no_markup(done.pseudonym)
        )

    correction(f"people:erase:{who.id}", t("corrections.erase", name=no_markup(who.pseudonym)), effect, erase)
