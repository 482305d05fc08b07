"""An item as JSON and back: the content of each kind in the store and in a release, without id and corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.terms import Term
from aloi.corpora.model import Candidate, Item, Json, Mention, Pair, Passage, Question, Sentence, Target

_KINDS: dict[str, type[Item]] = {
    item_class.kind: item_class for item_class in (Pair, Target, Candidate, Passage, Mention, Question)
}
_IDENTITY_FIELDS = ("id", "corpus_id")


def item_body(item: Item) -> dict[str, Json]:
    """Return what an item is made of, whole sentences included."""
    if not isinstance(item, Candidate):
        body: dict[str, Json] = to_json(item, *_IDENTITY_FIELDS)
        return body
    return {**item_body(item.target), "target_id": item.target.id, "substitute": item.substitute}


def item_of(kind: str, item_id: str, corpus_id: str, body: Mapping[str, Json]) -> Item:
    """Return the item of a kind, an id and what `item_body` gave; other entries are passed over.

    Raises
    ------
    AloiError
        A kind this version does not know, or a body that is not of that kind.
    """
    if kind == Candidate.kind:
        target = from_json(Target, body, id=body["target_id"], corpus_id=corpus_id)
        return Candidate(item_id, corpus_id, target, str(body["substitute"]))
    if kind in _KINDS:
        return from_json(_KINDS[kind], body, id=item_id, corpus_id=corpus_id)
    raise AloiError(
        "aloi.wrong-kind",
        name=Term("item-named", item=item_id),
        kind=repr(kind),
        expected=Term("one-of", choices=_KINDS),
        todo=Term("open-with-version"),
    )


def made_again(item: Item) -> Item:
    """Return the item rebuilt from its content: it is equal to `item` if its id is that of its content.

    Raises
    ------
    AloiError
        The content is not that of an item.
    """
    if isinstance(item, Pair):
        return Pair.of(item.corpus_id, item.left, item.right)
    if isinstance(item, Candidate):
        return Candidate.of(_target_again(item.target), item.substitute)
    if isinstance(item, Passage):
        return Passage.of(item.corpus_id, item.sentence)
    if isinstance(item, Mention):
        return Mention.of(item.corpus_id, item.sentence, item.spans, item.group)
    if isinstance(item, Question):
        return Question.of(item.corpus_id, item.sentence, item.options)
    return _target_again(item)


def moved(item: Item, corpus_id: str, documents: Mapping[str, str]) -> Item:
    """Return an item in another corpus; `documents` says which document there each of its own is."""

    def moved_sentence(sentence: Sentence) -> Sentence:
        its_id = documents[sentence.document_id]
        return replace(
            sentence,
            document_id=its_id,
            id=Sentence.make_id(its_id, sentence.start, sentence.end, sentence.text),
        )

    if isinstance(item, Pair):
        return Pair.of(corpus_id, moved_sentence(item.left), moved_sentence(item.right))
    if isinstance(item, Candidate):
        target = replace(item.target, corpus_id=corpus_id, sentence=moved_sentence(item.target.sentence))
        return made_again(replace(item, corpus_id=corpus_id, target=target))
    return made_again(replace(item, corpus_id=corpus_id, sentence=moved_sentence(item.sentence)))


def _target_again(item: Target) -> Target:
    return Target.of(item.corpus_id, item.sentence, item.start, item.end, item.lemma, item.pos)
