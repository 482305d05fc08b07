"""The list of runs, and one of them: its scores, its predictions, its inputs, its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.base.errors import AloiError
from aloi.base.requests import info_of
from aloi.corpora.readers.roles import ColumnRole
from aloi.corpora.readers.tables import SUFFIXES
from aloi.ui import session
from aloi.ui.cached_results import latest_result
from aloi.ui.navigation import link
from aloi.ui.numbers import moment, numbers
from aloi.ui.pages.models import runs as drawn
from aloi.ui.pages.models.about import draw_about
from aloi.ui.pages.models.details import details
from aloi.ui.pages.models.sharing import draw_sharing
from aloi.ui.shared.forms.columns import ask_columns
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.runs import is_floor, metric_name, tested_by, title_of
from aloi.ui.shared.tables import give, no_markup, problem, text_table
from aloi.ui.shared.uploads import ask_sheet, saved_upload
from aloi.ui.texts import t
from aloi.workbench.cache.runs import CompareRun, RunVersion, VerifyRun
from aloi.workbench.models import answers
from aloi.workbench.models import runs as stored
from aloi.workbench.models.comparison import Against
from aloi.workbench.models.runs import Run, RunLine, run_files, stored_run
from aloi.workbench.requests.models.evaluation import PredictRequest
from aloi.workbench.store.opening import Store

# The columns that are read of rows to predict.
_TEXT_ROLES = (ColumnRole.ID, ColumnRole.LEFT, ColumnRole.RIGHT, ColumnRole.TEXT)


def runs(store: Store, folder: Path, lines: Sequence[RunLine], since: str) -> None:
    """Draw the runs of a folder, newest first, and the chosen one: the newest for a new `since`."""
    shown = _searched(lines) if len(lines) > 1 else lines
    if lines and not shown:
        st.info(t("models.search_empty"))
        return
    lines = shown
    done_lines = [line for line in lines if line.run is not None]
    done_runs = [line.run for line in done_lines if line.run is not None]
    rest = [one for one in lines if one.run is None]
    if not lines:
        st.info(t("models.runs_empty"))
    if rest:
        with st.expander(t("models.unfinished", count=len(rest)), expanded=not done_runs):
            drawn.unfinished(rest)
    if not done_runs:
        return
    drawn.run_table(done_lines)
    link("comparison", t("models.to_comparison"))
    chosen = st.selectbox(
        t("models.open_run"),
        done_lines,
        format_func=_run_title,
        key=f"models:run:{since}",
    )
    _run(store, folder, chosen, done_runs)


def _searched(lines: Sequence[RunLine]) -> Sequence[RunLine]:
    """Return the runs that the search box leaves."""
    search = st.text_input(t("models.search"), placeholder=t("models.search_example"), key="models:search")
    return stored.matching(lines, search)


def _run_title(line: RunLine) -> str:
    """Return a run as the list of runs names it."""
    if line.run is None:
        return line.id
    name = f"{line.about.name} · " if line.about.name else ""
    return f"{name}{title_of(line.run.spec)} · {moment(line.run.finished_at)} · {line.id}"


def _run(store: Store, folder: Path, line: RunLine, others: Sequence[Run]) -> None:
    run = line.run
    if run is None:
        return
    st.subheader(no_markup(line.about.name) if line.about.name else title_of(run.spec))
    if line.about.name:
        st.caption(no_markup(title_of(run.spec)))
    draw_about(store, folder, line)
    drawn.notes(run)
    drawn.scores(run)
    tabs = ("against", "labels", "answers", "use", "export", "loss", "facts", "files")
    scores_tab, labels, answered, use, sharing, loss, facts, files = st.tabs(
        [t(f"models.tab_{one}") for one in tabs]
    )
    with scores_tab:
        against(store, run, others)
    with labels:
        details(store, run)
    with answered:
        _answers(folder, run)
    with use:
        _predict(store, run)
    with sharing:
        draw_sharing(store, folder, run)
    with loss:
        drawn.training_steps(stored.loss_curve(folder, run.id))
    with facts:
        drawn.facts(run)
    with files:
        _files(store, folder, run)


@st.cache_data(show_spinner=False, max_entries=50)
def _answered(
    folder: Path, run_id: str, checksum: str, test: str
) -> tuple[Sequence[answers.ScorePoint], Sequence[answers.AnswerConfusion], int, tuple[float, float]]:
    """Return the predictions of a run on a test, cached for equal predictions."""
    del checksum  # part of what is remembered
    stored = stored_run(folder, run_id)
    gold = stored.tests[test]
    points = answers.points(stored, test)
    return points, () if points else answers.confusions(stored, test), len(gold.ids), (gold.low, gold.high)


def _answers(folder: Path, run: Run) -> None:
    labels = [use.label for use in run.spec.tests]
    label = labels[0]
    if len(labels) > 1:
        label = st.selectbox(t("models.test"), labels, key=f"models:answers:{run.id}")
    try:
        points, confusions, items, ends = _answered(folder, run.id, run.predictions_checksum, label)
    except AloiError as error:
        problem(error)  # the files can still be verified and downloaded
        return
    if points:
        drawn.predicted_against_gold(points, *ends)
    else:
        drawn.confused(confusions, items, run)


def _predict(store: Store, run: Run) -> None:
    """Draw the form that predicts the rows of an uploaded file, and the table once it is ready."""
    state = session.page_state(f"models:predict:{run.id}")
    take_up(store, state, info_of(PredictRequest).job, run=run.id)
    st.caption(t("models.predict_why"))
    upload = st.file_uploader(t("models.predict_file"), key=f"models:predict:{run.id}:file")
    if upload is not None:
        ask_sheet(upload)
        path, key = saved_upload(upload), f"models:predict:{run.id}"
        form = RequestForm(PredictRequest, key, run=run.id)
        columns: tuple[str, ...] | None = ()
        if path.suffix.lower() in SUFFIXES:
            columns = ask_columns(store, path, key, used=_TEXT_ROLES)
        form.give(file=path, columns=columns or ())
        form.rest()
        if st.button(t("models.predict"), key=key, disabled=columns is None):
            start_request(store, form.request(), state)
    done = job_progress(store, state, t("models.predict"))
    if done is not None:
        result = done.result
        st.caption(t("models.predicted_saved" if result["saved"] else "models.predicted_again"))
        if not result["as_run"]:
            st.warning(t("models.predicted_otherwise"))
        st.link_button(
            t("models.predict_download", count=result["rows"]),
            f"{session.address()}/download/exports/{result['file']}",
            type="primary",
        )


def _files(store: Store, folder: Path, run: Run) -> None:
    st.caption(t("models.verify_why"))
    state = session.page_state(f"models:verify:{run.id}")
    if st.button(t("models.verify"), key=f"models:verify:{run.id}"):
        state["asked"] = session.now().isoformat()
    asked_at = state.get("asked")
    checked = latest_result(store, VerifyRun(run.id, asked_at)) if asked_at else None
    if checked is not None:
        if checked.problems:
            st.error(t("models.not_verified"))
            st.markdown("\n".join(f"- {no_markup(one)}" for one in checked.problems))
        else:
            st.success(t("models.verified", count=len(run.scores)))
    for path in run_files(folder, run.id):
        give(path.name, path.read_bytes(), f"{run.id}-{path.name}", f"models:download:{run.id}:{path.name}")


def against(store: Store, run: Run, others: Sequence[Run]) -> None:
    """Draw the gain of a run over another one on the tests they share, a baseline first.

    Parameters
    ----------
    others : sequence of Run
        Finished runs; runs on other tests are excluded.
    """
    tests = _tests(run)
    comparable = [one for one in others if one.id != run.id and tests & _tests(one)]
    if not comparable:
        st.info(t("models.no_other"))
        return
    comparable.sort(key=lambda one: not is_floor(one.spec))
    other = st.selectbox(
        t("models.against"),
        comparable,
        format_func=lambda run_: t(
            "models.against_floor" if is_floor(run_.spec) else "models.against_model",
            title=title_of(run_.spec),
            run=run_.id,
        ),
        key=f"models:against:{run.id}",
    )
    try:
        lines = latest_result(store, CompareRun(RunVersion.of(run), RunVersion.of(other)))
    except AloiError as error:
        problem(error)
        return
    if lines is None:
        return
    one_test = len({one.test for one in lines}) == 1
    text_table(
        [_line(one, run.id, one_test=one_test) for one in lines],
        download=f"difference-{run.id}-{other.id}.csv",
    )
    st.caption(t("models.against_why"))
    with st.expander(t("app.signatures")):
        st.code("\n".join(one.signature for one in lines), language=None, wrap_lines=True)


def _line(comparison_: Against, run_id: str, *, one_test: bool) -> dict[str, object]:
    difference = comparison_.difference
    winner = t("models.this_run" if difference.better == run_id else "models.other_run")
    return {
        **({} if one_test else {t("models.test_data"): comparison_.test}),
        t("models.metric"): metric_name(comparison_.metric),
        t("models.this_run"): Number(comparison_.value),
        t("models.other_run"): Number(comparison_.other),
        t("models.difference"): Number.of(difference, value=difference.difference, signed=True),
        t("comparison.tested_by"): tested_by(difference),
        t("comparison.p"): numbers(p_text(difference.p)),
        t("comparison.better"): winner if difference.better else t("models.neither"),
    }


def _tests(run: Run) -> set[tuple[str, str]]:
    return {(use.label, use.checksum) for use in run.spec.tests}
