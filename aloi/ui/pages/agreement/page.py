"""Agreement: can the labels of a round be trusted, and what to do next where they cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.tasks import task
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_results
from aloi.ui.glossary import explained
from aloi.ui.navigation import link, no_round_yet, nothing_yet
from aloi.ui.pages.agreement import comparing, diagnosis, full_report, machines, planning
from aloi.ui.pages.agreement.view import (
    agreement_table,
    confusions,
    headline,
    pair_table,
    scale_use,
    trend,
    use_title,
)
from aloi.ui.questions import question_of_task
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared import whole_report
from aloi.ui.shared.agreement import crosscheck
from aloi.ui.shared.items import detail_names, label_names
from aloi.ui.shared.tables import give, no_markup, problems_told
from aloi.ui.texts import t, translated
from aloi.workbench import access
from aloi.workbench.agreement import report as agreements
from aloi.workbench.agreement.full_report.machines import machine_table
from aloi.workbench.agreement.html import html_report
from aloi.workbench.agreement.sections import latex_report, round_sections
from aloi.workbench.agreement.substitutes import substitute_table
from aloi.workbench.cache.agreement import DiagnoseRound, MeasureRound, MeasureTrend, MeasureWords
from aloi.workbench.cache.base import Request
from aloi.workbench.cache.results import read_all
from aloi.workbench.reports.table import Table
from aloi.workbench.rounds.counted_answers import exclusions
from aloi.workbench.rounds.machine_answers import counted_machines
from aloi.workbench.rounds.rounds import listed_rounds


def give_reports(more: Sequence[Table]) -> None:
    """Offer the report as HTML and LaTeX, with the tables of the task."""
    name, row = f"agreement-{campaign.name}-round-{current.number}", st.container(horizontal=True)
    if diagnosis_ is not None:
        page = partial(html_report, store, report, diagnosis_, tendency, more)
        give(t("agreement.html"), page, f"{name}.html", "agreement:download:html", box=row)
    of_spans = diagnosis_.details.tables() if diagnosis_ is not None and diagnosis_.details else []
    methods, all_tables = report.methods(), [*more, *of_spans]
    table = partial(latex_report, round_sections(report), report.whole, methods, all_tables)
    give(t("agreement.tex"), table, f"{name}.tex", "agreement:download:tex", box=row)


def link_disputed() -> None:
    """Draw the links to the items whose answers differ, if there are any."""
    if measured.disputes:
        query = {"campaign": campaign.id, "in": str(current.number), "disputed": "1", "sort": "gap"}
        with st.container(horizontal=True):
            link("items", t("agreement.disputed", count=measured.disputes), query)
            if not gathers:
                link("adjudicate", t("adjudicate.menu"), {"campaign": campaign.id, "round": current.id})


store = session.open_store()
session.require(Role.ADJUDICATOR, Role.MANAGER)
st.title(
    t("agreement.menu"),
    help=explained("agreement", "units", "alpha", "kappa", "ac1", "interval", "standard_error", "bca"),
)
campaigns = store.campaigns.with_rounds()
if not campaigns:
    no_round_yet(t("agreement.empty"))
campaign = selection.choose_campaign(store, campaigns, why_not=t("agreement.empty"))
left, right = st.columns(2)
rounds = listed_rounds(store, campaign.id, with_items=False)
current = selection.choose_round(
    store,
    campaign,
    rounds,
    key="agreement:round",
    label=t("glossary.round"),
    named=lambda one: t("agreement.round_name", number=one.number, version=one.guideline_version or "-"),
    first=next((one for one in reversed(rounds) if store.answers.any_answer(one.id)), rounds[0]),
    where=left,
)
if current is None:
    st.stop()
kind = task(campaign.schema.task_type)
scales = agreements.scale_names(campaign)
called = {
    view.name.split(":")[0]: translated(view.subject)
    for view in reversed(kind.views(campaign.schema.settings))
}
scale = (
    right.selectbox(t("agreement.scale"), scales, format_func=called.__getitem__, key="agreement:scale")
    if len(scales) > 1
    else scales[0]
)
if not store.answers.any_answer(current.id):
    nothing_yet(t("agreement.no_answers"), "rounds", t("home.round_under_way_do"))
gathers = kind.gathers
# Words count as they were decided in cleaning, once something was; how they were typed is one click away.
cleaned = not (
    gathers
    and store.cleanings.list(campaign.id)
    and st.toggle(t("substitutes.as_typed"), help=t("substitutes.as_typed_help"), key="agreement:as_typed")
)
for exclusion in exclusions(store, campaign.id):
    st.info(t("corrections.left_out", who=no_markup(exclusion.annotator), why=no_markup(exclusion.why)))
counted = counted_machines(store, campaign.id)
if counted:
    st.info(t("machines.counted_note", names=", ".join(each.machine.title for each in counted)))
with problems_told(stop=True):
    requests: list[Request[object]] = [
        MeasureRound(campaign.id, current.id, scale, cleaned),
        DiagnoseRound(campaign.id, current.id, scale),
        *([MeasureWords(campaign.id, current.id, cleaned)] if gathers else []),
    ]
    trend_requests = [MeasureTrend(campaign.id, one.id, cleaned) for one in rounds]
    results = latest_results(store, read_all(store, [*requests, *trend_requests]))
    measured, diagnosis_, *more = results[: len(requests)]
    if measured is None:
        st.stop()
    hidden = access.hidden_items(store, campaign.id)
    shown = tuple(one for one in measured.disputed if one.item_id not in hidden)
    report = agreements.report_of(store, campaign, current, replace(measured, disputed=shown))
    points = zip(rounds, results[len(requests) :], strict=True)
    tendency = [(round_, point) for round_, point in points if point is not None]
    measured_round = MeasuredRound(store, campaign, current.id, cleaned)
    question = question_of_task(kind, campaign.schema.settings)
    own_tabs = question.agreement_tabs(measured_round)
    if gathers:
        # Sets of words have no scale, no labels and no coefficient of a pair: what they share is shown.
        headline(report)
        link_disputed()
        *own_places, number_tab, trend_tab, whole_tab = st.tabs(
            [
                *(title for title, _ in own_tabs),
                t("agreement.numbers"),
                t("agreement.trend"),
                t("whole.title"),
            ]
        )
        for container, (_, draw) in zip(own_places, own_tabs, strict=True):
            with container:
                draw()
        with number_tab:
            agreement_table(report)
            whole_report.methods(report.methods)
            tests = machines.draw(store, campaign, current)
        with trend_tab:
            trend(tendency)
        with whole_tab:
            report = replace(report, whole=full_report.draw(store, campaign, current, scale, cleaned))
        [by_pos] = more
        its_tables = [] if by_pos is None else [substitute_table(by_pos)]
        give_reports([*its_tables, *map(machine_table, tests)])
        st.stop()
headline(report)
if report.views[0].set_valued:
    st.info(t("agreement.sets_each" if "each" in scales else "agreement.sets"))
elif diagnosis_ is not None:
    settings = campaign.schema.settings
    whole_report.draw_findings(diagnosis_.findings, {**detail_names(settings), **label_names(kind, settings)})
link_disputed()
(number_tab, person_tab, label_tab, pair_tab, scale_tab, *more_tabs) = st.tabs(
    [
        t("agreement.numbers"),
        t("diagnosis.annotators"),
        t("diagnosis.by_label"),
        t("agreement.pairs"),
        use_title(report),
        t("agreement.trend"),
        t("planning.title"),
        t("whole.title"),
        *(title for title, _ in own_tabs),
    ]
)
trend_tab, plan_tab, whole_tab, *own_places = more_tabs
with number_tab:
    agreement_table(report)
    alike = len({view.level for view in report.views}) < len(report.views)
    for view in report.views:
        crosscheck(view.level, view.crosscheck, translated(view.title) if alike else "")
    whole_report.methods(report.methods)
    tests = machines.draw(store, campaign, current)
with person_tab:
    if diagnosis_ is not None:
        diagnosis.annotators(diagnosis_)
    else:
        st.caption(t("cached.soon"))
with label_tab:
    if diagnosis_ is not None:
        diagnosis.labels(diagnosis_, label_names(kind, campaign.schema.settings))
    else:
        st.caption(t("cached.soon"))
with pair_tab:
    pair_table(report)
    confusions(report)
with scale_tab:
    scale_use(report)
with trend_tab:
    trend(tendency)
    comparing.draw(store, campaign, current, rounds, scale)
for container, (_, draw) in zip(own_places, own_tabs, strict=True):
    with container:
        draw()
with plan_tab:
    planning.draw(store, campaign, current, scale)
with whole_tab:
    report = replace(report, whole=full_report.draw(store, campaign, current, scale, cleaned))
give_reports([*question.report_tables(measured_round), *map(machine_table, tests)])
