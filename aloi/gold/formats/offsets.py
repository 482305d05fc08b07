"""How a tool counts offsets, and which way of counting fits the spans of a project.

Tools count offsets in code points (Python), UTF-16 code units (JavaScript, Java), grapheme clusters (an
option of doccano) or bytes. Browsers count a carriage return with its line feed as one character, and files
written on Windows may count two for a line feed alone in the stored text. Exports do not say which: the
annotated words decide, and otherwise all spans of the project together.
"""

from __future__ import annotations

import html
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

import regex

from aloi.base.terms import Phrase
from aloi.gold.formats.source_files import squeezed

Part = tuple[int, int]

_CLUSTER = regex.compile(r"\X")
_CRLF_OR_CHARACTER = regex.compile(r"\r\n|.", regex.DOTALL)
_LONE_LINE_FEED = regex.compile(r"(?<!\r)\n")
# Chinese, Japanese, Thai, Lao, Khmer and Burmese put no spaces between words: an end within a run of their
# letters says nothing.
_UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Bopomofo}\p{Yi}\p{Tibetan}]"
)
_WORD = regex.compile(r"[\p{L}\p{N}\p{M}\u200d]")
_FIRST_EXTENDING = "\u0300"  # no character below it joins another to a grapheme cluster, except CR with LF
UNFIT = 3  # faults of a span outside its text, that splits a character, or that covers other words
_NEAR = 5  # most code points between words and their offsets, beyond the differences of offset units


class OffsetUnit(StrEnum):
    """The unit that offsets count."""

    CODE_POINTS = "code_points"
    UTF_16 = "utf_16"
    GRAPHEMES = "graphemes"
    BYTES = "bytes"


class LineEnds(StrEnum):
    """How the end of a line is counted: as in the text, CR LF as one unit, or a lone LF as two."""

    AS_WRITTEN = "as_written"
    CRLF_AS_ONE = "crlf_as_one"
    LF_AS_TWO = "lf_as_two"


@dataclass(frozen=True, slots=True)
class OffsetCounting:
    """A way to count offsets."""

    unit: OffsetUnit = OffsetUnit.CODE_POINTS
    line_ends: LineEnds = LineEnds.AS_WRITTEN

    @property
    def title(self) -> Phrase:
        """How offsets are counted, in words."""
        unit = _UNIT_NAMES[self.unit]
        if self.line_ends is LineEnds.CRLF_AS_ONE:
            return Phrase("import-crlf-as-one", "{unit}, CR LF counted as one", unit=unit)
        if self.line_ends is LineEnds.LF_AS_TWO:
            return Phrase("import-lf-as-two", "{unit}, LF counted as two", unit=unit)
        return unit

    def __str__(self) -> str:
        return self.title

    def in_text(self, text: str) -> OffsetCounting:
        """Return the simplest way of counting that gives the same offsets in this text."""
        unit, line_ends = self.unit, self.line_ends
        has_crlf = "\r\n" in text
        if line_ends is LineEnds.CRLF_AS_ONE and not has_crlf:
            line_ends = LineEnds.AS_WRITTEN
        if line_ends is LineEnds.LF_AS_TWO and not _LONE_LINE_FEED.search(text):
            line_ends = LineEnds.AS_WRITTEN
        if unit is OffsetUnit.GRAPHEMES and line_ends is LineEnds.CRLF_AS_ONE:
            line_ends = LineEnds.AS_WRITTEN  # a cluster contains both
        if unit is OffsetUnit.GRAPHEMES and not _has_clusters(text):
            return OffsetCounting(OffsetUnit.CODE_POINTS, LineEnds.CRLF_AS_ONE if has_crlf else line_ends)
        if (unit is OffsetUnit.BYTES and text.isascii()) or (
            unit is OffsetUnit.UTF_16 and (text.isascii() or max(text) < "\U00010000")
        ):
            unit = OffsetUnit.CODE_POINTS
        return OffsetCounting(unit, line_ends)


_UNIT_NAMES = {
    OffsetUnit.CODE_POINTS: Phrase("import-code-points", "code points"),
    OffsetUnit.UTF_16: Phrase("import-utf-16-units", "UTF-16 units"),
    OffsetUnit.GRAPHEMES: Phrase("import-grapheme-clusters", "grapheme clusters"),
    OffsetUnit.BYTES: Phrase("import-bytes", "bytes"),
}
_ENDS = (LineEnds.AS_WRITTEN, LineEnds.CRLF_AS_ONE)


def countings(*units: OffsetUnit) -> tuple[OffsetCounting, ...]:
    """Return the ways in which a tool may count, the documented one first; CR LF is two, then one."""
    return tuple(OffsetCounting(unit, ends) for unit in units for ends in _ENDS)


def remaining(countings_: Sequence[OffsetCounting]) -> tuple[OffsetCounting, ...]:
    """Return every other way of counting, for spans that none of these fits."""
    listed = (OffsetCounting(unit, ends) for ends in LineEnds for unit in OffsetUnit)
    return tuple(counting for counting in listed if counting not in countings_)


class OffsetMap:
    """Offsets of a text counted in one way, as code points."""

    def __init__(self, text: str, counting: OffsetCounting) -> None:
        self._length = len(text)
        counting = counting.in_text(text)
        self._counted: list[int] | None = None
        self._code_points: list[int] | None = None
        if counting == OffsetCounting():
            return
        pattern = _CLUSTER if counting.unit is OffsetUnit.GRAPHEMES else None
        if pattern is None and counting.line_ends is LineEnds.CRLF_AS_ONE:
            pattern = _CRLF_OR_CHARACTER
        pieces = pattern.findall(text) if pattern is not None else list(text)
        widths = [_width(piece, counting.unit) for piece in pieces]
        if counting.line_ends is LineEnds.CRLF_AS_ONE:
            widths = [1 if piece == "\r\n" else width for piece, width in zip(pieces, widths, strict=True)]
        elif counting.line_ends is LineEnds.LF_AS_TWO:
            before = ["", *pieces]
            widths = [
                2 if piece == "\n" and last != "\r" else width
                for piece, width, last in zip(pieces, widths, before, strict=False)
            ]
        self._counted = [0, *accumulate(widths)]
        self._code_points = [0, *accumulate(map(len, pieces))]

    @property
    def total(self) -> int:
        """How long the text is, counted in this way."""
        return self._length if self._counted is None else self._counted[-1]

    def code_point(self, offset: int) -> int | None:
        """Return an offset as one in code points; None outside the text, or within a character."""
        if self._counted is None or self._code_points is None:
            return offset if 0 <= offset <= self._length else None
        index = bisect_left(self._counted, offset)
        if index == len(self._counted) or self._counted[index] != offset:
            return None
        return self._code_points[index]

    def part(self, start: int, end: int) -> Part | None:
        """Return a stretch in code points; None for one that is empty or does not fit."""
        first, last = self.code_point(start), self.code_point(end)
        return (first, last) if first is not None and last is not None and first < last else None


def faults(text: str, part: Part | None, words: str = "") -> int:
    """Return how badly a stretch fits: 0 if it begins and ends like marked words, or covers `words`.

    An end in white space, or within a word, counts 1; a stretch that does not fit, or covers other words, 3.
    """
    if part is None:
        return UNFIT
    start, end = part
    if words:
        return 0 if holds(text[start:end], words) else UNFIT
    return text[start].isspace() + text[end - 1].isspace() + _cuts_word(text, start) + _cuts_word(text, end)


def holds(stretch: str, words: str) -> bool:
    """Return whether a stretch covers its annotated words, as a tool wrote them.

    White space counts as one space, and Unicode forms as the same. Tools written in JavaScript may escape
    line feeds and markup in the copy alone.
    """
    plain = _plain(stretch)
    return plain in {_plain(words), _plain(words.replace("\\n", "\n")), _plain(html.unescape(words))}


def near(text: str, start: int, words: str) -> Part | None:
    """Return the start of words close to an offset if it is unique; None otherwise.

    The distance is at most the difference between offset units before that offset, plus a few characters.
    """
    pattern_text = regex.escape(unicodedata.normalize("NFC", words.strip()), literal_spaces=True)
    form = text if unicodedata.is_normalized("NFC", text) else ""
    if not pattern_text or not form:  # offsets of another Unicode form are not those of the text
        pattern_text, form = regex.escape(words.strip(), literal_spaces=True), text
    pattern = regex.sub(r"(?:\\?\s)+", r"\\s+", pattern_text)
    reach = _NEAR + sum(not letter.isascii() or letter == "\n" for letter in text[:start])
    low, high = max(start - 2 * reach, 0), start + 2 * reach + len(words)
    hits = [match.span() for match in regex.finditer(pattern, form[low:high], overlapped=True)]
    close = [(first + low, last + low) for first, last in hits if abs(first + low - start) <= reach]
    return close[0] if len(close) == 1 else None


def _has_clusters(text: str) -> bool:
    """Return whether a grapheme cluster of a text has several code points, CR with LF aside."""
    if text.isascii() or max(text) < _FIRST_EXTENDING:
        return False
    return any(len(cluster) > 1 and cluster != "\r\n" for cluster in _CLUSTER.findall(text))


def _width(piece: str, unit: OffsetUnit) -> int:
    if unit is OffsetUnit.UTF_16:
        return len(piece) + sum(letter > "\uffff" for letter in piece)
    if unit is OffsetUnit.BYTES:
        return len(piece.encode())
    return 1 if unit is OffsetUnit.GRAPHEMES else len(piece)


def _cuts_word(text: str, index: int) -> bool:
    """Return whether an end is between two letters of a word."""
    if not 0 < index < len(text):
        return False
    left, right = text[index - 1], text[index]
    return bool(
        _WORD.match(left) and _WORD.match(right) and not (_UNSPACED.match(left) or _UNSPACED.match(right))
    )


def _plain(text: str) -> str:
    return squeezed(unicodedata.normalize("NFC", text))
