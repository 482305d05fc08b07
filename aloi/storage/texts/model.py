"""What the store knows of corpora beside their texts: versions, counts, what uses an item."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from aloi.base.records import JSON_NAME
from aloi.corpora.model import Json


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What is put before annotators with an item, what made it, and when."""

    made_by: str
    value: Json
    created_at: datetime


@dataclass(frozen=True, slots=True)
class CorpusVersion:
    """What a corpus was under a version: its terms, and how many texts it held."""

    version: int
    licence: str
    source: str
    checksum: str
    documents: int


@dataclass(frozen=True, slots=True)
class ItemUse:
    """How many of some items a round holds, with the answers to them.

    `number` is that of the round; 0 for items of a campaign that were assumed a value or cleaned.
    """

    campaign_id: str
    number: int
    items: int
    answers: int


@dataclass(frozen=True, slots=True)
class LoggedExport:
    """What of a restricted corpus was written out, why and when.

    `by` is the pseudonym of who did it, None where nobody is known, as of a command of the terminal.
    """

    exported: str = field(metadata={JSON_NAME: "what"})
    reason: str
    created_at: datetime
    by: str | None


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """What a corpus holds; `characters` are code points of its documents."""

    documents: int
    sentences: int
    items: int
    characters: int
