"""A store for measuring: invented sentences made by rule, people with passwords, an open round."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from aloi.annotation.model import Role, Round
from aloi.corpora.collection import collect
from aloi.corpora.model import Origin, Pair, Sentence
from aloi.corpora.readers.base import ReadText
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign, ready_guideline
from aloi.workbench.rounds.rounds import open_round

PASSWORD = "a password for measuring"
_SUBJECTS = ("Le patient", "La patiente", "Un homme", "Une femme", "L'enfant", "Une personne âgée")
_HAS = ("présente", "décrit", "signale", "rapporte", "se plaint d'une", "consulte pour")
_SIGN = ("douleur", "toux", "fièvre", "fatigue", "gêne", "éruption", "raideur", "dyspnée")
_WHERE = ("thoracique", "abdominale", "du genou", "nocturne", "persistante", "modérée", "du poignet")
_SINCE = ("depuis deux jours", "depuis une semaine", "depuis un mois", "à l'effort", "au repos", "le matin")


def invented_sentence(chance: random.Random) -> str:
    """Return a French sentence put together by rule; about 700,000 are possible."""
    parts = [chance.choice(words) for words in (_SUBJECTS, _HAS, _SIGN, _WHERE, _SINCE)]
    return f"{' '.join(parts)}, avec une tension de {chance.randint(90, 180)} mmHg."


def invented_sentences(count: int, seed: int) -> list[Sentence]:
    """Return that many different sentences, each the whole of a document of its own."""
    chance = random.Random(seed)
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[invented_sentence(chance)] = None
    return [
        Sentence(f"s{number:06d}", f"d{number:06d}", 0, 0, len(text), text)
        for number, text in enumerate(texts)
    ]


def fill(
    store: Store, *, items: int, annotators: int, overlap: int, seed: int = 0
) -> tuple[Round, list[str]]:
    """Return an open round on pairs of invented sentences, and the names that may sign in to it."""
    now = datetime.now(UTC)
    store.people.add("manager", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD))
    password_hash = hash_password(PASSWORD)
    names = [f"annotator {number}" for number in range(1, annotators + 1)]
    people = [store.people.add(name, Role.ANNOTATOR, now, password_hash=password_hash) for name in names]
    invented = invented_sentences(2 * items, seed)
    texts = [
        ReadText(f"t{number}", sentence.text, {}, "made by rule") for number, sentence in enumerate(invented)
    ]
    collection = collect(texts, name="bench", language="fr", licence="CC0")
    store.texts.add_corpus(collection.corpus, collection.documents)
    sentences = [
        Sentence(Sentence.make_id(d.id, 0, len(d.text), d.text), d.id, 0, 0, len(d.text), d.text)
        for d in collection.documents
    ]
    pairs = [Pair.of(collection.corpus.id, *sentences[at : at + 2]) for at in range(0, len(sentences) - 1, 2)]
    store.texts.save_sentences(collection.corpus.id, sentences, "whole texts")
    store.texts.add_items([(p, Origin(p.id, "import", {}, None, None, None, None, now)) for p in pairs])
    campaign = create_campaign(store, CampaignRequest("bench", collection.corpus.id))
    add_guideline(store, GuidelineRequest(campaign.id, text=ready_guideline("similarity", "fr")), now)
    opened = open_round(
        store,
        RoundRequest(
            campaign.id, purpose="main", annotators=[p.id for p in people], overlap=overlap, seed=seed
        ),
    )
    return opened, names
