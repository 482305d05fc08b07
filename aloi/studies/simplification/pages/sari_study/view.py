"""The study of operations against SARI: correlations, coefficients and how much the models explain."""

from __future__ import annotations

import altair as alt
import streamlit as st

from aloi.agreement.number import Number
from aloi.evaluation.metrics.base import Statistic
from aloi.evaluation.simplification import SariStudy, StudyModel
from aloi.studies.simplification.latex import stars
from aloi.ui.numbers import number
from aloi.ui.shared.drawing import RULE, chart_words, show
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import t

_ROW = 24  # pixels of a label
_LEGEND = 280  # pixels the legend of shades needs
_LASSO = StudyModel.LASSO.value


def summary(study: SariStudy, left_out: int) -> None:
    """Draw the mean scores, and the number of pairs behind them and the models."""
    for column, (name, mean) in zip(st.columns(4), study.sari_mean.items(), strict=True):
        column.metric(t("sari_study.mean", score=_title(name)), number(mean, ".2f"), border=True)
    st.caption(
        t(
            "sari_study.counts",
            pairs=study.pairs,
            references=study.references,
            fitted=study.fitted_pairs,
        )
    )
    if left_out:
        st.warning(t("sari_study.left_out", count=left_out))


def correlations(study: SariStudy) -> None:
    """Draw Spearman's rho of each operation with each score, shaded, and the same as a table."""
    st.caption(t("sari_study.correlations_why"))
    order = sorted(study.spearman, key=lambda label: -(study.spearman[label]["sari"].value or 0.0))
    rows = [
        {
            "label": label,
            "score": _title(name),
            "rho": statistic.value,
            "shown": _shown(statistic),
            "p": _p(statistic),
        }
        for label in order
        for name, statistic in study.spearman[label].items()
        if statistic.value is not None
    ]
    if rows:
        height = max(_LEGEND, _ROW * len(order) + 60)
        by = f"{t('sari_study.operation')}, {t('sari_study.score')}"
        words = chart_words("rho", by, [row["rho"] for row in rows])
        show(_heat(rows, order, [_title(name) for name in study.sari_mean]), height, words)
    with st.expander(t("app.as_table")):
        text_table(
            [
                {t("sari_study.operation"): label}
                | {
                    key: value
                    for name, statistic in study.spearman[label].items()
                    for key, value in (
                        (_title(name), Number(statistic.value)),
                        (t("sari_study.p_of", score=_title(name)), _p(statistic)),
                    )
                }
                for label in order
            ]
        )


def coefficients(study: SariStudy) -> None:
    """Draw the lasso coefficients that are not 0 as bars, score by score, and all of them as a table."""
    lasso = {name: row[_LASSO] for name, row in study.models.items() if _LASSO in row}
    if not lasso:
        st.caption(t("sari_study.no_lasso"))
        return
    st.caption(t("sari_study.coefficients_why"))
    names = list(lasso)
    used = {
        name: {label: value for label, value in (statistic.coefficients or {}).items() if value}
        for name, statistic in lasso.items()
    }
    reach = max((abs(value) for one in used.values() for value in one.values()), default=1.0)
    for pair in (names[:2], names[2:]):
        for column, name in zip(st.columns(2), pair, strict=False):
            with column:
                alpha = _setting(lasso[name].settings.get("alpha", "-"))
                st.markdown(f"**{_title(name)}** · {t('sari_study.penalty', alpha=alpha)}")
                if lasso[name].reason:
                    st.caption(t("sari_study.undefined", reason=lasso[name].reason))
                elif not used[name]:
                    st.caption(t("sari_study.all_zero"))
                else:
                    by = t("sari_study.operation")
                    words = chart_words(t("sari_study.points"), by, list(used[name].values()))
                    show(_bars(used[name], reach), _ROW * len(used[name]) + 80, words)
    with st.expander(t("app.as_table"), expanded=True):
        text_table(
            [
                {t("sari_study.operation"): label}
                | {
                    _title(name): Number((fit.coefficients or {}).get(label), digits=2)
                    for name, fit in lasso.items()
                }
                for label in sorted(study.spearman, key=str.casefold)
            ]
            + [
                {t("sari_study.operation"): t("sari_study.intercept")}
                | {_title(name): Number(fit.intercept, digits=2) for name, fit in lasso.items()}
            ]
        )


def explained(study: SariStudy) -> None:
    """Draw R2 of every model: bars over the folds, a tick for the training data."""
    if not study.models:
        st.caption(t("sari_study.no_model"))
        return
    st.caption(t("sari_study.explained_why"))
    rows = [
        {
            "score": _title(name),
            "model": t(f"sari_study.model_{model}"),
            "fit": statistic.r2_fit,
            "cv": statistic.r2_cv10,
        }
        for name, row in study.models.items()
        for model, statistic in row.items()
        if statistic.r2_fit is not None
    ]
    if rows:
        words = chart_words(t("sari_study.r2"), t("app.model"), [row["cv"] for row in rows])
        show(_fits(rows), 280, words)
    text_table(
        [
            {
                t("sari_study.score"): _title(name),
                t("app.model"): t(f"sari_study.model_{model}"),
                t("sari_study.r2_cv"): Number(statistic.r2_cv10),
                t("sari_study.r2_fit"): Number(statistic.r2_fit),
                t("app.settings"): ", ".join(
                    f"{key} {_setting(value)}" for key, value in statistic.settings.items()
                )
                or statistic.reason
                or "",
            }
            for name, row in study.models.items()
            for model, statistic in row.items()
        ]
    )


def importances(study: SariStudy) -> None:
    """Draw the share of each operation in what the tree and the forest explain, as a table."""
    shares = {
        f"{_title(name)}, {t(f'sari_study.model_{model}').lower()}": statistic.importances
        for name, row in study.models.items()
        for model, statistic in row.items()
        if statistic.importances is not None
    }
    if shares:
        with st.expander(t("sari_study.importances")):
            text_table(
                [
                    {t("sari_study.operation"): label}
                    | {head: Number(one.get(label)) for head, one in shares.items()}
                    for label in sorted(study.spearman, key=str.casefold)
                ]
            )


def signatures(study: SariStudy) -> None:
    """Draw the signature of each number."""
    rows = [(t("sari_study.means"), study.signatures["sari_mean"])]
    rows.append((t("sari_study.correlations"), study.signatures["spearman"]))
    rows += [
        (f"{_title(name)}: {t(f'sari_study.model_{model}')}", statistic.signature)
        for name, row in study.models.items()
        for model, statistic in row.items()
    ]
    with st.expander(t("sari_study.signatures")):
        text_table([{t("sari_study.what"): what, t("app.signature"): said} for what, said in rows])


def _heat(rows: list[dict], labels: list[str], scores: list[str]) -> alt.LayerChart:
    reach = max(abs(row["rho"]) for row in rows) or 1.0
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("score:N", title=None, sort=scores, axis=alt.Axis(labelAngle=0, orient="top")),
        y=alt.Y("label:N", title=None, sort=labels),
        tooltip=[
            alt.Tooltip("label:N", title=t("sari_study.operation")),
            alt.Tooltip("score:N", title=t("sari_study.score")),
            alt.Tooltip("rho:Q", title="rho", format=".3f"),
            alt.Tooltip("p:N", title="p"),
        ],
    )
    shade = alt.Scale(scheme="blueorange", reverse=True, domain=[-reach, reach], domainMid=0)
    cells = base.mark_rect().encode(color=alt.Color("rho:Q", title="rho", scale=shade))
    # Orange stays light for longer than blue.
    dark = f"datum.rho > {0.6 * reach} || datum.rho < {-0.8 * reach}"
    words = base.mark_text(fontSize=12).encode(
        text=alt.Text("shown:N"), color=alt.condition(dark, alt.value("white"), alt.value("#1b2733"))
    )
    return cells + words


def _bars(values: dict[str, float], reach: float) -> alt.LayerChart:
    rows = [{"label": label, "points": value} for label, value in values.items()]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("label:N", title=None, sort=alt.EncodingSortField("points", order="descending")),
        x=alt.X(
            "points:Q",
            title=t("sari_study.points"),
            scale=alt.Scale(domain=[-1.1 * reach, 1.1 * reach]),
            axis=alt.Axis(tickCount=6, format="~g"),
        ),
        tooltip=[
            alt.Tooltip("label:N", title=t("sari_study.operation")),
            alt.Tooltip("points:Q", title=t("sari_study.points"), format=".3f"),
        ],
    )
    zero = alt.Chart(alt.Data(values=[{"zero": 0}])).mark_rule(color=RULE).encode(x=alt.X("zero:Q"))
    return base.mark_bar() + zero


def _fits(rows: list[dict]) -> alt.LayerChart:
    models = list(dict.fromkeys(row["model"] for row in rows))
    thick = max(row["fit"] for row in rows) / 150
    rows = [{**row, "low": row["fit"] - thick, "high": row["fit"] + thick} for row in rows]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("score:N", title=None, sort=None, axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("model:N", sort=models),
        tooltip=[
            alt.Tooltip("score:N", title=t("sari_study.score")),
            alt.Tooltip("model:N", title=t("app.model")),
            alt.Tooltip("cv:Q", title=t("sari_study.r2_cv"), format=".3f"),
            alt.Tooltip("fit:Q", title=t("sari_study.r2_fit"), format=".3f"),
        ],
    )
    bars = base.mark_bar().encode(
        y=alt.Y("cv:Q", title=t("sari_study.r2")),
        color=alt.Color(
            "model:N",
            title=None,
            sort=models,
            legend=alt.Legend(orient="bottom", columns=2),  # beside it, it would take half a telephone
        ),
    )
    # A thin bar: a tick mark would not be over the bar of its model.
    ticks = base.mark_bar(color=RULE).encode(y=alt.Y("low:Q", title=t("sari_study.r2")), y2=alt.Y2("high:Q"))
    return bars + ticks


def _title(name: str) -> str:
    return t(f"sari_study.score_{name}")


def _shown(statistic: Statistic) -> str:
    # Adding 0 takes the sign off a -0.00.
    return (
        "" if statistic.value is None else number(round(statistic.value, 2) + 0, ".2f") + stars(statistic.p)
    )


def _p(statistic: Statistic) -> str:
    return "-" if statistic.p is None else number(statistic.p, ".3g")


def _setting(value: object) -> str:
    return number(value, "g") if isinstance(value, int | float) else str(value)
