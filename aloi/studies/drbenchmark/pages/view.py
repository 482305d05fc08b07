"""The benchmark suite: tasks and their data, scores by task and type, the leaderboard, curves, protocols."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.studies.drbenchmark.suite import (
    Presence,
    SideBySide,
    SuiteCurve,
    SuiteResults,
    SuiteState,
    floors,
    points,
    task,
)
from aloi.ui.numbers import number, numbers
from aloi.ui.shared import model_charts as charts
from aloi.ui.shared.runs import metric_name, tested_by
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated


def tasks(presences: Sequence[Presence], folder: Path) -> None:
    """Draw every task with its type and licence, how to get its data, and their folder."""
    n_present = sum(one.present for one in presences)
    folder_text = no_markup(str(folder))
    st.caption(t("suite.tasks_there", count=n_present, total=len(presences), folder=folder_text))
    text_table(
        [
            {
                t("suite.task"): f"{translated(presence.task.title)} ({presence.task.name})",
                t("suite.licence"): translated(presence.task.licence),
                t("app.data"): t("suite.present") if presence.present else t("suite.not_present"),
                t("app.source"): f"{translated(presence.task.obtain)} "
                f"{t('suite.files', files=translated(presence.required))}",
            }
            for presence in presences
        ],
        download="suite-tasks.csv",
    )


def state(state_: SuiteState) -> None:
    """Say how far a run is, and which tasks and cells are missing and why."""
    st.caption(
        no_markup(
            t(
                "suite.state",
                done=state_.done,
                total=state_.total,
                models=len(state_.plan.models),
                seeds=", ".join(map(str, state_.plan.seeds)),
                protocol=t(f"suite.protocol_{state_.plan.protocol}"),
            )
        )
    )
    if state_.absent:
        with st.expander(t("suite.absent", count=len(state_.absent))):
            text_table([{t("suite.task"): name, t("suite.todo"): why} for name, why in state_.absent.items()])
    if state_.failed:
        with st.expander(t("suite.failed", count=len(state_.failed)), expanded=True):
            text_table([{t("suite.cell"): name, t("app.reason"): why} for name, why in state_.failed.items()])


def by_task(results: SuiteResults) -> None:
    """Draw a table a type of task: mean of the runs, interval, and the letter of the group."""
    for kind in results.types:
        type_tasks = [one for one in results.tasks if one.task.type == kind.type]
        st.markdown(f"**{no_markup(translated(kind.type.title))}**")
        text_table(
            [
                {
                    t("suite.task"): translated(task.task.title),
                    t("suite.items"): task.items,
                    t("suite.metric"): metric_name(metric),
                    **{_called(model): Number.of(board.of(model), reason=None) for model in results.models},
                }
                for task in type_tasks
                for metric, board in task.shown.items()
            ],
        )
    st.caption(t("suite.by_task_why"))
    for reason in _reasons(results):
        st.caption(no_markup(reason))


def leaderboard(results: SuiteResults) -> None:
    """Draw models by their mean over all tasks, with groups of ties, and the means by type."""
    rows = [
        {"system": _called(score.model), "kind": _kind(score.model), "value": score.value}
        | charts.ends(score)
        for score in results.leaderboard.scores
        if score.value is not None
    ]
    text_table(
        [
            {
                t("suite.rank"): "-" if score.rank is None else str(score.rank),
                t("glossary.letters"): score.letters or "-",
                t("app.model"): _called(score.model),
                t("suite.mean", count=len(results.tasks)): Number.of(score, mark="", reason=None),
                t("suite.runs_only"): numbers(Number(None, score.runs_interval).interval_text),
                t("suite.mean_rank"): Number(results.mean_ranks.get(score.model), digits=2),
                t("suite.firsts"): results.firsts.get(score.model, 0),
            }
            for score in results.leaderboard.scores
        ],
        download="suite-leaderboard.csv",
    )
    for score in results.leaderboard.scores:
        if score.reason:
            st.caption(
                no_markup(t("suite.no_mean", model=_called(score.model), reason=translated(score.reason)))
            )
    if len(rows) > 1:
        kinds = (t("suite.encoder"), t("comparison.floor"))
        charts.systems(rows, kinds, t("suite.mean", count=len(results.tasks)))
    st.caption(t("suite.leaderboard_why"))
    st.subheader(t("suite.by_type"))
    text_table(
        [
            {
                t("suite.type"): translated(type_.type.title),
                t("suite.tasks"): len(type_.tasks),
                **{_called(model): Number.of(type_.board.of(model), reason=None) for model in results.models},
            }
            for type_ in results.types
        ],
        download="suite-types.csv",
    )
    st.caption(t("suite.by_type_why"))


def differences(results: SuiteResults) -> None:
    """Draw all pairs of models on one task: p-values adjusted by Holm's method, and Student's t over runs."""
    boards = {t("suite.all_tasks"): results.leaderboard} | {
        f"{translated(task.task.title)} ({name})": board
        for task in results.tasks
        for name, board in task.boards.items()
    }
    title = st.selectbox(t("suite.compared_on"), list(boards), key="suite:compared")
    board = boards[title]
    if not board.differences:
        st.caption(t("suite.no_pairs"))
        return
    text_table(
        [
            {
                t("comparison.a"): _called(difference.a),
                t("comparison.b"): _called(difference.b),
                t("comparison.difference"): Number.of(difference, value=difference.difference, signed=True),
                t("comparison.tested_by"): tested_by(difference),
                t("comparison.p"): numbers(p_text(difference.p)),
                t("comparison.p_holm"): numbers(p_text(difference.p_holm)),
                t("comparison.better"): {
                    difference.a: t("comparison.a"),
                    difference.b: t("comparison.b"),
                }.get(difference.better or "", "-"),
            }
            for difference in board.differences
        ],
        download="suite-differences.csv",
    )
    st.caption(t("suite.holm_why", count=len(board.differences)))
    st.subheader(t("suite.student"))
    text_table(
        [
            {
                t("suite.best"): _called(board.scores[0].model),
                t("suite.against"): _called(student.model),
                t("comparison.p"): numbers(p_text(student.p)),
                t("suite.stars"): student.stars or "-",
                t("app.note"): translated(student.reason or ""),
            }
            for student in board.students
        ],
    )
    st.caption(t("suite.student_why"))


def curves(suite_curves: Sequence[SuiteCurve]) -> None:
    """Draw the low-resource curves of one task, a chart a model."""
    task = st.selectbox(
        t("suite.task"), list(dict.fromkeys(one.task for one in suite_curves)), key="suite:curve"
    )
    for curve in (one for one in suite_curves if one.task == task):
        st.markdown(f"**{no_markup(_called(curve.model))}**")
        charts.learning_curve(curve.curve, metric_name(curve.curve.metric), t("suite.rows"))
    st.caption(t("suite.curve_why"))


def protocols() -> None:
    """Draw the differences between the two protocols, point by point."""
    st.caption(t("suite.protocols_why"))
    for reproduced, column in ((True, "protocol_aloi"), (False, "protocol_both")):
        if not reproduced:
            st.markdown(f"**{t('suite.not_reproduced')}**")
        text_table(
            [
                {
                    t("suite.point"): translated(point.title),
                    t("suite.protocol_drbenchmark"): translated(point.drbenchmark),
                    t(f"suite.{column}"): translated(point.aloi),
                }
                for point in points()
                if point.reproduced == reproduced
            ]
        )


def side_by_side(pairs: Sequence[SideBySide], name: str, other: str) -> None:
    """Draw the results of two runs, one of each protocol, on the same tasks and models."""
    if not pairs:
        st.caption(t("suite.nothing_shared"))
        return
    left, right = st.columns(2, vertical_alignment="bottom")
    with_floors = left.checkbox(t("suite.with_floors"), key="suite:beside:floors")
    all_metrics = right.checkbox(t("suite.every_metric"), key="suite:beside:every")
    shown = [
        pair for pair in pairs if (with_floors or not _is_floor(pair.model)) and (all_metrics or pair.quoted)
    ]
    if not shown:
        st.caption(t("suite.only_floors"))
        return
    scaled = any(one.outside is not None for one in shown)
    text_table(
        [
            {
                t("suite.task"): translated(task(pair.task).title),
                t("app.model"): _called(pair.model),
                t("suite.metric"): " / ".join(
                    dict.fromkeys(metric_name(word) for word in (pair.metric, pair.other_metric))
                ),
                name: Number(pair.value),
                other: Number(pair.other_value),
                t("suite.difference"): Number(pair.difference, signed=True),
                **({t("suite.outside"): _share(pair.outside)} if scaled else {}),
            }
            for pair in shown
        ],
        download="suite-protocols.csv",
    )
    st.caption(t("suite.beside_why", name=no_markup(name), other=no_markup(other)))


def _is_floor(model: str) -> bool:
    return model in {one.title for one in floors()}


def _called(model: str) -> str:
    """Return the title of a model: its name, or a baseline in the reader's language."""
    return translated({one.title: one.title for one in floors()}.get(model, model))


def _kind(model: str) -> str:
    return t("comparison.floor") if _is_floor(model) else t("suite.encoder")


def _reasons(results: SuiteResults) -> list[str]:
    """Return why models have no score on tasks."""
    return [
        f"{translated(task.task.title)}, {_called(score.model)}: {translated(score.reason)}"
        for task in results.tasks
        for score in task.board.scores
        if score.value is None and score.reason
    ]


def _share(value: float | None) -> str:
    return "-" if value is None else number(value, ".1%")
