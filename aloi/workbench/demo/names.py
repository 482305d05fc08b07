"""Names of campaigns and corpora of the demo, and expertise, in the language of the reader; notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
# Ids are made of the first name of a corpus and of a campaign, and answers of ids: the same in each language.
FIRST_NAMES: Mapping[str, str] = {key: names["en"] for key, names in NAMES.items()}
# The expertise of the people in `annotators.toml`.
_EXPERTISE: tuple[Mapping[str, str], ...] = (
    {"en": "physician", "fr": "médecin"},
    {"en": "linguist", "fr": "linguiste"},
    {"en": "nurse", "fr": "soins infirmiers"},
    {"en": "student in medical informatics", "fr": "études d’informatique médicale"},
    {"en": "student in linguistics", "fr": "études de linguistique"},
)

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


def note(name: str, language: str) -> str:
    """Return a note of the people of the demo in a language."""
    return _NOTES[name][language]


def name_in(store: Store, language: str) -> int:
    """Give campaigns, corpora and expertise of the demo their names in a language; return how many differed.

    Names that people changed stay.
    """
    names = _in_language(NAMES.values(), language)
    campaigns = [each for each in store.campaigns.list(archived=True) if _differs(each.name, names)]
    corpora = [each for each in store.texts.corpora() if _differs(each.name, names)]
    expertise = _in_language(_EXPERTISE, language)
    people = [each for each in store.people.list() if _differs(each.expertise, expertise)]
    if campaigns or corpora or people:
        with store.together():
            for campaign in campaigns:
                store.setup.rename_campaign(campaign.id, names[campaign.name])
            for corpus in corpora:
                store.setup.rename_corpus(corpus.id, names[corpus.name])
            for person in people:
                store.setup.state_expertise(person.id, expertise[person.expertise])
    return len(campaigns) + len(corpora) + len(people)


def _in_language(names: Iterable[Mapping[str, str]], language: str) -> Mapping[str, str]:
    """Return each name, in whatever language, with the same one in `language`."""
    return {name: each.get(language, each["en"]) for each in names for name in each.values()}


def _differs(name: str, names: Mapping[str, str]) -> bool:
    """Return whether a name is one of the demo in another language."""
    return names.get(name, name) != name
