"""Sentence boundaries that people judged, for tests and the bench: written texts, and places of real ones."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from aloi.corpora.language.segment import segment
from aloi.corpora.model import Document

HERE = Path(__file__).parent
_ESCAPES = {"\\n": "\n", "\\r": "\r", "\\t": "\t"}

# Takes a text, returns the ends of its sentences, white space left out.
Splitter: TypeAlias = Callable[[str], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A text and its judged places: whether a sentence ends there. With `whole`, it ends nowhere else."""

    name: str
    text: str
    places: dict[int, bool]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Score:
    """How a splitter agrees with what was judged; `wrong` is (text, place, missed or too many)."""

    right: int
    wrong: tuple[tuple[str, int, str], ...]

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall over the ends inside texts."""
        return 2 * self.right / (2 * self.right + len(self.wrong))


def written(language: str) -> list[Judged]:
    """Return the texts written for this project in a language."""
    lines = (HERE / f"written_{language}.txt").read_text(encoding="utf-8").partition("\n\n")[2].splitlines()
    return [_marked(name[2:], text) for name, text in zip(lines[::2], lines[1::2], strict=True)]


def _marked(name: str, marked: str) -> Judged:
    for written_so, char in _ESCAPES.items():
        marked = marked.replace(written_so, char)
    parts = marked.split("|")
    text = "".join(parts)
    ends = [len(text[: sum(map(len, parts[:count]))].rstrip()) for count in range(1, len(parts))]
    return Judged(name, text, dict.fromkeys(ends, True))


def of_e3c(shared: Path) -> tuple[list[Judged], list[Judged]]:
    """Return the judged documents of E3C, and the hard places of the others, known by checksums."""
    csv.field_size_limit(10**7)
    with (shared / "data" / "e3c-french" / "texts.tsv").open(newline="", encoding="utf-8") as stream:
        texts = {row["id"]: row["text"] for row in csv.DictReader(stream, delimiter="\t")}
    judged = json.loads((HERE / "e3c_boundaries.json").read_text(encoding="utf-8"))
    for kept in (*judged["whole"], *judged["hard"]):
        checksum = hashlib.sha256(texts[kept["document"]].encode()).hexdigest()
        assert checksum == kept["sha256"], f"{kept['document']} is another text than the judged one"
    whole = [
        Judged(one["document"], texts[one["document"]], dict.fromkeys(one["ends"], True))
        for one in judged["whole"]
    ]
    hard = [
        Judged(one["document"], texts[one["document"]], dict(one["places"]), whole=False)
        for one in judged["hard"]
    ]
    return whole, hard


def ours(language: str) -> Splitter:
    """Return this project's splitter of a language."""
    return lambda text: [one.end for one in segment(Document("d", "c", "d", text), language)]


def score(texts: Iterable[Judged], splitter: Splitter) -> Score:
    """Return how a splitter agrees with judged texts; the end of a text is no decision."""
    right, wrong = 0, []
    for judged in texts:
        found = set(splitter(judged.text)) - {len(judged.text.rstrip())}
        ends = {place for place, end in judged.places.items() if end}
        right += len(found & ends)
        wrong += [(judged.name, place, "missed") for place in sorted(ends - found)]
        extra = found - ends if judged.whole else found & (set(judged.places) - ends)
        wrong += [(judged.name, place, "too many") for place in sorted(extra)]
    return Score(right, tuple(wrong))
