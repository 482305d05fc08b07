"""What a random project holds, whatever the format: documents, people, and what each person said.

Texts have what breaks readers: emoji of several code points, letters beyond 16 bits, decomposed accents, both
line ends, entities of HTML. Writers turn a world into files; `Expected` says what an import must give back.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aloi.workbench.imports.layouts.base import ReadOptions, RowStatus, Source, SourceRow

LABELS = ("signe", "soin", "lieu")
PEOPLE = ("alice", "bob", "chloé", "dédé")
_PLAIN = (
    "Douleur", "thoracique", "depuis", "hier", "fièvre", "toux", "sans", "dyspnée", "le", "patient", "reçoit",
    "aspirine", "à", "l'hôpital", "puis", "rentre", "chez", "lui", "IRM", "normale", "12,5", "mg", "pouls",
)  # fmt: skip
_ODD = (
    "🙂",
    "👩‍⚕️",
    "𝔄lpha",
    "🇫🇷",
    unicodedata.normalize("NFD", "œdème"),
    "&amp;",
    "<b>gras</b>",
    "«",
    "x²",
    "“ok”",
)

Value = Any  # spans, labels, a number, places of options: as the format has it


@dataclass(frozen=True)
class Span:
    """A label and its parts, half-open code points of the text of the document."""

    label: str
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Document:
    """A text under the project's own id; `second` is the other text of a pair."""

    id: str
    text: str
    second: str = ""


@dataclass(frozen=True)
class Statement:
    """What a person said last of a document, after `earlier` answers; a skip has no value."""

    document: str
    annotator: str
    value: Value
    earlier: tuple[Value, ...] = ()
    skipped: bool = False
    comment: str = ""
    seconds: float | None = None


@dataclass(frozen=True)
class World:
    """A project: every document has at least one statement."""

    documents: tuple[Document, ...]
    statements: tuple[Statement, ...]
    people: tuple[str, ...]
    labels: tuple[str, ...] = LABELS

    def document(self, name: str) -> Document:
        return next(one for one in self.documents if one.id == name)

    def of(self, document: str) -> list[Statement]:
        return [one for one in self.statements if one.document == document]


@dataclass(frozen=True)
class Features:
    """What a format can hold; what it cannot is not generated."""

    odd: bool = True
    lines: bool = True  # line ends within a text
    crlf: bool = True  # some of them two characters
    outer_space: bool = False
    nested: bool = False
    discontinuous: bool = False
    skips: bool = False
    comments: bool = False
    revisions: bool = False
    seconds: bool = False
    people: int = 4  # at most


@dataclass(frozen=True)
class Expected:
    """What an import must give: by text and person the last value, and how many of what.

    `left_out` has what a note must hold, and the count that all notes with it must add up to.
    """

    answers: Mapping[tuple[str, str], Value]
    skips: frozenset[tuple[str, str]] = frozenset()
    comments: Mapping[tuple[str, str], str] = field(default_factory=dict)
    seconds: Mapping[tuple[str, str], float] = field(default_factory=dict)
    revisions: int = 0
    ids: frozenset[str] | None = None
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Written:
    """Files of a project, how they are to be read, and what must come of them."""

    path: Path
    expected: Expected
    reading: ReadOptions = field(default_factory=ReadOptions)


def words_of(rng: random.Random, features: Features, least: int = 3) -> str:
    """Return a text of some words with one space, or a line end, between them."""
    pool = (*_PLAIN, *_ODD) if features.odd else _PLAIN
    words = [rng.choice(_PLAIN), *(rng.choice(pool) for _ in range(rng.randint(least, 14)))]
    rng.shuffle(words)
    line = rng.choice(("\n", "\r\n")) if features.crlf else "\n"
    gaps = [line if features.lines and rng.random() < 0.12 else " " for _ in words[1:]]
    text = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    if features.outer_space and rng.random() < 0.3:
        text = rng.choice((" ", "  ")) + text + rng.choice(("", " ", "\n" if features.lines else ""))
    return text


def texts_of(rng: random.Random, count: int, features: Features) -> list[str]:
    """Return that many texts, no two alike but for white space."""
    texts: dict[str, str] = {}
    while len(texts) < count:
        text = words_of(rng, features)
        texts.setdefault(" ".join(text.split()), text)
    return list(texts.values())


def own_id(rng: random.Random, number: int) -> str:
    """Return an id as projects have them; `number` keeps it apart from others."""
    return rng.choice(
        (f"{number}", f"doc-{number}", f"FR_{number:04d}", f"note{number}.v{rng.randint(1, 9)}")
    )


def word_places(text: str) -> list[tuple[int, int]]:
    """Return where words stand that white space parts."""
    places, start = [], None
    for place, letter in enumerate([*text, " "]):
        if letter.isspace():
            if start is not None:
                places.append((start, place))
            start = None
        elif start is None:
            start = place
    return places


def spans_of(
    rng: random.Random, text: str, features: Features, labels: Sequence[str] = LABELS
) -> tuple[Span, ...]:
    """Return spans over whole words: flat, or nested and discontinuous where the format has them."""
    words = word_places(text)
    spans: list[Span] = []
    for _ in range(rng.randint(0, 4)):
        first = rng.randrange(len(words))
        last = min(len(words) - 1, first + rng.randint(0, 2))
        parts: tuple[tuple[int, int], ...] = ((words[first][0], words[last][1]),)
        if features.discontinuous and rng.random() < 0.3 and last + 2 < len(words):
            further = rng.randrange(last + 2, len(words))
            parts = (*parts, words[further])
        label = rng.choice(list(labels))
        if any(parts == one.parts for one in spans):
            continue
        crossing = any(_cross(parts, one.parts) for one in spans)
        if crossing or (not features.nested and any(_touch(parts, one.parts) for one in spans)):
            continue
        spans.append(Span(label, parts))
    return tuple(sorted(spans, key=lambda one: (one.parts, one.label)))


def _touch(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    return one[0][0] < other[-1][1] and other[0][0] < one[-1][1]


def _cross(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Return whether spans overlap and neither holds the other."""
    (a, b), (c, d) = (one[0][0], one[-1][1]), (other[0][0], other[-1][1])
    return _touch(one, other) and not (a <= c and d <= b) and not (c <= a and b <= d)


def world(
    rng: random.Random,
    kind: str,
    features: Features,
    labels: Sequence[str] = LABELS,
    *,
    complete: bool = False,
    least: int = 0,
) -> World:
    """Return a random project whose answers are `spans`, `labels` (several), `label` (one) or a `rating` 0–5.

    In a `complete` one everybody answers everything; answers hold `least` spans.
    """
    people = PEOPLE[: rng.randint(min(2, features.people), features.people)]
    texts = texts_of(rng, 2 * rng.randint(2, 5), features)
    pairs = kind == "rating"
    numbers = rng.sample(range(1, 1000), len(texts))
    names = [own_id(rng, number) for number in numbers]
    documents = (
        tuple(Document(names[i], texts[i], texts[i + 1]) for i in range(0, len(texts), 2))
        if pairs
        else tuple(map(Document, names, texts))
    )

    def value(document: Document) -> Value:
        if kind == "spans":
            while len(spans := spans_of(rng, document.text, features, labels)) < least:
                pass
            return spans
        if kind == "labels":
            return tuple(sorted(rng.sample(list(labels), rng.randint(1, len(labels)))))
        return float(rng.randint(0, 5)) if pairs else (rng.choice(list(labels)),)

    statements = []
    for document in documents:
        answering = [one for one in people if complete or rng.random() < 0.8] or [people[0]]
        for person in answering:
            skipped = features.skips and rng.random() < 0.12
            earlier = (value(document),) if features.revisions and not skipped and rng.random() < 0.15 else ()
            comment = f"note {rng.randint(1, 99)} 🙂" if features.comments and rng.random() < 0.2 else ""
            seconds = float(rng.randint(1, 90)) if features.seconds else None
            statements.append(
                Statement(
                    document.id, person, None if skipped else value(document), earlier, skipped,
                    "" if skipped else comment, seconds,
                )
            )  # fmt: skip
    present = {one.annotator for one in statements}
    return World(documents, tuple(statements), tuple(one for one in people if one in present), tuple(labels))


def expected_of(
    made: World, *, names: Mapping[str, str] | None = None, with_ids: bool = True, **more: Any
) -> Expected:
    """Return what an import of a world must give; `names` has what people are called in the file."""
    called = names or {}
    key = {one.id: _shown(one) for one in made.documents}
    answered = [one for one in made.statements if not one.skipped]

    def at(one: Statement) -> tuple[str, str]:
        return key[one.document], called.get(one.annotator, one.annotator)

    return Expected(
        answers={at(one): plain_value(one.value, made.document(one.document).text) for one in answered},
        skips=frozenset(at(one) for one in made.statements if one.skipped),
        comments={at(one): one.comment for one in answered if one.comment},
        seconds={at(one): one.seconds for one in answered if one.seconds is not None},
        revisions=sum(len(one.earlier) for one in answered),
        ids=frozenset(one.id for one in made.documents) if with_ids else None,
        **more,
    )


def _shown(document: Document) -> str:
    return document.text.strip() + (f"\0{document.second.strip()}" if document.second else "")


def plain_value(value: Value, text: str) -> Value:
    """Return a value that can be compared: spans with their words, in the text without outer white space."""
    if isinstance(value, tuple) and all(isinstance(one, Span) for one in value):
        shift, inner = len(text) - len(text.lstrip()), text.strip()
        return frozenset(
            (
                re.sub(r"[^\w-]+", "_", one.label),
                tuple((a - shift, b - shift, inner[a - shift : b - shift]) for a, b in one.parts),
            )
            for one in value
        )
    return tuple(sorted(value)) if isinstance(value, tuple) else value


def read_back(source: Source) -> Expected:
    """Return what a layout read, in the form that can be compared."""
    last: dict[tuple[str, str], SourceRow] = {}
    revisions, skips, ids = 0, set(), set()
    for row in source.rows:
        assert isinstance(row, SourceRow)
        key = (_text_of(row), row.provenance.annotator)
        ids.add(row.row.id)
        if row.provenance.status is RowStatus.SKIP:
            assert key not in skips, "a skip given twice"
            skips.add(key)
        if row.provenance.status is not RowStatus.ANSWER:
            continue
        before = last.get(key)
        if before is not None:
            assert before.provenance.revision != row.provenance.revision, "an answer given twice"
            revisions += 1
        if before is None or before.provenance.revision < row.provenance.revision:
            last[key] = row
    counts: dict[str, int] = {}
    for note in source.notes:
        counts[note.description] = counts.get(note.description, 0) + note.count
    return Expected(
        answers={key: _value_of(row) for key, row in last.items()},
        skips=frozenset(skips),
        comments={key: row.provenance.comment for key, row in last.items() if row.provenance.comment},
        seconds={
            key: row.provenance.seconds for key, row in last.items() if row.provenance.seconds is not None
        },
        revisions=revisions,
        ids=frozenset(ids),
        left_out=counts,
    )


def _text_of(row: SourceRow) -> str:
    made: Any = row.row
    if hasattr(made, "groups"):
        return f"{' '.join(made.source)}\0{' '.join(made.target)}"
    if hasattr(made, "left"):
        return f"{made.left}\0{made.right}"
    text = getattr(made, "text", "") or getattr(made, "question", "") or getattr(made, "sentence", "")
    return f"{text}\0{made.second}" if getattr(made, "second", "") else str(text)


def _value_of(row: SourceRow) -> Value:
    made: Any = row.row
    if hasattr(made, "tags"):
        return frozenset(
            (one.label, tuple((a, b, made.text[a:b]) for a, b in one.parts)) for one in made.spans
        )
    if hasattr(made, "labels"):
        return tuple(sorted(made.labels))
    if hasattr(made, "options"):
        return tuple(sorted(made.correct))
    if hasattr(made, "groups"):
        return made.groups, made.broken
    return made.score


def check(written: Written, got: Expected) -> None:
    """Fail unless what was read is what was written: people, answers, places, skips, notes and counts."""
    wanted = written.expected
    assert got.answers == wanted.answers
    assert (got.skips, got.comments, got.revisions) == (wanted.skips, dict(wanted.comments), wanted.revisions)
    if wanted.seconds:
        assert got.seconds == wanted.seconds
    if wanted.ids is not None:
        assert got.ids == wanted.ids
    for what, count in wanted.left_out.items():
        assert sum(each for note, each in got.left_out.items() if what in note) == count, (what, got.left_out)


def utf_16(text: str, place: int) -> int:
    """Return a place in code points as one in UTF-16 code units."""
    return len(text[:place].encode("utf-16-le")) // 2
