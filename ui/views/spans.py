"""Spans: the labels of a campaign, agreement on spans, suggestions and what annotators made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import streamlit as st

from agreement.spans import SpanAgreement
from annotation.fields import Spans
from annotation.model import Role
from annotation.spans import UNITS
from corpora.model import Corpus, Json
from errors import AloiError
from storage.store import Store
from ui import session
from ui.texts import t
from ui.uploads import saved_upload
from ui.views.diagnosis import figure
from ui.views.model_spans import suggest_by_run, what_is_ready, what_was_done
from ui.views.tables import no_markup, problem, text_table
from workbench.pre_annotation import (
    SuggestionUse,
    prefill_from_dictionary,
    prefill_from_spans,
    prefill_from_terminology,
)
from workbench.span_agreement import SpanReport
from workbench.span_import import TASK, span_settings


def spans_form(ready: Mapping[str, Json] | None) -> Callable[[], dict[str, Json]]:
    """Draw what may be set about spans; return what makes the settings, which may raise AloiError.

    `ready` is a ready schema, whose labels stay; without one the labels are asked for.
    """
    ready = ready or {}
    question = st.text_input(t("campaigns.question"), value=str(ready.get("question", "")))
    written = ""
    if not ready:
        written = st.text_area(
            t("spans.labels"),
            placeholder=t("spans.labels_example"),
            help=t("spans.labels_help"),
            height=160,
        )
    one, two, three = st.columns(3)
    unit = one.radio(
        t("spans.unit"), UNITS, format_func=lambda word: t(f"spans.unit_{word}"), horizontal=True
    )
    nested = two.checkbox(t("spans.nested"), bool(ready.get("nested", True)), help=t("spans.nested_help"))
    broken = three.checkbox(t("spans.broken"), bool(ready.get("broken")), help=t("spans.broken_help"))

    def settings() -> dict[str, Json]:
        limits: dict[str, Json] = {"question": question, "unit": unit, "nested": nested, "broken": broken}
        return {**ready, **limits} if ready else span_settings(written, limits)

    return settings


def span_labels(field: Spans) -> None:
    """Draw the labels of a question with their keys and colours, and what a span may be."""
    st.markdown(f"**{no_markup(field.question or field.title)}**")
    rules = [t("spans.nested" if field.nested else "spans.not_nested")]
    rules.append(t("spans.broken" if field.broken else "spans.not_broken"))
    st.caption(" · ".join(rules))
    text_table(
        [
            {
                t("campaigns.key"): one.key,
                t("campaigns.label"): one.value,
                t("campaigns.label_title"): one.title,
                t("campaigns.gloss"): one.gloss,
                t("spans.colour"): one.colour,
            }
            for one in field.labels
        ],
        download="labels.csv",
    )


def report(found: SpanReport, use: Sequence[SuggestionUse]) -> None:
    """Draw the F1 of spans by pair and by label, and what annotators made of suggestions."""
    st.caption(t("spans.why"))
    rows = [(t("groups.mean", count=found.means[0].pairs), found.means), (t("spans.blind"), found.blind)]
    two_by_two = zip(found.pairs[::2], found.pairs[1::2], strict=True)
    rows += [(f"{exact.a} / {exact.b}", (exact, partial)) for exact, partial in two_by_two]
    text_table([_row(t("agreement.pair"), name, both) for name, both in rows], download="spans.csv")
    if found.labels:
        st.markdown(f"**{t('diagnosis.by_label')}**")
        text_table(
            [_row(t("diagnosis.label"), name, both) for name, both in found.labels.items()],
            download="span-labels.csv",
        )
    if use:
        st.markdown(f"**{t('spans.use')}**")
        st.caption(t("spans.use_why"))
        text_table([_use_row(one) for one in use], download="suggestions.csv")


def suggest(store: Store, corpus: Corpus, state: dict) -> None:
    """Draw the form that suggests spans in the texts of a campaign, and a model's job on them."""
    st.markdown(t("spans.suggest_why"))
    campaigns = [
        one for one in store.campaigns.list() if one.corpus_id == corpus.id and one.schema.task_type == TASK
    ]
    if not campaigns:
        st.info(t("spans.suggest_none"))
        return
    terminologies = [one.name for one in store.terminologies.list()]
    sources = ["dictionary", *(["terminology"] if terminologies else []), "files", "run"]
    source = st.radio(
        t("spans.source"),
        sources,
        format_func=lambda word: t(f"spans.source_{word}"),
        captions=[t(f"spans.source_{word}_why") for word in sources],
        key="candidates:spans:source",
    )
    if source == "run":
        suggest_by_run(store, corpus, campaigns, state)
        return
    with st.form("candidates:spans:form"):
        campaign = st.selectbox(t("app.campaign"), campaigns, format_func=lambda one: one.name)
        upload, terminology, label = None, "", ""
        if source == "terminology":
            terminology = st.selectbox(t("spans.terminology"), terminologies)
        else:
            kinds = ["tsv", "txt"] if source == "dictionary" else ["zip", "ann", "conll"]
            upload = st.file_uploader(t(f"spans.file_{source}"), kinds)
        if source != "files":
            label = st.text_input(t(f"spans.label_{source}"), help=t(f"spans.label_{source}_help")).strip()
        asked = st.form_submit_button(t("spans.suggest_do"), type="primary")
    what_is_ready(store, campaign)
    if not asked:
        return
    session.require(Role.MANAGER)
    if upload is None and not terminology:
        st.warning(t("spans.no_file"))
        return
    named = {"label": label or None}
    try:
        if terminology:
            done = prefill_from_terminology(store, campaign.id, terminology, session.now(), **named)
        elif source == "dictionary":
            done = prefill_from_dictionary(
                store, campaign.id, Path(saved_upload(upload)), session.now(), **named
            )
        else:
            done = prefill_from_spans(store, campaign.id, Path(saved_upload(upload)), session.now())
    except AloiError as error:
        problem(error)
        return
    for line in what_was_done(asdict(done)):
        session.say(line)
    st.rerun()


def _row(head: str, name: str, both: Sequence[SpanAgreement]) -> dict[str, object]:
    exact, partial = both
    return {
        head: name,
        t("spans.exact"): figure(exact.f1),
        t("spans.partial"): figure(partial.f1),
        t("spans.texts"): exact.f1.units,
        t("agreement.signature"): exact.signature,
    }


def _use_row(one: SuggestionUse) -> dict[str, object]:
    return {
        t("spans.annotator"): one.annotator or t("spans.all"),
        t("spans.texts"): one.texts,
        t("spans.n_suggested"): one.suggested,
        t("spans.n_kept"): one.kept,
        t("spans.share_kept"): "" if one.share_kept is None else f"{one.share_kept:.0%}",
        t("spans.n_changed"): one.changed,
        t("spans.n_removed"): one.removed,
        t("spans.n_added"): one.added,
    }
