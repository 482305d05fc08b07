"""The form that starts a run of the benchmark suite."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.studies.drbenchmark import suite
from aloi.ui.shared.choices import worded
from aloi.ui.shared.tables import problem
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.models.vectors import packaged_encoders

_SHARES = (0.25, 0.5, 0.75, 1.0)


def ask_run(data: Path) -> dict[str, Json]:
    """Draw the form; return the arguments of the job that is to be started, nothing while none is."""
    folder = suite.data_folder(data)
    present = [one.task for one in suite.listed(folder) if one.present]
    protocols = {one.name: one.title for one in suite.protocols()}
    how = worded(st.radio, "suite.protocol", list(protocols), horizontal=True, key="suite:new:protocol")
    if st.button(t("suite.dry"), help=t("suite.dry_help"), key="suite:new:dry"):
        return {"dry": True, "protocol": how}
    if not present:
        st.caption(t("suite.no_data"))
        return {}
    with st.form("suite:new:form", border=False):
        left, right = st.columns(2)
        name = left.text_input(
            t("suite.run_name"), placeholder="first", max_chars=60, help=t("suite.name_help")
        )
        seeds = right.text_input(
            t("suite.seeds"), ", ".join(map(str, suite.SEEDS)), help=t("suite.seeds_help")
        )
        models = st.multiselect(
            t("suite.models"),
            [one.name for one in packaged_encoders() if one.trainable],
            accept_new_options=True,
            help=t("suite.models_help"),
            placeholder=t("suite.models_none"),
        )
        tasks = st.multiselect(
            t("suite.run_tasks"),
            [one.name for one in present],
            [one.name for one in present],
            format_func=lambda name: next(translated(one.title) for one in present if one.name == name),
        )
        left, right = st.columns(2)
        shares = left.checkbox(t("suite.shares"), help=t("suite.shares_help"))
        draws = right.number_input(t("suite.draws"), 1, 20, 3, help=t("suite.draws_help"))
        settings = st.text_input(t("suite.settings"), placeholder="epochs=2", help=t("suite.settings_help"))
        if not st.form_submit_button(t("suite.do"), type="primary"):
            return {}
    try:
        plan = suite.plan_of(
            name.strip(),
            folder,
            models=models,
            names=tasks,
            seeds=_seeds(seeds),
            how=how,
            shares=_SHARES if shares else (1.0,),
            subsets=int(draws),
            changes=_changes(settings),
        )
    except AloiError as error:
        problem(error)
        return {}
    return to_json(plan)


def _seeds(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in text.split(",") if one.strip())
    except ValueError:
        raise AloiError("ui.suite-seeds", text=repr(text)) from None


def _changes(text: str) -> dict[str, Json]:
    changes: dict[str, Json] = {}
    for change_text in (part.strip() for part in text.split(",")):
        if not change_text:
            continue
        name, sign, value = change_text.partition("=")
        if not sign:
            raise AloiError("ui.suite-setting", text=repr(change_text))
        changes[name.strip()] = suite.setting_value(value.strip())
    return changes
