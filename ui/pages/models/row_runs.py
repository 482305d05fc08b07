"""Runs of labels, tags and questions: their main scores as a table, and one of them against another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from errors import AloiError
from evaluation.metrics import metric
from evaluation.scores import TestScore
from modeling.runs.spec import Run, RunSpec
from ui.shared.runs import differences, gain, is_floor, p_value, title_of, trained_on, value_with_interval
from ui.shared.tables import problem, text_table
from ui.texts import t
from workbench.models.row_comparing import RowDifference


def row_table(found: Sequence[Run]) -> None:
    """Draw finished runs, newest first, a row a test with the first metric of its kind of item."""
    st.dataframe(
        [
            {
                t("models.recipe"): _recipe(run.spec),
                t("models.trained_on"): trained_on(run.spec),
                t("models.test"): score.test,
                t("models.metric"): metric(score.metric).title.partition(" (")[0],
                t("models.value_interval"): value_with_interval(score),
                t("models.run"): run.id,
                t("models.seeds"): len(run.spec.seeds),
                t("models.finished"): f"{run.finished_at:%Y-%m-%d %H:%M}",
            }
            for run in found
            for score in main_scores(run)
        ],
        hide_index=True,
        width="stretch",
    )


def main_scores(run: Run) -> list[TestScore]:
    """Return the first score of a run on each of its tests."""
    first: dict[str, TestScore] = {}
    for one in run.scores:
        first.setdefault(one.test, one)
    return list(first.values())


def against(folder: Path, run: Run, others: Sequence[Run]) -> None:
    """Draw what a run brings over another one on the tests they share, a floor first.

    Parameters
    ----------
    folder : Path
        Of all runs.
    others : sequence of Run
        Those that are done; runs on other tests are left out.
    """
    tests = _tests(run)
    there = [one for one in others if one.id != run.id and tests & _tests(one)]
    if not there:
        st.info(t("models.no_other"))
        return
    there.sort(key=lambda one: not is_floor(one.spec))
    other = st.selectbox(
        t("models.against"),
        there,
        format_func=lambda one: t(
            "models.against_floor" if is_floor(one.spec) else "models.against_model",
            title=title_of(one.spec),
            run=one.id,
        ),
        key=f"models:against:{run.id}",
    )
    try:
        with st.spinner(t("models.comparing")):
            found = differences(
                folder,
                (run.id, other.id),
                (run.predictions_checksum, other.predictions_checksum),
                tuple(
                    (one.test, one.metric)
                    for one in run.scores
                    if one.test in {test for test, _ in tests & _tests(other)}
                ),
            )
    except AloiError as error:
        problem(error)
        return
    lines = [_line(one) for one in found]
    if len({one.test for one in found}) == 1:
        lines = [{name: value for name, value in one.items() if name != t("models.test")} for one in lines]
    text_table(lines, download=f"difference-{run.id}-{other.id}.csv")
    st.caption(t("models.against_why"))
    with st.expander(t("models.signatures")):
        st.code("\n".join(one.signature for one in found), language=None, wrap_lines=True)


def _line(one: RowDifference) -> dict[str, object]:
    this, other = ("-" if value is None else f"{value:.3f}" for value in one.values)
    return {
        t("models.test"): one.test,
        t("models.metric"): metric(one.metric).title,
        t("models.this_run"): this,
        t("models.other_run"): other,
        t("models.difference"): gain(one),
        t("comparison.p"): p_value(one.p),
        t("comparison.better"): t("models.neither")
        if one.better is None
        else t("models.this_run" if one.better == one.first else "models.other_run"),
    }  # fmt: skip


def _tests(run: Run) -> set[tuple[str, str]]:
    return {(use.label, use.checksum) for use in run.spec.tests}


def _recipe(spec: RunSpec) -> str:
    model = spec.settings.get("model")
    return f"{spec.recipe} {Path(str(model)).name}" if model else spec.recipe
