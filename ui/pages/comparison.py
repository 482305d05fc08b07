"""Comparison: stored runs side by side, with floors, the human ceiling and the differences that hold."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from annotation.model import Role
from errors import AloiError
from modeling.metrics import metric
from modeling.metrics.evaluate import SCORE_METRICS
from modeling.paired import PairedTest
from ui import session, views
from ui.navigation import link
from ui.texts import t
from ui.views import comparison as shown
from ui.views import runs as run_views
from workbench import comparing, training

session.open_store()
session.require(Role.MANAGER)
folder: Path = training.runs_folder(session.settings().data)
st.title(t("comparison.title"))
st.caption(t("comparison.why"))
done = training.done_runs(folder)
if not done:
    st.info(t("comparison.empty"))
    link("models", t("comparison.to_models"))
    st.stop()


@st.cache_data(show_spinner=False, max_entries=50)
def compared(
    folder: Path, checksums: tuple[tuple[str, str], ...], metric: str, cut: str | None, method: str
) -> comparing.Comparison:
    """Return a comparison, computed once for the same predictions."""
    return comparing.compare_runs(
        folder, [run_id for run_id, _ in checksums], metric=metric, cut=cut, method=method
    )


one, two, three, four = st.columns(4)
tests = list(dict.fromkeys(use.label for run in done for use in run.spec.tests))
label = one.selectbox(t("comparison.test"), tests, key="comparison:test")
name = two.selectbox(
    t("comparison.metric"),
    list(SCORE_METRICS),
    format_func=lambda word: metric(word).title,
    key="comparison:metric",
)
cut = three.selectbox(
    t("comparison.cut"),
    [None, *comparing.CutKind],
    format_func=lambda kind: t(f"comparison.cut_{kind or 'none'}"),
    key="comparison:cut",
)
method = four.selectbox(
    t("comparison.method"),
    list(PairedTest),
    format_func=lambda kind: t(f"comparison.method_{kind}"),
    key="comparison:method",
)
there = {run.id: run for run in done if label in [use.label for use in run.spec.tests]}
chosen = st.multiselect(
    t("comparison.runs"),
    list(there),
    default=list(there)[:20],
    format_func=lambda run_id: run_views.title_of(there[run_id].spec),
    help=t("comparison.runs_help"),
    placeholder=t("comparison.runs_choose"),
    width="stretch",
    key=f"comparison:runs:{label}",
)
if not chosen:
    st.stop()
try:
    with st.spinner(t("comparison.working", count=len(chosen))):
        found = compared(
            folder,
            tuple((one, there[one].predictions_checksum) for one in sorted(chosen)),
            name,
            cut and str(cut),
            str(method),
        )
except AloiError as error:
    views.problem(error)
    st.stop()
test = next(one for one in found.tests if one.label == label)
tabs = ("plot", "ranks", "differences", "grid", "cut")
plot_tab, rank_tab, difference_tab, grid_tab, cut_tab = st.tabs([t(f"comparison.tab_{one}") for one in tabs])
with plot_tab:
    shown.plot(found, test)
    shown.notes(found.notes)
with rank_tab:
    shown.ranking(found, test)
with difference_tab:
    shown.differences(found, test)
with grid_tab:
    shown.grid(found)
with cut_tab:
    shown.cuts(found, test)
