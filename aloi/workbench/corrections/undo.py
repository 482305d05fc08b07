"""Reversal of the last addition of texts to a corpus, from files or another corpus, while they are unused."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Corpus
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.requests.corrections import RevertTextsRequest


@dataclass(frozen=True, slots=True)
class TextsBackEffect:
    """The loss of a corpus: the texts of a version, and the items added with them or made from them.

    `version` is the reverted one; the one before is in force then.
    """

    version: int
    texts: int
    items: int


def texts_back_effect(store: Store, request: RevertTextsRequest) -> TextsBackEffect:
    """Return the effect of reverting the last version of a corpus.

    Raises
    ------
    AloiError
        A corpus without added texts, or a version whose items are in rounds, were cleaned or have an assumed
        value.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    effect, items = _planned(store, stored_corpus)
    _check_unused(store, stored_corpus, effect, items)
    return effect


def take_texts_back(store: Store, request: RevertTextsRequest, now: datetime) -> Correction:
    """Return the correction that reverted the last version of a corpus; errors are those of the effect.

    The texts are deleted with their sentences and items. Rounds, answers, golds and releases do not change,
    because they contain none of these.
    """
    stored_corpus = store.texts.corpus(request.corpus)
    seen = store.cached_results.states([stored_corpus.id])
    effect, items = _planned(store, stored_corpus)
    with store.together():
        if store.cached_results.states([stored_corpus.id]) != seen:
            effect, items = _planned(store, stored_corpus)
        _check_unused(store, stored_corpus, effect, items)
        store.setup.take_texts_back(stored_corpus.id, effect.version, items, now)
        return log_correction(
            store, request, now, CorrectionKind.TAKE_BACK, to_json(effect), corpus=stored_corpus
        )


def _planned(store: Store, corpus: Corpus) -> tuple[TextsBackEffect, list[str]]:
    """Return the effect of reverting a version, and the ids of the deleted items."""
    versions = store.texts.versions(corpus.id)
    if not versions:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-corpus-name-2", name=repr(corpus.name)),
            content=Term("no-added"),
            expected=Term("corpus-with-added"),
            todo=Term("name-another-corpus"),
        )
    last = versions[-1].version
    texts = {
        its_id for its_id, version in store.texts.document_versions(corpus.id).items() if version == last
    }
    came = store.setup.items_of_version(corpus.id, last)
    items = [
        item.id
        for item in store.texts.corpus_items(corpus.id)
        if item.id in came or any(each.document_id in texts for each in item.sentences)
    ]
    return TextsBackEffect(last, len(texts), len(items)), items


def _check_unused(store: Store, corpus: Corpus, effect: TextsBackEffect, items: list[str]) -> None:
    """Raise AloiError with counts and rounds if rounds or decisions contain items to be deleted."""
    uses = store.setup.uses_of_items(items)
    if not uses:
        return
    names = {one.id: one.name for one in store.campaigns.list(archived=True)}
    raise AloiError(
        "aloi.in-use",
        name=Term("version-version", name=repr(corpus.name), version=effect.version),
        uses=Term(
            "items-of-its-texts",
            answers=sum(one.answers for one in uses),
            items=sum(one.items for one in uses),
            places=[
                f"{names[use.campaign_id]}{f'/{use.number}' if use.number else ''} ({use.items})"
                for use in uses
            ],
        ),
        expected=Term("texts-without"),
        todo=Term("delete-these"),
    )
