"""Tokenisation: sub-words per word of models, the words they split, the overlap of vocabularies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import streamlit as st

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.annotation.model import Role
from aloi.base.requests import info_of
from aloi.studies.tokenisation.requests import FertilityRequest
from aloi.studies.tokenisation.study import TokenizerStudy, keep_texts
from aloi.ui import session
from aloi.ui.numbers import moment, number, numbers
from aloi.ui.shared.drawing import chart_words, ink_on, shades, show
from aloi.ui.shared.forms.requests import RequestForm, label_of
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import csv_bytes, give, no_markup, problems_told, text_table
from aloi.ui.shared.uploads import isolated, saved_each, show_upload
from aloi.ui.texts import t
from aloi.workbench.jobs import Job
from aloi.workbench.models.vectors import packaged_encoders

_CELL = 46  # pixels of a row of shaded cells
_ABOVE = 70  # pixels of the names of columns
_LEVEL_LETTERS = 10  # of a name: longer ones run into each other on a telephone
_DEFINITIONS = ("plain", "drbenchmark")


def study(study_: TokenizerStudy, *, restricted: bool) -> None:
    """Draw a study, part by part, each with its table to download; words of restricted texts have no file."""
    fertilities, vocabularies, words = st.tabs(
        [t(f"tokenisation.tab_{name}") for name in ("fertility", "overlap", "splits")]
    )
    with fertilities:
        _fertility(study_)
    with vocabularies:
        _overlap(study_)
    with words:
        _splits(study_, restricted=restricted)


def _fertility(study_: TokenizerStudy) -> None:
    definition = st.radio(
        t("tokenisation.definition"),
        _DEFINITIONS,
        format_func=lambda name: t(f"tokenisation.{name}"),
        captions=[t(f"tokenisation.{name}_why") for name in _DEFINITIONS],
        horizontal=True,
        key="tokenisation:fertility:definition",
    )
    rows = study_.fertility_rows()
    cells = [
        {"x": row["model"], "y": row["dataset"], "value": row[definition], "told": _interval(row, definition)}
        for row in rows
        if row[definition] is not None
    ]
    datasets = [one.name for one in study_.datasets]
    _heat(cells, study_.models, datasets, ".2f", t(f"tokenisation.{definition}"), t("tokenisation.interval"))
    st.caption(t("tokenisation.shades"))
    value = t(f"tokenisation.{definition}")
    text_table(
        [
            {
                t("tokenisation.dataset"): row["dataset"],
                t("tokenisation.model"): row["model"],
                (value, t("tokenisation.interval")): Number(row[definition], _ends(row, definition)),
                t("tokenisation.documents"): row["documents"],
                t("tokenisation.words"): row["words"],
                t("tokenisation.subwords"): row["subwords"],
            }
            for row in rows
        ],
    )
    _download("fertility", rows)
    with st.expander(t("tokenisation.signatures")):
        st.code(
            "\n".join(f"{row['dataset']}: {row['signature']}" for row in rows), language=None, wrap_lines=True
        )


def _overlap(study_: TokenizerStudy) -> None:
    if len(study_.models) < 2:
        st.info(t("tokenisation.one_model"))
        return
    rows = study_.overlap_rows()
    cells = [
        {
            "x": row["other"],
            "y": row["model"],
            "value": row["share"],
            "told": t(
                "tokenisation.of_entries",
                shared=number(row["shared"], ","),
                entries=number(row["entries"], ","),
            ),
        }
        for row in rows
    ]
    st.markdown(t("tokenisation.overlap_why"))
    _heat(cells, study_.models, study_.models, ".1%", t("tokenisation.share"), t("tokenisation.entries"))
    _download("overlap", rows)


def _splits(study_: TokenizerStudy, *, restricted: bool) -> None:
    rows = study_.split_rows()
    if not rows:
        st.info(t("tokenisation.no_splits"))
        return
    st.markdown(t("tokenisation.splits_why"))
    named = {
        "dataset": t("tokenisation.dataset"),
        "word": t("tokenisation.word"),
        "count": t("tokenisation.count"),
    }
    shown = [{named.get(name, name): _parted(name, value) for name, value in row.items()} for row in rows]
    text_table(shown)  # sub-words are many: cut, they would say nothing
    if restricted:
        st.caption(t("app.restricted_words"))
    else:
        _download("splits", rows)


def _parted(name: str, value: object) -> object:
    """Return sub-words with their number before them; other cells as they are."""
    if name == "dataset":
        return value or t("tokenisation.asked")
    if name == "word":
        return str(value)
    if name == "count":
        return value
    return f"{len(str(value).split())}: {str(value).replace(' ', ' | ')}"


def _ends(row: dict[str, Any], name: str) -> Interval | None:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None else Interval(low, high, "")


def _interval(row: dict[str, Any], name: str) -> str:
    ends = _ends(row, name)
    return "" if ends is None else numbers(Number(None, ends).interval_text)


def _heat(
    cells: Sequence[dict], columns: Sequence[str], rows: Sequence[str], form: str, title: str, help_text: str
) -> None:
    """Draw values as shaded cells with the numbers in them, dark for high values."""
    values = [cell["value"] for cell in cells]
    if not values:
        st.info(t("tokenisation.nothing"))
        return
    ends = min(values), max(values)
    slanted = len(columns) > 4 or max(map(len, columns)) > _LEVEL_LETTERS
    base = alt.Chart(alt.Data(values=list(cells))).encode(
        x=alt.X(
            "x:N",
            title=None,
            sort=list(columns),
            axis=alt.Axis(orient="top", labelAngle=-30 if slanted else 0, labelLimit=220, labelFontSize=13),
        ),
        y=alt.Y("y:N", title=None, sort=list(rows), axis=alt.Axis(labelLimit=220, labelFontSize=13)),
        tooltip=[
            alt.Tooltip("y:N", title=t("tokenisation.row")),
            alt.Tooltip("x:N", title=t("tokenisation.column")),
            alt.Tooltip("value:Q", title=title, format=form),
            alt.Tooltip("told:N", title=help_text),
        ],
    )
    rects = base.mark_rect().encode(color=alt.Color("value:Q", legend=None, scale=shades(*ends)))
    words = base.mark_text(fontSize=14).encode(
        text=alt.Text("value:Q", format=form),
        color=ink_on("value", *ends),
    )
    by = f"{t('tokenisation.row')}, {t('tokenisation.column')}"
    show(rects + words, _CELL * len(rows) + _ABOVE, chart_words(title, by, values))


def _download(name: str, rows: Sequence[dict]) -> None:
    give(
        t("app.download_table"), csv_bytes(rows), f"tokenisation-{name}.csv", f"tokenisation:download:{name}"
    )


VERB = info_of(FertilityRequest).job
_MOST_TERMS = 100
store = session.open_store()
session.require(Role.MANAGER)
state = session.page_state("tokenisation")
st.title(t("tokenisation.menu"))
st.caption(t("tokenisation.why"))
studies = [job for job in store.jobs.list() if job.verb == VERB and job.status == "done" and job.result]
studies.sort(key=lambda job: job.created_at, reverse=True)


def lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text that say something."""
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def ask() -> None:
    """Draw the form that starts the job."""
    corpora = {one.id: one.name for one in store.texts.corpora()}
    encoders = {one.name: one.title for one in packaged_encoders() if one.trainable}
    absent = {one.name for one in packaged_encoders() if one.missing}
    uploads = st.file_uploader(
        t("tokenisation.files"),
        type=["tsv", "csv", "xlsx", "ods", "jsonl", "parquet", "conll", "txt", "zip"],
        accept_multiple_files=True,
        help=t("tokenisation.files_help"),
        key="tokenisation:new:files",
    )
    show_upload(*uploads)
    form = RequestForm(FertilityRequest, "tokenisation:new")
    with st.form("tokenisation:new:form", border=False):
        left, right = st.columns(2)
        models = left.multiselect(
            t("tokenisation.models"),
            list(encoders),
            default=[name for name in encoders if name not in absent],
            format_func=lambda name: t("tokenisation.absent", name=name) if name in absent else name,
            help="; ".join(f"{name}: {title}" for name, title in encoders.items()),
        )
        folders = right.text_area(
            t("tokenisation.folders"),
            height=80,
            help=t("tokenisation.folders_help"),
            placeholder="/models/camembert",
        )
        form.ask(
            "corpora",
            left,
            options=list(corpora),
            value=list(corpora)[:1],
            format_func=corpora.__getitem__,
            placeholder=t("tokenisation.corpora_none"),
        )
        label, help_text = label_of(FertilityRequest, "terms"), t("tokenisation.terms_help")
        terms = left.text_area(label, height=80, help=help_text, placeholder="hépatomégalie")
        form.ask("examples", right, value=20)
        form.give(models=(*models, *lines(folders)), terms=lines(terms)[:_MOST_TERMS], upload="")
        form.rest()
        is_sent = st.form_submit_button(t("tokenisation.do"), type="primary")
    if is_sent and not (form.value("models") and (form.value("corpora") or uploads)):
        st.error(t("tokenisation.missing"))
    elif is_sent:
        with problems_told():
            if paths := saved_each(uploads):
                form.give(upload=isolated(keep_texts, paths, session.settings().data))
            start_request(store, form.request(), state)


def titled(job: Job) -> str:
    """Return the title of a study: its comparison, its data, and its time."""
    study_ = TokenizerStudy.from_json(job.result)
    on = ", ".join(one.name for one in study_.datasets)
    return t(
        "tokenisation.study",
        models=", ".join(study_.models),
        datasets=on,
        when=moment(job.created_at),
    )


def is_restricted(job: Job) -> bool:
    """Return whether an agreement restricts texts of a study; of a corpus that is gone nobody can tell."""
    free = {one.id for one in store.texts.corpora(archived=True) if not one.restricted}
    return not free.issuperset(job.arguments.get("corpora") or ())


take_up(store, state, VERB)
with st.expander(t("tokenisation.new"), expanded=not studies and "job" not in state):
    ask()
job_progress(store, state, t("tokenisation.running"))
if not studies:
    if "job" not in state:
        st.info(t("tokenisation.empty"))
    st.stop()
chosen = studies[0]
if len(studies) > 1:
    newest = f"tokenisation:study:{studies[0].id}"
    chosen = st.selectbox(t("tokenisation.choose"), studies, format_func=titled, key=newest)
else:
    st.subheader(no_markup(titled(chosen)))
study(TokenizerStudy.from_json(chosen.result), restricted=is_restricted(chosen))
