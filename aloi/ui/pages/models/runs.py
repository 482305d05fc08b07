"""Runs of models as tables and charts: scores with their intervals, the course of training, the inputs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import streamlit as st

from aloi.agreement.number import Number
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.evaluation.metrics import metric
from aloi.evaluation.scores import TestScore
from aloi.ui.numbers import moment, number
from aloi.ui.shared import model_charts as charts
from aloi.ui.shared.runs import metric_name, recipe_and_model, trained_on
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.models.answers import AnswerConfusion, ScorePoint
from aloi.workbench.models.recipes import recipe_title
from aloi.workbench.models.runs import LossPoint, Run, RunLine, SeedResult

_SHOWN_CONFUSIONS = 30
_SHOWN_POINTS = 2000  # of a scatter plot


def run_table(lines: Sequence[RunLine]) -> None:
    """Draw finished runs, newest first, a row a test with the first metric of its kind of item."""
    has_words = any(line.about.name or line.about.tags for line in lines)
    text_table(
        [
            {
                **({t("app.name_label"): line.about.name} if has_words else {}),
                t("glossary.recipe"): recipe_and_model(run.spec),
                t("models.trained_on"): trained_on(run.spec),
                t("models.test"): score.test,
                t("models.metric"): metric_name(score.metric),
                t("models.value_interval"): Number.of(score),
                t("models.seeds"): len(run.spec.seeds),
                t("models.finished"): moment(run.finished_at),
                **({t("models.about_tags"): ", ".join(line.about.tags)} if has_words else {}),
            }
            for line in lines
            if (run := line.run) is not None
            for score in _main_scores(run)
        ]
    )


def _main_scores(run: Run) -> list[TestScore]:
    """Return the first score of a run on each of its tests."""
    first: dict[str, TestScore] = {}
    for score in run.scores:
        first.setdefault(score.test, score)
    return list(first.values())


def unfinished(lines: Sequence[RunLine]) -> None:
    """Draw the runs that are not finished: their progress, and why they ended."""
    text_table(
        [
            {
                t("glossary.recipe"): recipe_title(line.spec.recipe) if line.spec else "-",
                t("models.trained_on"): trained_on(line.spec) if line.spec else "-",
                t("app.state"): t(f"models.state_{line.status}"),
                t("models.seeds_done"): f"{line.seeds_done} / {len(line.spec.seeds)}" if line.spec else "-",
                t("models.started_at"): moment(line.started_at) if line.started_at else "-",
                t("app.reason"): line.error or "",
                t("glossary.run"): line.id,
            }
            for line in lines
        ]
    )
    st.caption(t("models.take_up"))


def scores(run: Run) -> None:
    """Draw every metric on every test, a row a metric and a column a test, and the results of each seed."""
    tests = list(dict.fromkeys(one.test for one in run.scores))
    by_place = {(one.metric, one.test): one for one in run.scores}
    text_table(
        [
            {
                t("models.metric"): metric_name(name),
                t("models.better"): t(f"models.better_{metric(name).direction.value}"),
                **{test: Number.of(by_place.get((name, test))) for test in tests},
            }
            for name in dict.fromkeys(one.metric for one in run.scores)
        ]
    )
    st.caption(t("models.interval_why", items=", ".join(_counts(run.scores))))
    with st.expander(t("models.each_seed")):
        text_table(
            [
                {
                    t("models.test"): score.test,
                    t("models.metric"): metric_name(score.metric),
                    t("models.value_interval"): Number.of(score),
                    **{
                        t("models.seed_number", seed=seed): Number(value)
                        for seed, value in zip(run.spec.seeds, score.by_seed, strict=False)
                    },
                    t("app.items"): score.n,
                    t("app.signature"): score.signature,
                }
                for score in run.scores
            ],
            download=f"scores-{run.id}.csv",
            signed=t("app.signature"),
        )


def facts(run: Run) -> None:
    """Draw the inputs of a run, its runtime, and its machine."""
    left, right = st.columns(2)
    spec = run.spec
    with left:
        st.markdown(f"**{t('models.given')}**")
        uses = [(t("models.trained_on"), one) for one in spec.train]
        uses += [(t("models.chosen_on"), one) for one in spec.devs]
        uses += [(t("models.scored_on"), one) for one in spec.tests]
        rows = [
            {
                t("models.what"): title,
                t("app.value"): f"{use.label}, {t('models.items_count', count=use.items)}",
            }
            for title, use in uses
        ]
        if spec.train_items is not None:
            rows.append({t("models.what"): t("models.size"), t("app.value"): str(spec.n_train)})
        rows += [
            {t("models.what"): name, t("app.value"): _plain(value)} for name, value in spec.settings.items()
        ]
        text_table(rows)
    with right:
        st.markdown(f"**{t('models.made_in')}**")
        made_in = [
            {t("models.what"): name, t("app.value"): _plain(value)} for name, value in run.environment.items()
        ]
        text_table([*_times(run), *made_in])
    text_table([_seed_row(one) for one in run.seeds])


def notes(run: Run) -> None:
    """Draw the notes a reader of the numbers needs, such as texts of a test seen in training."""
    if run.notes:
        st.warning("\n".join(f"- {no_markup(translated(one))}" for one in run.notes))


def training_steps(points: Iterable[LossPoint]) -> None:
    """Draw the loss and the metric on the dev split, from the reported steps of each fit."""
    losses, on_dev, shown = [], [], ""
    for point in points:
        seed, step = point.seed, point.step
        fit = t("models.seed_number", seed=seed)
        if step.loss is not None:
            losses.append({"fit": fit, "step": step.step, "loss": step.loss})
        if step.dev:
            shown = next(iter(step.dev))
            on_dev.append({"fit": fit, "epoch": step.epoch, "value": step.dev[shown]})
    if not losses and not on_dev:
        st.caption(t("models.no_losses"))
        return
    columns = st.columns(2 if losses and on_dev else 1)
    if losses:
        with columns[0]:
            charts.losses(_thinned(losses))
    if on_dev:
        with columns[-1]:
            charts.dev_scores(on_dev, metric_name(shown))


def predicted_against_gold(points: Sequence[ScorePoint], low: float, high: float) -> None:
    """Draw the mean prediction of each item over seeds against its gold."""
    stride = max(1, -(-len(points) // _SHOWN_POINTS))
    shown = [to_json(one) for one in points[::stride]]
    charts.scatter(shown, low, high)
    if stride > 1:
        st.caption(t("models.points_shown", shown=len(shown), count=len(points)))


def confused(confusions: Sequence[AnswerConfusion], items: int, run: Run) -> None:
    """Draw the confused pairs of answers, the most frequent first."""
    if not confusions:
        st.success(t("models.nothing_confused", count=items))
        return
    text_table(
        [
            {
                t("glossary.gold"): confusion.gold,
                t("models.predicted"): confusion.predicted,
                t("models.times"): confusion.count,
                t("models.example"): confusion.example,
            }
            for confusion in confusions[:_SHOWN_CONFUSIONS]
        ],
        download=f"confusions-{run.id}.csv",
    )
    st.caption(
        t(
            "models.confused_why",
            shown=min(len(confusions), _SHOWN_CONFUSIONS),
            count=len(confusions),
            items=items,
            seed=run.spec.seeds[0],
        )
    )


def _thinned(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return at most so many rows that a browser draws them at once, the last among them."""
    stride = max(1, -(-len(rows) // _SHOWN_POINTS))
    return rows[::stride] + (rows[-1:] if (len(rows) - 1) % stride else [])


def _counts(scores: Sequence[TestScore]) -> list[str]:
    return list(dict.fromkeys(f"{one.test}: {one.n}" for one in scores))


def _times(run: Run) -> list[dict[str, object]]:
    seconds = (run.finished_at - run.started_at).total_seconds()
    cpu = sum(one.cpu_seconds for one in run.seeds)
    energy = t("models.energy_unknown") if run.energy_joules is None else f"{run.energy_joules:.0f} J"
    facts_ = {
        t("models.started_at"): f"{run.started_at:%Y-%m-%d %H:%M:%S} UTC",
        t("models.took"): t("models.seconds", count=number(seconds, ".1f")),
        t("models.cpu"): t("models.seconds", count=number(cpu, ".1f")),
        t("models.energy"): energy,
    }
    return [{t("models.what"): what, t("app.value"): value} for what, value in facts_.items()]


def _seed_row(seed_result: SeedResult) -> dict[str, object]:
    return {
        t("models.seeds"): seed_result.seed,
        t("models.took"): t("models.seconds", count=number(seed_result.seconds, ".1f")),
        t("models.best_epoch"): "-"
        if seed_result.best_epoch is None
        else number(seed_result.best_epoch, "g"),
        t("app.model"): seed_result.signature,
    }


def _plain(value: Json) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
