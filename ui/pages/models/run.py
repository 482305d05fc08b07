"""The list of runs, and one of them: its scores, what it predicted, what it was given, its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from errors import AloiError
from modeling.runs.document import FILE
from modeling.runs.folder import PREDICTIONS, read_predictions
from modeling.runs.kept_tests import read_tests
from modeling.runs.row_folder import ANSWERS, is_row_run
from modeling.runs.spec import Run
from ui.navigation import link
from ui.pages.models import row_runs
from ui.pages.models import runs as drawn
from ui.shared.runs import title_of
from ui.shared.tables import no_markup, problem
from ui.texts import t
from workbench.models import training
from workbench.models.runs import RunLine


def runs(folder: Path, lines: Sequence[RunLine], since: str) -> None:
    """Draw the runs of a folder, newest first, and the chosen one: the newest for a new `since`."""
    found = [one.run for one in lines if one.run is not None]
    rest = [one for one in lines if one.run is None]
    if not lines:
        st.info(t("models.runs_empty"))
    if rest:
        with st.expander(t("models.unfinished", count=len(rest)), expanded=not found):
            drawn.unfinished(rest)
    if not found:
        return
    of_rows = [one for one in found if is_row_run(folder / one.id)]
    of_pairs = [one for one in found if one not in of_rows]
    if of_pairs:
        if of_rows:
            st.markdown(f"**{t('models.of_pairs')}**")
        drawn.run_table(of_pairs)
    if of_rows:
        st.markdown(f"**{t('models.of_rows')}**")
        row_runs.row_table(of_rows)
    link("comparison", t("models.to_comparison"))
    chosen = st.selectbox(
        t("models.open_run"),
        found,
        format_func=lambda one: f"{title_of(one.spec)} · {one.finished_at:%Y-%m-%d %H:%M} · {one.id}",
        key=f"models:run:{since}",
    )
    if chosen in of_rows:
        _row_run(folder, chosen, of_rows)
    else:
        _run(folder / chosen.id, chosen)


def _row_run(folder: Path, run: Run, others: Sequence[Run]) -> None:
    st.subheader(title_of(run.spec))
    drawn.notes(run)
    drawn.scores(run)
    tabs = ("against", "loss", "facts", "files")
    against, loss, facts, files = st.tabs([t(f"models.tab_{one}") for one in tabs])
    with against:
        row_runs.against(folder, run, others)
    with loss:
        drawn.training_steps(training.loss_curve(folder, run.id))
    with facts:
        drawn.facts(run, rows=True)
    with files:
        _files(folder / run.id, run, (ANSWERS, "application/jsonl"))


def _run(folder: Path, run: Run) -> None:
    st.subheader(title_of(run.spec))
    drawn.notes(run)
    drawn.scores(run)
    tabs = ("scatter", "loss", "facts", "files")
    scatter, loss, facts, files = st.tabs([t(f"models.tab_{one}") for one in tabs])
    with scatter:
        _scatter(folder, run)
    with loss:
        drawn.training_steps(training.loss_curve(folder.parent, run.id))
    with facts:
        drawn.facts(run)
    with files:
        _files(folder, run, (PREDICTIONS, "text/tab-separated-values"))


def _scatter(folder: Path, run: Run) -> None:
    try:
        predictions = {one.test: one for one in read_predictions(folder)}
        scales = {one.label: (one.low, one.high) for one in read_tests(folder)}
    except AloiError as error:
        problem(error)  # the files can still be verified and downloaded
        return
    labels = [use.label for use in run.spec.tests]
    label = labels[0]
    if len(labels) > 1:
        label = st.selectbox(t("models.scatter_test"), labels, key=f"models:scatter:{run.id}")
    drawn.predicted_against_gold(predictions[label], *scales[label])


def _files(folder: Path, run: Run, predictions: tuple[str, str]) -> None:
    st.caption(t("models.verify_why"))
    if st.button(t("models.verify"), key=f"models:verify:{run.id}"):
        wrong = training.verify_run(folder.parent, run.id)
        if wrong:
            st.error(t("models.not_verified"))
            st.markdown("\n".join(f"- {no_markup(one)}" for one in wrong))
        else:
            st.success(t("models.verified", count=len(run.scores)))
    for name, mime in ((FILE, "application/json"), predictions):
        st.download_button(
            name,
            data=(folder / name).read_bytes(),
            file_name=f"{run.id}-{name}",
            mime=mime,
            on_click="ignore",
            key=f"models:download:{run.id}:{name}",
        )
