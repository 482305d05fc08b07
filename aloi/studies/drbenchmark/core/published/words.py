"""Words of texts with brat annotations, and their tags: as the released loaders make them, or aligned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

_BEFORE, _AFTER, _BOTH = "?!;*", "’'", "-/[]:)(,."


@dataclass(frozen=True, slots=True)
class Piece:
    """A continuous part of an annotation: the id and label of the annotation, and its offsets."""

    name: str
    label: str
    start: int
    end: int


Splitter = Callable[[str], list[str]]


def at_spaces(text: str) -> list[str]:
    """Return the words of a text between white space, as for QUAERO."""
    return text.split()


def at_punctuation(text: str) -> list[str]:
    """Return the words of a text, punctuation apart and decimal numbers whole, as for DEFT 2021."""
    for sign in _BEFORE:
        text = text.replace(sign, f" {sign}")
    for sign in _AFTER:
        text = text.replace(sign, f"{sign} ")
    for sign in _BOTH:
        text = text.replace(sign, f" {sign} ")
    words = text.split()
    # The loader fixes the number of passes before it joins words: so does this.
    for at in range(len(words) - 1):
        if 1 <= at < len(words) - 1 and words[at] in (",", ".") and _is_number(words[at - 1 : at + 2]):
            words[at - 1 : at + 2] = ["".join(words[at - 1 : at + 2])]
    return words


def _is_number(words: Sequence[str]) -> bool:
    return words[0][-1].isdigit() and words[2][0].isdigit()


def outermost(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces that no longer piece after them overlaps."""
    return [
        piece
        for at, piece in enumerate(pieces)
        if not any(
            piece.start < other.end
            and other.start < piece.end
            and piece.end - piece.start < other.end - other.start
            for other in pieces[at + 1 :]
        )
    ]


def aligned_tags(text: str, words: Sequence[str], pieces: Sequence[Piece]) -> list[str]:
    """Return the IOB2 tags of words: a word has the label of the first piece that overlaps it."""
    owners: list[Piece | None] = [None] * len(words)
    offsets = offsets_of(text, words)
    for piece in pieces:
        for at, (start, end) in enumerate(offsets):
            if owners[at] is None and start < piece.end and piece.start < end:
                owners[at] = piece
    return _iob2(owners)


def released_tags(
    text: str, words: Sequence[str], pieces: Sequence[Piece], split: Splitter, *, shifted: bool
) -> list[str]:
    """Return the tags that the released loaders give: they count the words before a piece and inside it.

    A piece that begins inside a word is put on the following words.

    Parameters
    ----------
    shifted : bool
        Whether a word that is not part of the annotated text gives its tag to the word before it (DEFT 2021).
    """
    owners: list[Piece | None] = [None] * len(words)
    for piece in pieces:
        covered = text[piece.start : piece.end]
        first = len(split(text[: piece.start]))
        for at in range(first, first + len(split(covered))):
            if at >= len(words):
                continue
            index = at - 1 if shifted and words[at] not in covered else at
            if owners[index] is None:
                owners[index] = piece
    return _iob2(owners)


def offsets_of(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the offsets of words that have all characters of a text in their order, spaces apart."""
    offsets, at = [], 0
    for word in words:
        start = -1
        for character in word:
            at = text.index(character, at)
            start = at if start < 0 else start
            at += 1
        offsets.append((start, at))
    return offsets


def sentences(words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first word and the end of each part of a text that ends with a full stop; none is empty."""
    ends = [at + 1 for at, word in enumerate(words) if word == "."] + [len(words)]
    return [(start, end) for start, end in zip([0, *ends], ends, strict=False) if start < end]


def _iob2(owners: Sequence[Piece | None]) -> list[str]:
    tags = []
    before: Piece | None = None
    for piece in owners:
        same = piece and before and (piece.name, piece.label) == (before.name, before.label)
        tags.append("O" if piece is None else f"{'I' if same else 'B'}-{piece.label}")
        before = piece
    return tags
