"""Agreement on the spans of a round, and the use of suggestions by annotators."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from aloi.agreement.number import Number
from aloi.annotation.tasks import task
from aloi.ui.cached_results import latest_result
from aloi.ui.numbers import number
from aloi.ui.questions.base import MeasuredRound
from aloi.ui.shared.agreement import f1_row, title
from aloi.ui.shared.items import detail_names, label_names
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.agreement.spans import AttributeAgreement, RelationAgreement, SpanDetails, span_tables
from aloi.workbench.cache.agreement import MeasureSoftSpans, MeasureSpans
from aloi.workbench.cache.results import read
from aloi.workbench.candidates.suggestions import SuggestionUse
from aloi.workbench.reports.table import Table


def report(measured: MeasuredRound) -> None:
    """Draw the F1 of spans by pair and by label, and the use of suggestions."""
    st.caption(t("spans.why"))
    agreement = latest_result(measured.store, MeasureSpans(*measured.of))
    if agreement is None:
        return
    report_, use = agreement.report, agreement.use
    schema = measured.campaign.schema
    called = label_names(task(schema.task_type), schema.settings)
    rows = [
        (t("groups.mean", count=report_.means[0].pairs), report_.means),
        (t("spans.blind"), report_.blind),
    ]
    two_by_two = zip(report_.pairs[::2], report_.pairs[1::2], strict=True)
    rows += [(f"{exact.a} / {exact.b}", (exact, partial)) for exact, partial in two_by_two]
    text_table(
        [f1_row(t("agreement.pair"), name, both) for name, both in rows],
        download="spans.csv",
        signed=t("app.signature"),
    )
    if report_.labels:
        st.markdown(f"**{t('diagnosis.by_label')}**")
        text_table(
            [
                f1_row(t("diagnosis.label"), called.get(name, name), both)
                for name, both in report_.labels.items()
            ],
            download="span-labels.csv",
            signed=t("app.signature"),
        )
    titles = detail_names(schema.settings)
    _attributes(agreement.details, {**called, **titles})
    _relations(agreement.details, titles)
    _soft(measured, called)
    if use:
        st.markdown(f"**{t('spans.use')}**")
        st.caption(t("spans.use_why"))
        text_table([_use_row(one) for one in use], download="suggestions.csv")


def _attributes(details: SpanDetails, called: Mapping[str, str]) -> None:
    """Draw the agreement on attributes, if the schema has any; `called` are titles of labels and attributes.

    Attributes with the same coefficients share a table, which has a column for each coefficient.
    """
    if not details.attributes:
        return
    st.markdown(f"**{t('spans.attributes_agreement')}**")
    st.caption(t("spans.attributes_why"))
    if disputed := details.disputed():
        name, alpha = disputed[0]
        words = no_markup(called.get(name, name))
        st.markdown(t("spans.most_disputed", name=words, alpha=number(alpha.value, ".2f")))
    tables: dict[tuple[str, ...], list[dict[str, object]]] = {}
    for each in details.attributes:
        label = called.get(each.label, each.label) if each.label else ""
        row = {
            t("spans.attribute_name"): called.get(each.name, each.name),
            t("spans.matched_by"): t(f"spans.match_{each.match}"),
            t("spans.compared_of"): label or _pair(each) or t("spans.all"),
            **{title(result.measure): Number.of(result) for result in each.results},
            t("spans.compared"): each.matched,
            t("spans.marked_by_any"): each.units,
            t("app.signature"): "\n".join(result.signature for result in each.results),
        }
        tables.setdefault(tuple(result.measure for result in each.results), []).append(row)
    for at, rows in enumerate(tables.values()):
        name = "attributes.csv" if not at else f"attributes-{at + 1}.csv"
        text_table(rows, download=name, signed=t("app.signature"))


def _relations(details: SpanDetails, called: Mapping[str, str]) -> None:
    """Draw the agreement on relations, if the schema has any: a row of all, of each type and of each pair."""
    if not details.relations:
        return
    st.markdown(f"**{t('spans.relations_agreement')}**")
    st.caption(t("spans.relations_why"))
    groups: dict[str, list[RelationAgreement]] = {}
    for each in details.relations:
        type_ = called.get(each.type, each.type) if each.type else ""
        groups.setdefault(type_ or _pair(each) or t("spans.all_pairs"), []).append(each)
    rows = [
        {
            t("spans.compared_of"): name,
            **{t(f"spans.match_{each.match}"): Number.of(each.f1) for each in group},
            t("spans.texts"): group[0].f1.units,
            t("app.signature"): "\n".join(each.signature for each in group),
        }
        for name, group in groups.items()
    ]
    text_table(rows, download="relations.csv", signed=t("app.signature"))


def _pair(each: AttributeAgreement | RelationAgreement) -> str:
    return f"{each.a} / {each.b}" if each.a else ""


def _soft(measured: MeasuredRound, called: Mapping[str, str]) -> None:
    """Draw, once somebody asks, gamma and alpha_u, for which near boundaries nearly agree."""
    st.caption(t("spans.soft_why"))
    if not st.toggle(t("spans.soft"), key=f"spans:soft:{measured.round_id}"):
        return
    near = latest_result(measured.store, MeasureSoftSpans(*measured.of))
    if near is None:
        return
    rows = [(t("measures.gamma"), Number.of(near.gamma), near.gamma.documents)]
    rows += [(t("measures.alpha_u"), Number.of(near.alpha_u), near.alpha_u.documents)]
    rows += [
        (f"{t('measures.alpha_u')}, {called.get(name, name)}", Number(value), near.alpha_u.documents)
        for name, value in near.alpha_u.labels.items()
    ]
    rows.append((t("measures.gamma_cat"), Number.of(near.gamma_cat), near.gamma_cat.units))
    rows += [
        (t("spans.gamma_of", name=called.get(name, name)), Number.of(figure), figure.units)
        for name, figure in near.gamma_k.items()
    ]
    text_table(
        [
            {t("agreement.measure"): name, t("app.value"): number, t("spans.texts"): texts}
            for name, number, texts in rows
        ],
        download="soft-spans.csv",
    )


def tables(measured: MeasuredRound) -> list[Table]:
    """Return the agreement on spans as tables of a report, from cached results.

    Gamma and alpha_u are in them if somebody requested them for the present answers.
    """
    spans = read(measured.store, MeasureSpans(*measured.of))
    near = read(measured.store, MeasureSoftSpans(*measured.of))
    if spans.value is None:
        return []
    both_current = spans.is_current and near.is_current
    return span_tables(spans.value.report, near.value if both_current else None)


def _use_row(use_: SuggestionUse) -> dict[str, object]:
    return {
        t("spans.annotator"): use_.annotator or t("spans.all"),
        t("spans.texts"): use_.texts,
        t("spans.n_suggested"): use_.suggested,
        t("spans.n_kept"): use_.unchanged,
        t("spans.share_kept"): "" if use_.share_kept is None else number(use_.share_kept, ".0%"),
        t("spans.n_changed"): use_.changed,
        t("spans.n_removed"): use_.removed,
        t("spans.n_added"): use_.added,
    }
