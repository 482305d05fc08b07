"""Explanation of the agreement of a round, as tables: annotators, labels, hidden repeats."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from aloi.agreement.diagnosis.annotators import AnnotatorDiagnosis
from aloi.agreement.diagnosis.repeats import RepeatsDiagnosis
from aloi.agreement.number import MISSING, Number, p_text
from aloi.base.names import counting_order
from aloi.ui.numbers import NO_BREAK, number, numbers
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import named, t, translated
from aloi.workbench.agreement.diagnosis import Diagnosis

_DRIFT_ITEMS = 100


def annotators(diagnosis: Diagnosis) -> None:
    """Draw each annotator beside the others."""
    rows = [
        _annotator_row(annotator)
        for annotator in sorted(diagnosis.annotators, key=lambda one: counting_order(one.annotator))
    ]
    # On labels nobody leans high or low, or drifts: columns of dashes would push the rest off the page.
    ordered = any(one.bias.value is not None or one.spread.value is not None for one in diagnosis.annotators)
    of_order = {t(f"diagnosis.{name}") for name in ("bias", "spread", "drift")}
    shown = rows if ordered else [{k: v for k, v in row.items() if k not in of_order} for row in rows]
    text_table(shown, download="annotators.csv")  # its intervals would leave the page
    with st.expander(t("agreement.meaning")):
        for name in ("with_others", "alpha_change", "bias", "spread", "drift", "fast"):
            words = {"name": t(f"diagnosis.{name}"), "meaning": t(f"diagnosis.{name}_why")}
            st.markdown(t("agreement.meaning_of", **words))
    if diagnosis.repeats is not None:
        st.subheader(t("diagnosis.repeats"))
        repeats(diagnosis.repeats)


def labels(diagnosis: Diagnosis, names: Mapping[str, str]) -> None:
    """Draw each label: its frequency, its agreement, and the labels it is confused with.

    `names` says what people call labels, where that is not their own name.
    """
    text_table(
        [
            {
                t("diagnosis.label"): names.get(str(diagnosed.label), named("label", str(diagnosed.label))),
                t("agreement.ratings"): diagnosed.ratings,
                t("diagnosis.share"): "-"
                if diagnosed.prevalence is None
                else number(diagnosed.prevalence, ".1%"),
                t("diagnosis.specific"): Number.of(diagnosed.specific),
                t("diagnosis.against_rest"): Number.of(diagnosed.alpha),
            }
            for diagnosed in diagnosis.labels
        ],
        download="labels.csv",
    )
    most = [one for one in diagnosis.confusions if one.pairs > 0][:5]
    if most:
        st.markdown(f"**{t('diagnosis.confused')}**")
        text_table(
            [
                {
                    t("diagnosis.labels"): " / ".join(
                        names.get(str(label), named("label", str(label)))
                        for label in (confusion.a, confusion.b)
                    ),
                    t("diagnosis.times"): number(round(confusion.pairs, 1), ","),
                    t("diagnosis.told_apart"): Number(confusion.told_apart),
                }
                for confusion in most
            ]
        )
    if diagnosis.prevalence.warning:
        st.warning(no_markup(translated(diagnosis.prevalence.sentence)))
    else:
        st.caption(no_markup(translated(diagnosis.prevalence.sentence)))


def repeats(repeats_: RepeatsDiagnosis) -> None:
    """Draw how far annotators agree with themselves, and whether the order of the sides matters."""
    text_table(
        [
            {
                t("app.annotator"): repeat.annotator or t("diagnosis.all"),
                t("glossary.units"): repeat.units,
                **{
                    t(f"measures.{result.measure}"): Number.of(result, interval=None)
                    for result in (repeat.percent, repeat.kappa, repeat.alpha)
                },
                t("diagnosis.changed"): Number.of(repeat.changed),
            }
            for repeat in (*repeats_.annotators, repeats_.overall)
        ],
        download="repeats.csv",
    )
    st.caption(t("diagnosis.order_effect", value=Number.of(repeats_.order_effect)))


def _annotator_row(annotator: AnnotatorDiagnosis) -> dict[str, object]:
    drift = annotator.drift.slope
    drift_text = MISSING
    if drift.value is not None and annotator.drift.p is not None:
        change = Number(_DRIFT_ITEMS * drift.value, digits=2, signed=True)
        drift_text = f"{change} (p{NO_BREAK}{p_text(annotator.drift.p)})"
    pace = annotator.pace
    return {
        t("app.annotator"): annotator.annotator,
        t("app.answers"): annotator.ratings,
        t("diagnosis.with_others"): Number.of(annotator.with_others, digits=2),
        t("diagnosis.alpha_change"): Number.of(annotator.alpha_change, digits=2),
        t("diagnosis.bias"): Number.of(annotator.bias, digits=2),
        t("diagnosis.spread"): Number.of(annotator.spread, digits=2),
        t("diagnosis.drift"): numbers(drift_text),
        t("diagnosis.seconds"): "-" if pace.median is None else number(pace.median, ".0f"),
        t("diagnosis.fast"): "-" if pace.fast is None else number(pace.fast, ".0%"),
    }
