"""One run against another one on the tests they share, by every metric of their rows."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.base.errors import AloiError
from aloi.ui.figures import figure
from aloi.ui.numbers import numbers
from aloi.ui.shared.runs import is_floor, metric_name, tested_by, title_of
from aloi.ui.shared.tables import problem, text_table
from aloi.ui.texts import t
from aloi.workbench.figures.runs import RUN_AGAINST, stamp
from aloi.workbench.models import comparing
from aloi.workbench.models.runs import Run
from aloi.workbench.store.opening import Store


def against(store: Store, run: Run, others: Sequence[Run]) -> None:
    """Draw what a run brings over another one on the tests they share, a floor first.

    Parameters
    ----------
    others : sequence of Run
        Those that are done; runs on other tests are left out.
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
        comparison = figure(store, RUN_AGAINST, stamp(run), stamp(other))
    except AloiError as error:
        problem(error)
        return
    if comparison is None:
        return
    lines = comparison.lines
    one_test = len({one.test for one in lines}) == 1
    text_table(
        [_line(one, run.id, one_test=one_test) for one in lines],
        download=f"difference-{run.id}-{other.id}.csv",
    )
    st.caption(t("models.against_why"))
    with st.expander(t("models.signatures")):
        st.code("\n".join(one.signature for one in lines), language=None, wrap_lines=True)


def _line(comparison_: comparing.Against, run_id: str, *, one_test: bool) -> dict[str, object]:
    difference = comparison_.difference
    winner = t("models.this_run" if difference.better == run_id else "models.other_run")
    return {
        **({} if one_test else {t("models.test"): comparison_.test}),
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
