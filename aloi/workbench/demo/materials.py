"""The invented texts of the demo as items, each with what a faultless annotator would say of it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from aloi.annotation.tasks.classification.task import LABELS
from aloi.corpora.model import Candidate, Item, Mention, Origin, Pair, Passage, Question, Sentence, Target
from aloi.corpora.readers import ReadText
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.texts.corpora import About, add_whole_texts

FOLDER = Path(__file__).parent / "texts"
QUESTIONS = Path(__file__).parents[1] / "demo_questions"
LANGUAGE = "fr"
TERMINOLOGY = "DEMO-CONCEPTS"  # settings name it: the same in each language, like ICD-10
# Further items are the same texts after one of these sentences, for rounds that nobody finished.
_LEADS = ("Consultation de suivi.", "Visite du soir.", "Avis demandé.")
_FURTHER = 60
LICENCE = "Apache-2.0"
_WORDS = re.compile(r"\w+['’]?|[^\w\s]")
_MARK = re.compile(r"\[([^|\]]+)\|(\w+)(?:\|([\w-]+))?\]")
_PLACED = re.compile(r"\[(.+?)\]")
_NO_CONCEPT = "-"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Truth:
    """The correct answer to an item, and further answers that a person might give.

    Parameters
    ----------
    value : mapping
        The answer, in the form that the task validates.
    tempting : tuple of str
        Labels, letters, words or concepts that some would give instead of the answer, or in addition.
    """

    value: Any
    tempting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Material:
    """The texts of a campaign: its corpus, and its items with their truths.

    `items` are the ids of those of different texts, `further` those of texts that come again.
    """

    corpus_id: str
    truths: dict[str, Truth]
    items: tuple[str, ...]
    further: tuple[str, ...]


def read(name: str) -> dict[str, list[Any]]:
    """Return the list in a file of invented texts."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def classification(store: Store, about: About, now: datetime) -> Material:
    """Return notes, each with the ICD-10 chapter of its main disease."""
    originals = read("classification")["text"]
    rows = [*originals, *_again(originals, _FURTHER, "text")]
    corpus, sentences = _texts(store, about, [[one["text"]] for one in rows])
    items = [Passage.of(corpus, one) for one in sentences]
    truths = [
        Truth({LABELS: [row["label"]]}, tuple(filter(None, [row.get("also")])))
        for row in rows
    ]  # fmt: skip
    return _material(store, corpus, items, truths, now, len(originals))


def multiple_choice(store: Store, about: About, now: datetime) -> Material:
    """Return questions of an examination and on the words of medicine, with their correct options."""
    on_words = [{**row, "text": row["question"], "tempting": ""} for row in _questions_on_words()]
    originals = [*read("multiple_choice")["question"], *on_words]
    rows = [*originals, *_again(originals, _FURTHER, "text")]
    corpus, sentences = _texts(store, about, [[row["text"]] for row in rows])
    items = [
        Question.of(corpus, sentence, tuple(row["options"]))
        for row, sentence in zip(rows, sentences, strict=True)
    ]
    truths = [Truth({"correct": list(row["correct"])}, tuple(row["tempting"])) for row in rows]
    return _material(store, corpus, items, truths, now, len(originals))


def operations(store: Store, about: About, now: datetime) -> Material:
    """Return sentences with their simplifications, and the operations that link their words."""
    originals = read("operations")["pair"]
    rows = [*originals, *_again(originals, _FURTHER, "source", "target")]
    corpus, sentences = _texts(store, about, [[one["source"], one["target"]] for one in rows])
    items = [
        Pair.of(corpus, left, right) for left, right in zip(sentences[::2], sentences[1::2], strict=True)
    ]
    truths = [Truth({"groups": _groups(row), "err": bool(row.get("broken"))}) for row in rows]
    return _material(store, corpus, items, truths, now, len(originals))


def spans(store: Store, about: About, now: datetime) -> Material:
    """Return short reports, with the signs, disorders, drugs, procedures and parts of the body in them."""
    originals = read("spans")["report"]
    reports = [*originals, *_reports_again(originals, _FURTHER)]
    corpus, sentences = _texts(store, about, [[_unmarked(one)] for one in reports])
    items = [Passage.of(corpus, one) for one in sentences]
    truths = [
        Truth(
            {"spans": [{"label": label, "parts": [[start, end]]} for start, end, label, _ in _marks(report)]}
        )
        for report in reports
    ]
    return _material(store, corpus, items, truths, now, len(originals))


def linking(store: Store, about: About, now: datetime) -> Material:
    """Return the signs and disorders of the same reports, with their concepts of an invented terminology."""
    document = read("spans")
    near = {one["id"]: one["near"] for one in document["concept"]}
    originals = document["report"]
    reports = [*originals, *_reports_again(originals, _FURTHER // 2)]
    corpus, sentences = _texts(store, about, [[_unmarked(one)] for one in reports])
    items, truths = [], []
    own_sentences = {sentence.id for sentence in sentences[: len(originals)]}
    for report, sentence in zip(reports, sentences, strict=True):
        for start, end, label, concept in _marks(report):
            if concept:
                items.append(Mention.of(corpus, sentence, ((start, end),), label))
                truths.append(
                    Truth({"concepts": []}) if concept == _NO_CONCEPT
                    else Truth({"concepts": [concept]}, (near[concept],))
                )  # fmt: skip
    n_own = sum(item.sentence.id in own_sentences for item in items)
    return _material(store, corpus, items, truths, now, n_own)


def add_terminology(store: Store, source: str, now: datetime) -> str:
    """Return the name of the invented terminology after storing it once, outside of other transactions."""
    if any(stored.name == TERMINOLOGY for stored in store.terminologies.list()):
        return TERMINOLOGY
    concepts = read("spans")["concept"]
    names = [ConceptName(one["id"], word, LANGUAGE) for one in concepts for word in one["names"]]
    terminology = Terminology.of(TERMINOLOGY, LICENCE, source)
    store.terminologies.add(terminology, names, now)
    return terminology.name


def substitution(store: Store, about: About, now: datetime) -> Material:
    """Return sentences with a marked word, and its possible substitutes."""
    originals = read("substitution")["target"]
    rows = [*originals, *_again(originals, _FURTHER, "text")]
    corpus, sentences = _texts(store, about, [[_PLACED.sub(r"\1", one["text"])] for one in rows])
    items = [_target(corpus, sentence, row) for sentence, row in zip(sentences, rows, strict=True)]
    truths = [Truth({"substitutes": row["fits"], "none": False}, tuple(row["less"])) for row in rows]
    return _material(store, corpus, items, truths, now, len(originals))


def judging(store: Store, about: About, now: datetime) -> Material:
    """Return the same sentences, each with substitutes of which some fit and others do less."""
    originals = read("substitution")["target"]
    rows = [*originals, *_again(originals, _FURTHER // 4, "text")]
    corpus, sentences = _texts(store, about, [[_PLACED.sub(r"\1", one["text"])] for one in rows])
    items, truths = [], []
    for sentence, row in zip(sentences, rows, strict=True):
        target = _target(corpus, sentence, row)
        for words, truth in (
            (row["fits"], Truth({"label": "fits"})),
            (row["less"], Truth({"label": "does_not"}, ("fits", "unsure"))),
        ):
            items += [Candidate.of(target, word) for word in words]
            truths += [truth] * len(words)
    n_own = sum(len(row["fits"]) + len(row["less"]) for row in originals)
    return _material(store, corpus, items, truths, now, n_own)


Making = Callable[[Store, About, datetime], Material]


def _questions_on_words() -> list[Any]:
    """Return the questions that are also there for trials of models."""
    lines = (QUESTIONS / "train.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _texts(store: Store, about: About, rows: Sequence[Sequence[str]]) -> tuple[str, list[Sentence]]:
    """Return the id of a new corpus and its sentences: a text of a row is a document."""
    texts = [
        ReadText(name_of_side, text, {}, name_of_side)
        for number, row in enumerate(rows, 1)
        for side, text in enumerate(row, 1)
        if (name_of_side := f"{number:02}-{side}")
    ]
    return add_whole_texts(store, texts, about)


def _material(
    store: Store,
    corpus: str,
    items: Sequence[Item],
    truths: Sequence[Truth],
    now: datetime,
    n_own: int,
) -> Material:
    origins = [Origin(one.id, "import", {}, None, None, None, None, now) for one in items]
    store.texts.add_items(list(zip(items, origins, strict=True)))
    by_id = {item.id: truth for item, truth in zip(items, truths, strict=True)}
    ids = tuple(item.id for item in items)
    return Material(corpus, by_id, ids[:n_own], ids[n_own:])


def _again(rows: Sequence[dict[str, Any]], count: int, *fields: str) -> list[dict[str, Any]]:
    """Return so many rows once more, each with a sentence before the texts of these fields."""
    return [
        {**row, **{field: f"{lead} {row[field]}" for field in fields}} for row, lead in _in_turn(rows, count)
    ]


def _reports_again(reports: Sequence[str], count: int) -> list[str]:
    return [f"{lead} {report}" for report, lead in _in_turn(reports, count)]


def _in_turn(rows: Sequence[T], count: int) -> list[tuple[T, str]]:
    """Return `count` rows, repeated from the first after the last, each time after another sentence."""
    return [(rows[n % len(rows)], _LEADS[n // len(rows) % len(_LEADS)]) for n in range(count)]


def _groups(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the groups of a row, their words found as places of tokens."""
    sides = [_WORDS.findall(row[side]) for side in ("source", "target")]
    return [
        {"source": _run(sides[0], source), "target": _run(sides[1], target), "label": label}
        for label, source, target in row["groups"]
    ]


def _run(tokens: list[str], words: str) -> list[int]:
    """Return the positions of the first occurrence of a run of words among tokens; none for no words."""
    tokens_of_run = _WORDS.findall(words)
    starts = range(len(tokens) - len(tokens_of_run) + 1)
    start = next(one for one in starts if tokens[one : one + len(tokens_of_run)] == tokens_of_run)
    return list(range(start, start + len(tokens_of_run)))


def _unmarked(report: str) -> str:
    return _MARK.sub(r"\1", report)


def _marks(report: str) -> list[tuple[int, int, str, str]]:
    """Return start, end, label and concept (may be empty) of each mark, in places of the unmarked text."""
    marks, before = [], 0
    for mark in _MARK.finditer(report):
        start = mark.start() - before
        marks.append((start, start + len(mark[1]), mark[2], mark[3] or ""))
        before += len(mark[0]) - len(mark[1])
    return marks


def _target(corpus: str, sentence: Sentence, row: dict[str, Any]) -> Target:
    marked = _PLACED.search(row["text"])
    if marked is None:
        raise ValueError(row["text"])  # our own file
    return Target.of(corpus, sentence, marked.start(), marked.end() - 2, row["lemma"], row["pos"])
