"""Whether annotators see the answers of a machine, on a random share of the items: by default never."""

from __future__ import annotations

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.machines.model import MachineAnnotator
from aloi.ui import session
from aloi.ui.numbers import day, number
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import acting, no_markup
from aloi.ui.texts import t
from aloi.workbench.machines.helping import suggest_machine
from aloi.workbench.requests.machines import SuggestMachineRequest
from aloi.workbench.rounds.machine_help import machine_help
from aloi.workbench.store.opening import Store


def draw(store: Store, campaign: Campaign, machine: MachineAnnotator) -> None:
    """Draw the setting of a campaign and the form that changes it for a machine."""
    its_help = machine_help(store, campaign.id)
    if its_help is not None:
        since, share = day(its_help.since.date()), number(its_help.share, ".0%")
        title = its_help.machine.title
        text = t("machines.suggests_since", title=title, share=share, since=since, why=its_help.why)
        st.warning(no_markup(text))
    with st.expander(t("machines.suggesting")):
        st.caption(t("machines.suggest_why"))
        off = its_help is not None and its_help.machine.id == machine.id
        form = RequestForm(SuggestMachineRequest, f"machines:suggest:{campaign.id}:{machine.id}")
        person = session.require(Role.MANAGER)
        form.give(campaign=campaign.id, name=machine.id, version=None, off=off, by=person.pseudonym)
        form.ask("why")
        if off:
            form.keep("share", "seed")
        else:
            form.ask("share")
        form.rest()
        label = t("machines.suggest_off_do" if off else "machines.suggest_do", title=machine.title)
        if st.button(label, key="machines:suggest:do"):
            with acting(Role.MANAGER):
                suggest_machine(store, form.request(), session.now())
                session.say(t("machines.suggest_done"))
