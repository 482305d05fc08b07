"""Comparison: stored runs side by side, with baselines, reliability ceiling and significant differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from aloi.annotation.model import Role
from aloi.base.errors import AloiError
from aloi.base.requests import from_data
from aloi.evaluation.comparison.paired import PairedTest
from aloi.ui import selection, session
from aloi.ui.cached_results import latest_result
from aloi.ui.glossary import explained, metrics_explained
from aloi.ui.navigation import link, nothing_yet
from aloi.ui.pages.comparison import view as shown
from aloi.ui.shared.choices import worded
from aloi.ui.shared.runs import metric_name, notes, title_of
from aloi.ui.shared.tables import give, problem, problems_told
from aloi.ui.texts import t
from aloi.workbench.cache.runs import CompareRuns, DrawCurves, RunVersion
from aloi.workbench.models import runs as stored
from aloi.workbench.models.comparison import CutKind
from aloi.workbench.models.runs import Run
from aloi.workbench.models.tables import comparison_csv, comparison_latex
from aloi.workbench.requests.models.evaluation import CompareRequest

_MOST = 20  # runs compared unless more are asked for: comparisons grow with their square
_SIZES = 2  # numbers of training items from which a curve is drawn
Test = tuple[str, str]  # checksum and part: what runs share, whatever they call it

store = session.open_store()
session.require(Role.MANAGER)
folder: Path = stored.runs_folder(session.settings().data)
st.title(t("comparison.menu"), help=explained("run", "floor", "ceiling", "letters", "interval"))
st.caption(t("comparison.why"))
done = stored.done_runs(folder, store.members.shared("run"))
if not done:
    nothing_yet(t("comparison.empty"), "models", t("comparison.to_models"))


def labels_of(run: Run) -> dict[Test, str]:
    """Return the tests of a run, each with its name in the run."""
    return {(use.checksum, use.part): use.label for use in run.spec.tests}


def tested_first(titles: dict[Test, str], runs: Sequence[Run], campaign: str) -> dict[Test, str]:
    """Return titles of tests, those on releases of a campaign first."""
    releases = {one.id for one in store.gold.release_heads(campaign)}
    campaign_tests = {
        (use.checksum, use.part) for run in runs for use in run.spec.tests if use.source in releases
    }
    return dict(sorted(titles.items(), key=lambda one: one[0] not in campaign_tests))


def titles_of(runs: Sequence[Run]) -> dict[Test, str]:
    """Return the titles of tests; tests of one name with other items also get a checksum."""
    named: dict[Test, str] = {}
    for run in runs:
        named = {**labels_of(run), **named}
    same = Counter(named.values())
    return {one: name if same[name] == 1 else f"{name} · {one[0][-6:]}" for one, name in named.items()}


first, second, third, fourth = st.columns([5, 6, 5, 4])
titles, at = titles_of(done), selection.current(store).campaign
if at is not None:
    titles = tested_first(titles, done, at.id)
test = first.selectbox(
    t("comparison.test"),
    list(titles),
    format_func=titles.__getitem__,
    key=f"comparison:test:{at.id}" if at else "comparison:test",  # another campaign has tests of its own
)
tested_runs = {run.id: run for run in done if test in labels_of(run)}
newest = next(iter(tested_runs.values()))
metrics = [score.metric for score in newest.scores if score.test == labels_of(newest)[test]]
name = second.selectbox(
    t("comparison.metric"),
    metrics,
    format_func=metric_name,
    help=metrics_explained({one: metric_name(one) for one in metrics}),
    key=f"comparison:metric:{':'.join(metrics)}",
)
cut = third.selectbox(
    t("comparison.cut"),
    [None, *CutKind],
    format_func=lambda kind: t(f"comparison.cut_{kind or 'none'}"),
    key="comparison:cut",
)
method = worded(fourth.selectbox, "comparison.method", list(PairedTest), key="comparison:method")
# Runs on draws of the training data are points of a curve: beside whole runs they would hide these.
usual = [one for one in tested_runs if tested_runs[one].spec.train_items is None] or list(tested_runs)
with st.expander(t("comparison.runs", count=len(tested_runs), test=titles[test])):
    chosen = st.multiselect(
        t("comparison.runs_chosen"),
        list(tested_runs),
        default=usual[:_MOST],
        format_func=lambda run_id: f"{title_of(tested_runs[run_id].spec)} · {run_id[:6]}",
        placeholder=t("comparison.runs_choose"),
        width="stretch",
        key=f"comparison:runs:{':'.join(test)}",
    )
    if len(usual) > _MOST:
        st.caption(t("comparison.runs_most", count=_MOST))
if not chosen:
    st.stop()
runs = [one for one in tested_runs.values() if one.id in chosen]
label = labels_of(runs[0])[test]
options = {"metric": name, "cut": cut and str(cut), "method": str(method)}
request = CompareRuns(
    from_data(CompareRequest, {"runs": [one.id for one in runs], **options}), tuple(map(RunVersion.of, runs))
)
at_odds: AloiError | None = None
with problems_told(stop=True):
    try:
        comparison = latest_result(store, request)
    except AloiError as error:
        # Runs that are at odds about another test are compared on this one all the same.
        at_odds, comparison = (
            error,
            latest_result(store, replace(request, comparison=replace(request.comparison, test=label))),
        )
if comparison is None:
    st.stop()
on_test = next(one for one in comparison.tests if one.label == label)
notes(comparison)
tabs = ("plot", "ranks", "differences", "metrics", "grid", "cut", "curve")
plot_tab, rank_tab, difference_tab, metric_tab, grid_tab, cut_tab, curve_tab = st.tabs(
    [t(f"comparison.tab_{one}") for one in tabs]
)
with plot_tab:
    shown.plot(comparison, on_test)
with rank_tab:
    shown.ranking(comparison, on_test)
with difference_tab:
    shown.differences(comparison, on_test)
with metric_tab:
    shown.every_metric(
        comparison, {run.id: [one for one in run.scores if one.test == labels_of(run)[test]] for run in runs}
    )
with grid_tab:
    if at_odds is not None:
        problem(at_odds)
    shown.grid(comparison)
with cut_tab:
    shown.cuts(comparison, on_test)
with curve_tab:
    if len({run.spec.n_train for run in tested_runs.values()} - {0}) < _SIZES:
        st.info(t("comparison.curve_one_size"))
        link("models", t("comparison.to_models"))
    else:
        extra = st.number_input(t("comparison.extra"), 1, 100_000, 100, width=240, key="comparison:extra")
        all_runs = list(tested_runs.values())
        with problems_told():
            versions = tuple(map(RunVersion.of, all_runs))
            curves_request = DrawCurves(name, labels_of(all_runs[0])[test], int(extra), versions)
            curves = latest_result(store, curves_request)
            if curves is not None:
                shown.curves(curves, name)
row = st.container(horizontal=True)
for kind, suffix, content in (
    ("latex", "tex", comparison_latex(comparison)),
    ("csv", "csv", comparison_csv(comparison)),
):
    give(
        t(f"comparison.{kind}"),
        content,
        f"comparison-{name}.{suffix}",
        f"comparison:download:{suffix}",
        box=row,
    )
