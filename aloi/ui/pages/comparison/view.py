"""Runs side by side: plot with baselines and reliability ceiling, people, grid, differences, slices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from aloi.agreement.number import Number, p_text
from aloi.annotation.rows import ScoredPair
from aloi.evaluation.comparison.compare import Difference, SystemScore
from aloi.evaluation.metrics.base import Direction
from aloi.evaluation.scores import TestScore
from aloi.ui.numbers import number, numbers
from aloi.ui.shared import model_charts as charts
from aloi.ui.shared.runs import metric_name, tested_by
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.models.comparison import (
    Ceiling,
    Comparison,
    PeopleScores,
    TestComparison,
)
from aloi.workbench.models.curves import RunCurve
from aloi.workbench.models.results import UNTUNED


def plot(comparison: Comparison, test: TestComparison) -> None:
    """Draw every system on a test with its interval, the baselines and the reliability ceiling."""
    model, floor, ceiling = (t(f"comparison.{one}") for one in ("model", "floor", "ceiling_kind"))
    rows = [
        _point(comparison.run(score.name).label, floor if comparison.run(score.name).floor else model, score)
        for score in test.family.scores
        if score.value is not None
    ]
    if test.ceiling is not None and test.ceiling.value is not None:
        rows.append(_point(t("comparison.ceiling"), ceiling, test.ceiling))
    if not rows:
        st.caption(t("comparison.no_values"))
        return
    rows.sort(key=lambda one: float(str(one["value"])), reverse=comparison.direction is Direction.HIGHER)
    charts.systems(rows, (model, floor, ceiling), _axis(comparison))
    st.caption(t("comparison.no_ceiling") if test.ceiling is None else _ceiling_words(test.ceiling))
    st.caption(no_markup(drawn_words(test)))
    if test.people is not None:
        _people(comparison, test.people)


def ranking(comparison: Comparison, test: TestComparison) -> None:
    """Draw systems by rank; those that share a letter are not distinguishable."""
    text_table(
        [
            {
                t("comparison.rank"): "-" if score.rank is None else str(score.rank),
                t("comparison.group"): score.letters,
                t("comparison.system"): comparison.run(score.name).system,
                t("comparison.trained_on"): _trained_on(comparison.run(score.name).train),
                t("comparison.items"): comparison.run(score.name).train_items,
                t("comparison.seeds"): len(score.by_seed),
                t("comparison.value", metric=metric_name(comparison.metric)): Number.of(score, mark=""),
            }
            for score in test.family.scores
        ],
        download=f"ranks-{comparison.metric}.csv",
    )
    st.caption(t("comparison.group_why"))


def differences(comparison: Comparison, test: TestComparison) -> None:
    """Draw all pairs of systems, with p-values alone and adjusted by Holm's method."""
    if not test.family.differences:
        st.caption(t("comparison.one_run"))
        return
    system = st.selectbox(
        t("comparison.only"),
        [None, *(one.name for one in test.family.scores)],
        format_func=lambda name: comparison.run(name).label if name else t("comparison.every_pair"),
        key="comparison:only",
    )
    _differences(
        comparison, [one for one in test.family.differences if system in (None, one.a, one.b)], "differences"
    )
    st.caption(t(f"comparison.method_{comparison.method}_why"))
    st.caption(t("comparison.holm_why", count=len(test.family.differences)))
    st.code(test.family.signature, language=None, wrap_lines=True)


def every_metric(comparison: Comparison, scores: Mapping[str, Sequence[TestScore]]) -> None:
    """Draw every metric of each run on the test, by run id."""
    text_table(
        [
            {
                t("comparison.system"): run.label,
                **{metric_name(score.metric): Number.of(score) for score in scores[run.id]},
            }
            for run in comparison.runs
        ],
        download="scores.csv",
    )
    st.caption(t("comparison.metrics_why"))


def _trained_on(names: str) -> str:
    return t("models.untuned") if names == UNTUNED else names


def grid(comparison: Comparison) -> None:
    """Draw the train x test grid: a row a run, a column a test, each cell with its interval."""
    text_table(
        [
            {
                t("comparison.system"): row.run.system,
                t("comparison.trained_on"): _trained_on(row.run.train),
                t("comparison.items"): row.run.train_items,
                **{
                    test.label: Number.of(cell, mark="")
                    for test, cell in zip(comparison.tests, row.cells, strict=True)
                },
            }
            for row in comparison.grid
        ],
        download=f"grid-{comparison.metric}.csv",
    )  # fmt: skip
    st.caption(t("comparison.grid_why", metric=metric_name(comparison.metric)))


def cuts(comparison: Comparison, test: TestComparison) -> None:
    """Draw the systems on each slice of a test's items."""
    if not test.cuts:
        st.caption(t("comparison.no_cut"))
        return
    columns = {
        t("comparison.part", title=translated(cut.title), count=cut.items): {
            score.name: score for score in cut.scores
        }
        for cut in test.cuts
    }
    text_table(
        [
            {
                t("comparison.system"): comparison.run(score.name).label,
                t("comparison.all", count=test.items): Number.of(score, mark=""),
                **{title: Number.of(by_run.get(score.name)) for title, by_run in columns.items()},
            }
            for score in test.family.scores
        ],
        download=f"cut-{comparison.metric}.csv",
    )
    for cut in test.cuts:
        for text in (cut.reason, cut.caution):
            if text:
                st.caption(no_markup(f"{translated(cut.title)}: {translated(text)}"))
    st.caption(t(f"comparison.cut_{comparison.cut}_why"))
    for cut in test.cuts:
        if cut.differences:
            st.markdown(
                f"**{no_markup(t('comparison.part', title=translated(cut.title), count=cut.items))}**"
            )
            _differences(comparison, cut.differences, f"cut-{cut.title}-differences")
            st.caption(t("comparison.holm_why", count=len(cut.differences)))
            st.code(cut.signature, language=None, wrap_lines=True)


def curves(run_curves: Sequence[RunCurve], name: str) -> None:
    """Draw learning curves with bands and the expected gain of more rows; constant scores in a table."""
    sized = [curve for curve in run_curves if len(curve.curve.points) > 1]
    for curve in sized:
        if len(sized) > 1:
            st.markdown(f"**{no_markup(curve.system)}, {no_markup(curve.train)}**")
        charts.learning_curve(curve.curve, metric_name(name))
    st.caption(t("comparison.curve_why"))
    constant = [curve for curve in run_curves if all(point.items == 0 for point in curve.curve.points)]
    if constant:
        st.markdown(t("comparison.curve_constant"))
        value = t("comparison.value", metric=metric_name(name))
        text_table(
            [
                {t("comparison.system"): curve.system, value: Number.of(curve.curve.points[0], mark="")}
                for curve in constant
            ]
        )


def _point(name: str, kind: str, estimate: SystemScore | Ceiling) -> dict[str, object]:
    return {"system": name, "kind": kind, "value": estimate.value, **charts.ends(estimate)}


def _differences(comparison: Comparison, rows: Sequence[Difference], name: str) -> None:
    text_table([_difference(comparison, one) for one in rows], download=f"{name}-{comparison.metric}.csv")


def _difference(comparison: Comparison, difference: Difference) -> dict[str, object]:
    sides = {
        None: t("comparison.no_better"),
        difference.a: t("comparison.a"),
        difference.b: t("comparison.b"),
    }
    return {
        t("comparison.a"): comparison.run(difference.a).label,
        t("comparison.b"): comparison.run(difference.b).label,
        t("comparison.difference"): Number.of(difference, value=difference.difference, signed=True),
        t("comparison.tested_by"): tested_by(difference),
        t("comparison.p"): numbers(p_text(difference.p)),
        t("comparison.p_holm"): numbers(p_text(difference.p_holm)),
        t("comparison.better"): sides[difference.better],
    }


def _axis(comparison: Comparison) -> str:
    return t(f"comparison.axis_{comparison.direction.value}", metric=metric_name(comparison.metric))


def _ceiling_words(ceiling: Ceiling) -> str:
    if ceiling.value is None:
        return t("comparison.ceiling_none", reason=ceiling.reason or "")
    return t(
        "comparison.ceiling_why",
        value=Number.of(ceiling),
        reliability=number(ceiling.reliability, ".3f"),
        answers=number(ceiling.answers, ".1f"),
        items=ceiling.items,
    )


def drawn_words(test: TestComparison) -> str:
    """Return the resampled units of the intervals and p-values of a test, with the design effect."""
    effect = test.design_effect
    if effect is None:
        return t("comparison.drawn_alone")
    return t("comparison.drawn_clusters", drawn=translated(test.drawn), effect=number(effect, ".2f"))


def _people(comparison: Comparison, people: PeopleScores) -> None:
    """Draw people and systems on the same targets, and how each system differs from people."""
    scores = comparison.kind == ScoredPair.__name__
    st.markdown(f"**{t('comparison.people')}**")
    rows = [
        {
            t("comparison.system"): t("comparison.people_mean", count=len(people.annotators)),
            t("comparison.value", metric=metric_name(comparison.metric)): Number.of(people),
            t("comparison.minus_people"): Number(None),
            t("comparison.p"): p_text(None),
        }
    ]
    rows += [
        {
            t("comparison.system"): comparison.run(system.name).label,
            t("comparison.value", metric=metric_name(comparison.metric)): Number.of(system),
            t("comparison.minus_people"): Number.of(
                system, value=system.difference, interval=system.difference_interval, signed=True
            ),
            t("comparison.p"): numbers(p_text(system.p)),
        }
        for system in people.systems
    ]
    text_table(rows, download=f"people-{comparison.metric}.csv")
    st.caption(t("comparison.people_why" if scores else "comparison.people_why_mode", items=people.items))
    st.code(people.signature, language=None, wrap_lines=True)
