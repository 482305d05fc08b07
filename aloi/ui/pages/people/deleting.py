"""Deleting a person who has done nothing yet."""

from __future__ import annotations

from datetime import datetime

from aloi.annotation.model import Annotator
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import removal
from aloi.workbench.requests.corrections import DeletePersonRequest
from aloi.workbench.store.opening import Store


def draw_deleting(store: Store, annotator: Annotator) -> None:
    """Draw how a person is deleted."""

    def effect() -> str:
        deletion = removal.person_deletion(store, DeletePersonRequest(annotator.id, preview=True))
        return t("corrections.delete_person_effect", rounds=t("corrections.in_rounds", count=deletion.rounds))

    def delete(request: DeletePersonRequest, now: datetime) -> str:
        removal.delete_person(store, request, now)
        return t("corrections.deleted", name=no_markup(annotator.pseudonym))

    correction(
        RequestForm(DeletePersonRequest, f"people:delete:{annotator.id}", person=annotator.id),
        t("corrections.delete", name=no_markup(annotator.pseudonym)),
        effect,
        delete,
    )
