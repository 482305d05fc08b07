"""The annotators of a new campaign: people of the store, new names, oneself; and the size of the pilot."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Annotator
from aloi.ui.shared.forms.checked import CheckedForm
from aloi.ui.texts import t
from aloi.workbench.starting.content import TextsContent
from aloi.workbench.store.opening import Store

_PILOT = 20


def ask_annotators(store: Store, me: Annotator, form: CheckedForm) -> tuple[str, ...]:
    """Draw the choice of annotators; return their pseudonyms, and the names of new ones."""
    people = {one.pseudonym: one for one in store.people.workers() if one.id != me.id}
    chosen: list[str] = []
    if people:
        chosen = st.multiselect(
            t("start.people"),
            list(people),
            format_func=lambda one: f"{people[one].name} ({one})" if people[one].name else one,
            placeholder=t("app.choose"),
            key=form.key("people"),
        )
    written = st.text_area(
        t("start.new_people"), help=t("start.new_people_help"), height=80, key=form.key("new_people")
    )
    mine = st.checkbox(t("start.mine"), value=True, key=form.key("mine"))
    new = [name for line in written.splitlines() if (name := line.strip())]
    return tuple(dict.fromkeys([*([me.pseudonym] if mine else []), *chosen, *new]))


def ask_pilot(content: TextsContent | None, form: CheckedForm, *, with_answers: bool) -> int | None:
    """Draw the size of the pilot; return None for all items.

    Items with an answer of the file are in the pilot only if there are no others.
    """
    count = 0 if content is None else content.count
    answered = content.answered if with_answers and content is not None else 0
    count = count - answered or count
    if count < 2:
        return None
    size = int(
        st.number_input(t("start.pilot"), 1, count, min(_PILOT, count), key=form.key(f"pilot:{count}"))
    )
    kind = "again" if count == answered else "all" if size == count else "of"
    st.caption(t(f"start.pilot_{kind}", count=size, total=count))
    return None if size == count else size
