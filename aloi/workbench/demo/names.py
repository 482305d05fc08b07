"""The names of the campaigns of the demo, and of their corpora, in the language of the reader; notes."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.storage.store import Store

SIMILARITY, LARGE = "similarity", "large"
# The names of each campaign by language; all but the large one are called after their task.
NAMES: Mapping[str, Mapping[str, str]] = {
    SIMILARITY: {"en": "Demo: case reports", "fr": "Démo : comptes rendus"},
    "operations": {"en": "Demo: simplified sentences", "fr": "Démo : phrases simplifiées"},
    "substitution": {"en": "Demo: words in their sentences", "fr": "Démo : mots en contexte"},
    "judging": {"en": "Demo: substitutes judged", "fr": "Démo : substituts jugés"},
    "classification": {"en": "Demo: chapters of notes", "fr": "Démo : chapitres de notes"},
    "multiple_choice": {"en": "Demo: questions of an examination", "fr": "Démo : questions d’examen"},
    "linking": {"en": "Demo: signs and their concepts", "fr": "Démo : signes et concepts"},
    "spans": {"en": "Demo: entities in reports", "fr": "Démo : entités nommées"},
    LARGE: {"en": "Demo: 2,000 pairs", "fr": "Démo : 2 000 paires"},
}

_NOTES: Mapping[str, Mapping[str, str]] = {
    "invented": {
        "en": "Invented for Aloi; no real patient.",
        "fr": "Textes inventés pour Aloi ; aucun patient réel.",
    },
    "decided": {
        "en": "Read again with the guideline at hand.",
        "fr": "Relu avec le guide d’annotation sous les yeux.",
    },
    "contained": {
        "en": "Sentences of which one contains the other were scored from 3 to 5 in the calibration.",
        "fr": "Quand une phrase contient l’autre, les scores allaient de 3 à 5 pendant la calibration.",
    },
    "drawn": {
        "en": "Drawn at random; every pair was read, and those near by the encoder were replaced.",
        "fr": "Tirées au hasard ; chaque paire a été lue, et celles que l’encodeur rapproche, remplacées.",
    },
}


def note(name: str, campaign: str) -> str:
    """Return a note of the people of the demo, in the language of the name of their campaign."""
    languages = (language for each in NAMES.values() for language in each if each[language] == campaign)
    return _NOTES[name][next(languages, "en")]


def name_in(store: Store, language: str) -> int:
    """Give the campaigns and corpora of the demo their names in a language; return how many had another.

    Names that people changed stay.
    """
    names = {name: each.get(language, each["en"]) for each in NAMES.values() for name in each.values()}
    campaigns = [each for each in store.campaigns.list(archived=True) if _differs(each.name, names)]
    corpora = [each for each in store.texts.corpora() if _differs(each.name, names)]
    if campaigns or corpora:
        with store.together():
            for campaign in campaigns:
                store.setup.rename_campaign(campaign.id, names[campaign.name])
            for corpus in corpora:
                store.setup.rename_corpus(corpus.id, names[corpus.name])
    return len(campaigns) + len(corpora)


def _differs(name: str, names: Mapping[str, str]) -> bool:
    """Return whether a name is one of the demo in another language."""
    return names.get(name, name) != name
