"""An item as JSON and back: what the store and a release hold of each kind, beside its id and corpus."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.errors import AloiError
from corpora.model import Candidate, Item, Json, Mention, Pair, Passage, Question, Sentence, Target

_KINDS = tuple(one.kind for one in (Pair, Target, Candidate, Passage, Mention, Question))


def item_body(item: Item) -> dict[str, Json]:
    """Return what an item is made of, whole sentences included."""
    if isinstance(item, Pair):
        return {"left": sentence_json(item.left), "right": sentence_json(item.right)}
    if isinstance(item, Candidate):
        return {**_target_body(item.target), "target_id": item.target.id, "substitute": item.substitute}
    if isinstance(item, Passage):
        return {"sentence": sentence_json(item.sentence)}
    if isinstance(item, Mention):
        spans: list[Json] = [[start, end] for start, end in item.spans]
        return {"sentence": sentence_json(item.sentence), "spans": spans, "group": item.group}
    if isinstance(item, Question):
        return {"sentence": sentence_json(item.sentence), "options": [*item.options]}
    return _target_body(item)


def item_of(kind: str, item_id: str, corpus_id: str, body: Mapping[str, Json]) -> Item:
    """Return the item of a kind, an id and what `item_body` gave; other entries are passed over.

    Raises
    ------
    AloiError
        A kind this version does not know.
    """
    if kind == Pair.kind:
        return Pair(item_id, corpus_id, _sentence(body["left"]), _sentence(body["right"]))
    if kind == Target.kind:
        return _target(item_id, corpus_id, body)
    if kind == Candidate.kind:
        target = _target(str(body["target_id"]), corpus_id, body)
        return Candidate(item_id, corpus_id, target, str(body["substitute"]))
    if kind == Passage.kind:
        return Passage(item_id, corpus_id, _sentence(body["sentence"]))
    if kind == Mention.kind:
        return Mention(
            item_id, corpus_id, _sentence(body["sentence"]), _spans(body["spans"]), str(body["group"])
        )
    if kind == Question.kind:
        options = tuple(map(str, _list(body["options"])))
        return Question(item_id, corpus_id, _sentence(body["sentence"]), options)
    raise AloiError(
        f"Item {item_id} is of the kind {kind!r}.",
        f"One of these kinds was expected: {', '.join(_KINDS)}.",
        "Open it with the version of Aloi that wrote it.",
    )


def made_again(item: Item) -> Item:
    """Return the item made of what it holds: it is equal to `item` where its id is that of its content.

    Raises
    ------
    AloiError
        What it holds makes no item.
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


def _target_again(item: Target) -> Target:
    return Target.of(item.corpus_id, item.sentence, item.start, item.end, item.lemma, item.pos)


def _target_body(target: Target) -> dict[str, Json]:
    return {
        "sentence": sentence_json(target.sentence),
        "start": target.start,
        "end": target.end,
        "lemma": target.lemma,
        "pos": target.pos,
    }


def _target(target_id: str, corpus_id: str, body: Mapping[str, Json]) -> Target:
    start, end = _whole(body["start"]), _whole(body["end"])
    sentence = _sentence(body["sentence"])
    return Target(target_id, corpus_id, sentence, start, end, str(body["lemma"]), str(body["pos"]))


def sentence_json(sentence: Sentence) -> dict[str, Json]:
    """Return a sentence as the body of an item holds it."""
    return {
        "id": sentence.id,
        "document_id": sentence.document_id,
        "index": sentence.index,
        "start": sentence.start,
        "end": sentence.end,
        "text": sentence.text,
    }


def _sentence(body: Json) -> Sentence:
    if not isinstance(body, Mapping):
        raise TypeError(f"{body!r} is not a sentence")
    return Sentence(
        id=str(body["id"]),
        document_id=str(body["document_id"]),
        index=_whole(body["index"]),
        start=_whole(body["start"]),
        end=_whole(body["end"]),
        text=str(body["text"]),
    )


def _whole(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _spans(value: Json) -> tuple[tuple[int, int], ...]:
    spans = []
    for span in _list(value):
        start, end = _list(span)
        spans.append((_whole(start), _whole(end)))
    return tuple(spans)
