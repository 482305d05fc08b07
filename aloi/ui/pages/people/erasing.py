"""Erasing a person's name; their work stays."""

from __future__ import annotations

from datetime import datetime

from aloi.annotation.model import Annotator
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import erasure
from aloi.workbench.requests.corrections import ErasePersonRequest
from aloi.workbench.store.opening import Store


def draw_erasing(store: Store, annotator: Annotator) -> None:
    """Draw how somebody's identity is erased, and once it is, how its last traces are."""

    def effect() -> str:
        if annotator.id in store.people.erased_ids():
            return t("corrections.erased_before")
        preview = erasure.erasure(store, ErasePersonRequest(annotator.id, preview=True))
        parts = [t("corrections.erase_effect", name=no_markup(preview.pseudonym))]
        if preview.written:
            parts.append(t("corrections.erase_written", count=preview.written))
        if preview.left:
            places = ", ".join(f"`{table}` ({count})" for table, count in sorted(preview.left.items()))
            parts.append(t("corrections.erase_left", left=places))
        return " ".join((*parts, t("corrections.erase_copies")))

    def erase(request: ErasePersonRequest, now: datetime) -> str:
        done, swept = erasure.erase_person(store, request, now)
        return t(
            "corrections.erased" if swept else "corrections.erased_not_swept", name=no_markup(done.pseudonym)
        )

    correction(
        RequestForm(ErasePersonRequest, f"people:erase:{annotator.id}", person=annotator.id),
        t("corrections.erase", name=no_markup(annotator.pseudonym)),
        effect,
        erase,
    )
