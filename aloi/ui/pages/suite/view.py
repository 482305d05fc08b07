"""The benchmark suite: tasks and their data, scores by task and type, the leaderboard, curves, protocols."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.ui.numbers import number, numbers
from aloi.ui.shared import model_charts as charts
from aloi.ui.shared.runs import metric_name, tested_by
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.studies.suite.runs import (
    Presence,
    SideBySide,
    SuiteCurve,
    SuiteResults,
    SuiteState,
    floors,
    points,
    task,
)


def tasks(found: Sequence[Presence], folder: Path) -> None:
    """Draw every task with its type and licence, and how to get its data and where to put it."""
    there = sum(one.present for one in found)
    place = no_markup(str(folder))
    st.caption(t("suite.tasks_there", count=there, total=len(found), folder=place))
    text_table(
        [
            {
                t("suite.task"): f"{translated(one.task.title)} ({one.task.name})",
                t("suite.licence"): translated(one.task.licence),
                t("suite.data"): t("suite.present") if one.present else t("suite.not_present"),
                t(
                    "suite.obtain"
                ): f"{translated(one.task.obtain)} {t('suite.files', files=translated(one.required))}",
            }
            for one in found
        ],
        download="suite-tasks.csv",
    )


def state(one: SuiteState) -> None:
    """Say how far a run is, and which tasks and cells are missing and why."""
    st.caption(
        no_markup(
            t(
                "suite.state",
                done=one.done,
                total=one.total,
                models=len(one.plan.models),
                seeds=", ".join(map(str, one.plan.seeds)),
                protocol=t(f"suite.protocol_{one.plan.protocol}"),
            )
        )
    )
    if one.absent:
        with st.expander(t("suite.absent", count=len(one.absent))):
            text_table([{t("suite.task"): name, t("suite.todo"): why} for name, why in one.absent.items()])
    if one.failed:
        with st.expander(t("suite.failed", count=len(one.failed)), expanded=True):
            text_table(
                [{t("suite.cell"): name, t("suite.why_failed"): why} for name, why in one.failed.items()]
            )


def by_task(found: SuiteResults) -> None:
    """Draw a table a type of task: mean of the runs, interval, and the letter of the group."""
    for kind in found.types:
        own = [one for one in found.tasks if one.task.type == kind.type]
        names = ", ".join(dict.fromkeys(metric_name(one.metric) for one in own))
        st.markdown(f"**{no_markup(translated(kind.type.title))}** · {no_markup(names)}")
        text_table(
            [
                {
                    t("suite.task"): translated(one.task.title),
                    t("suite.items"): one.items,
                    **{_called(model): Number.of(one.board.of(model), reason=None) for model in found.models},
                }
                for one in own
            ],
            wrapped=True,
        )
    st.caption(t("suite.by_task_why"))
    for reason in _reasons(found):
        st.caption(no_markup(reason))


def leaderboard(found: SuiteResults) -> None:
    """Draw models by their mean over all tasks, with groups of ties, and the means by type."""
    rows = [
        {
            "system": _called(one.model),
            "kind": _kind(one.model),
            "value": one.value,
            **charts.ends(one),
        }
        for one in found.leaderboard.scores
        if one.value is not None
    ]
    text_table(
        [
            {
                t("suite.rank"): "-" if one.rank is None else str(one.rank),
                t("suite.group"): one.letters or "-",
                t("suite.model"): _called(one.model),
                t("suite.mean", count=len(found.tasks)): Number.of(one, mark="", reason=None),
                t("suite.runs_only"): numbers(Number(None, one.runs_interval).interval_text),
                t("suite.mean_rank"): Number(found.mean_ranks.get(one.model), digits=2),
                t("suite.firsts"): found.firsts.get(one.model, 0),
            }
            for one in found.leaderboard.scores
        ],
        download="suite-leaderboard.csv",
        wrapped=True,
    )
    for one in found.leaderboard.scores:
        if one.reason:
            st.caption(no_markup(t("suite.no_mean", model=_called(one.model), reason=translated(one.reason))))
    if len(rows) > 1:
        kinds = (t("suite.encoder"), t("comparison.floor"))
        charts.systems(rows, kinds, t("suite.mean", count=len(found.tasks)))
    st.caption(t("suite.leaderboard_why"))
    st.subheader(t("suite.by_type"))
    text_table(
        [
            {
                t("suite.type"): translated(one.type.title),
                t("suite.tasks"): len(one.tasks),
                **{_called(model): Number.of(one.board.of(model), reason=None) for model in found.models},
            }
            for one in found.types
        ],
        download="suite-types.csv",
        wrapped=True,
    )
    st.caption(t("suite.by_type_why"))


def differences(found: SuiteResults) -> None:
    """Draw every two models of one task compared: Holm's correction, and Student's t over runs."""
    boards = {t("suite.all_tasks"): found.leaderboard} | {
        f"{translated(one.task.title)} ({name})": board
        for one in found.tasks
        for name, board in one.boards.items()
    }
    title = st.selectbox(t("suite.compared_on"), list(boards), key="suite:compared")
    board = boards[title]
    if not board.differences:
        st.caption(t("suite.no_pairs"))
        return
    text_table(
        [
            {
                t("comparison.a"): _called(one.a),
                t("comparison.b"): _called(one.b),
                t("comparison.difference"): Number.of(one, value=one.difference, signed=True),
                t("comparison.tested_by"): tested_by(one),
                t("comparison.p"): numbers(p_text(one.p)),
                t("comparison.p_holm"): numbers(p_text(one.p_holm)),
                t("comparison.better"): {one.a: t("comparison.a"), one.b: t("comparison.b")}.get(
                    one.better or "", "-"
                ),
            }
            for one in board.differences
        ],
        download="suite-differences.csv",
        wrapped=True,
    )
    st.caption(t("suite.holm_why", count=len(board.differences)))
    st.subheader(t("suite.student"))
    text_table(
        [
            {
                t("suite.best"): _called(board.scores[0].model),
                t("suite.against"): _called(one.model),
                t("comparison.p"): numbers(p_text(one.p)),
                t("suite.stars"): one.stars or "-",
                t("suite.note"): translated(one.reason or ""),
            }
            for one in board.students
        ],
        wrapped=True,
    )
    st.caption(t("suite.student_why"))


def curves(found: Sequence[SuiteCurve]) -> None:
    """Draw the low-resource curves of one task, a chart a model."""
    task = st.selectbox(t("suite.task"), list(dict.fromkeys(one.task for one in found)), key="suite:curve")
    for one in (one for one in found if one.task == task):
        st.markdown(f"**{no_markup(_called(one.model))}**")
        charts.learning_curve(one.curve, metric_name(one.curve.metric), t("suite.rows"))
    st.caption(t("suite.curve_why"))


def protocols() -> None:
    """Draw what the two protocols do, point by point."""
    st.caption(t("suite.protocols_why"))
    text_table(
        [
            {
                t("suite.point"): translated(one.title),
                t("suite.protocol_drbenchmark"): translated(one.drbenchmark),
                t("suite.protocol_aloi"): translated(one.aloi),
            }
            for one in points()
        ]
    )


def side_by_side(found: Sequence[SideBySide], name: str, other: str) -> None:
    """Draw what two runs, one of each protocol, say of the same tasks and models."""
    if not found:
        st.caption(t("suite.nothing_shared"))
        return
    one, two = st.columns(2, vertical_alignment="bottom")
    with_floors = one.checkbox(t("suite.with_floors"), key="suite:beside:floors")
    every = two.checkbox(t("suite.every_metric"), key="suite:beside:every")
    shown = [one for one in found if (with_floors or not _is_floor(one.model)) and (every or one.quoted)]
    if not shown:
        st.caption(t("suite.only_floors"))
        return
    scaled = any(one.outside is not None for one in shown)
    text_table(
        [
            {
                t("suite.task"): translated(task(one.task).title),
                t("suite.model"): _called(one.model),
                t("suite.metric"): " / ".join(
                    dict.fromkeys(metric_name(word) for word in (one.metric, one.other_metric))
                ),
                name: Number(one.value),
                other: Number(one.other_value),
                t("suite.difference"): Number(one.difference, signed=True),
                **({t("suite.outside"): _share(one.outside)} if scaled else {}),
            }
            for one in shown
        ],
        download="suite-protocols.csv",
        wrapped=True,
    )
    st.caption(t("suite.beside_why", name=no_markup(name), other=no_markup(other)))


def _is_floor(model: str) -> bool:
    return model in {one.title for one in floors()}


def _called(model: str) -> str:
    """Return what a model is called: its name, a floor in the reader's language."""
    return translated(model) if _is_floor(model) else model


def _kind(model: str) -> str:
    return t("comparison.floor") if _is_floor(model) else t("suite.encoder")


def _reasons(found: SuiteResults) -> list[str]:
    """Return why models have no score on tasks."""
    return [
        f"{translated(one.task.title)}, {_called(score.model)}: {translated(score.reason)}"
        for one in found.tasks
        for score in one.board.scores
        if score.value is None and score.reason
    ]


def _share(value: float | None) -> str:
    return "-" if value is None else number(value, ".1%")
