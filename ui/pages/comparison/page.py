"""Comparison: stored runs side by side, with floors, the human ceiling and the differences that hold."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import streamlit as st

from annotation.model import Role
from errors import AloiError
from evaluation.comparison.paired import PairedTest
from evaluation.evaluate import SCORE_METRICS
from evaluation.metrics import metric
from modeling.runs.row_folder import is_row_run
from modeling.runs.spec import Run
from ui import session
from ui.navigation import link
from ui.pages.comparison import row_comparison
from ui.pages.comparison import view as shown
from ui.shared.runs import title_of, train_items
from ui.shared.tables import problem
from ui.texts import t
from workbench.models import comparing, training
from workbench.models.curves import RunCurve, curve_of
from workbench.models.tables import comparison_csv, comparison_latex

_MOST = 20  # runs compared unless more are asked for: pairs grow with their square
_SIZES = 2  # numbers of training pairs from which a curve is drawn

session.open_store()
session.require(Role.MANAGER)
folder: Path = training.runs_folder(session.settings().data)
st.title(t("comparison.title"))
st.caption(t("comparison.why"))
every = training.done_runs(folder, rows=True)
if not every:
    st.info(t("comparison.empty"))
    link("models", t("comparison.to_models"))
    st.stop()
of_rows = [one for one in every if is_row_run(folder / one.id)]
done = [one for one in every if one not in of_rows]
kinds = [kind for kind, found in (("pairs", done), ("rows", of_rows)) if found]
kind = kinds[0]
if len(kinds) > 1:
    kind = st.radio(
        t("comparison.kind_of_data"),
        kinds,
        format_func=lambda word: t(f"models.of_{word}"),
        horizontal=True,
        key="comparison:kind",
    )
if kind == "rows":
    row_comparison.compare(folder, of_rows)
    st.stop()


def stamped(runs: Iterable[Run]) -> tuple[tuple[str, str], ...]:
    """Return the ids of runs, each with the checksum of what it predicted."""
    return tuple(sorted((run.id, run.predictions_checksum) for run in runs))


@st.cache_data(show_spinner=False, max_entries=50)
def compared(
    folder: Path, checksums: tuple[tuple[str, str], ...], metric: str, cut: str | None, method: str
) -> comparing.Comparison:
    """Return a comparison, computed once for the same predictions."""
    return comparing.compare_runs(
        folder, [run_id for run_id, _ in checksums], metric=metric, cut=cut, method=method
    )


@st.cache_data(show_spinner=False, max_entries=50)
def curves_of(
    folder: Path, checksums: tuple[tuple[str, str], ...], metric: str, test: str, extra: int
) -> tuple[RunCurve, ...]:
    """Return learning curves, computed once for the same predictions."""
    return curve_of(folder, [run_id for run_id, _ in checksums], metric=metric, test=test, extra=extra)


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
# Runs on draws of the training data are points of a curve: beside whole runs they would hide these.
usual = [one for one in there if there[one].spec.train_items is None] or list(there)
with st.expander(t("comparison.runs", count=len(there), test=label)):
    chosen = st.multiselect(
        t("comparison.runs_chosen"),
        list(there),
        default=usual[:_MOST],
        format_func=lambda run_id: f"{title_of(there[run_id].spec)} · {run_id[:6]}",
        placeholder=t("comparison.runs_choose"),
        width="stretch",
        key=f"comparison:runs:{label}",
    )
    if len(usual) > _MOST:
        st.caption(t("comparison.runs_most", count=_MOST))
if not chosen:
    st.stop()
try:
    with st.spinner(t("comparison.working", count=len(chosen))):
        found = compared(folder, stamped(there[one] for one in chosen), name, cut and str(cut), str(method))
except AloiError as error:
    problem(error)
    st.stop()
test = next(one for one in found.tests if one.label == label)
shown.notes(found)
plot_tab, rank_tab, difference_tab, grid_tab, cut_tab, curve_tab = st.tabs(
    [t(f"comparison.tab_{one}") for one in ("plot", "ranks", "differences", "grid", "cut", "curve")]
)
with plot_tab:
    shown.plot(found, test)
with rank_tab:
    shown.ranking(found, test)
with difference_tab:
    shown.differences(found, test)
with grid_tab:
    shown.grid(found)
with cut_tab:
    shown.cuts(found, test)
with curve_tab:
    if len({train_items(run.spec) for run in there.values()} - {0}) < _SIZES:
        st.info(t("comparison.curve_one_size"))
        link("models", t("comparison.to_models"))
    else:
        extra = st.number_input(t("comparison.extra"), 1, 100_000, 100, width=240, key="comparison:extra")
        try:
            with st.spinner(t("comparison.working", count=len(there))):
                curves = curves_of(folder, stamped(there.values()), name, label, int(extra))
            shown.curves([one for one in curves if len(one.curve.points) > 1], name)
        except AloiError as error:
            problem(error)
row = st.container(horizontal=True)
row.download_button(
    t("comparison.latex"),
    data=comparison_latex(found),
    file_name=f"comparison-{name}.tex",
    mime="application/x-tex",
    on_click="ignore",
    key="comparison:download:tex",
)
row.download_button(
    t("comparison.csv"),
    data=comparison_csv(found),
    file_name=f"comparison-{name}.csv",
    mime="text/csv",
    on_click="ignore",
    key="comparison:download:csv",
)
