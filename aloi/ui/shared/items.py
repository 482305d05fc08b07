"""Texts of items: by the title of a column, one item as a card, those of a corpus as a table."""

from __future__ import annotations

import re
from collections.abc import Mapping

import streamlit as st

from aloi.annotation.model import SkipReason
from aloi.annotation.tasks.base import TaskType, label_entries
from aloi.corpora.model import Candidate, Item, Json, Mention, Pair, Question, Target
from aloi.ui.numbers import NO_WRAP, numbers
from aloi.ui.shared.tables import text_table
from aloi.ui.texts import named, t
from aloi.workbench.store.opening import Store

_SHOWN_ITEMS = 500
_RANGE = re.compile(r"(\d+\.\d+)-(\d+\.\d+)")  # a stratum of scores


def item_columns(item: Item) -> dict[str, str]:
    """Return the texts of an item under the titles of their columns; a target is in brackets."""
    if isinstance(item, Pair):
        return {t("candidates.left"): item.left.text, t("candidates.right"): item.right.text}
    if isinstance(item, Candidate):
        return {
            t("candidates.target"): item.target.lemma,
            t("candidates.substitute"): item.substitute,
            t("candidates.sentence"): _marked(item.target),
        }
    if isinstance(item, Target):
        return {t("candidates.target"): item.lemma, t("candidates.sentence"): _marked(item)}
    if isinstance(item, Mention):
        return {t("candidates.mention"): item.mention, t("candidates.text"): item.sentence.text}
    if isinstance(item, Question):
        listed = "\n".join(f"{chr(ord('A') + place)}. {one}" for place, one in enumerate(item.options))
        return {t("candidates.question"): item.text, t("candidates.options"): listed}
    return {t("candidates.text"): item.text}


def skip_told(reason: str | None, note: str | None) -> str:
    """Return why somebody passed an item over, in the reader's language and then in their own words."""
    why = t(f"skips.{reason or SkipReason.OTHER}")
    return t("skips.with_words", why=why, words=note) if note else why


def item_table(store: Store, corpus_id: str) -> None:
    """Draw the stored items with their origins."""
    items = store.texts.corpus_items(corpus_id, most=_SHOWN_ITEMS)
    origins = store.texts.origins([item.id for item in items])
    count = store.texts.counts(corpus_id).items
    if count > _SHOWN_ITEMS:
        st.caption(t("candidates.first_items", shown=_SHOWN_ITEMS, count=count))
    shown = [item_columns(item) for item in items]
    columns = {title: "" for texts in shown for title in texts}  # items of several kinds may be mixed
    rows = []
    for item, texts in zip(items, shown, strict=True):
        item_origins = origins.get(item.id, ())
        rows.append(
            {
                **columns,
                **texts,
                t("candidates.origin"): ", ".join(
                    dict.fromkeys(named("origin", one.miner) for one in item_origins)
                ),
                t("candidates.stratum"): ", ".join(
                    dict.fromkeys(stratum_told(one.stratum) for one in item_origins if one.stratum)
                ),
            }
        )
    corpus = store.texts.corpus(corpus_id)
    text_table(rows, download=None if corpus.restricted else "items.csv", language=corpus.language)


def label_names(kind: TaskType, settings: Mapping[str, Json]) -> dict[str, str]:
    """Return the titles of the labels of a schema that differ from their names for programs."""
    entries = label_entries(kind, settings)
    return {str(one["name"]): str(one["title"]) for one in entries if one.get("name") and one.get("title")}


def detail_names(settings: Mapping[str, Json]) -> dict[str, str]:
    """Return the titles of attributes of spans and of types of relations in a schema, by name."""
    listed: list[Json] = []
    for kind in ("attributes", "relations"):
        entries = settings.get(kind)
        listed += entries if isinstance(entries, list) else []
    entries = [each for each in listed if isinstance(each, Mapping)]
    return {
        str(each["name"]): str(each["title"]) for each in entries if each.get("name") and each.get("title")
    }


def answer_told(kind: TaskType, text: str) -> str:
    """Return an answer in words by its task, in the reader's language if the answer is empty."""
    return t(f"answers.{kind.name}") if text == kind.blank != "" else text


def stratum_told(name: str) -> str:
    """Return a stratum as people read it: of scores from 0.45 to 0.5 their ends, which stay in one line."""
    ends = _RANGE.fullmatch(name)
    return f"{numbers(ends[1])}{NO_WRAP}–{NO_WRAP}{numbers(ends[2])}" if ends else name


def _marked(target: Target) -> str:
    text = target.sentence.text
    return f"{text[: target.start]}[{target.word}]{text[target.end :]}"
