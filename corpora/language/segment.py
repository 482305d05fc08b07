"""Sentences of a document, with offsets that always give back the text."""

from __future__ import annotations

import re
from importlib.metadata import version

import sentencex

from corpora.language import french
from corpora.model import Document, Sentence

BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")


def segment(document: Document, language: str) -> list[Sentence]:
    """Return the sentences of a document in order; `document.text[s.start:s.end] == s.text` for each.

    White space at both ends is left out, so nothing but white space lies between two sentences.

    Parameters
    ----------
    document : Document
        The text; a blank one has no sentences.
    language : str
        ISO 639-1 code. French adds clinical rules to the library's boundaries; any other language takes the
        library's own splitter, which falls back to a general one for a language it does not know.
    """
    text = document.text
    sentences: list[Sentence] = []
    for start, end in _trimmed(text, _boundaries(text, language)):
        stretch = text[start:end]
        identity = Sentence.make_id(document.id, start, end, stretch)
        sentences.append(Sentence(identity, document.id, len(sentences), start, end, stretch))
    return sentences


def splitter_name(language: str) -> str:
    """Return the name and version of the splitter of a language, as signatures print it."""
    name = f"sentencex {version('sentencex')} ({language})"
    return f"{name} + French clinical rules {french.VERSION}" if language == "fr" else name


def _boundaries(text: str, language: str) -> list[int]:
    """Return the places where a sentence ends, in growing order."""
    if language == "fr":
        return french.correct(text, _library_cuts(french.join_lines(text), language))
    return sorted({*_library_cuts(text, language), *(match.end() for match in BLANK_LINE.finditer(text))})


def _library_cuts(text: str, language: str) -> list[int]:
    """Return the ends of the library's sentences: offsets in code points."""
    return [int(found["end_index"]) for found in sentencex.get_sentence_boundaries(language, text)]


def _trimmed(text: str, cuts: list[int]) -> list[tuple[int, int]]:
    """Return the spans between the cuts, without the white space at their ends; blank ones left out."""
    spans = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        stretch = text[start:end]
        if stretch.strip():
            first = start + len(stretch) - len(stretch.lstrip())
            spans.append((first, first + len(stretch.strip())))
    return spans
