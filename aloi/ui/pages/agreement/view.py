"""The agreement of a round as tables and charts, each number with its interval and its counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.result import Agreement
from aloi.annotation.model import Round
from aloi.annotation.tasks import task
from aloi.base.names import counting_order
from aloi.ui.numbers import numbers
from aloi.ui.shared import charts
from aloi.ui.shared.agreement import crossed, forest, means, pairs, result_table, title
from aloi.ui.shared.items import label_names
from aloi.ui.shared.model_charts import ends
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import named, t, translated
from aloi.workbench.agreement.report import RoundReport, shown_categories

_MOST_BARS = 6  # annotators who have a bar each
_OF_ALL = ("fleiss_kappa", "gwet_ac1", "krippendorff_alpha", "krippendorff_alpha_masi")


def headline(report: RoundReport) -> None:
    """Draw the main coefficient in one sentence with its interval and counts, and its notes."""
    view = report.views[0]
    main = view.results[0]
    if main.value is None:
        st.warning(
            t("agreement.undefined", measure=title(main.measure), reason=translated(main.reason or ""))
        )
        return
    st.markdown(
        "### "
        + t(
            "agreement.headline",
            measure=title(main.measure),
            level=t(f"agreement.level_{view.level}"),
            value=numbers(Number.of(main).value_text),
            interval=numbers(Number.of(main).interval_text),
        )
    )
    st.caption(t("agreement.counts", units=main.units, annotators=main.annotators, ratings=main.ratings))
    if view.cautions[0]:
        st.warning(no_markup(translated(view.cautions[0])))


def agreement_table(report: RoundReport) -> None:
    """Draw every coefficient of every view."""
    results = [(one.title, result) for one in report.views for result in (*one.results, *one.means[:1])]
    alike = len({one.level for one in report.views}) < len(report.views)
    views = [title for title, _ in results] if alike else None
    forest([result for _, result in results], views)
    result_table([result for _, result in results], download="agreement.csv", views=views)


def pair_table(report: RoundReport) -> None:
    """Draw the coefficients of each pair side by side, their mean, and those of all annotators together."""
    view = report.views[0]
    pairs(view.pairs, download="pairs.csv")
    if view.means:
        means(view.means)
    results = [one for one in view.results if one.measure in _OF_ALL and one.value is not None]
    if results and view.pairs:
        listed = "; ".join(f"{title(one.measure)} {numbers(str(Number.of(one)))}" for one in results)
        st.caption(t("agreement.of_all", count=len(view.annotators), listed=listed))


def confusions(report: RoundReport) -> None:
    """Draw the table of answers of a chosen pair of annotators."""
    pairs = list(report.agreement.confusions)
    if not pairs:
        st.caption(t("agreement.one_annotator"))
        return
    a, b = st.selectbox(
        t("agreement.pair"),
        pairs,
        format_func=lambda pair: f"{pair[0]} / {pair[1]}",
        key="agreement:confusion:pair",
    )
    categories = _named_categories(report)
    matrix = report.agreement.confusions[a, b]
    counts = [[int(matrix[i, j]) for j in categories.values()] for i in categories.values()]
    order = list(categories) if _are_words(report) else None
    crossed(a, b, list(categories), counts, order=order)
    _left_out(report, categories)


def scale_use(report: RoundReport) -> None:
    """Draw how often each annotator gave each degree; labels are rows, since there may be many."""
    categories = _named_categories(report)
    words = _are_words(report)
    name_of = t("app.label" if words else "agreement.degree")
    rows = [
        {name_of: category, t("app.annotator"): name, t("app.items"): counts[column]}
        for name, counts in report.agreement.scale_use.items()
        for category, column in categories.items()
    ]
    order = list(categories) if words else None
    people = sorted(report.agreement.scale_use, key=counting_order)
    heads = (t("app.items"), t("app.annotator"))
    if len(people) <= _MOST_BARS:
        charts.bars(rows, name_of, *heads, people, order=order)
    else:  # this many colours are not distinguishable
        charts.heat(rows, name_of, heads[1], heads[0], order=list(categories), down=people)
    if words:
        table = [
            {
                name_of: category,
                **{name: counts[column] for name, counts in report.agreement.scale_use.items()},
            }
            for category, column in categories.items()
        ]
    else:
        table = [
            {t("app.annotator"): name, **{c: counts[place] for c, place in categories.items()}}
            for name, counts in report.agreement.scale_use.items()
        ]
    charts.as_table(table, download="scale-use.csv")
    _left_out(report, categories)


def use_title(report: RoundReport) -> str:
    """Return the title of the use of degrees, or of labels."""
    return t("agreement.use_labels" if _are_words(report) else "agreement.use")


def _named_categories(report: RoundReport) -> dict[str, int]:
    """Return the categories of tables of answers, by their titles."""
    schema = report.campaign.schema
    names = label_names(task(schema.task_type), schema.settings)
    return {names.get(one, named("label", one)): place for one, place in shown_categories(report).items()}


def _are_words(report: RoundReport) -> bool:
    """Return whether the answers of the main view are labels or sets, not numbers."""
    return not report.views[0].numeric


def _left_out(report: RoundReport, shown: Mapping[str, int]) -> None:
    total = len(report.views[0].categories)
    if len(shown) < total:
        st.caption(t("agreement.left_out", shown=len(shown), total=total))


def trend(points: Sequence[tuple[Round, Agreement]]) -> None:
    """Draw the main coefficient round by round, with the guideline version each was run under."""
    rows = [
        {
            t("glossary.round"): t(
                "agreement.round_name", number=round_.number, version=round_.guideline_version or "-"
            ),
            t("app.value"): result.value,
            **ends(result, t("agreement.low"), t("agreement.high")),
        }
        for round_, result in points
        if result.value is not None
    ]
    if not rows:
        st.caption(t("agreement.no_trend"))
        return
    charts.points(rows, t("glossary.round"), t("app.value"), t("agreement.low"), t("agreement.high"))
    charts.as_table(rows, download="trend.csv")
    st.caption(t("agreement.trend_why"))
