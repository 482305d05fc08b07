"""The versions of machines, and the form that adds one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import streamlit as st

from aloi.annotation.model import Campaign, Role
from aloi.machines.model import MachineAnnotator, MachineKind
from aloi.ui import session
from aloi.ui.numbers import moment, number
from aloi.ui.shared.forms.requests import RequestForm, help_of, label_of
from aloi.ui.shared.tables import acting, no_markup, text_table
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.machines.registry import add_machine, machine_document
from aloi.workbench.models.runs import done_runs, runs_folder
from aloi.workbench.requests.machines import AddMachineRequest
from aloi.workbench.store.opening import Store

_KEY = "machines:add"
_PROMPT = ("form", "temperature", "top_p", "max_tokens", "seed", "draws", "both_orders", "examples")
_ACCESS = ("key_env", "key_file")
_PRICES = ("input_price", "output_price")


def title(machine: MachineAnnotator) -> str:
    """Return a version of a machine as a list of choices names it."""
    return f"{machine.title} · {machine.name} · {machine_document(machine)['model']}"


def draw(store: Store, campaign: Campaign) -> None:
    """Draw the versions of all machines with their answers in a campaign, and the form that adds one."""
    machines = store.machines.list()
    if machines:
        _versions(store, campaign, machines)
    with st.expander(t("machines.add"), expanded=not machines, icon=":material/add:"):
        _form(store)


def _versions(store: Store, campaign: Campaign, machines: list[MachineAnnotator]) -> None:
    answered: Counter[str] = Counter()
    for count in store.machines.counts(store.campaigns.round_ids(campaign.id)):
        answered[count.machine_id] += count.count if count.skip is None else 0
    text_table(
        [
            {
                t("machines.pseudonym"): machine.title,
                t("app.name_label"): machine.name,
                t("app.model"): machine_document(machine)["model"],
                t("app.source"): machine.identity.endpoint or t(f"machines.kind_{machine.identity.kind}"),
                t("app.settings"): _settings(machine),
                t("machines.answers"): answered[machine.id],
                t("machines.added"): moment(machine.created_at),
            }
            for machine in machines[::-1]
        ],
        download="machines.csv",
    )
    st.caption(t("machines.versions_why"))


def _settings(machine: MachineAnnotator) -> str:
    its = machine.identity
    if its.kind is not MachineKind.ENDPOINT:
        return ""
    parts = [
        t("machines.set_temperature", value=number(its.temperature, "g")),
        t("machines.set_seed", value=its.seed),
    ]
    if its.draws > 1:
        parts.append(t("machines.set_draws", count=its.draws))
    if its.both_orders:
        parts.append(t("machines.set_orders"))
    if its.examples:
        parts.append(t("machines.set_examples", count=its.examples))
    return ", ".join(parts)


def _form(store: Store) -> None:
    kinds = [kind.value for kind in MachineKind]
    kind = st.radio(
        t("machines.kind"),
        kinds,
        format_func=lambda one: t(f"machines.kind_{one}"),
        horizontal=True,
        key=f"{_KEY}:kind",
    )
    form = RequestForm(AddMachineRequest, _KEY)
    form.keep("endpoint", "run", "model", *_PROMPT, *_ACCESS, *_PRICES)
    form.ask("name", max_chars=60)
    introduction, upload = "", None
    if kind == MachineKind.ENDPOINT:
        introduction = _ask_endpoint(store, form)
    elif kind == MachineKind.RUN:
        runs = [
            run.id for run in done_runs(runs_folder(session.settings().data), store.members.shared("run"))
        ]
        if not runs:
            st.info(t("machines.no_runs"))
            return
        form.ask("run", options=runs)
    else:
        upload = st.file_uploader(
            label_of(AddMachineRequest, "file"),
            type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"],
            help=help_of(AddMachineRequest, "file"),
            key=f"{_KEY}:file",
        )
        show_upload(upload)
    form.rest()
    if not st.button(t("machines.add_do"), type="primary", key=f"{_KEY}:do"):
        return
    with acting(Role.MANAGER):
        if kind == MachineKind.FILE:
            if upload is None:
                st.warning(t("machines.no_file"))
                return
            request = AddMachineRequest(str(form.value("name") or ""), file=saved_upload(upload))
        else:
            request = form.request()
            if not store.is_administrator():
                request = replace(request, key_env="", key_file="")
        data = session.settings().data
        machine = add_machine(store, request, data, session.now(), introduction)
        session.say(no_markup(t("machines.was_added", name=machine.name, title=machine.title)))


def _ask_endpoint(store: Store, form: RequestForm[AddMachineRequest]) -> str:
    """Draw the fields of an endpoint; return the first sentences of its prompt."""
    left, right = st.columns(2)
    form.ask("endpoint", left)
    form.ask("model", right)
    introduction = st.text_area(
        t("machines.introduction"),
        help=t("machines.introduction_help"),
        key=f"{_KEY}:prompt",
        height=80,
    )
    with st.expander(t("machines.sampling")):
        columns = st.columns(2)
        for at, name in enumerate(_PROMPT):
            form.ask(name, columns[at % 2])
    with st.expander(t("machines.access")):
        st.caption(t("machines.access_why" if store.is_administrator() else "machines.access_administrator"))
        left, right = st.columns(2)
        if store.is_administrator():
            form.ask("key_env", left)
            form.ask("key_file", right)
        form.ask("input_price", left)
        form.ask("output_price", right)
    return introduction
