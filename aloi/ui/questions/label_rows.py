"""The labels of a schema as an editable table: a row for each label, pasted from a spreadsheet or typed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Json
from aloi.ui import session
from aloi.ui.shared.tables import problems_told
from aloi.ui.shared.uploads import isolated, saved_upload, show_upload
from aloi.ui.texts import t
from aloi.workbench.corrections.labels import label_rows, rows_in_file, settings_of_rows

_COLUMNS = ("name", "title", "gloss", "key", "parent")
_EMPTY_ROWS = 2
_HEIGHT = 420  # pixels of a long list, which scrolls


def edit_labels(kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
    """Draw the labels of settings as rows, and return the settings with the labels as edited, unchecked.

    Raises
    ------
    AloiError
        Two rows with one name.
    """
    canonical = kind.check_settings(settings) if kind.labels(settings) else settings
    rows, key = _rows_of_file(label_rows(kind, canonical), key)
    parts = [part for part in _COLUMNS if any(part in row for row in rows)] or [*_COLUMNS]
    if not any(row.get("parent") for row in rows):
        parts = [part for part in parts if part != "parent"]
    rows = rows or [dict.fromkeys(parts, "")] * _EMPTY_ROWS
    config = {
        part: st.column_config.TextColumn(
            t(f"labels.{part}"), help=t(f"labels.{part}_help"), width="small" if part == "key" else None
        )
        for part in parts
    }
    edited = st.data_editor(
        [{part: row.get(part, "") for part in parts} for row in rows],
        column_config=config,
        num_rows="dynamic",
        hide_index=True,
        width="stretch",
        height=_HEIGHT if len(rows) > 10 else "auto",
        key=f"{key}:rows",
    )
    return settings_of_rows(kind, settings, edited)


def _rows_of_file(rows: list[dict[str, str]], key: str) -> tuple[list[dict[str, str]], str]:
    """Return the labels of a table that a person uploads instead, and the key of their rows."""
    files = session.page_state(f"labels:{key}")
    with st.popover(t("labels.file"), type="tertiary"):
        upload = st.file_uploader(
            t("labels.file"),
            ["tsv", "csv", "txt", "xlsx", "ods"],
            help=t("labels.file_help"),
            key=f"{key}:file",
        )
        show_upload(upload)
    if upload is None:
        return rows, key
    if upload.file_id not in files:
        with problems_told():
            files[upload.file_id] = isolated(rows_in_file, Path(saved_upload(upload)))
    return files.get(upload.file_id, rows), f"{key}:{upload.file_id}"
