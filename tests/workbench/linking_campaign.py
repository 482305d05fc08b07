"""A small linking campaign for tests: invented notes with mentions, a terminology of two languages."""

from __future__ import annotations

import json
from pathlib import Path

from aloi.annotation.model import Campaign
from aloi.corpora.model import Json, Mention
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_mentions
from tests.workbench.scene import NOW

TEXTS = {
    "a": "Le patient a de la fièvre depuis hier et se plaint de maux de tête.",
    "b": "La jambe gauche et la jambe droite sont enflées, avec un œdème des chevilles.",
    "c": "On lui a posé l'ensemble habituel, puis il a eu de la toux et des crachats.",
}
MENTIONS = {
    "a": ["fièvre", "maux de tête"],
    "b": ["jambe gauche", "œdème des chevilles"],
    "c": ["ensemble habituel", "toux et des crachats"],
}
NAMES = (
    ConceptName("X1", "fièvre", "fr", "DISO", preferred=True),
    ConceptName("X1", "fever", "en", "DISO"),
    ConceptName("X1", "pyrexie", "fr", "DISO"),
    ConceptName("X2", "céphalée", "fr", "DISO", preferred=True),
    ConceptName("X2", "mal de tête", "fr", "DISO"),
    ConceptName("X2", "headache", "en", "DISO"),
    ConceptName("X3", "œdème", "fr", "DISO", preferred=True),
    ConceptName("X3", "swelling", "en", "DISO"),
    ConceptName("X4", "toux", "fr", "DISO", preferred=True),
    ConceptName("X5", "expectoration", "fr", "DISO", preferred=True),
    ConceptName("X5", "crachats", "fr", "DISO"),
    ConceptName("X6", "jambe", "fr", "ANAT", preferred=True),
    ConceptName("X7", "tête", "fr", "ANAT", preferred=True),
    ConceptName("X8", "fièvre jaune", "fr", "DISO", preferred=True),
)


def terminology(store: Store, name: str = "signs") -> Terminology:
    """Return the terminology, stored."""
    return store.terminologies.add(Terminology.of(name, "CC0", "invented"), NAMES, NOW)


def other_terminology(store: Store) -> Terminology:
    """Return a second terminology, stored: S1 to S4, and X8 as in the first."""
    names = [ConceptName(f"S{n}", f"nom {n}", "fr", "DISO", preferred=True) for n in range(1, 5)]
    names.append(ConceptName("X8", "fièvre jaune", "fr", "DISO", preferred=True))
    return store.terminologies.add(Terminology.of("other", "CC0", "invented"), names, NOW)


def mentions_file(folder: Path) -> Path:
    """Return a file of the texts with their mentions, in the schema of BigBio."""
    lines = []
    for name, text in TEXTS.items():
        places = [(one, text.index(one)) for one in MENTIONS[name]]
        entities = [
            {"id": f"{name}{start}", "type": "DISO", "text": [one], "offsets": [[start, start + len(one)]]}
            for one, start in places
        ]
        passages = [{"type": "text", "text": [text], "offsets": [[0, len(text)]]}]
        lines.append(json.dumps({"document_id": name, "passages": passages, "entities": entities}))
    path = folder / "notes.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def linking_campaign(store: Store, folder: Path, **settings: Json) -> tuple[Campaign, dict[str, Mention]]:
    """Return the campaign and its mentions by their words, in the order of the texts."""
    about = About("notes", "fr", "CC0", "invented")
    done = import_mentions(store, mentions_file(folder), about, NOW, reader="bigbio")
    terminology(store)
    campaign = create_campaign(
        store, CampaignRequest("link", done.corpus.id, task="linking", settings=settings or None)
    )
    found = {one.mention: one for one in store.texts.corpus_items(done.corpus.id) if isinstance(one, Mention)}
    return campaign, {name: found[name] for each in MENTIONS.values() for name in each}
