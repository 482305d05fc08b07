"""What was put right, as the store keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from aloi.corpora.model import Json


class CorrectionKind(StrEnum):
    """What was put right."""

    EXCLUDE = "exclude"
    INCLUDE = "include"
    RENAME = "rename"
    ARCHIVE = "archive"
    BRING_BACK = "bring back"
    DELETE = "delete"
    EXTEND = "extend"
    WITHDRAW = "withdraw"
    SCHEMA = "schema"
    TEXTS = "texts"
    MERGE = "merge"
    TAKE_BACK = "take back"
    OVERRIDE = "override"
    LICENCE = "licence"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that was put right: of what, why, by whom and when.

    `by` is the pseudonym of who did it, empty where the command line was not told; `details` what a reader
    needs to know of it, such as the name before and the counts.
    """

    number: int
    kind: CorrectionKind
    corpus_id: str | None
    campaign_id: str | None
    round_id: str | None
    person_id: str | None
    details: Mapping[str, Json]
    why: str
    by: str
    created_at: datetime
