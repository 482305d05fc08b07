"""The readers of labelled spans, and how those of mentions and of tagged tokens are read as spans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from aloi.annotation.rows import LabelledRelation, LabelledSpan, LinkedMention, TaggedTokens
from aloi.annotation.spans import merge_parts, spans_of_tags, tokens_and_tags
from aloi.annotation.tag_schemes import Scheme, scheme_named
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.gold.formats.base import part_files
from aloi.gold.formats.mention_offsets import OTHER_MENTION, OUTSIDE_PLACES
from aloi.gold.formats.mentions.bigbio import read_bigbio_spans
from aloi.gold.formats.mentions.bioc import RELATIONS
from aloi.gold.formats.mentions.files import LINES_OF_RELATIONS, read_mentions
from aloi.gold.formats.mentions.files import READERS as MENTION_READERS
from aloi.gold.formats.source_files import Notebook, excluded
from aloi.gold.formats.span_names import label_name
from aloi.gold.formats.span_schema import RELATED, merged
from aloi.gold.formats.spans.brat import CONCEPTS, SpanRows, misfit, read_brat_rows
from aloi.gold.formats.spans.conll import read_tagged
from aloi.gold.formats.spans.conllu_files import SUFFIXES as CONLLU_SUFFIXES
from aloi.gold.formats.spans.conllu_files import read_conllu_files
from aloi.gold.formats.spans.docbin import read_docbin

NO_TEXT = excluded("spans", Phrase("why-without-text-place", "without a text or offsets"))
UNLINKED = excluded(
    "relations",
    Phrase("why-unlinked", "between concepts or texts, not between two spans of a text"),
)
_RELATIONS = (RELATIONS, LINES_OF_RELATIONS)
UNNAMED = "entity"  # the label of mentions whose source names no type
_PART = "all"
_BY_SUFFIX = {
    **dict.fromkeys((".conll", ".bio", ".iob"), "conll"),
    **dict.fromkeys(CONLLU_SUFFIXES, "conllu"),
    ".spacy": "docbin",
}


def read_spans(path: Path, reader: str | None = None, scheme: str = "") -> SpanRows:
    """Return the texts of a source with their spans, and notes on irregularities.

    Parameters
    ----------
    reader : str, optional
        `brat`, `conll`, `conllu`, `docbin`, or a reader of mentions (`e3c`, `mantra`, `bigbio`, `bioc` ...),
        whose type or semantic group is the label. By default BioC if the files are BioC, otherwise by the
        suffix of the path; brat for a folder.

    scheme : str
        Of the tags of CoNLL and CoNLL-U files; empty to infer it from the tags.

    Raises
    ------
    AloiError
        No such reader or scheme, nothing at the path, no content in the reader's format, or a scheme for a
        format without tags.
    """
    chosen = reader or _BY_SUFFIX.get(path.suffix.lower())
    if scheme:
        if chosen is None or chosen not in _TAGGED:
            raise AloiError("gold.span-files-scheme-without-tags", path=path.name, scheme=scheme)
        return _TAGGED[chosen](path, scheme_named(scheme))
    if chosen is not None and chosen in READERS:
        return READERS[chosen](path)
    if chosen is None and is_bioc(path):
        return _of_mentions(path, "bioc")
    if chosen is None and (path.is_dir() or path.suffix.lower() in (".zip", ".ann")):
        return read_brat_rows(path)
    if chosen is not None:
        known_name(chosen, names(), Phrase("kind-reader-of-spans", "reader of spans"))
    return _of_mentions(path, chosen)


def names() -> tuple[str, ...]:
    """Return the names of the readers."""
    return tuple(dict.fromkeys((*READERS, *MENTION_READERS)))


def _of_conll(path: Path, scheme: Scheme | None = None) -> SpanRows:
    """Return the sentences of a CoNLL file or folder; their tokens with single spaces are the text."""
    files = sorted(path.glob("*.conll")) if path.is_dir() else [path]
    if not files:
        raise AloiError("aloi.no-content", path=path, content=Term("no-file-of", suffix=".conll"))
    source = read_tagged(files, scheme)
    parts: dict[str, tuple[TaggedTokens, ...]] = {}
    for file, sentences in source.sentences.items():
        rows = []
        for number, sentence in enumerate(sentences, start=1):
            text, spans = spans_of_tags(sentence.tokens, sentence.tags)
            name = sentence.source_id or sentence.id or f"{file.stem}-{number}"
            rows.append(
                TaggedTokens(name, sentence.document or name, *tokens_and_tags(text, spans), text, spans)
            )  # fmt: skip
        parts[file.stem] = tuple(rows)
    return SpanRows(parts, source.notes, source.scheme)


def _of_conllu(path: Path, scheme: Scheme | None = None) -> SpanRows:
    """Return the sentences of a CoNLL-U file or folder, their text with the spaces that MISC says."""
    files = [file for suffix in CONLLU_SUFFIXES for file in sorted(path.glob(f"*{suffix}"))]
    if path.is_dir() and not files:
        raise AloiError("aloi.no-content", path=path, content=Term("no-file-of", suffix=".conll"))
    source = read_conllu_files(files or [path], scheme)
    parts = {}
    for file, sentences in source.sentences.items():
        rows = []
        for each in sentences:
            spans = each.marked()
            tagged = tokens_and_tags(each.text, spans)
            name = each.source_id or each.id
            rows.append(TaggedTokens(name, each.document or name, *tagged, each.text, spans, each.relations))
        parts[file.stem] = tuple(rows)
    return SpanRows(parts, source.notes, source.scheme)


def _of_mentions(path: Path, reader: str | None) -> SpanRows:
    """Return the documents of linked mentions, the group of a mention as its label."""
    source = read_mentions(path, reader)
    notebook = Notebook()
    texts: dict[str, str] = {}
    names: dict[tuple[str, str], str] = {}  # a text of its own under an id that another one has is numbered
    spans: dict[str, list[LabelledSpan | None]] = defaultdict(list)
    places: dict[str, tuple[str, int]] = {}  # of each mention, its text and its index there
    for mention in source.mentions:
        if not mention.text or not mention.spans:
            notebook.add(NO_TEXT, mention.id)
            continue
        key = mention.document_id, mention.text
        if key not in names:
            number = sum(document == mention.document_id for document, _ in names)
            names[key] = f"{mention.document_id}#{number + 1}" if number else mention.document_id
            texts[names[key]] = mention.text
        if mention.concept:
            notebook.add(CONCEPTS, mention.id)
        places[mention.id] = (names[key], len(spans[names[key]]))
        spans[names[key]].append(_span_of(mention, notebook))
    relations: dict[str, list[LabelledRelation]] = defaultdict(list)
    for link in source.links:
        (head_text, head), (tail_text, tail) = (places.get(end, ("", -1)) for end in (link.head, link.tail))
        if head_text and head_text == tail_text:
            relations[head_text].append(LabelledRelation(label_name(link.type) or RELATED, head, tail))
        else:
            notebook.add(UNLINKED, "")
    rows = []
    for document, text in texts.items():
        ordered, between = merged(spans[document], relations[document], notebook, document)
        tagged = tokens_and_tags(text, ordered)
        rows.append(TaggedTokens(document, document, *tagged, text, ordered, between))
    if source.documents is not None and source.documents > len(rows):
        notebook.add(
            Phrase("import-texts-without-span", "texts without a span, which this reader does not give"),
            "",
            source.documents - len(rows),
        )
    notes = [
        replace(note, count=note.count - len(source.links)) if note.description in _RELATIONS else note
        for note in source.notes
        if note.description not in (OUTSIDE_PLACES, OTHER_MENTION)
    ]
    notes = [note for note in notes if note.count]
    return SpanRows({_PART: tuple(rows)}, (*notes, *notebook.notes()))


def _span_of(mention: LinkedMention, notebook: Notebook) -> LabelledSpan | None:
    label = label_name(mention.group) or UNNAMED
    if reason := misfit(mention.text, mention.spans, mention.mention):
        notebook.add(reason, mention.id)
        return None
    return LabelledSpan(label, merge_parts(mention.spans, mention.text, lines=True))


def _of_bigbio(path: Path) -> SpanRows:
    """Return the texts that Aloi wrote with their spans, or the documents of mentions of others."""
    rows = read_bigbio_spans(path)
    return SpanRows({_PART: rows}, ()) if rows else _of_mentions(path, "bigbio")


def _of_docbin(path: Path) -> SpanRows:
    """Return the documents of a DocBin file or folder."""
    files = part_files(path, ".spacy") if path.is_dir() else [path]
    notebook = Notebook()
    rows = {file.stem: read_docbin(file, notebook) for file in files}
    return SpanRows(rows, notebook.notes())


_TAGGED: Mapping[str, Callable[[Path, Scheme | None], SpanRows]] = {
    "conll": _of_conll,
    "conllu": _of_conllu,
}
READERS: Mapping[str, Callable[[Path], SpanRows]] = {
    "brat": read_brat_rows,
    "conll": _of_conll,
    "conllu": _of_conllu,
    "docbin": _of_docbin,
    "bigbio": _of_bigbio,
}
