"""Items of rows of words: of the invented texts, of what a person pastes, and of plain tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from aloi.base.errors import AloiError
from aloi.corpora.model import Candidate, Item, Mention, Origin, Pair, Passage, Question, Sentence, Target
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.workbench.texts.corpora import About, add_whole_texts, make_corpus, whole_sentence

# A target or a mention in its text, as everybody can type it: The [thin] layer.
_MARKED = re.compile(r"\[([^\[\]]+)\]")
_MARKED_KINDS = (Target.kind, Mention.kind, Candidate.kind)


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row: its text, or the two of a pair; its further data (options, substitutes); its position."""

    texts: tuple[str, ...]
    parts: tuple[str, ...]
    where: str


def takes_marks(item_kind: str) -> bool:
    """Return whether the target words of items of a kind are in square brackets."""
    return item_kind in _MARKED_KINDS


def corpus_of_rows(store: Store, item_kind: str, rows: Sequence[TextRow], about: About, now: datetime) -> str:
    """Return the id of a corpus of rows, with their items; each text is a document.

    Each mark of a text is an item of its own, and each substitute of a row: they share their document.

    Raises
    ------
    AloiError
        A row without a mark, or with several if one substitute is judged; nothing is stored then.
    """
    texts = _texts(item_kind, rows)
    with store.together():
        corpus_id, sentences = add_whole_texts(store, texts, about)
        items = _items_of_rows(item_kind, corpus_id, rows, sentences)
        store.texts.add_items(
            [(one, Origin(one.id, "import", {}, None, None, None, None, now)) for one in items]
        )
    return corpus_id


def sample_items(item_kind: str, rows: Sequence[TextRow]) -> list[Item]:
    """Return the items of rows of no corpus, as `corpus_of_rows` would store them."""
    _, documents = make_corpus(_texts(item_kind, rows), About("sample", "en", "-", ""))
    return _items_of_rows(item_kind, "", rows, [whole_sentence(one) for one in documents])


def _texts(item_kind: str, rows: Sequence[TextRow]) -> list[ReadText]:
    """Return the texts of rows without marks."""
    for row in rows:
        _check(item_kind, row)
    marked = takes_marks(item_kind)
    return [
        ReadText(f"{number}-{side}", _MARKED.sub(r"\1", text) if marked else text, {}, row.where)
        for number, row in enumerate(rows, 1)
        for side, text in enumerate(row.texts, 1)
    ]


def _items_of_rows(
    item_kind: str, corpus_id: str, rows: Sequence[TextRow], sentences: Sequence[Sentence]
) -> list[Item]:
    following = iter(sentences)
    return [
        item
        for row in rows
        for item in _items(item_kind, corpus_id, row, [next(following) for _ in row.texts])
    ]


def _check(item_kind: str, row: TextRow) -> None:
    marks = len(_MARKED.findall(row.texts[0]))
    if takes_marks(item_kind) and not marks:
        raise AloiError("workbench.starting-no-mark", where=row.where)
    if item_kind == Candidate.kind and (marks > 1 or not row.parts):
        raise AloiError("workbench.starting-substitute", where=row.where, marks=marks, parts=len(row.parts))


def _items(item_kind: str, corpus_id: str, row: TextRow, sentences: Sequence[Sentence]) -> Iterator[Item]:
    """Yield the items of a row."""
    sentence = sentences[0]
    if item_kind == Pair.kind:
        yield Pair.of(corpus_id, sentence, sentences[1])
    elif item_kind == Passage.kind:
        yield Passage.of(corpus_id, sentence)
    elif item_kind == Question.kind:
        yield Question.of(corpus_id, sentence, row.parts)
    elif item_kind == Mention.kind:
        for begin, end, _ in _marks(row.texts[0]):
            yield Mention.of(corpus_id, sentence, ((begin, end),))
    else:
        for begin, end, word in _marks(row.texts[0]):
            target = Target.of(corpus_id, sentence, begin, end, word, "")
            if item_kind == Target.kind:
                yield target
            else:
                yield from (Candidate.of(target, one) for one in row.parts)


def _marks(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each marked word begins and ends in the text without its white ends and marks."""
    text = text.strip()
    for before, mark in enumerate(_MARKED.finditer(text)):
        begin = mark.start() - 2 * before
        yield begin, begin + len(mark[1]), mark[1]
