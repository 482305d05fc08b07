"""The schema of a new campaign: a ready one or the labels of the file, and all of it editable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.pages.start.texts import TABLES, ChosenTexts
from aloi.ui.questions import question_of_task
from aloi.ui.shared.forms.checked import CheckedForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.shared.uploads import saved_upload, show_upload
from aloi.ui.texts import section, t
from aloi.workbench.starting.annotations import settings_with
from aloi.workbench.starting.examples import TERMINOLOGY
from aloi.workbench.store.opening import Store

_IN_FILE, _EMPTY = "in_file", "empty"


def ask_schema(
    kind: TaskType, texts: ChosenTexts, language: str, form: CheckedForm
) -> tuple[dict[str, Json], Mapping[str, Json]]:
    """Draw the settings of the task; return them checked, and the last valid ones for the preview.

    The labels in the file come first. Without them, own texts start with no labels.
    """
    first = _first_settings(kind, texts, language)
    chosen = next(iter(first))
    if len(first) > 1:
        chosen = st.selectbox(
            t("start.ready_set"),
            list(first),
            format_func=lambda one: _set_name(kind, one, first[one]),
            key=form.key(f"set:{kind.name}:{chosen}"),
        )
    valid = session.page_state(form.key("valid"))
    subject = f"{kind.name}:{language}:{chosen}:{texts.request.get('file', '')}"
    try:
        settings = question_of_task(kind).edit(kind, first[chosen], form.key(f"schema:{subject}"))
        valid[subject] = kind.check_settings(settings)
    except AloiError as error:
        empty = bool(kind.label_path) and not kind.labels(first[chosen]) and subject not in valid
        form.check(True, t("start.labels_missing") if empty else no_markup(session.error_text(error)))
    return valid.get(subject, {}), valid.get(subject) or _placeholders(kind, first[chosen])


def _placeholders(kind: TaskType, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return settings for the preview as long as there are no labels."""
    if kind.label_path and not kind.labels(settings):
        names = [kind.label_name(t("start.label", number=number)) for number in (1, 2, 3)]
        settings = kind.with_labels(settings, [kind.new_label(name, settings) for name in names])
    return kind.check_settings(settings)


def _first_settings(kind: TaskType, texts: ChosenTexts, language: str) -> dict[str, dict[str, Json]]:
    """Return the settings to begin with by name, the default first."""
    ready, empty = kind.presets(language), kind.empty_settings(language)
    in_file = {} if texts.content is None else dict(texts.content.settings)
    first = next(iter(ready.values()))
    sets = {_IN_FILE: settings_with(kind, language, in_file, first)} if in_file else {}
    if kind.label_path == ("labels",) and empty and texts.is_own:
        sets[_EMPTY] = empty
    return sets | ready | ({_EMPTY: empty} if empty else {})


def _set_name(kind: TaskType, name: str, settings: Mapping[str, Json]) -> str:
    if name == _IN_FILE and not kind.label_path:
        return t("start.set_found_scale")
    if name == _IN_FILE:
        return t("start.set_found", count=len(kind.labels(settings)))
    if name == _EMPTY:
        subject = "labels" if kind.label_path else "scale" if "scales" in settings else "settings"
        return t(f"start.set_empty_{subject}")
    return str(section("campaigns").get(f"schema_{name}", name.replace("_", " ")))


def ask_terminology(store: Store, form: CheckedForm, *, is_own: bool) -> dict[str, Any]:
    """Draw the choice of the terminology of mentions; return the fields of the request."""
    names = [one.name for one in store.terminologies.list()]
    new = t("start.terminology_new")
    examples = [] if is_own else [TERMINOLOGY]
    options = list(dict.fromkeys([*examples, *names, new]))
    chosen = st.selectbox(
        t("start.terminology"),
        options,
        format_func=lambda one: t("start.invented_terminology") if one == TERMINOLOGY else one,
        key=form.key(f"terminology:{is_own}"),
    )
    if chosen != new:
        return {"terminology": chosen}
    upload = st.file_uploader(
        form.required(t("start.terminology_file")),
        TABLES,
        help=t("start.terminology_help"),
        key=form.key("names"),
    )
    show_upload(upload)
    form.check(upload is None, t("start.terminology_missing"))
    return {} if upload is None else {"terminology_file": saved_upload(upload)}
