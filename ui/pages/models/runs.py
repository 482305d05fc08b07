"""Runs of models as tables and charts: scores with their intervals, how training goes, what it was given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import streamlit as st

from corpora.model import Json
from evaluation.metrics import metric
from evaluation.scores import TestScore
from modeling.runs.folder import Predictions
from modeling.runs.spec import Run, SeedResult
from ui.shared import model_charts as charts
from ui.shared.runs import recipe_title, title_of, trained_on, value_with_interval
from ui.shared.tables import no_markup, text_table
from ui.texts import t
from workbench.models.runs import LossPoint, RunLine

MAIN = "spearman"
_SHOWN_POINTS = 2000  # of a scatter plot


def main_score(run: Run, test: str | None = None) -> TestScore | None:
    """Return the Spearman score of a run on a test, the first one unless named."""
    found = [one for one in run.scores if one.metric == MAIN and test in (None, one.test)]
    return found[0] if found else None


def run_table(found: Sequence[Run]) -> None:
    """Draw finished runs, newest first, with Spearman on each test any of them was scored on."""
    tests = list(dict.fromkeys(one.test for run in found for one in run.scores))
    st.dataframe(
        [
            {
                t("models.recipe"): title_of(run.spec).split(", ")[0],
                t("models.trained_on"): trained_on(run.spec),
                **{t("models.spearman_on", test=test): _short(main_score(run, test)) for test in tests},
                t("models.seeds"): len(run.spec.seeds),
                t("models.finished"): f"{run.finished_at:%Y-%m-%d %H:%M}",
                t("models.run"): run.id,
            }
            for run in found
        ],
        hide_index=True,
        width="stretch",
    )


def unfinished(lines: Sequence[RunLine]) -> None:
    """Draw the runs that are not done: how far they came, and why they ended."""
    text_table(
        [
            {
                t("models.recipe"): recipe_title(one.spec.recipe) if one.spec else "-",
                t("models.trained_on"): trained_on(one.spec) if one.spec else "-",
                t("models.state"): t(f"models.state_{one.status}"),
                t("models.seeds_done"): f"{one.seeds_done} / {len(one.spec.seeds)}" if one.spec else "-",
                t("models.started_at"): f"{one.started_at:%Y-%m-%d %H:%M}" if one.started_at else "-",
                t("models.why_ended"): one.error or "",
                t("models.run"): one.id,
            }
            for one in lines
        ]
    )
    st.caption(t("models.take_up"))


def scores(run: Run) -> None:
    """Draw every metric on every test, a row a metric and a column a test, and what each seed gave."""
    tests = list(dict.fromkeys(one.test for one in run.scores))
    by_place = {(one.metric, one.test): one for one in run.scores}
    text_table(
        [
            {
                t("models.metric"): metric(name).title,
                t("models.better"): t(f"models.better_{metric(name).direction.value}"),
                **{test: value_with_interval(by_place.get((name, test))) for test in tests},
            }
            for name in dict.fromkeys(one.metric for one in run.scores)
        ]
    )
    st.caption(t("models.interval_why", items=", ".join(_counts(run.scores))))
    with st.expander(t("models.each_seed")):
        text_table(
            [
                {
                    t("models.test"): one.test,
                    t("models.metric"): metric(one.metric).title,
                    t("models.value"): "-" if one.value is None else round(one.value, 4),
                    t("comparison.low"): "-" if one.low is None else round(one.low, 4),
                    t("comparison.high"): "-" if one.high is None else round(one.high, 4),
                    **{
                        t("models.seed_number", seed=seed): "-" if value is None else round(value, 4)
                        for seed, value in zip(run.spec.seeds, one.by_seed, strict=False)
                    },
                    t("models.items"): one.n,
                    t("models.signature"): one.signature,
                }
                for one in run.scores
            ],
            download=f"scores-{run.id}.csv",
        )


def facts(run: Run, *, rows: bool = False) -> None:
    """Draw what a run was given, how long it took, and where it ran; its items are not pairs with `rows`."""
    count, size = ("models.row_items", "models.row_size") if rows else ("models.pairs", "models.size")
    left, right = st.columns(2)
    spec = run.spec
    with left:
        st.markdown(f"**{t('models.given')}**")
        uses = [(t("models.trained_on"), one) for one in spec.train]
        uses += [(t("models.chosen_on"), spec.dev)] if spec.dev else []
        uses += [(t("models.scored_on"), one) for one in spec.tests]
        given = [
            {t("models.what"): said, t("models.value"): f"{one.label}, {t(count, count=one.items)}"}
            for said, one in uses
        ]
        if spec.train_items is not None:
            given.append({t("models.what"): t(size), t("models.value"): str(spec.train_items)})
        given += [
            {t("models.what"): name, t("models.value"): _plain(value)}
            for name, value in spec.settings.items()
        ]
        st.dataframe(given, hide_index=True, width="stretch")
    with right:
        st.markdown(f"**{t('models.made_in')}**")
        made_in = [
            {t("models.what"): name, t("models.value"): _plain(value)}
            for name, value in run.environment.items()
        ]
        st.dataframe([*_times(run), *made_in], hide_index=True, width="stretch")
    text_table([_seed_row(one) for one in run.seeds])


def notes(run: Run) -> None:
    """Say what whoever reads the numbers must know, such as texts of a test seen in training."""
    if run.notes:
        st.warning("\n".join(f"- {no_markup(one)}" for one in run.notes))


def training_steps(told: Iterable[LossPoint]) -> None:
    """Draw the loss and the metric on the dev part from what each fit told at its steps."""
    losses, on_dev, shown = [], [], MAIN
    for point in told:
        seed, one = point.seed, point.step
        fit = t("models.seed_number", seed=seed)
        if one.loss is not None:
            losses.append({"fit": fit, "step": one.step, "loss": one.loss})
        if one.dev:
            shown = MAIN if MAIN in one.dev else next(iter(one.dev))
            on_dev.append({"fit": fit, "epoch": one.epoch, "value": one.dev[shown]})
    if not losses and not on_dev:
        st.caption(t("models.no_losses"))
        return
    columns = st.columns(2 if losses and on_dev else 1)
    if losses:
        with columns[0]:
            charts.losses(_thinned(losses))
    if on_dev:
        with columns[-1]:
            charts.dev_scores(on_dev, metric(shown).title.partition(" (")[0])


def predicted_against_gold(found: Predictions, low: float, high: float) -> None:
    """Draw the mean prediction of each item over seeds against its gold."""
    every = max(1, -(-len(found.ids) // _SHOWN_POINTS))
    means = found.predicted.mean(axis=0)
    points = [
        {"id": found.ids[at], "gold": float(found.gold[at]), "predicted": float(means[at])}
        for at in range(0, len(found.ids), every)
    ]
    charts.scatter(points, low, high)
    if every > 1:
        st.caption(t("models.points_shown", shown=len(points), count=len(found.ids)))


def _short(score: TestScore | None) -> str:
    return "-" if score is None or score.value is None else value_with_interval(score)


def _thinned(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return at most so many rows that a browser draws them at once, the last among them."""
    every = max(1, -(-len(rows) // _SHOWN_POINTS))
    return rows[::every] + (rows[-1:] if (len(rows) - 1) % every else [])


def _counts(found: Sequence[TestScore]) -> list[str]:
    return list(dict.fromkeys(f"{one.test}: {one.n}" for one in found))


def _times(run: Run) -> list[dict[str, object]]:
    seconds = (run.finished_at - run.started_at).total_seconds()
    cpu = sum(one.cpu_seconds for one in run.seeds)
    energy = t("models.energy_unknown") if run.energy_joules is None else f"{run.energy_joules:.0f} J"
    told = {
        t("models.started_at"): f"{run.started_at:%Y-%m-%d %H:%M:%S} UTC",
        t("models.took"): t("models.seconds", count=f"{seconds:.1f}"),
        t("models.cpu"): t("models.seconds", count=f"{cpu:.1f}"),
        t("models.energy"): energy,
    }
    return [{t("models.what"): what, t("models.value"): value} for what, value in told.items()]


def _seed_row(one: SeedResult) -> dict[str, object]:
    return {
        t("models.seeds"): one.seed,
        t("models.took"): t("models.seconds", count=f"{one.seconds:.1f}"),
        t("models.best_epoch"): "-" if one.best_epoch is None else f"{one.best_epoch:g}",
        t("models.made_by"): one.signature,
    }


def _plain(value: Json) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
