"""Import mentions: stretches of text whose concept is asked for, from any corpus of linked mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aloi.errors import AloiError
from annotation.rows import LinkedMention
from corpora.language.segment import segment, splitter_name
from corpora.model import Corpus, Document, Json, Mention, Origin, Sentence
from corpora.readers.base import ReadText
from gold.formats.source_files import Note, Notebook, Spans, covered, squeezed
from storage.store import Store
from workbench.studies.linking.files import mentions_of
from workbench.texts.corpora import About, add_corpus, make_corpus, whole_sentence

SHORT = 500  # characters of a text that is shown whole
AROUND = 1  # sentences shown before and after those of the mention in a longer text
LEFT_OUT = "not stored: "
_JOINED = "at the place of another mention, one item for both"
_EMPTY = "documents without a mention, not stored"


@dataclass(frozen=True, slots=True)
class ImportedMentions:
    """What an import brought.

    `read` counts the mentions of the source by sort, as `Mentions.counts`; `items` the different mentions
    stored; `new` is False where the same texts were there already. `notes` tell what is unusual and, after
    `not stored:`, what was left out; `items`, `joined` and `left_out` add up to the mentions read.
    """

    corpus: Corpus
    documents: int
    items: int
    new: bool
    read: dict[str, int]
    notes: tuple[Note, ...]

    @property
    def left_out(self) -> int:
        """How many mentions of the source were not stored."""
        return sum(one.count for one in self.notes if one.what.startswith(LEFT_OUT))

    @property
    def joined(self) -> int:
        """How many mentions stand at the place of another one: the source gives it several concepts."""
        return sum(one.count for one in self.notes if one.what == _JOINED)


def import_mentions(
    store: Store,
    path: Path,
    about: About,
    now: datetime,
    *,
    reader: str | None = None,
    group: str | None = None,
    texts: Path | None = None,
    around: int = AROUND,
) -> ImportedMentions:
    """Return the corpus made of the texts of linked mentions, with a Mention item for each.

    A mention is shown in its text; of one longer than `SHORT` characters, in the sentences it stands in and
    `around` ones before and after. Those whose place is not known or does not hold them are left out and
    counted. The concept of the source is kept with where the item came from; annotators do not see it.

    Parameters
    ----------
    reader : str, optional
        One of `gold.formats.mentions.files.READERS`; by default what the path says.
    group : str, optional
        Only the mentions of this type or semantic group.
    texts : Path, optional
        Where the texts stand, if neither in the file nor beside it.

    Raises
    ------
    AloiError
        A source that cannot be read, or without one mention at its place in a text.
    """
    found = mentions_of(path, reader, group, texts)
    notebook = Notebook()
    placed = [one for one in found.mentions if _has_place(one, notebook)]
    if not placed:
        told = "; ".join(f"{one.what}: {one.count}" for one in notebook.notes())
        raise AloiError(
            f"{path.name} has {len(found.mentions)} mentions, none at its place in a text ({told}).",
            "Mentions with the text they stand in and their places in it were expected.",
            "Put the texts beside the annotations, or choose another reader.",
        )
    names = _document_names(placed)
    found_texts = [ReadText(name, text, {}, f"{path.name}, {name}") for (_, text), name in names.items()]
    corpus, documents = make_corpus(found_texts, about)
    by_name = {one.name: one for one in documents}
    split = {one.name: segment(one, corpus.language) for one in documents}
    items: set[str] = set()
    origins: list[tuple[Mention, Origin]] = []
    for one in placed:
        name = names[one.document_id, one.text]
        mention = _in_context(one, by_name[name], split[name], around)
        if mention.id in items:
            notebook.add(_JOINED, one.id)
        items.add(mention.id)
        origins.append((mention, _origin(mention, one, path, now)))
    new = add_corpus(store, corpus, documents)
    sentences = [one for document in documents for one in split[document.name]]
    store.texts.save_sentences(corpus.id, sentences, splitter_name(corpus.language))
    store.texts.add_items(origins)
    notes = [*found.notes, *notebook.notes()]
    read = found.counts()
    if missing := read["documents"] - read["documents_with_mentions"]:
        notes.append(Note(_EMPTY, missing, ""))
    return ImportedMentions(corpus, len(documents), len(items), new, read, tuple(notes))


def _has_place(one: LinkedMention, notebook: Notebook) -> bool:
    """Return whether a mention stands at its place in a text; note why it does not."""
    spans = sorted(one.spans)
    ends = [0, *(end for _, end in spans)]
    if not one.text.strip():
        why = "no text"
    elif not spans:
        why = "no place"
    elif any(not 0 <= start < end <= len(one.text) for start, end in spans):
        why = "a place outside the text"
    elif any(start < before for before, (start, _) in zip(ends, spans, strict=False)):
        why = "places that overlap"
    elif not _holds(one):
        why = "a place that does not hold the mention"
    else:
        return True
    notebook.add(LEFT_OUT + why, one.id)
    return False


def _holds(one: LinkedMention) -> bool:
    """Return whether the places hold the mention, white space counting as one."""
    return squeezed(covered(one.text, one.spans)) == squeezed(one.mention)


def _document_names(mentions: Sequence[LinkedMention]) -> dict[tuple[str, str], str]:
    """Return a name for each different text; a number is added where one name has several texts."""
    names: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for one in mentions:
        key = (one.document_id, one.text)
        if key in names:
            continue
        wanted = name = one.document_id.strip() or "text"
        number = 1
        while name in taken:
            number += 1
            name = f"{wanted}#{number}"
        names[key] = name
        taken.add(name)
    return names


def _in_context(one: LinkedMention, document: Document, sentences: list[Sentence], around: int) -> Mention:
    """Return the item of a mention, its places counted in the stretch of the document that is shown."""
    spans: Spans = tuple(sorted(one.spans))
    context = _context(document, spans, sentences, around)
    moved = tuple((start - context.start, end - context.start) for start, end in spans)
    return Mention.of(document.corpus_id, context, moved, one.group)


def _context(document: Document, spans: Spans, sentences: list[Sentence], around: int) -> Sentence:
    """Return the stretch of a document that is shown with a mention; it holds all its parts."""
    first, last = spans[0][0], spans[-1][1]
    start, end, index = first, last, 0
    if len(document.text) <= SHORT:
        whole = whole_sentence(document)
        start, end = min(whole.start, first), max(whole.end, last)
    else:
        touched = [at for at, each in enumerate(sentences) if each.start < last and each.end > first]
        if touched:
            index = max(0, touched[0] - around)
            stop = min(len(sentences) - 1, touched[-1] + around)
            start, end = min(sentences[index].start, first), max(sentences[stop].end, last)
    text = document.text[start:end]
    return Sentence(Sentence.make_id(document.id, start, end, text), document.id, index, start, end, text)


def _origin(mention: Mention, one: LinkedMention, path: Path, now: datetime) -> Origin:
    facts: dict[str, Json] = {"file": path.name, "id": one.id, "concept": one.concept}
    return Origin(mention.id, "import", facts, None, None, None, None, now)
