"""The whole report on ratings: what to fix, then its tables, each folded away until it is asked for."""

from __future__ import annotations

import streamlit as st

from ui.shared.tables import no_markup, text_table
from ui.texts import t
from workbench.agreement.whole.figures import WholeReport
from workbench.agreement.whole.parts import whole_parts


def draw(report: WholeReport) -> None:
    """Draw what stands out, then the tables."""
    with st.container(border=True):
        st.markdown(f"**{t('diagnosis.next')}**")
        if report.findings:
            told = (f"- {no_markup(one.sentence)} {no_markup(one.todo)}" for one in report.findings)
            st.markdown("\n".join(told))
        else:
            st.caption(t("diagnosis.nothing"))
    tables(report)


def tables(report: WholeReport) -> None:
    """Draw a table for annotators, labels, pairs, items, benchmark scales and the plan, each folded away."""
    for part in whole_parts(report):
        heads = [
            (t(f"whole.{name}"), t("agreement.interval")) if name in part.ranged else t(f"whole.{name}")
            for name in part.columns
        ]
        with st.expander(t(f"whole.part_{part.name}")):
            text_table([dict(zip(heads, row, strict=True)) for row in part.rows], download=f"{part.name}.csv")
            if part.note:
                st.caption(no_markup(part.note))
