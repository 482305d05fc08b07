"""Endpoints of items, suggestions, annotations and decisions: in as files, out in pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from aloi.base.records import to_json
from aloi.workbench.endpoints.base import (
    ANY,
    FLAG,
    INTEGER,
    NUMBER,
    TEXT,
    Call,
    Endpoint,
    Page,
    maybe,
    read_cursor,
    record,
    rows_of,
    window,
    written_cursor,
)
from aloi.workbench.endpoints.requests import AnnotationFeedRequest, DecisionListRequest, ItemFeedRequest
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.items import ItemsRequest
from aloi.workbench.requests.programs import SuggestionsRequest
from aloi.workbench.requests.rounds import DecisionsRequest, ExportAnswersRequest

if TYPE_CHECKING:
    from aloi.annotation.model import Round
    from aloi.corpora.model import Item
    from aloi.gold.model import Adjudication
    from aloi.storage.answers.feed import ArrivedAnswer

_CAMPAIGN = "/campaigns/{campaign}"
_ITEM = record(id=TEXT, kind=TEXT, texts=rows_of(TEXT), documents=rows_of(TEXT))
_ANNOTATION = record(
    round=INTEGER,
    item_id=TEXT,
    annotator=TEXT,
    occasion=INTEGER,
    revision=INTEGER,
    value=ANY,
    flag=FLAG,
    comment=TEXT,
    seconds=maybe(NUMBER),
    guideline_version=maybe(INTEGER),
    submitted_at=maybe(TEXT),
    event_id=TEXT,
)
_DECISION = record(
    item_id=TEXT,
    revision=INTEGER,
    adjudicators=rows_of(TEXT),
    value=ANY,
    why=TEXT,
    considered=rows_of(TEXT),
    created_at=TEXT,
)


def _items(request: ItemFeedRequest, call: Call) -> Page:
    from aloi.workbench.texts.restriction import allow_export

    campaign = call.store.campaigns.get(request.campaign)
    corpus = call.store.texts.corpus(campaign.corpus_id)
    allow_export(call.store, corpus, f"items of {campaign.name}", request.reason, call.now)
    items = call.store.texts.items_after(corpus.id, read_cursor(call.cursor, str), call.limit)
    next_cursor = written_cursor(items[-1].id) if len(items) == call.limit else None
    return Page("items", [_item(one) for one in items], next_cursor)


def _item(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "kind": type(item).__name__.lower(),
        "texts": list(item.texts),
        "documents": [sentence.document_id for sentence in item.sentences],
    }


def _table(request: ItemsRequest, call: Call) -> dict[str, Any]:
    """Return rows of the table of items as the worker computed it last; none before the first time."""
    from aloi.workbench.cache import refresh
    from aloi.workbench.cache.base import Context
    from aloi.workbench.cache.items import ListItems, items_window
    from aloi.workbench.cache.results import read

    campaign_id = call.store.campaigns.get(request.campaign).id
    cached = read(call.store, ListItems(campaign_id))
    refresh.refresh(call.store.unscoped, [cached], call.by, call.now)
    shown = items_window(request, Context(call.store, call.folder))
    return {
        "total": None if shown is None else shown.total,
        "items": [] if shown is None else [dict(row) for row in shown.rows],
        "computed_at": None if shown is None or cached.at is None else cached.at.isoformat(),
        "is_current": cached.is_current,
    }


def _annotations(request: AnnotationFeedRequest, call: Call) -> Page:
    from aloi.workbench.access import hidden_items

    campaign = call.store.campaigns.get(request.campaign)
    rounds = call.store.campaigns.rounds(campaign.id, with_items=False)
    if request.round is not None:
        from aloi.workbench.rounds.rounds import find_round

        rounds = [find_round(call.store, campaign.id, request.round, with_items=False)]
    positions: dict[str, Any] = {**read_cursor(call.cursor, dict)}
    hidden = hidden_items(call.store, campaign.id)
    names = {person.id: person.pseudonym for person in call.store.people.list()}
    rows: list[dict[str, Any]] = []
    for round_, arrived in _arrived(rounds, positions, call):
        positions[str(round_.number)] = arrived.number
        if arrived.annotation.key.item_id not in hidden:
            rows.append(_annotation(round_, arrived, names[arrived.annotation.key.annotator_id]))
    return Page("annotations", rows, written_cursor(positions))


def _arrived(
    rounds: list[Round], positions: dict[str, Any], call: Call
) -> Iterator[tuple[Round, ArrivedAnswer]]:
    left = call.limit
    for round_ in rounds:
        position = positions.get(str(round_.number), 0)
        after = position if isinstance(position, int) and 0 <= position < 2**53 else 0
        arrived = call.store.answer_feed.after(round_.id, after, left) if left else ()
        left -= len(arrived)
        yield from ((round_, one) for one in arrived)


def _annotation(round_: Round, arrived: ArrivedAnswer, pseudonym: str) -> dict[str, Any]:
    annotation = arrived.annotation
    return to_json(
        annotation,
        "key",
        "shown",
        "created_at",
        round=round_.number,
        item_id=annotation.key.item_id,
        annotator=pseudonym,
        occasion=annotation.key.occasion,
        submitted_at=annotation.created_at.isoformat() if annotation.created_at else None,
    )


def _decisions(request: DecisionListRequest, call: Call) -> Page:
    from aloi.workbench.access import hidden_items
    from aloi.workbench.rounds.rounds import find_round

    round_ = find_round(call.store, request.campaign, request.round, with_items=False)
    hidden = hidden_items(call.store, request.campaign)
    decisions = [one for one in call.store.gold.adjudications(round_.id) if one.item_id not in hidden]

    def describe(decision: Adjudication) -> dict[str, Any]:
        return to_json(decision, "round_id", "schema_version")

    return window(call, "adjudications", decisions, describe)


ENDPOINTS = (
    Endpoint(ImportRequest, "POST", f"{_CAMPAIGN}/imports"),
    Endpoint(ItemFeedRequest, "GET", f"{_CAMPAIGN}/items", _items, _ITEM, "items"),
    Endpoint(
        ItemsRequest,
        "GET",
        f"{_CAMPAIGN}/items/table",
        _table,
        record(total=maybe(INTEGER), items=rows_of(ANY), computed_at=maybe(TEXT), is_current=FLAG),
    ),
    Endpoint(SuggestionsRequest, "POST", f"{_CAMPAIGN}/suggestions"),
    Endpoint(
        AnnotationFeedRequest, "GET", f"{_CAMPAIGN}/annotations", _annotations, _ANNOTATION, "annotations"
    ),
    Endpoint(ExportAnswersRequest, "POST", f"{_CAMPAIGN}/annotations/files"),
    Endpoint(
        DecisionListRequest,
        "GET",
        f"{_CAMPAIGN}/rounds/{{round}}/adjudications",
        _decisions,
        _DECISION,
        "adjudications",
    ),
    Endpoint(DecisionsRequest, "POST", f"{_CAMPAIGN}/rounds/{{round}}/adjudications"),
)
