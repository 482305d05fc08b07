"""A campaign on which one can label at once: on invented texts, or on the pairs or texts of one file."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from annotation.model import Annotator, Campaign, Round
from annotation.tasks import TASKS, task
from annotation.tasks.base import TaskType
from corpora.model import Candidate, Item, Mention, Origin, Pair, Passage, Question, Sentence, Target
from corpora.readers import ReadText
from corpora.terminologies.concepts import ConceptName, Terminology
from storage.store import Store
from workbench.candidates.passages import make_passages
from workbench.rounds import campaigns, rounds
from workbench.texts.corpora import About, add_whole_texts, import_corpus
from workbench.texts.pairs import import_pairs

LANGUAGES = ("fr", "en")
TERMINOLOGY = "Aloi: invented signs"
_MARKED = re.compile(r"\[(.+?)\]")


@functools.cache
def _texts() -> dict[str, Any]:
    path = Path(__file__).parent / "texts.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def tasks_to_try() -> list[TaskType]:
    """Return the tasks that have invented texts, in the order of the list of tasks."""
    return [one for one in TASKS if one.name in _texts()]


def takes_file(kind: TaskType) -> bool:
    """Return whether a file alone gives items of a task: a table of pairs, or texts."""
    return kind.item_kind in (Pair.kind, Passage.kind)


def try_desk(
    store: Store, task_type: str, name: str, language: str, person: Annotator, now: datetime
) -> Round:
    """Return a round on invented texts that a person works on; the one there is, the second time."""
    known = next((one for one in store.campaigns.list() if one.name == name), None)
    if known is None:
        return start(store, task_type, name, invented(store, task_type, name, language, now), [person], now)
    first = store.campaigns.rounds(known.id)[0]
    if person.id in first.annotators:
        return first
    return rounds.add_annotator(store, known.id, first.number, person.id)


def start(
    store: Store, task_type: str, name: str, corpus_id: str, people: Sequence[Annotator], now: datetime
) -> Round:
    """Return a first round of a new campaign with its ready schema and guideline, on all items of a corpus.

    Raises
    ------
    AloiError
        A name that is empty or taken, a corpus without items of the task.
    """
    campaign = _campaign(store, task_type, name, corpus_id, now)
    language = store.texts.corpus(corpus_id).language
    campaigns.add_guideline(store, campaign.id, campaigns.ready_guideline(task_type, language), "", now)
    return rounds.open_round(
        store, campaign.id, purpose="pilot", annotators=[one.id for one in people], with_guideline=True
    )


def _campaign(store: Store, task_type: str, name: str, corpus_id: str, now: datetime) -> Campaign:
    settings = None
    if task(task_type).takes_terminology:
        if not any(one.name == TERMINOLOGY for one in store.terminologies.list()):
            _add_terminology(store, now)
        language = store.texts.corpus(corpus_id).language
        presets = task(task_type).presets(language)
        settings = {**next(iter(presets.values())), "terminology": TERMINOLOGY}
    return campaigns.create_campaign(store, name, corpus_id, task_type=task_type, settings=settings)


def _add_terminology(store: Store, now: datetime) -> None:
    names = [
        ConceptName(one["id"], one[language], language)
        for one in _texts()["concept"]
        for language in LANGUAGES
    ]
    store.terminologies.add(Terminology.of(TERMINOLOGY, "CC0", "Invented for Aloi"), names, now)


def invented(store: Store, task_type: str, name: str, language: str, now: datetime) -> str:
    """Return the id of a corpus of that name with the invented texts of a task, and its items."""
    rows: list[list[str]] = _texts()[task_type][language]
    texts = []
    for number, row in enumerate(rows, 1):
        shown = row if task(task_type).item_kind == Pair.kind else row[:1]
        texts += [
            ReadText(place, _MARKED.sub(r"\1", text), {}, place)
            for side, text in enumerate(shown, 1)
            if (place := f"{number}-{side}")
        ]
    about = About(name, language, "CC0", "Invented for Aloi; no real patient.")
    corpus_id, sentences = add_whole_texts(store, texts, about)
    sides = len(sentences) // len(rows)
    items = [
        _item(task(task_type).item_kind, corpus_id, row, sentences[place * sides : (place + 1) * sides])
        for place, row in enumerate(rows)
    ]
    origins = [Origin(one.id, "import", {}, None, None, None, None, now) for one in items]
    store.texts.add_items(list(zip(items, origins, strict=True)))
    return corpus_id


def _item(kind: str, corpus_id: str, row: Sequence[str], sentences: Sequence[Sentence]) -> Item:
    """Return the item of a row of the invented texts; its mark says where the word or the mention stands."""
    sentence = sentences[0]
    if kind == Pair.kind:
        return Pair.of(corpus_id, sentence, sentences[1])
    if kind == Passage.kind:
        return Passage.of(corpus_id, sentence)
    if kind == Question.kind:
        return Question.of(corpus_id, sentence, tuple(row[1:]))
    marked = _MARKED.search(row[0])
    if marked is None:
        raise ValueError(row[0])  # our own file
    begin, end = marked.start(), marked.end() - 2
    if kind == Mention.kind:
        return Mention.of(corpus_id, sentence, ((begin, end),))
    target = Target.of(corpus_id, sentence, begin, end, marked.group(1), "")
    return target if kind == Target.kind else Candidate.of(target, row[1])


def from_file(store: Store, task_type: str, path: Path, about: About, now: datetime) -> str:
    """Return the id of a corpus made of one file, with its items: pairs of a table, or whole texts.

    Raises
    ------
    AloiError
        A file that cannot be read so; nothing is stored then.
    """
    if task(task_type).item_kind == Pair.kind:
        return import_pairs(store, path, about, now).corpus.id
    corpus = import_corpus(store, path, about).corpus
    make_passages(store, corpus.id, "document", now)
    return corpus.id
