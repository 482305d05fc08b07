"""Test sets and rankers of the page Concept linking: chosen, added, removed, trained."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.model import Role
from aloi.annotation.rows import LinkedMention
from aloi.annotation.tasks import task
from aloi.base.requests import info_of
from aloi.corpora.model import Json
from aloi.studies.linking import test_sets as linking_kept
from aloi.studies.linking.files import READERS
from aloi.ui import session
from aloi.ui.numbers import number
from aloi.ui.shared.choices import worded
from aloi.ui.shared.forms import recipe_settings
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import acting, no_markup, problems_told, text_table
from aloi.ui.shared.uploads import isolated, saved_each, show_upload
from aloi.ui.texts import t
from aloi.workbench.models.ranker_training import (
    CONCEPT_RANKER,
    check_request,
    trained_rankers,
    write_dictionary,
)
from aloi.workbench.models.vectors import packaged_encoders
from aloi.workbench.requests.models.training import LinkTrainRequest
from aloi.workbench.store.opening import Store

_SOURCES = ("train", "dictionary", "names_of", "terminology")
_POOLINGS = ("model", "cls", "mean")
_DISTANCES = ("cosine", "dot", "l2")
_PLAIN = {"tfidf": "tf-idf", "vectors": "word vectors"}  # their names in tables


def offered_sets(store: Store, data: Path) -> dict[str, dict[str, Json]]:
    """Return the test sets a table can be made of, by name: kept files, and releases of linking campaigns."""
    sets = {
        str(set_["name"]): set_ for set_ in linking_kept.kept_sets(data, store.members.shared("linking_set"))
    }
    for campaign in store.campaigns.list():
        if task(campaign.schema.task_type).row_kind is not LinkedMention:
            continue
        for release in store.gold.release_heads(campaign.id):
            name = f"{campaign.name} {release.version}"
            arguments: dict[str, Json] = {"name": name, "release": release.id}
            if campaign.schema.settings["terminology"]:
                arguments["terminology"] = campaign.schema.settings["terminology"]
            sets.setdefault(name, arguments)
    return sets


def ask_rankers(store: Store, data: Path) -> list[dict[str, Json]]:
    """Draw the choice of rankers; return each as a TOML file would name it."""
    trained = {
        f"{ranker.title} · {ranker.folder.name[:6]}": str(ranker.folder)
        for ranker in trained_rankers(data, store.members.shared("ranker"))
    }
    encoders = {one.title.split(" (")[0]: one.name for one in packaged_encoders() if not one.missing}
    plain = {t("linking_tables.ranker_tfidf"): "tfidf", t("linking_tables.ranker_vectors"): "vectors"}
    chosen = st.multiselect(
        t("linking_tables.rankers"),
        [*plain, *encoders, *trained],
        default=[t("linking_tables.ranker_tfidf"), *list(encoders)[:1]],
        key="linking:new:rankers",
    )
    left, middle, right = st.columns([1, 1.5, 1.1])
    other = left.text_input(
        t("linking_tables.ranker_other"), help=t("linking_tables.ranker_other_help"), key="linking:new:other"
    ).strip()
    poolings = worded(
        middle.multiselect,
        "linking_tables.pooling",
        _POOLINGS,
        default=["model"],
        help=t("linking_tables.pooling_help"),
        key="linking:new:pooling",
    )
    distances = worded(
        right.multiselect,
        "linking_tables.distance",
        _DISTANCES,
        default=["cosine"],
        key="linking:new:distance",
    )
    rankers: list[dict[str, Json]] = [
        {"name": _PLAIN[plain[ranker]], "ranker": plain[ranker]} for ranker in chosen if ranker in plain
    ]
    models = [encoders[one] for one in chosen if one in encoders] + ([other] if other else [])
    fixed = [one.name for one in packaged_encoders() if not one.trainable]
    for model in models:
        ways = product(["model"] if model in fixed else poolings or ["model"], distances or ["cosine"])
        for pooling, distance in ways:
            options = [word for word, usual in ((pooling, "model"), (distance, "cosine")) if word != usual]
            name = " ".join([Path(model).name, *options])
            rankers.append(
                {"name": name, "ranker": "encoder", "model": model, "pooling": pooling, "distance": distance}
            )
    return rankers + [{"name": one, "ranker": trained[one]} for one in chosen if one in trained]


def set_table(sets: Mapping[str, Mapping[str, Json]]) -> None:
    """Draw the test sets that are there."""
    text_table(
        [
            {
                t("linking_tables.set_name"): name,
                t("linking_tables.language"): set_.get("language") or "-",
                t("linking_tables.add_group"): set_.get("group") or "-",
                t("linking_tables.mentions"): _mentions_of(name, set_),
                t("linking_tables.set_train"): Path(str(set_.get("train", "-"))).name,
                t("linking_tables.set_names"): _names_of(set_),
            }
            for name, set_ in sets.items()
        ]
    )


def remove_set(store: Store, data: Path) -> None:
    """Draw the removal of a kept test set."""
    names = [str(one["name"]) for one in linking_kept.kept_sets(data, store.members.shared("linking_set"))]
    if not names:
        return
    with st.expander(t("linking_tables.remove_which")), st.form("linking:remove", border=False):
        name = st.selectbox(t("linking_tables.set_name"), names)
        if st.form_submit_button(t("linking_tables.set_remove")):
            session.require(Role.MANAGER)
            linking_kept.forget_set(data, name)
            session.say(t("linking_tables.removed", name=no_markup(name)))
            st.rerun()


def add_set(store: Store, data: Path, *, expanded: bool) -> None:
    """Draw the form of a new test set: its files, how they are read, and which names are ranked."""
    with st.expander(t("linking_tables.add"), expanded=expanded):
        source = worded(
            st.radio, "linking_tables.add_source", _SOURCES, horizontal=True, key="linking:add:source"
        )
        values, uploads = _ask_set(store, source)
        show_upload(*(one for found in uploads.values() for one in found))
        is_complete = all(uploads.get(role) for role in ("mentions", source) if role in uploads)
        if st.button(t("linking_tables.add_do"), type="primary", disabled=not is_complete):
            with acting(Role.MANAGER):
                paths = {role: saved_each(found) for role, found in uploads.items()}
                isolated(linking_kept.keep_set, data, values, paths)
                store.members.record_author("linking_set", values["name"].strip())
                session.say(t("linking_tables.added", name=no_markup(values["name"].strip())))


def train(store: Store, data: Path, state: dict[str, Any]) -> None:
    """Draw the rankers that were trained, and the form of a training."""
    rankers = trained_rankers(data, store.members.shared("ranker"))
    if rankers:
        text_table(
            [
                {
                    t("linking_tables.trained"): ranker.title,
                    t("linking_tables.trained_weight"): number(ranker.record["sparse_weight"], ".3f"),
                    t("linking_tables.trained_folder"): ranker.folder.name,
                }
                for ranker in rankers
            ]
        )
    else:
        st.caption(t("linking_tables.trained_none"))
    st.caption(t("linking_tables.train_why"))
    able = {
        str(set_["name"]): linking_kept.kept_source(set_, data)
        for set_ in linking_kept.kept_sets(data, store.members.shared("linking_set"))
        if set_.get("train")
    }
    if not able:
        st.info(t("linking_tables.train_none"))
        return
    with st.form("linking:train", border=False):
        chosen = able[st.selectbox(t("linking_tables.train_set"), list(able), key="linking:train:set")]
        settings = recipe_settings.ask_settings(CONCEPT_RANKER, "linking:train")
        form = RequestForm(LinkTrainRequest, "linking:train", reader=chosen.reader, group=chosen.group)
        form.ask("seed")
        form.give(settings=recipe_settings.changed(CONCEPT_RANKER, settings), dev=None)
        form.give(mentions=chosen.train, dictionary=chosen.dictionary or chosen.train.parent / "names.tsv")
        form.rest()
        if st.form_submit_button(t("linking_tables.train_do"), type="primary"):
            with problems_told():
                request = form.request()
                if chosen.dictionary is None:
                    source = chosen.names_of or chosen.train
                    write_dictionary(source, request.dictionary, chosen.reader, chosen.group)
                check_request(request)
                start_request(store, request, state, key="train")
    take_up(store, state, info_of(LinkTrainRequest).job, key="train")
    job_progress(store, state, t("linking_tables.train_running"), key="train")


def _ask_set(store: Store, source: str) -> tuple[dict[str, str], dict[str, list[Any]]]:
    """Return the values and the uploads of a new test set."""
    first, second, third, fourth = st.columns([1.1, 0.7, 1.6, 1.1])
    auto, reader_names = t("linking_tables.add_reader_auto"), tuple(READERS)
    reader = third.selectbox(t("linking_tables.add_reader"), [auto, *reader_names], key="linking:add:reader")
    values = {
        "name": first.text_input(
            t("linking_tables.add_name"),
            help=t("linking_tables.add_name_help"),
            max_chars=80,
            key="linking:add:name",
        ),
        "language": second.text_input(
            t("linking_tables.add_language"), max_chars=20, key="linking:add:language"
        ),
        "reader": "" if reader == auto else reader,
        "group": fourth.text_input(
            t("linking_tables.add_group"), help=t("linking_tables.add_group_help"), key="linking:add:group"
        ),
    }
    places = iter(st.columns(2 if source in ("train", "terminology") else 3))
    uploads = {role: _upload(next(places), role) for role in ("mentions", "train")}
    if source in ("dictionary", "names_of"):
        uploads[source] = _upload(next(places), source)
    if source == "terminology":
        values |= _ask_terminology(store)
    return values, uploads


def _upload(container: Any, role: str) -> list[Any]:
    help_key = "linking_tables.add_mentions_help" if role == "train" else f"linking_tables.add_{role}_help"
    return (
        container.file_uploader(
            t(f"linking_tables.add_{role}"),
            accept_multiple_files=True,
            help=t(help_key),
            key=f"linking:add:{role}",
        )
        or []
    )


def _ask_terminology(store: Store) -> dict[str, str]:
    terminologies = {one.name: one for one in store.terminologies.list()}
    if not terminologies:
        st.info(t("linking_tables.no_terminology"))
        return {}
    left, middle, right = st.columns(3)
    name = left.selectbox(
        t("linking_tables.add_terminology"), list(terminologies), key="linking:add:terminology"
    )
    all_label = t("linking_tables.every")
    language = middle.selectbox(
        t("linking_tables.add_names_language"),
        [all_label, *terminologies[name].languages],
        key="linking:add:names_language",
    )
    group = right.selectbox(
        t("linking_tables.add_group"), [all_label, *terminologies[name].groups], key="linking:add:names_group"
    )
    return {
        "terminology": name,
        "names_language": "" if language == all_label else language,
        "names_group": "" if group == all_label else group,
    }


def _mentions_of(name: str, set_: Mapping[str, Json]) -> str:
    """Return the file of a test set's mentions; of a release its name, not its id."""
    return Path(str(set_["mentions"])).name if set_.get("mentions") else name


def _names_of(set_: Mapping[str, Json]) -> str:
    """Return in words which names are ranked for a test set."""
    for role in ("terminology", "dictionary", "names_of"):
        if set_.get(role):
            return Path(str(set_[role])).name
    return t("linking_tables.add_source_train")
