"""Sentences of texts, from file to file."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.collection import collect
from aloi.corpora.language.segment import has_outer_spaces, split, splitter_name
from aloi.corpora.readers import read_texts, write_table
from aloi.workbench.progress import Progress, silent
from aloi.workbench.reports.files import check_out
from aloi.workbench.requests.texts import SegmentFileRequest

SENTENCE_COLUMNS = ("id", "document_id", "index", "start", "end", "text")
_DOCUMENTS_PER_REPORT = 50


@dataclass(frozen=True, slots=True)
class SegmentCounts:
    """The number of sentences of the documents, and the splitter.

    `by_plain_rules` names the documents that the splitter could not process, which simple rules have split
    instead. `outer_spaces` counts the documents with white space at an end: offsets count it, no sentence
    contains it.
    """

    documents: int
    sentences: int
    characters: int
    splitter: str
    by_plain_rules: tuple[str, ...] = ()
    outer_spaces: int = 0


def segment_file(request: SegmentFileRequest, progress: Progress = silent) -> SegmentCounts:
    """Return the counts after writing the sentences of texts to a table (`SENTENCE_COLUMNS`).

    `document_id` is the name the document has in its source; `text[start:end]` of the document is the
    sentence, in code points, half open.

    Raises
    ------
    AloiError
        Texts that cannot be read, or a table to write that has no known format; nothing is written then.
    """
    check_out(request.out)
    texts = read_texts(request.texts, text_column=request.text_column, id_column=request.id_column)
    documents = collect(
        texts, name=request.texts.name, language=request.language, licence="not stated"
    ).documents
    rows: list[dict[str, object]] = []
    by_plain_rules: list[str] = []
    for done, document in enumerate(documents):
        if done % _DOCUMENTS_PER_REPORT == 0:
            progress(done, len(documents), Term("progress-documents-split"))
        split_text = split(document, request.language)
        if split_text.by_plain_rules:
            by_plain_rules.append(document.name)
        rows.extend(
            to_json(sentence, id=f"{document.name}:{sentence.index}", document_id=document.name)
            for sentence in split_text.sentences
        )
    write_table(request.out, SENTENCE_COLUMNS, rows)
    characters = sum(len(document.text) for document in documents)
    outer_spaces = sum(has_outer_spaces(document.text) for document in documents)
    return SegmentCounts(
        len(documents),
        len(rows),
        characters,
        splitter_name(request.language),
        tuple(by_plain_rules),
        outer_spaces,
    )
