"""An open round of each of the eight tasks, with invented items: as studies have them, or very long ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from aloi.annotation.model import Annotator, Round
from aloi.annotation.tasks import TASKS, task
from aloi.corpora.model import (
    Candidate,
    Item,
    Json,
    Mention,
    Origin,
    Pair,
    Passage,
    Question,
    Sentence,
    Target,
)
from aloi.corpora.readers import ReadText
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign, ready_guideline
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence
from bench.load.filled_store import invented_sentence

NAMES = tuple(one.name for one in TASKS)
# An answer by keyboard to any item here; the last key sends it.
KEYS: dict[str, tuple[str, ...]] = {
    "similarity": ("4",),
    "operations": ("Control+Enter", "Control+Enter"),
    "substitution": ("Escape", "0", "Enter"),
    "judging": ("1",),
    "classification": ("9",),
    "multiple_choice": ("a", "Enter"),
    "linking": ("0", "Enter"),
    "spans": ("Control+End", "Enter", "Enter"),  # to the end, and leave the suggestions
}
_HEADINGS = (
    "Motif",
    "Antécédents",
    "Mode de vie",
    "Histoire de la maladie",
    "Examen",
    "Biologie",
    "Conclusion",
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How long texts are: words of a sentence, of a passage and of an option, lines of a report."""

    sentence: int
    passage: int
    lines: int
    option: int


USUAL = Sizes(sentence=20, passage=120, lines=8, option=8)
LONG = Sizes(sentence=150, passage=200, lines=35, option=40)
ENDLESS = Sizes(sentence=150, passage=2000, lines=250, option=40)


def open_desks(
    store: Store,
    people: Sequence[Annotator],
    items: int,
    sizes: Sizes = USUAL,
    *,
    overlap: int = 1,
    tasks: Sequence[str] = NAMES,
) -> dict[str, Round]:
    """Return an open round of each task, whose campaign is named after it."""
    chance = random.Random(0)
    if not store.terminologies.list():
        names = [
            ConceptName(f"C{number:04d}", invented_sentence(chance).partition(",")[0], language)
            for number in range(300)
            for language in ("fr", "en")
        ]
        store.terminologies.add(Terminology.of("signs", "CC0", "invented"), names, _now())
    return {name: _open(store, people, name, items, sizes, overlap, chance) for name in tasks}


def _open(
    store: Store,
    people: Sequence[Annotator],
    name: str,
    items: int,
    sizes: Sizes,
    overlap: int,
    chance: random.Random,
) -> Round:
    texts = [
        ReadText(f"{number}-{side}", text, {}, f"{number}-{side}")
        for number in range(items)
        for side, text in enumerate(_texts(name, sizes, chance))
    ]
    corpus, documents = make_corpus(texts, About(f"texts of {name}", "fr", "CC0", "made by rule"))
    add_corpus(store, corpus, documents)
    sentences = [whole_sentence(one) for one in documents]
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    sides = len(sentences) // items
    groups = [sentences[at : at + sides] for at in range(0, len(sentences), sides)]
    bench_items = [_item(name, corpus.id, one, sizes, chance) for one in groups]
    store.texts.add_items(
        [(one, Origin(one.id, "import", {}, None, None, None, None, _now())) for one in bench_items]
    )
    settings = task(name).default_settings()
    if name == "linking":
        settings |= {"terminology": "signs", "composite": True}
    campaign = create_campaign(store, CampaignRequest(name, corpus.id, task=name, settings=settings))
    guideline = ready_guideline(name, "fr")
    if guideline:
        add_guideline(store, GuidelineRequest(campaign.id, text=guideline), _now())
    ready = {one.id: _SUGGESTED[name](one, chance) for one in bench_items} if name in _SUGGESTED else {}
    if ready:
        store.suggestions.save(campaign.id, "a rule", ready, _now())
    # Nobody answers an item twice here.
    return open_round(
        store,
        RoundRequest(
            campaign.id, purpose="main", annotators=[one.id for one in people], overlap=overlap, repeats=0
        ),
    )


def _words(count: int, chance: random.Random, *, cut: bool = True) -> str:
    """Return invented sentences of so many words together, more or less."""
    words: list[str] = []
    while len(words) < count:
        words += invented_sentence(chance).rstrip(".").split() if cut else invented_sentence(chance).split()
        if cut and len(words) < count:
            words[-1] += ","
    return " ".join(words[:count] if cut else words) + ("." if cut else "")


def _texts(name: str, sizes: Sizes, chance: random.Random) -> tuple[str, ...]:
    """Return the texts of an item of a task."""
    if name in ("similarity", "operations"):
        size = min(sizes.sentence, 60) if name == "operations" else sizes.sentence
        left = _words(size, chance)
        words = left.split()
        for _ in range(size // 6):
            words[chance.randrange(len(words))] = chance.choice(
                ("environ", "parfois", "souvent", "peut-être")
            )
        return left, " ".join(words)
    if name == "spans":
        lines = (f"{_HEADINGS[n % 7]} : {_words(18, chance)}" for n in range(sizes.lines))
        return ("\n".join(lines),)
    if name == "classification":
        return (_words(sizes.passage, chance, cut=False),)
    return (_words(sizes.sentence, chance, cut=False),)


def _item(name: str, corpus_id: str, texts: Sequence[Sentence], sizes: Sizes, chance: random.Random) -> Item:
    first = texts[0]
    end = first.text.index(" ", 12)
    match name:
        case "similarity" | "operations":
            return Pair.of(corpus_id, first, texts[1])
        case "classification" | "spans":
            return Passage.of(corpus_id, first)
        case "linking":
            return Mention.of(corpus_id, first, ((first.text.rindex(" ", 0, end) + 1, end),), "DISO")
        case "multiple_choice":
            return Question.of(corpus_id, first, tuple(_words(sizes.option, chance) for _ in range(5)))
        case _:
            start = first.text.rindex(" ", 0, end) + 1
            target = Target.of(corpus_id, first, start, end, first.text[start:end], "NOUN")
            return target if name == "substitution" else Candidate.of(target, "malaise")


def _spans(item: Item, chance: random.Random) -> Json:
    """Return a suggested span every thirty letters or so."""
    [text] = item.texts
    spans: list[Json] = []
    at = text.index(" ") + 1
    while (end := text.find(" ", at + 5)) > 0:
        spans.append({"label": chance.choice(("disorder", "sign", "drug")), "parts": [[at, end]]})
        at = text.find(" ", end + 60) + 1
        if not at:
            break
    return {"spans": spans}


_SUGGESTED: dict[str, Callable[[Item, random.Random], Json]] = {
    "spans": _spans,
    "linking": lambda _, chance: {
        "terminology": "signs",
        "candidates": [{"id": f"C{place:04d}", "name": ""} for place in chance.sample(range(300), 10)],
    },
}


def _now() -> datetime:
    return datetime.now(UTC)
