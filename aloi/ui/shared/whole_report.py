"""The full report on ratings: what to fix, then its tables, each folded until opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from aloi.agreement.diagnosis.findings import Finding
from aloi.agreement.measures import all_measures
from aloi.ui import language
from aloi.ui.numbers import number
from aloi.ui.shared.agreement import crossed, title
from aloi.ui.shared.tables import csv_bytes, give, no_markup, text_table
from aloi.ui.texts import named, t
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.methods import LANGUAGES
from aloi.workbench.agreement.full_report.parts import ReportPart, disputed_part, whole_parts
from aloi.workbench.reports.table import Head

_TWO_SIDED = ("bias", "drift")
_OF_LABELS = {"confused", "prevalence", "attribute", "relation"}
_MOST_COLUMNS = 8  # of a table beside each other on a page of 1280 pixels


def draw(report: WholeReport) -> None:
    """Draw the findings, then the tables."""
    draw_findings(report.findings)
    tables(report)


def tables(report: WholeReport) -> None:
    """Draw the tables of the report, each folded: annotators, labels, pairs, items, the plan."""
    for part in whole_parts(report):
        _draw_part(part)


def disputes(report: WholeReport, key: str) -> None:
    """Draw the most disputed units and the answers of two annotators, as the page of a round has them.

    `key` is that of the choice of the two.
    """
    part = disputed_part(report)
    if part.rows:
        note = t("whole.widest", shown=len(part.rows), total=report.disputes) if part.note else ""
        _draw_part(replace(part, note=note))
    pairs = {f"{one.a} / {one.b}": one for one in report.matrices}
    if not pairs:
        return
    with st.expander(t("whole.part_two")):
        disputes_ = pairs[st.selectbox(t("agreement.pair"), list(pairs), key=key)]
        crossed(disputes_.a, disputes_.b, disputes_.categories, disputes_.counts, order=disputes_.categories)


def _draw_part(part: ReportPart) -> None:
    """Draw a part: intervals with their values, many columns as tables one below the other."""
    names = (*part.columns, *part.people)
    heads = [*(t(f"whole.{name}") for name in part.columns), *part.people]
    rows = [[_cell(name, cell) for name, cell in zip(names, row, strict=True)] for row in part.rows]
    width = _MOST_COLUMNS - 1
    with st.expander(t(f"whole.part_{part.name}")):
        for first in range(1, max(2, len(heads)), width):
            shown = [0, *range(first, min(first + width, len(heads)))]
            text_table([{heads[place]: row[place] for place in shown} for row in rows])
        apart: list[Head] = [
            (head, f"{head}, {t('glossary.interval')}") if name in part.ranged else head
            for head, name in zip(heads, names, strict=True)
        ]
        full_rows = [dict(zip(apart, row, strict=True)) for row in rows]
        give(t("app.download_table"), csv_bytes(full_rows), f"whole-{part.name}.csv", f"whole:{part.name}")
        if part.note:
            st.caption(no_markup(part.note))


def _cell(column: str, cell: object) -> object:
    """Return a cell of a part, in the reader's language if it is a word of Aloi."""
    if column == "measure":
        return _measures().get(str(cell), cell)
    if column == "scale":
        return t(f"whole.scale_{cell}")
    return named(column, str(cell)) if column in ("weights", "band") else cell


def _measures() -> dict[str, str]:
    """Return the titles of the coefficients for readers, by their English titles."""
    return {measure.title: title(measure.name) for measure in all_measures()}


def methods(paragraph: Callable[[str], str]) -> None:
    """Draw the paragraph for the methods of a paper, folded: in the reader's language, then the other.

    `paragraph` returns it in a language.
    """
    if not paragraph("en"):
        return
    with st.expander(t("whole.methods")):
        for name in sorted(LANGUAGES, key=lambda name: name != language.current()):
            st.code(paragraph(name), language=None, wrap_lines=True)


def draw_findings(findings: Sequence[Finding], names: Mapping[str, str] | None = None) -> None:
    """Draw the problems to fix, each with the action; `names` are the titles of labels."""
    with st.container(border=True):
        st.markdown(f"**{t('diagnosis.next')}**")
        if findings:
            st.markdown("\n".join(f"- {no_markup(finding_words(one, names))}" for one in findings))
        else:
            st.caption(t("diagnosis.nothing"))


def finding_words(finding: Finding, names: Mapping[str, str] | None = None) -> str:
    """Return the finding, and the action; `names` are the titles of labels."""
    size, kind = finding.size or 0.0, finding.kind
    if kind in _TWO_SIDED:
        kind += "_up" if size > 0 else "_down"
    elif kind == "too_few_units" and finding.size is None:
        kind = "no_interval"
    titles = names or {} if kind in _OF_LABELS else {}
    about = [titles.get(each, each) for each in finding.about] or [""]
    values = {
        "who": about[0],
        "other": about[-1],
        "size": number(size, "+.2f") if kind == "order_effect" else number(abs(size), ".2f"),
        "count": int(abs(size)) if kind == "items" else 0,
    }
    return f"{t(f'findings.{kind}', **values)} {t(f'findings.{kind}_do', **values)}"
