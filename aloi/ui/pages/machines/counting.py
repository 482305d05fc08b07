"""Whether the answers of a machine count like those of a person: by default never."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.machines.model import MachineAnnotator
from aloi.ui import session
from aloi.ui.numbers import day
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.machines.counting import count_machine
from aloi.workbench.requests.machines import CountMachineRequest
from aloi.workbench.rounds.machine_answers import counted_machines
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, machine: MachineAnnotator) -> None:
    """Draw the setting of a campaign and the form that changes it for a machine."""
    counted = counted_machines(store, campaign.id)
    for each in counted:
        since = day(each.since.date())
        text = t("machines.counted_since", title=each.machine.title, since=since, why=each.why)
        st.warning(no_markup(text))
    if not counted:
        st.caption(t("machines.apart"))
    with st.expander(t("machines.counting")):
        st.caption(t("machines.count_why"))
        off = machine.id in {each.machine.id for each in counted}
        form = RequestForm(CountMachineRequest, f"machines:count:{campaign.id}:{machine.id}")
        person = session.require(Role.MANAGER)
        form.give(campaign=campaign.id, name=machine.id, version=None, off=off, by=person.pseudonym)
        form.ask("why")
        form.rest()
        label = t("machines.discount_do" if off else "machines.count_do", title=machine.title)
        if st.button(label, key="machines:count:do"):
            with acting(Role.MANAGER):
                count_machine(store, form.request(), session.now())
                session.say(t("machines.count_done"))
