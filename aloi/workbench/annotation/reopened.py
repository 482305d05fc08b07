"""Items that a person is to answer again, with the message of the adjudicator who reopened the answer."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.annotation.model import AssignmentKey
from aloi.corpora.model import Item
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.store import Store


@dataclass(frozen=True, slots=True)
class ReopenedAnswer:
    """An item that its annotator is to answer again, and the message of the adjudicator."""

    key: AssignmentKey
    item: Item
    message: str


def message_to(store: Store, key: AssignmentKey) -> str:
    """Return the last message with which an item was reopened for its annotator; empty without one."""
    requests = store.corrections.list(
        round_id=key.round_id, person_id=key.annotator_id, kind=CorrectionKind.REOPEN
    )
    return next((one.why for one in reversed(requests) if one.details.get("item") == key.item_id), "")


def reopened_answers(store: Store, person_id: str) -> list[ReopenedAnswer]:
    """Return the items of open rounds that a person is to answer again, with the messages."""
    open_keys = store.own_work.open_again(person_id)
    messages = [(key, message) for key in open_keys if (message := message_to(store, key))]
    items = store.texts.items([key.item_id for key, _ in messages])
    return [ReopenedAnswer(key, item, text) for (key, text), item in zip(messages, items, strict=True)]
