"""An open round of every task at once, so that one person goes from one kind of desk to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from aloi.annotation.model import Annotator, Campaign, Round
from aloi.annotation.tasks import TASKS, task
from aloi.corpora.identity import checksum
from aloi.corpora.model import (
    Candidate,
    Item,
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
from aloi.workbench.annotation import answering
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence
from tests.workbench.scene import NOW, let_adjudicate

NAMES = tuple(one.name for one in TASKS)
_CONCEPTS = (ConceptName("X01", "céphalée", "fr"), ConceptName("X02", "nausée", "fr"))


@dataclass(frozen=True)
class Opened:
    """A campaign of one task, and its open round."""

    campaign: Campaign
    round: Round


def open_rounds(
    store: Store, people: Sequence[Annotator], tasks: Sequence[str] = NAMES, items: int = 2
) -> dict[str, Opened]:
    """Return a campaign of each task, named after it, whose round all people work on."""
    if not store.terminologies.list():
        store.terminologies.add(Terminology.of("signs", "CC0", "invented"), _CONCEPTS, NOW)
    opened = {}
    for name in tasks:
        corpus_id = _corpus(store, name, items)
        campaign = create_campaign(
            store, CampaignRequest(name, corpus_id, task=name, settings=task(name).default_settings())
        )
        one = open_round(
            store, RoundRequest(campaign.id, purpose="calibration", annotators=[each.id for each in people])
        )
        opened[name] = Opened(campaign, one)
    return opened


def answer_differently(
    store: Store,
    people: Sequence[Annotator],
    opened: Iterable[Opened],
    notes: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Answer every item of all rounds as the example of the task does: the first two people differ.

    Adjudicators can then decide in every campaign. `notes` are those of people by pseudonym, with a flag.
    """
    let_adjudicate(store)
    for one in opened:
        values = task(one.campaign.schema.task_type).example().values
        place = answering.desk(store, one.round.id)
        for person, value in zip(people, values, strict=False):
            screen = answering.screen(store, place, person.id, NOW, 60)
            while screen is not None:
                item_id = screen.assignment.key.item_id
                event = answering.Event(
                    event_id=checksum([one.round.id, person.id, item_id]), kind="answer", item_id=item_id,
                    occasion=1, value=value, seconds=4.0, flag=person.pseudonym in notes,
                    note=notes.get(person.pseudonym, ""), reason="",
                )  # fmt: skip
                screen = answering.answer(store, place, person.id, event, NOW, 60)


def _corpus(store: Store, name: str, items: int) -> str:
    """Return the id of a corpus of variants of a task's example, each with a text of its own."""
    example = task(name).example().item
    texts = [ReadText(f"{n}-{side}", f"{text} ({n}.)", {}, f"{n}-{side}")
             for n in range(items) for side, text in enumerate(example.texts)]  # fmt: skip
    corpus, documents = make_corpus(texts, About(f"texts of {name}", "fr", "CC0", "written for the tests"))
    add_corpus(store, corpus, documents)
    sentences = [whole_sentence(one) for one in documents]
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    sides = len(example.texts)
    groups = [sentences[n : n + sides] for n in range(0, len(sentences), sides)]
    made = [variant(example, corpus.id, each) for each in groups]
    store.texts.add_items([(one, Origin(one.id, "import", {}, None, None, None, None, NOW)) for one in made])
    return corpus.id


def variant(example: Item, corpus_id: str, sentences: Sequence[Sentence]) -> Item:
    """Return an example on other sentences; what it marks in them stands at the same places."""
    sentence = sentences[0]
    match example:
        case Pair():
            return Pair.of(corpus_id, sentence, sentences[1])
        case Passage():
            return Passage.of(corpus_id, sentence)
        case Mention():
            return Mention.of(corpus_id, sentence, example.spans, example.group)
        case Question():
            return Question.of(corpus_id, sentence, example.options)
        case Target():
            return Target.of(corpus_id, sentence, example.start, example.end, example.lemma, example.pos)
        case Candidate():
            old = example.target
            target = Target.of(corpus_id, sentence, old.start, old.end, old.lemma, old.pos)
            return Candidate.of(target, example.substitute)
