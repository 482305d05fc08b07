"""Tables of the flow: corpora, items, campaigns, rounds, decisions, gold, releases, people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from annotation.fields import Alignment, Choice, Choices, Concept, Spans, Words
from annotation.model import Annotator, Campaign
from annotation.tasks.base import TaskType
from corpora.model import Corpus, Item, Json, Pair, Question
from gold.manifest import entries, listed, rows_of
from gold.model import Adjudication, Gold, GoldModel, GoldStatus, Release
from storage.store import Store
from ui.texts import t
from ui.views import charts
from ui.views.items import item_columns
from ui.views.label_list import label_tree
from ui.views.linking import linking_schema
from ui.views.spans import span_labels
from ui.views.tables import as_csv, no_markup, text_table
from workbench.concepts import described
from workbench.golds import describe_gold, soft_labels
from workbench.round_status import RoundStatus

_SHOWN_ITEMS = 500
_LONG_TEXT = 1500  # characters
_LONG_CARD = 360  # pixels
_LONG_ANSWER = 18  # characters that fit beside three others


def corpus_table(store: Store, corpora: Sequence[Corpus]) -> None:
    """Draw the corpora with their counts."""
    rows = []
    for corpus in corpora:
        counts = store.texts.counts(corpus.id)
        rows.append(
            {
                t("corpora.name"): corpus.name,
                t("corpora.language"): corpus.language,
                t("corpora.licence"): corpus.licence,
                t("corpora.source"): corpus.source,
                t("corpora.may_share"): t("app.no") if corpus.restricted else t("app.yes"),
                t("corpora.documents"): counts.documents,
                t("corpora.sentences"): counts.sentences,
                t("corpora.items"): counts.items,
            }
        )
    text_table(rows)


def item_table(store: Store, corpus_id: str) -> None:
    """Draw the stored items with where they came from."""
    items = store.texts.corpus_items(corpus_id)
    origins = store.texts.origins([item.id for item in items[:_SHOWN_ITEMS]])
    if len(items) > _SHOWN_ITEMS:
        st.caption(t("candidates.first_items", shown=_SHOWN_ITEMS, count=len(items)))
    shown = [item_columns(item) for item in items[:_SHOWN_ITEMS]]
    columns = {title: "" for texts in shown for title in texts}  # items of several kinds may stand together
    rows = []
    for item, texts in zip(items, shown, strict=False):
        known = origins.get(item.id, ())
        rows.append(
            {
                **columns,
                **texts,
                t("candidates.origin"): ", ".join(dict.fromkeys(one.miner for one in known)),
                t("candidates.stratum"): ", ".join(
                    dict.fromkeys(one.stratum for one in known if one.stratum)
                ),
            }
        )
    text_table(rows, download=None if store.texts.corpus(corpus_id).restricted else "items.csv")


def campaign_table(store: Store) -> None:
    """Draw the campaigns and how far each is."""
    corpora = {corpus.id: corpus.name for corpus in store.texts.corpora()}
    rows = []
    for campaign in store.campaigns.list():
        rounds = store.campaigns.rounds(campaign.id)
        releases = store.gold.releases(campaign.id)
        rows.append(
            {
                t("app.campaign"): campaign.name,
                t("campaigns.corpus"): corpora[campaign.corpus_id],
                t("campaigns.status"): t(f"app.{campaign.status.value}"),
                t("campaigns.rounds"): len(rounds),
                t("campaigns.guidelines"): len(store.campaigns.guidelines(campaign.id)),
                t("campaigns.last_release"): releases[-1].version if releases else "-",
            }
        )
    text_table(rows)


def scale_tables(kind: TaskType, settings: Mapping[str, Json]) -> None:
    """Draw the scales of a schema, degree by degree."""
    for field in kind.fields(kind.example().item, settings):
        if isinstance(field, Alignment):
            _operation_table(field)
            continue
        if isinstance(field, Words):
            st.markdown(t("campaigns.words", most=field.most))
            if field.may_be_none:
                st.markdown(t("campaigns.words_none"))
            refused = [t(f"campaigns.refuse_{one}") for one in settings["refuse"]]
            if refused:
                st.markdown(t("campaigns.words_refused", what=", ".join(refused)))
            continue
        if isinstance(field, Choice):
            _option_table(field)
            continue
        if isinstance(field, Concept):
            linking_schema(settings)
            continue
        if isinstance(field, Spans):
            span_labels(field)
            continue
        if isinstance(field, Choices):
            if kind.item_kind == Question.kind:  # each question has options of its own
                st.markdown(f"**{no_markup(field.question or field.title)}**")
            else:
                label_tree(field)
            continue
        st.markdown(f"**{field.title}**")
        if not hasattr(field, "degrees"):
            continue
        st.caption(field.question or t("campaigns.range", low=f"{field.low:g}", high=f"{field.high:g}"))
        if field.degrees:
            text_table(
                [
                    {
                        t("campaigns.degree"): f"{one.value:g}",
                        t("campaigns.gloss"): one.gloss,
                        t("candidates.left"): one.example[0],
                        t("candidates.right"): one.example[1],
                    }
                    for one in field.degrees
                ]
            )


def _option_table(field: Choice) -> None:
    st.markdown(f"**{no_markup(field.question or field.title)}**")
    text_table(
        [
            {
                t("campaigns.key"): str(place),
                t("campaigns.answer"): one.title,
                t("campaigns.gloss"): one.gloss,
            }
            for place, one in enumerate(field.options, start=1)
        ]
    )


def _operation_table(field: Alignment) -> None:
    text_table(
        [
            {
                t("campaigns.key"): one.key,
                t("campaigns.operation"): one.title,
                t("campaigns.gloss"): one.gloss,
                t("campaigns.sides"): t(f"campaigns.sides_{one.sides}"),
                t("campaigns.example"): " → ".join(part or "∅" for part in one.example)
                if any(one.example)
                else "",
            }
            for one in field.operations
        ],
        download="typology.csv",
    )


def people_table(store: Store, people: Sequence[Annotator]) -> None:
    """Draw the people with their names: for the people page alone."""
    text_table(
        [
            {
                t("people.pseudonym"): person.pseudonym,
                t("people.name"): person.name,
                t("people.role"): t(f"app.role_{person.role.value}"),
                t("people.expertise"): person.expertise,
                t("people.state"): t("people.off") if store.people.is_disabled(person.id) else t("people.on"),
            }
            for person in people
        ]
    )


def progress_table(status: RoundStatus) -> None:
    """Draw how far each annotator of a round is."""
    text_table(
        [
            {
                t("rounds.who"): one.pseudonym,
                t("rounds.answered"): one.progress.submitted,
                t("rounds.skipped"): one.progress.skipped,
                t("rounds.waiting"): one.progress.waiting,
                t("rounds.flagged"): one.progress.flagged,
                t("rounds.seconds"): "-"
                if one.progress.median_seconds is None
                else round(one.progress.median_seconds, 1),
            }
            for one in status.people
        ]
    )


def item_card(item: Item) -> None:
    """Draw the texts of an item side by side; a word and its sentence under their titles."""
    shown = item_columns(item)
    widths = [4 if title == t("candidates.sentence") else 1 for title in shown]
    for column, (title, text) in zip(
        st.columns(widths if len(set(widths)) > 1 else len(shown)), shown.items(), strict=True
    ):
        height = _LONG_CARD if len(text) > _LONG_TEXT else "stretch"  # what is decided stays in sight
        with column, st.container(border=True, height=height):
            if not isinstance(item, Pair):
                st.caption(title)
            st.text(text)


def answers(values: Mapping[str, Json], kind: TaskType, settings: Mapping[str, Json], *, blind: bool) -> None:
    """Draw the answers to an item, under pseudonyms, or as counts alone when blind."""
    described = {name: kind.describe(value, settings) for name, value in values.items()}
    if blind:
        counted = Counter(described.values())
        told = sorted(counted.items())
        st.markdown(" · ".join(f"**{no_markup(word)}** × {count}" for word, count in told))
        return
    if any(len(word) > _LONG_ANSWER for word in described.values()):
        st.markdown(
            "\n".join(
                f"- {no_markup(name)}: **{no_markup(word)}**" for name, word in sorted(described.items())
            )
        )
        return
    for column, (name, word) in zip(
        st.columns(max(len(described), 4)), sorted(described.items()), strict=False
    ):
        column.metric(name, word)


def decision_table(store: Store, campaign: Campaign, decisions: Sequence[Adjudication]) -> None:
    """Draw the decisions taken, with their reasons."""
    items = store.texts.items([one.item_id for one in decisions])
    told = described(store, campaign, [one.value for one in decisions])
    text_table(
        [
            {
                **item_columns(item),
                t("adjudicate.value"): value,
                t("adjudicate.why"): one.why,
                t("adjudicate.who"): ", ".join(one.adjudicators),
            }
            for one, item, value in zip(decisions, items, told, strict=True)
        ],
        download=None if store.texts.corpus(campaign.corpus_id).restricted else "decisions.csv",
    )


def gold_summary(store: Store, campaign: Campaign, gold: Gold) -> None:
    """Draw the gold as counts by status, a histogram by degree and origin, and token counts."""
    summary = describe_gold(store, campaign, gold)
    boxes = st.columns(5)
    boxes[0].metric(t("releases.items"), len(gold.items))
    for box, (name, count) in zip(boxes[1:4], sorted(summary.by_status.items()), strict=False):
        box.metric(t(f"releases.status_{name}"), count)
    boxes[4].metric(t("releases.tokens"), f"{summary.mean_tokens:.1f}")
    rows = [
        {t("releases.degree"): degree, t("releases.origin"): origin, t("releases.count"): count}
        for (degree, origin), count in sorted(summary.histogram.items())
    ]
    charts.bars(rows, t("releases.degree"), t("releases.count"), t("releases.origin"), stacked=True)
    for model in gold.models or ():
        _gold_model(model, several=len(gold.models or ()) > 1)
    if gold.models and any(one.status == GoldStatus.ADJUDICATED for one in gold.items):
        st.caption(t("releases.model_decided"))
    if any(one.soft for one in gold.items):
        st.download_button(
            t("releases.soft"),
            data=lambda: as_csv(soft_labels(gold)),
            file_name=f"soft-labels-{gold.rule}.csv",
            mime="text/csv",
            on_click="ignore",
            key="releases:soft",
        )


def _gold_model(model: GoldModel, *, several: bool) -> None:
    """Draw what a model of annotators says of each of them, and what to know before believing it."""
    st.markdown(f"**{t('releases.model')}**")
    if several:
        st.caption(t("releases.model_part", name=model.part))
    text_table(
        [
            {
                t("releases.model_annotator"): one.pseudonym,
                **{t(f"releases.figure_{name}"): round(value, 3) for name, value in one.figures.items()},
            }
            for one in model.annotators
        ]
    )
    for name in model.annotators[0].figures if model.annotators else ():
        st.caption(t(f"releases.about_{name}"))
    if not model.converged:
        st.warning(t("releases.model_unfinished"))
    for note in model.notes:
        st.info(note)
    st.code(model.signature, language=None)


def release_summary(release: Release) -> None:
    """Draw what a release holds: parts, crossings, checksums."""
    splits = entries(release.manifest, "splits")
    text_table(
        [
            {t("releases.part"): one["name"], t("releases.items"): len(listed(one, "item_ids"))}
            for one in rows_of(splits, "parts")
        ]
    )
    st.caption(
        t(
            "releases.crossings",
            sentences=splits["crossing_sentences"],
            documents=splits["crossing_documents"],
            dropped=len(listed(splits, "dropped")),
        )
    )
    sums = (("checksum", release.checksum), ("manifest", release.manifest_checksum))
    st.code("\n".join(f"{t(f'releases.{name}')}: {value}" for name, value in sums), language=None)
