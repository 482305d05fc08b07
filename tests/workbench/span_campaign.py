"""A small campaign of spans: four invented texts, and annotators who answer them in the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from aloi.annotation.model import Campaign
from aloi.annotation.rows import LabelledSpan
from aloi.annotation.tasks.spans.values import value_of
from aloi.corpora.model import Json
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.people import add_person
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence
from tests.workbench.scene import NOW

TEXTS = {
    "a": "Pas de cancer du poumon droit.",
    "b": "Une toux sèche, traitée par du paracétamol.",
    "c": "Rien à signaler.",
    "d": "Douleur du genou gauche et du droit.",
}
PLAIN: dict[str, Json] = {"labels": [{"name": "disorder"}, {"name": "drug"}]}
Marked = Sequence[tuple[str, str]]


def make(store: Store, settings: dict[str, Json] | None = None, name: str = "marks") -> Campaign:
    """Return a campaign of spans on the four texts, each a passage."""
    texts = [ReadText(one, text, {}, one) for one, text in TEXTS.items()]
    corpus, documents = make_corpus(texts, About("texts", "fr", "CC0", "written"))
    add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, [whole_sentence(one) for one in documents], WHOLE_TEXTS)
    make_passages(store, PassagesRequest(corpus.id, "document"), NOW)
    return create_campaign(store, CampaignRequest(name, corpus.id, task="spans", settings=settings))


def spans_in(text: str, marked: Marked) -> list[LabelledSpan]:
    """Return spans of (label, words); ` … ` parts the words of a broken one."""
    found = []
    for label, words in marked:
        parts, at = [], 0
        for word in words.split(" … "):
            at = text.index(word, at)
            parts.append((at, at + len(word)))
            at += len(word)
        found.append(LabelledSpan(label, tuple(parts)))
    return found


def value(name: str, *marked: tuple[str, str]) -> Json:
    """Return an answer to a text."""
    return value_of(spans_in(TEXTS[name], marked))


def answer_all(
    store: Store,
    campaign: Campaign,
    answers: Mapping[str, Mapping[str, Marked | dict[str, Json]]],
    now: datetime = NOW,
) -> None:
    """Open a round and answer it as told: by person, by text; a text not named has nothing to mark.

    An answer is a sequence of (label, words), or a value.
    """
    people = [add_person(store, PersonRequest(name, "annotator", pseudonym=name), now) for name in answers]
    opened = open_round(
        store,
        RoundRequest(
            campaign.id, purpose="calibration", annotators=[one.id for one in people], guideline=False
        ),
    )
    names = {text: name for name, text in TEXTS.items()}
    for person in people:
        place = answering.desk(store, opened.id)
        screen = answering.screen(store, place, person.id, now, 60)
        turn = 0
        while screen is not None:
            turn += 1
            text = screen.item.texts[0]
            marked = answers[person.name].get(names[text], ())
            suggestion = screen.suggestion
            shown = {"by": suggestion.made_by, **suggestion.value} if suggestion else None  # type: ignore[dict-item]
            event = answering.Event(
                event_id=f"{person.name}-event-{turn}", kind="answer", item_id=screen.item.id, occasion=1,
                value=marked if isinstance(marked, dict) else value_of(spans_in(text, marked)),
                seconds=4.0, flag=False, note="", reason="",
                shown={"suggestion": shown} if shown else {},
            )  # fmt: skip
            screen = answering.answer(store, place, person.id, event, now, 60)
