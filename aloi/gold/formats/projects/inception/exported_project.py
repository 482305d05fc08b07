"""`exportedproject.json` of an exported project: how far each annotator got with each document."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.gold.formats.base import parse_json
from aloi.gold.formats.source_files import contents

_NAME = "exportedproject"  # older versions put digits after it


class DocumentState(StrEnum):
    """The state of a document for an annotator, as INCEpTION calls it."""

    NEW = "NEW"
    IN_PROGRESS = "INPROGRESS"
    FINISHED = "FINISHED"
    IGNORE = "IGNORE"


_OTHER_NAMES = {
    "LOCKED": DocumentState.IGNORE,
    "COMPLETE": DocumentState.FINISHED,
    "ANNOTATIONINPROGRESS": DocumentState.IN_PROGRESS,
    "ANNOTATIONFINISHED": DocumentState.FINISHED,
}


@dataclass(frozen=True, slots=True)
class AnnotatorDocument:
    """A document of an annotator: its state, None for one that is not documented, and their comment."""

    state: DocumentState | None
    comment: str = ""


def read_annotator_documents(path: Path) -> dict[tuple[str, str], AnnotatorDocument]:
    """Return what an exported project says of documents, by (document, annotator); nothing without one."""
    if path.is_file() and path.suffix.lower() != ".zip":
        return {}
    try:
        files = contents(path, (".json",), nested=True)
    except AloiError:
        return {}
    documents: dict[tuple[str, str], AnnotatorDocument] = {}
    for name, text in files.items():
        if not PurePosixPath(name).name.startswith(_NAME):
            continue
        try:
            project = parse_json(text)
        except json.JSONDecodeError as error:
            raise AloiError(
                "gold.project-not-json",
                name=name,
                line=str(error.lineno),
                column=str(error.colno),
                why=error.msg,
            ) from None
        listed = project.get("annotation_documents") if isinstance(project, dict) else None
        for each in listed if isinstance(listed, list) else []:
            if isinstance(each, dict):
                key = str(each.get("name") or ""), str(each.get("user") or "")
                comment = str(each.get("annotatorComment") or "").strip()
                documents[key] = AnnotatorDocument(_state(each.get("state")), comment)
    return documents


def _state(written: object) -> DocumentState | None:
    name = str(written or "").upper().replace("-", "").replace("_", "")
    return _OTHER_NAMES.get(name) or next((state for state in DocumentState if state == name), None)
