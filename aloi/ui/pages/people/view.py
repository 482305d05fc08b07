"""People as a table: pseudonym, role, expertise, and whether they can sign in."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.annotation.model import Annotator
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store


def people_table(store: Store, people: Sequence[Annotator]) -> None:
    """Draw the people with their names: for the people page alone."""
    erased, off = store.people.erased_ids(), store.people.disabled_ids()

    def state(person: Annotator) -> str:
        if person.id in erased:
            return t("people.erased")
        return t("people.off" if person.id in off else "people.on")

    text_table(
        [
            {
                t("glossary.pseudonym"): person.pseudonym,
                t("app.name_label"): person.name,
                t("people.role"): t(f"app.role_{person.role.value}"),
                t("people.expertise"): person.expertise,
                t("app.state"): state(person),
            }
            for person in people
        ],
    )


def sources_table(sources: Sequence[Annotator]) -> None:
    """Draw the sources of imported answers, by their names."""
    text_table(
        [{t("glossary.pseudonym"): one.pseudonym, t("people.expertise"): one.expertise} for one in sources]
    )
