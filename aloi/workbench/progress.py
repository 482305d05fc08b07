"""Progress and cancellation of a long operation."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled

# What is done: a term, a name as it is, or nothing.
Message: TypeAlias = Term | str
# (done, total, message) -> True to continue, False when the person requested a stop.
Progress: TypeAlias = Callable[[int, int, Message], bool]


def silent(done: int, total: int, message: Message) -> bool:
    """Return True: there is no display and no cancellation."""
    del done, total, message
    return True


def go_on(progress: Progress, done: int, total: int, message: Message) -> None:
    """Report the progress of an operation, or raise Cancelled if the person requested a stop."""
    if not progress(done, total, message):
        raise Cancelled


def stored_message(message: Message) -> str:
    """Return a message as the table of jobs has it: of a term its key and values, as JSON."""
    return json.dumps(message.to_json(), ensure_ascii=False) if isinstance(message, Term) else message


def read_message(text: str) -> Message:
    """Return the message of a job; that of an earlier version of Aloi is English, and stays as it is."""
    return Term.from_json(json.loads(text)) if text.startswith('{"term": ') else text
