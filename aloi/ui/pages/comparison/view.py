"""Runs side by side: the plot with floors and the ceiling, people, the grid, differences, groups and cuts."""

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
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.models.comparing import (
    Ceiling,
    Comparison,
    ComparisonNote,
    NoteKind,
    PeopleScores,
    TestComparison,
)
from aloi.workbench.models.curves import RunCurve
from aloi.workbench.models.results import UNTUNED

_NAMED = 3  # runs that are named one by one in a note


def plot(found: Comparison, test: TestComparison) -> None:
    """Draw every system on a test with its interval, floors and the ceiling of the gold among them."""
    model, floor, ceiling = (t(f"comparison.{one}") for one in ("model", "floor", "ceiling_kind"))
    rows = [
        _point(found.run(one.name).label, floor if found.run(one.name).floor else model, one)
        for one in test.family.scores
        if one.value is not None
    ]
    if test.ceiling is not None and test.ceiling.value is not None:
        rows.append(_point(t("comparison.ceiling"), ceiling, test.ceiling))
    if not rows:
        st.caption(t("comparison.no_values"))
        return
    rows.sort(key=lambda one: float(str(one["value"])), reverse=found.direction is Direction.HIGHER)
    charts.systems(rows, (model, floor, ceiling), _axis(found))
    st.caption(t("comparison.no_ceiling") if test.ceiling is None else _ceiling_words(test.ceiling))
    st.caption(no_markup(drawn_words(test)))
    if test.people is not None:
        _people(found, test.people)


def ranking(found: Comparison, test: TestComparison) -> None:
    """Draw systems by rank; those that share a letter are not distinguishable."""
    text_table(
        [
            {
                t("comparison.rank"): "-" if one.rank is None else str(one.rank),
                t("comparison.group"): one.letters,
                t("comparison.system"): found.run(one.name).system,
                t("comparison.trained_on"): _trained_on(found.run(one.name).train),
                t("comparison.items"): found.run(one.name).train_items,
                t("comparison.seeds"): len(one.by_seed),
                t("comparison.value", metric=metric_name(found.metric)): Number.of(one, mark=""),
            }
            for one in test.family.scores
        ],
        download=f"ranks-{found.metric}.csv",
    )
    st.caption(t("comparison.group_why"))


def differences(found: Comparison, test: TestComparison) -> None:
    """Draw every two systems compared, with p alone and corrected after Holm."""
    if not test.family.differences:
        st.caption(t("comparison.one_run"))
        return
    who = st.selectbox(
        t("comparison.only"),
        [None, *(one.name for one in test.family.scores)],
        format_func=lambda name: found.run(name).label if name else t("comparison.every_pair"),
        key="comparison:only",
    )
    _differences(
        found, [one for one in test.family.differences if who in (None, one.a, one.b)], "differences"
    )
    st.caption(t(f"comparison.method_{found.method}_why"))
    st.caption(t("comparison.holm_why", count=len(test.family.differences)))
    st.code(test.family.signature, language=None, wrap_lines=True)


def every_metric(found: Comparison, scores: Mapping[str, Sequence[TestScore]]) -> None:
    """Draw every metric of each run on the test, by run id."""
    text_table(
        [
            {
                t("comparison.system"): one.label,
                **{metric_name(score.metric): Number.of(score) for score in scores[one.id]},
            }
            for one in found.runs
        ],
        download="scores.csv",
    )
    st.caption(t("comparison.metrics_why"))


def _trained_on(names: str) -> str:
    return t("models.untuned") if names == UNTUNED else names


def grid(found: Comparison) -> None:
    """Draw the train x test grid: a row a run, a column a test, each cell with its interval."""
    text_table(
        [
            {
                t("comparison.system"): row.run.system,
                t("comparison.trained_on"): _trained_on(row.run.train),
                t("comparison.items"): row.run.train_items,
                **{
                    test.label: Number.of(cell, mark="")
                    for test, cell in zip(found.tests, row.cells, strict=True)
                },
            }
            for row in found.grid
        ],
        download=f"grid-{found.metric}.csv",
    )  # fmt: skip
    st.caption(t("comparison.grid_why", metric=metric_name(found.metric)))


def cuts(found: Comparison, test: TestComparison) -> None:
    """Draw the systems on each part of a test's items."""
    if not test.cuts:
        st.caption(t("comparison.no_cut"))
        return
    columns = {
        t("comparison.part", title=translated(one.title), count=one.items): {
            score.name: score for score in one.scores
        }
        for one in test.cuts
    }
    text_table(
        [
            {
                t("comparison.system"): found.run(one.name).label,
                t("comparison.all", count=test.items): Number.of(one, mark=""),
                **{title: Number.of(by_run.get(one.name)) for title, by_run in columns.items()},
            }
            for one in test.family.scores
        ],
        download=f"cut-{found.metric}.csv",
    )
    for one in test.cuts:
        for text in (one.reason, one.caution):
            if text:
                st.caption(no_markup(f"{translated(one.title)}: {translated(text)}"))
    st.caption(t(f"comparison.cut_{found.cut}_why"))
    for one in test.cuts:
        if one.differences:
            st.markdown(
                f"**{no_markup(t('comparison.part', title=translated(one.title), count=one.items))}**"
            )
            _differences(found, one.differences, f"cut-{one.title}-differences")
            st.caption(t("comparison.holm_why", count=len(one.differences)))
            st.code(one.signature, language=None, wrap_lines=True)


def curves(found: Sequence[RunCurve], name: str) -> None:
    """Draw learning curves with their bands, and say what more rows would bring."""
    for one in found:
        if len(found) > 1:
            st.markdown(f"**{no_markup(one.system)}, {no_markup(one.train)}**")
        charts.learning_curve(one.curve, metric_name(name))
    st.caption(t("comparison.curve_why"))


def notes(found: Comparison) -> None:
    """Say what a reader must know before believing the numbers, and of which runs."""
    told = []
    for one in found.notes:
        names = [found.run(run).label for run in one.runs]
        if len(names) > _NAMED:
            names = [t("comparison.of_runs", count=len(names))]
        words = _note(one, found)
        told.append(f"{words} ({'; '.join(names)})" if names else words)
    if told:
        st.warning("\n".join(f"- {no_markup(one)}" for one in told))


def _note(one: ComparisonNote, found: Comparison) -> str:
    """Return a note in the reader's language; what runs themselves noted was stored in English."""
    if one.kind in (NoteKind.ONE_SEED, NoteKind.STUDENT):
        return t(f"comparison.note_{one.kind.value}")
    if one.kind is NoteKind.FEW_ITEMS:
        small = next((each for each in found.tests if one.text.startswith(f"{each.label} has ")), None)
        if small is not None:
            return t("comparison.note_few_items", test=small.label, items=small.items)
    if one.kind is NoteKind.FEW_CLUSTERS:
        label, _, caution = one.text.partition(": ")
        return f"{label}: {translated(caution)}"
    return translated(one.text)


def _point(name: str, kind: str, one: SystemScore | Ceiling) -> dict[str, object]:
    return {"system": name, "kind": kind, "value": one.value, **charts.ends(one)}


def _differences(found: Comparison, rows: Sequence[Difference], name: str) -> None:
    text_table([_difference(found, one) for one in rows], download=f"{name}-{found.metric}.csv")


def _difference(found: Comparison, one: Difference) -> dict[str, object]:
    sides = {None: t("comparison.no_better"), one.a: t("comparison.a"), one.b: t("comparison.b")}
    return {
        t("comparison.a"): found.run(one.a).label,
        t("comparison.b"): found.run(one.b).label,
        t("comparison.difference"): Number.of(one, value=one.difference, signed=True),
        t("comparison.tested_by"): tested_by(one),
        t("comparison.p"): numbers(p_text(one.p)),
        t("comparison.p_holm"): numbers(p_text(one.p_holm)),
        t("comparison.better"): sides[one.better],
    }


def _axis(found: Comparison) -> str:
    return t(f"comparison.axis_{found.direction.value}", metric=metric_name(found.metric))


def _ceiling_words(one: Ceiling) -> str:
    if one.value is None:
        return t("comparison.ceiling_none", reason=one.reason or "")
    return t(
        "comparison.ceiling_why",
        value=Number.of(one),
        reliability=number(one.reliability, ".3f"),
        answers=number(one.answers, ".1f"),
        items=one.items,
    )


def drawn_words(test: TestComparison) -> str:
    """Return what intervals and p of a test draw together, with the design effect."""
    effect = test.design_effect
    if effect is None:
        return t("comparison.drawn_alone")
    return t("comparison.drawn_clusters", drawn=translated(test.drawn), effect=number(effect, ".2f"))


def _people(found: Comparison, people: PeopleScores) -> None:
    """Draw people and systems on the same targets, and how each system differs from people."""
    scores = found.kind == ScoredPair.__name__
    st.markdown(f"**{t('comparison.people')}**")
    rows = [
        {
            t("comparison.system"): t("comparison.people_mean", count=len(people.annotators)),
            t("comparison.value", metric=metric_name(found.metric)): Number.of(people),
            t("comparison.minus_people"): Number(None),
            t("comparison.p"): p_text(None),
        }
    ]
    rows += [
        {
            t("comparison.system"): found.run(one.name).label,
            t("comparison.value", metric=metric_name(found.metric)): Number.of(one),
            t("comparison.minus_people"): Number.of(
                one, value=one.difference, interval=one.difference_interval, signed=True
            ),
            t("comparison.p"): numbers(p_text(one.p)),
        }
        for one in people.systems
    ]
    text_table(rows, download=f"people-{found.metric}.csv")
    st.caption(t("comparison.people_why" if scores else "comparison.people_why_mode", items=people.items))
    st.code(people.signature, language=None, wrap_lines=True)
