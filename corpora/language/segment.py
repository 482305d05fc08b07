"""Sentences of a document, with offsets that always give back the text."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version

from aloi.base.terms import Phrase
from aloi.corpora.language import french
from aloi.corpora.language.french import joins_aside
from aloi.corpora.model import Document, Sentence

BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
LONE_CR = re.compile(r"\r(?!\n)")  # the line end of old Macs
# The library panics at one ASCII capital alone, white space beyond ASCII, a full stop (`groupe A .`).
STUMBLE = re.compile(r"(?<![^\s./])([A-Z]\s*)[^\S\x00-\x7f](?=\.)")
# Our own rule if the library gives no answer: closing marks, closing quotes or brackets, then white space
# and no small letter, except after an initial; after the marks of Chinese and Japanese nothing is needed.
PLAIN_END = re.compile(
    r"(?<!\b[A-Z])(?<![.!?…][.!?…])[.!?…]+[\"»”’)\]]*\s+(?![a-zß-öø-ÿ])|[。！？｡]+[」』”）]*"
)

_STDERR = 2
_REACH = 12  # characters before a cut that contain the longest abbreviation
_one_call = threading.Lock()
# ISO 639-1 codes of the languages that sentences are split in by rules of their own; sentencex names none.
LANGUAGES_WITH_RULES = frozenset(
    ("am", "ar", "bg", "bn", "ca", "da", "de", "el", "en", "es", "fi", "fr", "gu", "hi", "hy", "it", "ja",
     "kk", "kn", "ml", "mr", "my", "nl", "pa", "pl", "pt", "ru", "sk", "ta", "te", "uk")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SplitDocument:
    """The sentences of a document; `by_plain_rules` if the library failed and Aloi's own rules split it."""

    sentences: list[Sentence]
    by_plain_rules: bool


def segment(document: Document, language: str) -> list[Sentence]:
    """Return the sentences of a document in order; `document.text[s.start:s.end] == s.text` for each.

    As `split`, for those who do not ask what split them.
    """
    return split(document, language).sentences


def split(document: Document, language: str) -> SplitDocument:
    """Return the sentences of a document in order, and whether the library could split it.

    White space at both ends is removed, so only white space is between two sentences.

    Parameters
    ----------
    document : Document
        The text; a blank one has no sentences.
    language : str
        ISO 639-1 code. French is split by rules of our own; any other language by the library, which takes a
        general splitter for a language it does not know.
    """
    text, by_plain_rules = document.text, False
    as_stored, text = text, LONE_CR.sub("\n", text)  # as long: the offsets are those of the stored text
    if language == "fr":
        cuts = french.boundaries(text)
    else:
        proposed = _library_cuts(text, language)
        by_plain_rules = proposed is None
        if proposed is None:
            proposed = [match.end() for match in PLAIN_END.finditer(text)]
        proposed = [cut for cut in proposed if not _before_aside(text, cut)]
        cuts = sorted({*proposed, *(match.end() for match in BLANK_LINE.finditer(text))})
    sentences: list[Sentence] = []
    for start, end in _trimmed(text, cuts):
        stretch = as_stored[start:end]
        identity = Sentence.make_id(document.id, start, end, stretch)
        sentences.append(Sentence(identity, document.id, len(sentences), start, end, stretch))
    return SplitDocument(sentences, by_plain_rules)


def _before_aside(text: str, cut: int) -> bool:
    """Return whether a cut parts an abbreviation from the brackets or quotes that belong to it."""
    shown = text[cut : cut + french.BRACKETED].lstrip()
    start = cut + len(text[cut:]) - len(text[cut:].lstrip()) if shown else cut
    return joins_aside(f"{text[max(0, cut - _REACH) : start].rstrip()} ", shown)


def has_outer_spaces(text: str) -> bool:
    """Whether a text begins in white space, or ends in other white space than line ends."""
    return text.strip() != text.rstrip("\r\n")


def splitter_name(language: str) -> str:
    """Return the name and version of the splitter of a language, as signatures print it.

    For a language without rules of its own, the name says so: the library uses a similar one, or English.
    """
    if language == "fr":
        return Phrase("splitter-french-clinical", "French clinical rules {version}", version=french.VERSION)
    rules = language if has_rules(language) else f"general rules: none of its own for {language}"
    return f"sentencex {version('sentencex')} ({rules})"


def has_rules(language: str) -> bool:
    """Return whether sentences of a language are split by rules made for it.

    >>> has_rules("fr"), has_rules("de"), has_rules("tlh")
    (True, True, False)
    """
    return language in LANGUAGES_WITH_RULES


def _library_cuts(text: str, language: str) -> list[int] | None:
    """Return the ends of the library's sentences, offsets in code points; None if it failed.

    The library is native code: its panics are no `Exception`, and would end the process.
    """
    import sentencex

    try:
        with _no_native_messages():
            boundaries = sentencex.get_sentence_boundaries(language, STUMBLE.sub(r"\1 ", text))
    except BaseException as error:
        if not _is_panic(error):
            raise
        return None
    return [int(one["end_index"]) for one in boundaries]


def _is_panic(error: BaseException) -> bool:
    """Whether native code panicked. The class cannot be imported: each extension module makes its own."""
    return (type(error).__module__, type(error).__name__) == ("pyo3_runtime", "PanicException")


@contextmanager
def _no_native_messages() -> Iterator[None]:
    """Let nothing native code writes reach standard error: the message of a panic may quote the text."""
    with _one_call:  # another thread must not take the closed state for the usual one
        try:
            usual = os.dup(_STDERR)
        except OSError:  # there is no standard error
            yield
            return
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, _STDERR)
            os.close(nowhere)
            yield
        finally:
            os.dup2(usual, _STDERR)
            os.close(usual)


def _trimmed(text: str, cuts: list[int]) -> list[tuple[int, int]]:
    """Return the spans between the cuts, without the white space at their ends and without blank spans."""
    spans = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        stretch = text[start:end]
        if stretch.strip():
            first = start + len(stretch) - len(stretch.lstrip())
            spans.append((first, first + len(stretch.strip())))
    return spans
