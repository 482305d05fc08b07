"""Offsets of the rows of a source: in the new corpus of its texts, or in that of an existing campaign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import RowPlace
from aloi.base.errors import AloiError
from aloi.corpora.model import Corpus, Document, Item, Json, Sentence
from aloi.storage.store import Store
from aloi.workbench.imports.layouts.base import Source, SourceRow, StoredItem, Stretch
from aloi.workbench.texts.corpora import whole_sentence


class Placing:
    """The items of rows: `documents` are those of a corpus that is to be made, none for a stored one."""

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        corpus: Corpus,
        documents: Sequence[Document],
        sources: Sequence[Source],
    ) -> None:
        self._store, self._campaign, self._corpus = store, campaign, corpus
        self._kind = task(campaign.schema.task_type)
        self._texts = {text.name: text.text for source in sources for text in source.texts}
        self._new = tuple(documents)
        self._cuts = {name: cuts for source in sources for name, cuts in source.sentences.items()}
        self._documents = {one.name: one for one in documents or self._stored_documents()}
        self._items: dict[tuple[str, ...], list[Item]] | None = None
        self._sentences: dict[str, Sentence] = {}
        self._made_of: dict[Stretch, Sentence] = {}
        self._found: dict[tuple[str, ...], tuple[Item, Json]] = {}

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the documents that are to be stored."""
        sentences: list[Sentence] = []
        for document in self._new:
            cuts = self._cuts.get(document.name)
            if cuts is None:
                sentences.append(whole_sentence(document))
            else:
                sentences += [_cut(document, *ends, index) for index, ends in enumerate(cuts)]
        return tuple(sentences)

    def item(self, row: SourceRow | StoredItem) -> tuple[Item, Json]:
        """Return the item of a row and its answer, unchecked.

        Raises
        ------
        AloiError
            A text that the corpus does not have, or a row that makes no item.
        """
        if isinstance(row, StoredItem):
            return row.item, row.value
        try:
            if all(one.text in self._documents for one in row.stretches):
                item, value = self._item_of(row, tuple(map(self._sentence, row.stretches)))
            else:
                item, value = self._elsewhere(row)
        except AloiError as error:
            where = row.provenance.where
            if error.found.startswith(where):
                raise
            raise error.at(where) from error
        return item, value if row.value is None else row.value

    def _stored_documents(self) -> list[Document]:
        """Return the documents of the stored corpus that are those of the source, name and text."""
        if not self._texts:
            return []
        return [
            document
            for document in self._store.texts.documents(self._corpus.id)
            if self._texts.get(document.name) == document.text
        ]

    def _sentence(self, stretch: Stretch) -> Sentence:
        if stretch not in self._made_of:
            document = self._documents[stretch.text]
            if stretch.start is None or stretch.end is None:
                self._made_of[stretch] = whole_sentence(document)
            else:
                self._made_of[stretch] = _cut(document, stretch.start, stretch.end, stretch.index)
        return self._made_of[stretch]

    def _item_of(self, row: SourceRow, sentences: tuple[Sentence, ...]) -> tuple[Item, Json]:
        at = RowPlace(self._corpus.id, sentences, row.provenance.target)
        return self._kind.from_row(row.row, at, self._campaign.schema.settings)

    def _elsewhere(self, row: SourceRow) -> tuple[Item, Json]:
        """Return a stored item with the texts of a row, or a new one on stored sentences with them.

        Two items may hold the same texts: each row takes the next of them, the last one for the rest.
        """
        if self._items is None:
            self._items = defaultdict(list)
            for item in self._store.texts.corpus_items(self._corpus.id):
                self._items[item.texts].append(item)
            self._sentences = {
                sentence.text: sentence for sentence in reversed(self._store.texts.sentences(self._corpus.id))
            }
        texts = tuple(self._text(stretch) for stretch in row.stretches)
        previous = self._found.get((row.row.id, *texts))
        if previous is not None:
            return previous[0], self._item_of(row, previous[0].sentences)[1]
        listed = self._items.get(texts, [])
        same = [item for item in listed if self._item_of(row, item.sentences)[0].id == item.id]
        if same:
            if len(same) > 1:
                listed.remove(same[0])
            item_and_value = same[0], self._item_of(row, same[0].sentences)[1]
        elif all(text in self._sentences for text in texts):
            item_and_value = self._item_of(row, tuple(self._sentences[text] for text in texts))
        else:
            raise AloiError(
                "workbench.campaign-already-other-texts",
                where=row.provenance.where,
                name=repr(self._campaign.name),
            )
        self._found[row.row.id, *texts] = item_and_value
        return item_and_value

    def _text(self, stretch: Stretch) -> str:
        text = self._texts[stretch.text]
        is_full = stretch.start is None or stretch.end is None
        return text.strip() if is_full else text[stretch.start : stretch.end]


def _cut(document: Document, start: int, end: int, index: int) -> Sentence:
    text = document.text[start:end]
    return Sentence(Sentence.make_id(document.id, start, end, text), document.id, index, start, end, text)
