"""Runs of labels, tags and questions side by side: a plot, every metric, and the differences that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from errors import AloiError
from evaluation.metrics import metric
from evaluation.metrics.base import Direction
from evaluation.scores import TestScore
from modeling.runs.spec import Run
from ui.shared import model_charts as charts
from ui.shared.runs import differences, gain, is_floor, p_value, title_of, value_with_interval
from ui.shared.tables import problem, text_table
from ui.texts import t
from workbench.models.row_comparing import RowDifference

_MOST = 8  # runs compared unless more are asked for: pairs grow with their square


def compare(folder: Path, done: Sequence[Run]) -> None:
    """Draw the comparison of chosen runs on one test.

    Parameters
    ----------
    folder : Path
        Of all runs.
    done : sequence of Run
        Those of labels, tags and questions, newest first.
    """
    titles = _tests(done)
    one, two = st.columns(2)
    test = one.selectbox(
        t("comparison.test"), list(titles), format_func=titles.__getitem__, key="comparison:rows:test"
    )
    label, _ = test
    there = {run.id: run for run in done if test in _uses(run)}
    known = {score.metric for run in there.values() for score in run.scores if score.test == label}
    name = two.selectbox(
        t("comparison.metric"),
        [score.metric for score in next(iter(there.values())).scores if score.test == label],
        format_func=lambda word: metric(word).title,
        key=f"comparison:rows:metric:{':'.join(sorted(known))}",
    )
    usual = [one for one in there if there[one].spec.train_items is None] or list(there)
    names = _names(list(there.values()))
    with st.expander(t("comparison.runs", count=len(there), test=label)):
        chosen = st.multiselect(
            t("comparison.runs_chosen"),
            list(there),
            default=usual[:_MOST],
            format_func=names.__getitem__,
            placeholder=t("comparison.runs_choose"),
            width="stretch",
            key=f"comparison:rows:runs:{label}:{test[1]}",
        )
        if len(usual) > _MOST:
            st.caption(t("comparison.runs_most", count=_MOST))
    if not chosen:
        return
    runs = [there[one] for one in chosen]
    plot, scores, pairs = st.tabs(
        [t("comparison.tab_plot"), t("comparison.tab_metrics"), t("comparison.tab_differences")]
    )
    with plot:
        _plot(runs, names, label, name)
    with scores:
        _scores(runs, names, label)
    with pairs:
        _differences(folder, runs, names, label, name)


def _plot(runs: Sequence[Run], names: Mapping[str, str], label: str, name: str) -> None:
    model, floor = t("comparison.model"), t("comparison.floor")
    rows: list[dict[str, object]] = []
    for run in runs:
        score = _score(run, label, name)
        if score is not None and score.value is not None:
            kind = floor if is_floor(run.spec) else model
            low, high = (score.value if end is None else end for end in (score.low, score.high))
            rows.append(
                {"system": names[run.id], "kind": kind, "value": score.value, "low": low, "high": high}
            )
    if not rows:
        st.caption(t("comparison.no_values"))
        return
    found = metric(name)
    rows.sort(key=lambda one: float(str(one["value"])), reverse=found.direction is Direction.HIGHER)
    title = t(f"comparison.axis_{found.direction.value}", metric=found.title)
    charts.systems(rows, (model, floor), title)


def _scores(runs: Sequence[Run], names: Mapping[str, str], label: str) -> None:
    metrics = [one.metric for one in runs[0].scores if one.test == label]
    text_table(
        [
            {
                t("comparison.system"): names[run.id],
                **{metric(name).title: value_with_interval(_score(run, label, name)) for name in metrics},
            }
            for run in runs
        ],
        download="scores.csv",
    )
    st.caption(t("comparison.metrics_why"))


def _differences(folder: Path, runs: Sequence[Run], names: Mapping[str, str], label: str, name: str) -> None:
    if len(runs) == 1:
        st.caption(t("comparison.one_run"))
        return
    try:
        with st.spinner(t("comparison.working", count=len(runs))):
            found = differences(
                folder,
                tuple(run.id for run in runs),
                tuple(run.predictions_checksum for run in runs),
                ((label, name),),
            )
    except AloiError as error:
        problem(error)
        return
    text_table([_line(one, names) for one in found], download=f"differences-{name}.csv")
    st.caption(t("comparison.method_bootstrap_why"))
    st.caption(t("comparison.holm_why", count=len(found)))
    st.code(found[0].signature, language=None, wrap_lines=True)


def _line(one: RowDifference, names: Mapping[str, str]) -> dict[str, object]:
    sides = {None: t("comparison.no_better"), one.first: t("comparison.a"), one.second: t("comparison.b")}
    return {
        t("comparison.a"): names[one.first],
        t("comparison.b"): names[one.second],
        t("comparison.difference"): gain(one),
        t("comparison.p"): p_value(one.p),
        t("comparison.p_holm"): p_value(one.p_holm),
        t("comparison.better"): sides[one.better],
    }


def _score(run: Run, label: str, name: str) -> TestScore | None:
    return next((one for one in run.scores if (one.test, one.metric) == (label, name)), None)


def _uses(run: Run) -> list[tuple[str, str]]:
    return [(use.label, use.checksum) for use in run.spec.tests]


def _tests(done: Sequence[Run]) -> dict[tuple[str, str], str]:
    """Return the titles of tests; those of one name with other items are told apart by checksum."""
    found = list(dict.fromkeys(use for run in done for use in _uses(run)))
    same = Counter(label for label, _ in found)
    return {one: one[0] if same[one[0]] == 1 else f"{one[0]} · {one[1][-6:]}" for one in found}


def _names(runs: Sequence[Run]) -> dict[str, str]:
    """Return how runs are named beside each other: with their id where two have one name."""
    titles = {run.id: title_of(run.spec) for run in runs}
    same = Counter(titles.values())
    return {name: title if same[title] == 1 else f"{title} · {name[:6]}" for name, title in titles.items()}
