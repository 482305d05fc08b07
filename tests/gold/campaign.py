"""A small campaign made by hand: six pairs of invented sentences, three annotators, two rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from aloi.annotation.model import (
    Annotation,
    Annotator,
    AssignmentKey,
    Campaign,
    Guideline,
    Purpose,
    Role,
    Round,
    Schema,
)
from aloi.annotation.tasks import task
from aloi.corpora.model import Corpus, Document, Json, Origin, Pair, Sentence
from aloi.gold.making.aggregate import collect_answers, make_gold
from aloi.gold.model import Adjudication, Assumption, Gold, Release
from aloi.gold.releasing.manifest import ReleaseInputs
from aloi.gold.splitting.splits import Splittable, make_splits

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
SIMILARITY = task("similarity")
SETTINGS: dict[str, Json] = SIMILARITY.check_settings({"scales": [{"name": "score", "low": 0, "high": 5}]})
TEXTS = {
    "cas_un": ["La toux dure depuis dix jours.", "La fièvre atteint 39,2.", 'Il dit : "ça va\tmieux".'],
    "cas deux": ["Une toux de dix jours.", "La fièvre atteint 39,2.", "Le jardin\rest fleuri."],
    "cas-trois": ["Aucune fièvre.", "Elle marche\nsans aide.", "Le bilan est normal\u2028ce matin."],
}
PAIRS = [(0, 3), (1, 4), (2, 5), (6, 7), (1, 6), (5, 8)]
# The answers of A1, A2 and A3 to pairs 0 to 4; pair 5 is assumed.
SCORES = [(5, 4, 4), (5, 5, 5), (0, 5, 1), (1, 0, 0), (2, 4, 3)]


def release_of(**documents: tuple[str, ...]) -> Release:
    """Return a release that says of which documents each item is, and no more."""
    sides = ("left", "right")
    items = [
        {"id": item, **{side: {"document_id": one} for side, one in zip(sides, names, strict=False)}}
        for item, names in documents.items()
    ]
    return Release("r", "c", "1.0", "", "", {"items": items}, NOW)


@dataclass(frozen=True)
class Ids:
    """What a store would have generated: another store has others."""

    store: str = "one"
    clock: datetime = NOW

    def of(self, what: str) -> str:
        return f"{self.store}-{what}"


def corpus_items() -> tuple[Corpus, dict[str, str], list[Pair]]:
    corpus = Corpus("corpus-1", "cas inventés", "fr", "CC0", "written for the tests", "0" * 64)
    documents: dict[str, str] = {}
    sentences: list[Sentence] = []
    for name, texts in TEXTS.items():
        whole = " ".join(texts)
        document_id = Document.make_id(corpus.id, name, whole)
        documents[document_id] = name
        start = 0
        for index, text in enumerate(texts):
            end = start + len(text)
            sentence_id = Sentence.make_id(document_id, start, end, text)
            sentences.append(Sentence(sentence_id, document_id, index, start, end, text))
            start = end + 1
    return corpus, documents, [Pair.of(corpus.id, sentences[a], sentences[b]) for a, b in PAIRS]


def make_inputs(ids: Ids | None = None) -> ReleaseInputs:
    """Return a campaign of two rounds, with a repeat, a correction, a decision and an assumption."""
    ids = ids or Ids()
    corpus, documents, pairs = corpus_items()
    people = tuple(
        Annotator(ids.of(f"p{n}"), f"Person {n}", f"A{n}", Role.ANNOTATOR, "medical student")
        for n in (1, 2, 3)
    )
    judge = Annotator(ids.of("p4"), "Judge", "A4", Role.ADJUDICATOR, "physician")
    campaign = Campaign(ids.of("campaign"), "pairs", Schema("similarity", 1, SETTINGS), corpus.id)
    rounds = tuple(
        Round(
            id=ids.of(f"round{number}"),
            campaign_id=campaign.id,
            number=number,
            purpose=purpose,
            guideline_version=number,
            item_ids=tuple(one.id for one in chosen),
            annotators=tuple(one.id for one in people),
            overlap=3,
            seed=40 + number,
        )
        for number, purpose, chosen in ((1, Purpose.CALIBRATION, pairs[:2]), (2, Purpose.MAIN, pairs[2:5]))
    )
    answers = []
    for place, scores in enumerate(SCORES):
        where = rounds[0] if place < 2 else rounds[1]
        for person, score in zip(people, scores, strict=True):
            key = AssignmentKey(where.id, pairs[place].id, person.id)
            answers.append(_answer(ids, key, 1, score))
    first = answers[0].key
    answers[0] = _answer(ids, first, 1, 0)
    answers.append(_answer(ids, first, 2, 5))
    answers.append(_answer(ids, replace(first, occasion=2), 1, 3))
    decision = Adjudication(
        rounds[1].id,
        pairs[2].id,
        1,
        (judge.id,),
        {"score": 2},
        "same topic only",
        ("A1:1", "A2:1", "A3:1"),
        ids.clock,
    )
    assumption = Assumption(pairs[5].id, campaign.id, {"score": 0}, "random pair", {"cosine": 0.1}, ids.clock)
    made = make_gold(
        collect_answers(rounds, answers, {one.id: one.pseudonym for one in people}),
        [decision],
        [assumption],
        rounds={one.id: one.number for one in rounds},
        task=SIMILARITY,
        settings=SETTINGS,
    )
    gold = Gold(ids.of("gold"), campaign.id, "mean", tuple(one.id for one in rounds), made.items, ids.clock)
    by_id = {one.id: one for one in pairs}
    parts = make_splits(
        [
            Splittable(
                one.item_id,
                SIMILARITY.score(one.value, SETTINGS),
                by_id[one.item_id].texts,
                tuple(sentence.document_id for sentence in by_id[one.item_id].sentences),
            )
            for one in gold.items
        ],
        {"train": 4, "test": 2},
        low=0,
        high=5,
        seed=7,
    )
    return ReleaseInputs(
        version="1.0",
        campaign=campaign,
        corpus=corpus,
        documents=documents,
        items=tuple(pairs),
        origins=tuple(
            Origin(one.id, "lexical", {"threshold": "0.45"}, 0.5, "0.5-0.6", 1.0, 3, ids.clock)
            for one in pairs
        ),
        guidelines=tuple(
            Guideline(campaign.id, n, f"Guideline {n}", "clearer" if n > 1 else "", ids.clock) for n in (1, 2)
        ),
        rounds=rounds,
        annotators=(*people, judge),
        annotations=tuple(answers),
        adjudications=(decision,),
        assumptions=(assumption,),
        gold=gold,
        parts=parts,
        agreement=(),
    )


def _answer(ids: Ids, key: AssignmentKey, revision: int, score: int) -> Annotation:
    event = f"{key.annotator_id}-{key.item_id}-{key.occasion}-{revision}"
    return Annotation(key, revision, event, {"score": score}, False, "", 3.5, 1, ids.clock)
