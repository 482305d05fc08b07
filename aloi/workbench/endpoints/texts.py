"""Endpoints of corpora and terminologies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aloi.base.records import to_json
from aloi.workbench.endpoints.base import FLAG, INTEGER, TEXT, Call, Endpoint, Page, record, window
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.corrections import AddTextsRequest
from aloi.workbench.requests.queries import ListCorporaRequest
from aloi.workbench.requests.texts import CorpusRequest, SegmentRequest, TerminologyRequest

if TYPE_CHECKING:
    from aloi.corpora.model import Corpus

CORPUS = record(
    id=TEXT, name=TEXT, language=TEXT, licence=TEXT, source=TEXT, checksum=TEXT, restricted=FLAG,
    archived=FLAG, documents=INTEGER, sentences=INTEGER, items=INTEGER,
)  # fmt: skip


def _corpora(request: ListCorporaRequest, call: Call) -> Page:
    def describe(corpus: Corpus) -> dict[str, Any]:
        return {**to_json(corpus), **to_json(call.store.texts.counts(corpus.id))}

    return window(call, "corpora", call.store.texts.corpora(archived=request.archived), describe)


def _passages(request: PassagesRequest, call: Call) -> dict[str, Any]:
    from aloi.workbench.candidates.passages import make_passages

    done = make_passages(call.store, request, call.now)
    return {"corpus": done.corpus.name, "by": done.by, "items": len(done.item_ids), "new": done.new}


ENDPOINTS = (
    Endpoint(ListCorporaRequest, "GET", "/corpora", _corpora, CORPUS, "corpora"),
    Endpoint(CorpusRequest, "POST", "/corpora"),
    Endpoint(AddTextsRequest, "POST", "/corpora/{corpus}/documents"),
    Endpoint(SegmentRequest, "POST", "/corpora/{corpus}/sentences"),
    Endpoint(
        PassagesRequest, "POST", "/corpora/{corpus}/passages", _passages,
        record(corpus=TEXT, by=TEXT, items=INTEGER, new=INTEGER),
    ),
    Endpoint(TerminologyRequest, "POST", "/terminologies"),
)  # fmt: skip
