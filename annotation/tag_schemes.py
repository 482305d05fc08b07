"""Schemes of tags: which letters mark the tokens of an entity, and which scheme a set of tags is in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, pairwise
from typing import NamedTuple

from aloi.annotation.spans import OUTSIDE
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase

UNNAMED = "entity"  # the label of tags that are a letter alone


class Scheme(StrEnum):
    """How tags write entities; `IO` and `BARE` are of tags that are a label alone, too.

    `IO` joins neighbours of one label, `BARE` makes each token an entity of its own, as parts of speech are.
    """

    IOB1 = "IOB1"
    IOB2 = "IOB2"
    IOE1 = "IOE1"
    IOE2 = "IOE2"
    IOBES = "IOBES"
    BILOU = "BILOU"
    BMES = "BMES"
    BMEWO = "BMEWO"
    IO = "IO"
    BARE = "BARE"


class SchemeTag(NamedTuple):
    """A tag: its letter in upper case (`O` outside of entities), and its label."""

    letter: str
    label: str

    def __str__(self) -> str:
        """Return the tag with its letter as a prefix."""
        return f"{self.letter}-{self.label}" if self.label else self.letter


class Entity(NamedTuple):
    """A labelled stretch of tokens, half-open."""

    label: str
    start: int
    end: int


class _Letters(NamedTuple):
    """The prefixes of a scheme: for an entity of one token, and for the first, inner and last of several."""

    single: str
    first: str
    inner: str
    last: str


LETTERS = {
    Scheme.IOB2: _Letters("B", "B", "I", "I"),
    Scheme.IOBES: _Letters("S", "B", "I", "E"),
    Scheme.BILOU: _Letters("U", "B", "I", "L"),
    Scheme.IO: _Letters("I", "I", "I", "I"),
    Scheme.IOB1: _Letters("I", "I", "I", "I"),
    Scheme.IOE2: _Letters("E", "I", "I", "E"),
    Scheme.IOE1: _Letters("I", "I", "I", "I"),
    Scheme.BMES: _Letters("S", "B", "M", "E"),
    Scheme.BMEWO: _Letters("W", "B", "M", "E"),
    Scheme.BARE: _Letters("B", "B", "B", "B"),
}
# The first of two that fit equally well; such two say the same entities.
_PREFERENCE = (
    Scheme.IOB2,
    Scheme.IOBES,
    Scheme.BILOU,
    Scheme.IO,
    Scheme.IOB1,
    Scheme.IOE2,
    Scheme.IOE1,
    Scheme.BMES,
    Scheme.BMEWO,
)
_ALSO = {Scheme.IOB1: "B", Scheme.IOE1: "E"}  # only between neighbours of one label
_ALIASES = {"BIO": "IOB2", "IOB": "IOB2", "BIOES": "IOBES", "BIOUL": "BILOU", "BMESO": "BMES"}

_ROLES = str.maketrans("MLUW", "IESS")  # inner, last and single tokens as IOBES has them
_MARKED = "BIESLUMW"
_PREFIXED = re.compile(rf"([{_MARKED}{_MARKED.lower()}])[-_](.+)", re.DOTALL)
_SUFFIXED = re.compile(rf"(.+)[-_]([{_MARKED}{_MARKED.lower()}])", re.DOTALL)
_OUTSIDE = ("O", "o", "_", "-")
_ZERO = "0"  # read as `O` beside tags with letters only: alone it may be a label
_NAME = re.compile(r"[^\W\d_][^()*=|]*")


@dataclass(frozen=True, slots=True)
class TagReading:
    """The result of reading the tags of a set of sentences.

    Parameters
    ----------
    scheme : Scheme or None
        The scheme that writes these entities with the fewest other tags; None if all tags are `O`.
    tags : tuple of tuples of SchemeTag
        The tags of each sentence, in the letters of the source.
    bare : bool
        Whether tags are labels alone.
    strays : tuple of (sentence, token)
        The positions at which the scheme would write another tag, such as an `I-X` without a beginning.
    joined : int
        Bare tags read as the continuation of their neighbour.
    zeros : int
        Tags read as `O` that are written otherwise.
    """

    scheme: Scheme | None
    tags: tuple[tuple[SchemeTag, ...], ...]
    bare: bool
    strays: tuple[tuple[int, int], ...]
    joined: int
    zeros: int

    @property
    def letters(self) -> frozenset[str]:
        """The letters in use, without `O`."""
        return frozenset(tag.letter for tags in self.tags for tag in tags) - {OUTSIDE}

    @property
    def entities(self) -> int:
        """The number of entities."""
        return sum(len(entities_of(tags)) for tags in self.tags)

    def iob2(self) -> tuple[tuple[str, ...], ...]:
        """Return the same entities as IOB2 tags of each sentence."""
        return tuple(
            tuple(map(str, written(entities_of(tags), len(tags), Scheme.IOB2))) for tags in self.tags
        )


def scheme_named(name: str) -> Scheme:
    """Return the scheme of that name, or raise AloiError naming those there are."""
    upper = name.upper()
    return Scheme(
        known_name(_ALIASES.get(upper, upper), Scheme, Phrase("kind-scheme-of-tags", "scheme of tags"))
    )


def letters_of(scheme: Scheme) -> frozenset[str]:
    """Return the letters that a scheme writes, without `O`."""
    return frozenset((*LETTERS[scheme], *_ALSO.get(scheme, "")))


def read_tags(sentences: Sequence[Sequence[str]], where: str, scheme: Scheme | None = None) -> TagReading:
    """Return what the tags of all sentences of a source say together.

    The letter is read before the label (`B-PER`, `b_PER`), after it (`PER-B`), or alone (`B`). Entities are
    read leniently: a tag that continues nothing of its label begins an entity.

    Parameters
    ----------
    where : str
        The source, for messages.
    scheme : Scheme or None
        None: found from the tags.

    Raises
    ------
    AloiError
        Tags with a letter beside tags without, tags that are no labels, or letters that are not of `scheme`.
    """
    counts = Counter(chain.from_iterable(sentences))
    parsed, bare = _parsed(counts, where, scheme)
    if scheme is not None and not bare:
        _check_letters(parsed, scheme, where)
    tags = tuple(tuple(parsed[tag] for tag in row) for row in sentences)
    zeros = sum(n for tag, n in counts.items() if tag != OUTSIDE and parsed[tag].letter == OUTSIDE)
    joined = 0
    if bare and scheme in (None, Scheme.IO):
        joined = sum(a == b and bool(a.label) for row in tags for a, b in pairwise(row))
    chosen = scheme or (_of_bare(tags) if bare else _fewest_strays(tags))
    if chosen is Scheme.BARE:
        tags = tuple(tuple(SchemeTag("B", tag.label) if tag.label else tag for tag in row) for row in tags)
        joined = 0
    return TagReading(chosen, tags, bare, _strays(tags, chosen) if chosen else (), joined, zeros)


def entities_of(tags: Sequence[SchemeTag]) -> list[Entity]:
    """Return the entities of a sentence whatever the scheme, read leniently.

    The first and the single token of an entity begin one. The last and the single token end it, and a change
    of label separates two. Any other tag after a token of its label continues the entity.
    """
    entities: list[Entity] = []
    open_ = False
    for at, (letter, label) in enumerate(tags):
        role = letter.translate(_ROLES)
        if role == OUTSIDE:
            open_ = False
            continue
        if open_ and role in "IE" and entities[-1].label == label:
            entities[-1] = entities[-1]._replace(end=at + 1)
        else:
            entities.append(Entity(label, at, at + 1))
        open_ = role in "BI"
    return entities


def written(entities: Iterable[Entity], length: int, scheme: Scheme) -> list[SchemeTag]:
    """Return the tags that a scheme writes of entities that do not overlap, in a sentence of `length`."""
    letters = LETTERS[scheme]
    tags = [SchemeTag(OUTSIDE, "")] * length
    for label, start, end in entities:
        inner = [letters.inner] * (end - start - 2)
        row = [letters.single] if end - start == 1 else [letters.first, *inner, letters.last]
        if start and tags[start - 1].label == label and tags[start - 1].letter != OUTSIDE:
            if scheme is Scheme.IOB1:
                row[0] = _ALSO[scheme]
            elif scheme is Scheme.IOE1:
                tags[start - 1] = SchemeTag(_ALSO[scheme], label)
        tags[start:end] = [SchemeTag(letter, label) for letter in row]
    return tags


def best_scheme(
    sentences: Sequence[Sequence[SchemeTag]], among: Iterable[Scheme] = _PREFERENCE
) -> Scheme | None:
    """Return the scheme with these letters that writes the fewest other tags; None where none has them."""
    letters = {tag.letter for row in sentences for tag in row} - {OUTSIDE}
    fitting = [one for one in among if letters <= letters_of(one)]
    return min(fitting, key=lambda one: len(_strays(sentences, one)), default=None)


def strays(sentences: Sequence[Sequence[SchemeTag]], scheme: Scheme) -> int:
    """Return how many tags a scheme would write otherwise."""
    return len(_strays(sentences, scheme))


def _fewest_strays(sentences: Sequence[Sequence[SchemeTag]]) -> Scheme | None:
    """Return the scheme of tags with letters; letters of several schemes together count as IOBES."""
    if all(tag.letter == OUTSIDE for row in sentences for tag in row):
        return None
    return best_scheme(sentences) or Scheme.IOBES


def _of_bare(sentences: Sequence[Sequence[SchemeTag]]) -> Scheme:
    """Return the scheme of bare tags: parts of speech, one a token, have no `O`."""
    return Scheme.IO if any(tag.letter == OUTSIDE for row in sentences for tag in row) else Scheme.BARE


def _strays(sentences: Sequence[Sequence[SchemeTag]], scheme: Scheme) -> tuple[tuple[int, int], ...]:
    mixed = not {tag.letter for row in sentences for tag in row} <= {OUTSIDE, *letters_of(scheme)}

    def letter(tag: SchemeTag) -> str:
        return tag.letter.translate(_ROLES) if mixed else tag.letter

    return tuple(
        (number, at)
        for number, row in enumerate(sentences)
        for at, (tag, right) in enumerate(zip(row, written(entities_of(row), len(row), scheme), strict=True))
        if letter(tag) != right.letter
    )


def _parsed(tags: Iterable[str], where: str, scheme: Scheme | None) -> tuple[dict[str, SchemeTag], bool]:
    """Return each distinct tag as letter and label, and whether they are bare."""
    outside = SchemeTag(OUTSIDE, "")
    distinct = set(tags)
    marked = distinct - {*_OUTSIDE, _ZERO}
    for pattern, label_at, letter_at in ((_PREFIXED, 2, 1), (_SUFFIXED, 1, 2)):
        matches = {tag: pattern.fullmatch(tag) for tag in marked}
        if marked and all(matches.values()) and scheme is not Scheme.BARE:
            parsed = {
                tag: SchemeTag(match[letter_at].upper(), match[label_at])
                for tag, match in matches.items()
                if match
            }
            return parsed | dict.fromkeys(distinct - marked, outside), False
    # Letters alone; without B and I they are more likely labels, such as S for a sign.
    letters_alone = marked <= {*_MARKED} and (not marked or bool(marked & {"B", "I"}))
    if letters_alone and scheme not in (Scheme.BARE, Scheme.IO):
        parsed = {tag: SchemeTag(tag, UNNAMED) for tag in marked}
        return parsed | dict.fromkeys(distinct - marked, outside), False
    labels = distinct - {*_OUTSIDE}
    if scheme not in (None, Scheme.IO, Scheme.BARE):
        raise AloiError(
            "annotation.tags-other-scheme",
            where=where,
            tags=_some(labels),
            scheme=scheme,
            letters=_named(scheme),
        )
    letters = [tag for tag in labels if _PREFIXED.fullmatch(tag)]
    if letters and scheme is None:
        raise AloiError(
            "annotation.tags-mixed", where=where, letters=_some(letters), bare=_some(labels - {*letters})
        )
    if strange := [tag for tag in labels if not _NAME.fullmatch(tag)]:
        raise AloiError("annotation.tags-no-labels", where=where, tags=_some(strange))
    parsed = {tag: SchemeTag("I", tag) for tag in labels}
    return parsed | dict.fromkeys(distinct - labels, outside), True


def _check_letters(parsed: dict[str, SchemeTag], scheme: Scheme, where: str) -> None:
    wrong = [tag for tag, one in parsed.items() if one.letter not in {OUTSIDE, *letters_of(scheme)}]
    if wrong:
        raise AloiError(
            "annotation.tags-other-scheme",
            where=where,
            tags=_some(wrong),
            scheme=scheme,
            letters=_named(scheme),
        )


def _named(scheme: Scheme) -> list[str]:
    return [f"{one}-X" for one in sorted(letters_of(scheme))]


def _some(tags: Iterable[str]) -> list[str]:
    return [repr(tag) for tag in sorted(tags)[:5]]
