"""The texts of a new campaign: an upload, pasted rows, a stored corpus or examples, and what they contain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import streamlit as st

from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.corpora.readers import all_readers
from aloi.ui import language, selection, session
from aloi.ui.shared.forms.annotations import ANNOTATORS_OF_PATHS, are_annotators
from aloi.ui.shared.forms.checked import CheckedForm
from aloi.ui.shared.forms.columns import ask_columns
from aloi.ui.shared.tables import problems_told
from aloi.ui.shared.uploads import ask_sheet, isolated, paste_folder, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.starting import own_texts
from aloi.workbench.starting.annotations import TEXT_ROLES, has_roles, used_roles
from aloi.workbench.starting.content import TextsContent, corpus_content, examples_content, texts_content
from aloi.workbench.store.opening import Store

_UPLOAD, _PASTE, _STORED, _EXAMPLES = "upload", "paste", "stored", "examples"
TABLES = ["tsv", "csv", "xlsx", "ods", "jsonl", "parquet"]


@dataclass(frozen=True, slots=True)
class ChosenTexts:
    """The texts as chosen so far.

    Parameters
    ----------
    content : TextsContent or None
        Their content; None as long as there are none.
    is_own : bool
        Whether they come from the form: then they need a licence.
    name : str
        A name for the campaign.
    source : str
        The origin of own texts, as far as it is known.
    request : mapping
        The fields of the request that name them.
    """

    content: TextsContent | None
    is_own: bool
    name: str = ""
    source: str = ""
    request: Mapping[str, Any] = field(default_factory=dict)


def ask_texts(store: Store, kind: TaskType, form: CheckedForm) -> ChosenTexts:
    """Draw the choice of the texts, and return them with what they contain."""
    corpora = store.texts.corpora()
    sources = [_UPLOAD, _PASTE, *([_STORED] if corpora else []), _EXAMPLES]
    named = session.in_address("corpus") is not None and bool(corpora)
    source = st.radio(
        t("start.texts"),
        sources,
        sources.index(_STORED) if named else 0,
        format_func=lambda one: t(f"start.texts_{one}"),
        horizontal=True,
        label_visibility="collapsed",
        key=form.key("source"),
    )
    if source == _UPLOAD:
        texts = _uploaded(store, kind, form)
    elif source == _PASTE:
        texts = _pasted(kind, form)
    elif source == _STORED:
        texts = _stored(store, kind, form)
    else:
        spoken = language.current()
        texts = ChosenTexts(
            _content_of(form, ("examples", kind.name, spoken), lambda: examples_content(kind.name, spoken)),
            is_own=False,
        )
    if texts.content is not None:
        st.caption(_summary(texts.content))
    return texts


def _uploaded(store: Store, kind: TaskType, form: CheckedForm) -> ChosenTexts:
    upload = st.file_uploader(
        form.required(t(f"start.file_{kind.item_kind}")),
        type=["zip", "txt", "json", "xml", *TABLES, *(reader.name for reader in all_readers())],
        key=form.key("file"),
    )
    form.check(upload is None, t("start.file_missing"))
    if upload is None:
        return ChosenTexts(None, is_own=True)
    name = Path(upload.name).stem
    with problems_told():
        ask_sheet(upload)
        path = saved_upload(upload)
        if not isolated(has_roles, kind, path):
            show_upload(upload)
            return _in_file(kind, form, path, name=name, source=upload.name)
        columns = ask_columns(
            store, path, form.key("columns"), used=used_roles(kind), required=TEXT_ROLES[kind.item_kind][1]
        )
        if columns is not None:
            return _in_file(kind, form, path, columns, name=name, source=upload.name)
    form.n_wrong += 1
    return ChosenTexts(None, is_own=True)


def _pasted(kind: TaskType, form: CheckedForm) -> ChosenTexts:
    text = st.text_area(
        form.required(t("start.paste")),
        placeholder=t(f"start.paste_{kind.item_kind}"),
        height=140,
        key=form.key("paste"),
    )
    form.check(not text.strip(), t("start.paste_missing"))
    if not text.strip():
        return ChosenTexts(None, is_own=True)
    with problems_told():
        path = own_texts.pasted(kind, text, paste_folder())
        return _in_file(kind, form, path, source=t("start.pasted"))
    form.n_wrong += 1
    return ChosenTexts(None, is_own=True)


def _in_file(
    kind: TaskType,
    form: CheckedForm,
    path: Path,
    columns: tuple[str, ...] = (),
    name: str = "",
    source: str = "",
) -> ChosenTexts:
    request: dict[str, Any] = {"file": path, "columns": columns}

    def read(annotator_from: str = "") -> TextsContent:
        subject = (str(path), kind.name, annotator_from, *columns)
        return _content_of(
            form, subject, lambda: isolated(texts_content, kind.name, path, columns, annotator_from)
        )

    with problems_told():
        try:
            content = read()
        except AloiError as error:
            if error.code != ANNOTATORS_OF_PATHS:
                raise
            if not are_annotators(error.values["names"], form.key(f"annotator_from:{path}")):
                form.check(True, t("start.annotator_from_missing"))
                return ChosenTexts(None, is_own=True)
            request["annotator_from"] = str(error.values["by"])
            content = read(request["annotator_from"])
        return ChosenTexts(content, is_own=True, name=name, source=source, request=request)
    form.n_wrong += 1
    return ChosenTexts(None, is_own=True)


def _stored(store: Store, kind: TaskType, form: CheckedForm) -> ChosenTexts:
    names = {one.id: one.name for one in store.texts.corpora()}
    first = selection.current(store).corpus_id
    corpus = st.selectbox(
        t("start.corpus"),
        list(names),
        list(names).index(first) if first in names else 0,
        format_func=names.get,
        key=form.key("corpus"),
    )
    content = _content_of(form, (corpus, kind.name), lambda: corpus_content(store, kind.name, corpus))
    if not content.count:
        st.info(t("start.corpus_no_items"))
    return ChosenTexts(content, is_own=False, name=names[corpus], request={"corpus": corpus})


def _content_of(
    form: CheckedForm, subject: tuple[str, ...], read: Callable[[], TextsContent]
) -> TextsContent:
    """Return what some texts contain, read once for each form."""
    contents: dict[tuple[str, ...], TextsContent] = session.page_state(form.key("contents")).setdefault(
        "contents", {}
    )
    if subject not in contents:
        contents[subject] = read()
    return contents[subject]


def _summary(content: TextsContent) -> str:
    """Return what texts contain in a line."""
    parts = [t("start.count", count=content.count)]
    if content.language:
        parts.append(language.language_name(content.language))
    return " · ".join(parts)
