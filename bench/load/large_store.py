"""A store of eight campaigns, one as large as the Swords judgements; everything in it is made by rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from aloi.annotation.model import Annotation, Annotator, AssignmentKey, Role, Round
from aloi.annotation.tasks import task
from aloi.corpora.model import Candidate, Item, Json, Origin, Pair, Target
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import CloseRoundRequest, RoundRequest
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign, ready_guideline
from aloi.workbench.rounds.rounds import open_round, set_round_status
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence
from bench.load.filled_store import PASSWORD, invented_sentence

SWORDS_ITEMS, SWORDS_ANSWERS = 22_978, 121_938
_TARGETS = 1_250
_JUDGES = 12
_SMALL = 7  # campaigns beside the large one
_SMALL_ITEMS, _SMALL_ROUNDS = 60, 3
_LABELS = ("fits", "does_not", "unsure")
_START = datetime(2026, 3, 2, 8, tzinfo=UTC)


def fill_large(
    store: Store, *, share: float = 1.0, clicking: int = 0, under_way: int = 1_500, seed: int = 0
) -> tuple[Round, list[str]]:
    """Fill a store; return an open round to click in and the names of who may sign in to it.

    Parameters
    ----------
    share : float
        The part of the Swords judgements that is made, above 0; 1 is all of them.
    clicking : int
        People beside the judges who may answer the open round; each item wants three answers.
    under_way : int
        How many items that round has.
    """
    chance = random.Random(seed)
    secret = hash_password(PASSWORD)
    manager = store.people.add("manager", Role.ADMINISTRATOR, _START, password_hash=secret)
    judges = [store.people.add(f"judge {n}", Role.ANNOTATOR, _START) for n in range(1, _JUDGES + 1)]
    names = [f"annotator {n}" for n in range(1, clicking + 1)]
    people = [store.people.add(name, Role.ANNOTATOR, _START, password_hash=secret) for name in names]
    _judgements(store, judges, share, chance)
    for number in range(1, _SMALL):
        opened = _similarity(store, f"similarity {number}", judges[:4], chance)
    freeze(store, FreezeRequest(opened.campaign_id, rounds=[1, 2, 3]), now=_START)
    rules = ("agreement", "crossing", "identifiers")
    request = ReleaseRequest(
        opened.campaign_id,
        "1.0",
        sizes={"train": 0.6, "test": "rest"},
        overrides=dict.fromkeys(rules, "Drawn at random for a bench."),
    )
    build(store, request, now=_START)
    last = _similarity(store, "similarity under way", people or judges[:4], chance, under_way=under_way)
    for campaign in store.campaigns.list():
        store.members.put(campaign.id, manager.id, Role.MANAGER)
    return last, names


def _judgements(store: Store, judges: Sequence[Annotator], share: float, chance: random.Random) -> None:
    count, answers = round(SWORDS_ITEMS * share), round(SWORDS_ANSWERS * share)
    texts = [invented_sentence(chance) for _ in range(max(1, round(_TARGETS * share)))]
    corpus_id, sentences = _corpus(store, "sentences to judge", texts)
    items: list[Item] = []
    for number in range(count):
        sentence = sentences[number % len(sentences)]
        start = sentence.text.index(" ") + 1
        end = sentence.text.index(" ", start)
        target = Target.of(corpus_id, sentence, start, end, sentence.text[start:end], "NOUN")
        items.append(Candidate.of(target, f"mot {number}"))
    _add(store, items)
    campaign = create_campaign(
        store,
        CampaignRequest(
            "judged substitutes", corpus_id, task="judging", settings=task("judging").default_settings()
        ),
    )
    add_guideline(
        store, GuidelineRequest(campaign.id, text=ready_guideline("judging", "fr") or "Jugez."), _START
    )
    ids = [one.id for one in items]
    opened = open_round(
        store,
        RoundRequest(
            campaign.id, purpose="main", items=ids, annotators=[one.id for one in judges], overlap=6, seed=1
        ),
    )
    lean = {one: chance.random() for one in ids}
    judges_per_item = [5 + (number < answers - 5 * count) for number in range(count)]
    judgements = [
        (item, judge.id, {"label": _judged(lean[item], chance)})
        for item, each in zip(ids, judges_per_item, strict=True)
        for judge in chance.sample(list(judges), each)
    ]
    _answer(store, opened, judgements, chance)
    set_round_status(store, CloseRoundRequest(campaign.id, 1))


def _similarity(
    store: Store, name: str, people: Sequence[Annotator], chance: random.Random, *, under_way: int = 0
) -> Round:
    size = under_way or _SMALL_ITEMS * _SMALL_ROUNDS
    corpus_id, sentences = _corpus(
        store, f"texts of {name}", [invented_sentence(chance) for _ in range(2 * size)]
    )
    items = [Pair.of(corpus_id, *sentences[at : at + 2]) for at in range(0, len(sentences) - 1, 2)]
    _add(store, items)
    campaign = create_campaign(store, CampaignRequest(name, corpus_id))
    add_guideline(store, GuidelineRequest(campaign.id, text=ready_guideline("similarity", "fr")), _START)
    ids = [person.id for person in people]
    if under_way:
        return open_round(
            store, RoundRequest(campaign.id, purpose="main", annotators=ids, overlap=min(3, len(ids)))
        )
    for number, purpose in enumerate(("pilot", "calibration", "main"), 1):
        opened = open_round(
            store,
            RoundRequest(
                campaign.id,
                purpose=purpose,
                items=_SMALL_ITEMS,
                annotators=ids,
                stop_rule="krippendorff_alpha:ordinal:0.6" if number > 1 else None,
            ),
        )
        scores = []
        for item in opened.item_ids:
            true = chance.randrange(6)
            scores += [
                (item, annotator_id, {"score": min(5, max(0, true + chance.choice((-1, 0, 0, 1))))})
                for annotator_id in ids
            ]
        _answer(store, opened, scores, chance)
        if number < _SMALL_ROUNDS:
            set_round_status(store, CloseRoundRequest(campaign.id, number))
    return opened


def _judged(lean: float, chance: random.Random) -> str:
    """Return a label that others are likely to give too."""
    if chance.random() < 0.06:
        return _LABELS[2]
    return _LABELS[0] if chance.random() < (0.85 if lean < 0.35 else 0.12) else _LABELS[1]


def _answer(
    store: Store, opened: Round, answers: Sequence[tuple[str, str, Json]], chance: random.Random
) -> None:
    """Bring answers in, a few seconds apart."""
    annotations = [
        Annotation(
            key=AssignmentKey(opened.id, item, person, 1),
            revision=1,
            event_id=f"{opened.id}:{position}",
            value=value,
            flag=False,
            comment="",
            seconds=round(chance.uniform(2, 20), 1),
            guideline_version=opened.guideline_version,
            created_at=_START + timedelta(seconds=5 * position),
            shown={},
        )
        for position, (item, person, value) in enumerate(answers)
    ]
    store.answers.import_answers(opened.id, annotations)


def _corpus(store: Store, name: str, texts: Sequence[str]) -> tuple[str, list]:
    read = [ReadText(f"{place}", text, {}, f"{place}") for place, text in enumerate(texts)]
    corpus, documents = make_corpus(read, About(name, "fr", "CC0", "made by rule"))
    add_corpus(store, corpus, documents)
    sentences = [whole_sentence(one) for one in documents]
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    return corpus.id, sentences


def _add(store: Store, items: Sequence[Item]) -> None:
    store.texts.add_items(
        [(one, Origin(one.id, "import", {}, None, None, None, None, _START)) for one in items]
    )
