"""The datasheet of a release, in the sections of Gebru et al. (2021), and what reviewers ask of annotations.

All of it is made from the release; facts missing from the store are stated as not recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from aloi.corpora.model import Json
from aloi.gold.releasing.documents.markdown import typed
from aloi.gold.releasing.documents.statement import (
    MAIN_MEASURES,
    coefficient,
    french,
    machine_fact,
    machine_rows,
)
from aloi.gold.releasing.manifest import entries, listed, rows_of

# The questions and answers, each in English and French.
Facts: TypeAlias = Sequence[tuple[str, str, str, str]]
_UNKNOWN = ("not recorded", "non renseigné")
_SECTIONS = (
    ("Motivation", "Motivation"),
    ("Composition", "Composition"),
    ("Collection process", "Collecte"),
    ("Preprocessing, cleaning, labelling", "Préparation, nettoyage, annotation"),
    ("Uses", "Usages"),
    ("Distribution", "Diffusion"),
    ("Maintenance", "Maintenance"),
)
_TITLES = (
    ("Datasheet: {name}, version {version}", "Fiche descriptive\u00a0: {name}, version {version}"),
    ("Quality of the annotations", "Qualité des annotations"),
)
_FRENCH = {
    "adjudicated": "décidés",
    "aggregated": "agrégés",
    "single": "à réponse unique",
    "assumed": "supposés",
    "pilot": "pilote",
    "calibration": "calibrage",
    "main": "principal",
}
_USES: Facts = (
    (
        "Main use",
        "Usage principal",
        "training and evaluating systems on this task",
        "entraîner et évaluer des systèmes sur cette tâche",
    ),
    (
        "Uses to avoid",
        "Usages à éviter",
        "identifying the people in the texts",
        "identifier les personnes dont parlent les textes",
    ),
)
_CHECK = (("question", "question"), ("answer", "réponse"))


def datasheets(manifest: Mapping[str, Json]) -> dict[str, str]:
    """Return the datasheet in each language by the name of its file."""
    days = _days(manifest)
    return {name: _sheet(manifest, days, at) for at, name in enumerate(("DATASHEET.md", "DATASHEET.fr.md"))}


def _sheet(manifest: Mapping[str, Json], days: str, at: int) -> str:
    """Return the datasheet in English (0) or French (1)."""
    name = typed(entries(manifest, "campaign")["name"])
    colon = "\u00a0:" if at else ":"
    lines = [f"# {_TITLES[0][at].format(name=name, version=manifest['version'])}"]
    for titles, facts in zip(_SECTIONS, _sections(manifest, days), strict=True):
        lines += ["", f"## {titles[at]}", ""]
        lines += [f"- {one[at]}{colon} {one[2 + at] or _UNKNOWN[at]}" for one in facts]
    lines += ["", f"## {_TITLES[1][at]}", "", f"| {_CHECK[0][at]} | {_CHECK[1][at]} |", "|---|---|"]
    lines += [f"| {one[at]} | {one[2 + at]} |" for one in _quality(manifest)]
    return "\n".join(lines) + "\n"


def _sections(manifest: Mapping[str, Json], days: str) -> tuple[Facts, ...]:
    """Return what is known under each section."""
    campaign = entries(manifest, "campaign")
    motivation = (
        _same("Task", "Tâche", f"{campaign['task']}, version {campaign['task_version']}"),
        _same("Purpose, and funding", "But et financement", ""),
    )
    return (
        motivation,
        _composition(manifest),
        _collection(manifest, days),
        _labelling(manifest),
        _USES,
        _distribution(manifest),
        _maintenance(manifest),
    )


def _composition(manifest: Mapping[str, Json]) -> Facts:
    corpus, counts = entries(manifest, "corpus"), entries(manifest, "counts")
    documents = str(len(rows_of(manifest, "documents"))) if "documents" in manifest else ""
    size = f"{counts['items']}, {counts['gold']}"
    by_status = entries(counts, "by_status")
    terms = ("yes", "oui") if corpus["restricted"] else ("no", "non")
    return (
        ("Items", "Items", f"{size} with gold", f"{size} avec une référence"),
        _same("Source documents", "Documents d’origine", documents),
        _same("Language", "Langue", typed(corpus["language"])),
        _same("Parts", "Parties", _counted(entries(counts, "by_part"), 0)),
        (
            "Origin of the gold",
            "Obtention de la référence",
            _counted(by_status, 0),
            _counted(by_status, 1),
        ),
        ("Texts under a data-use agreement", "Textes sous accord d’utilisation", *terms),
        _same("People in the texts", "Personnes dont parlent les textes", ""),
    )


def _collection(manifest: Mapping[str, Json], days: str) -> Facts:
    miners = _counted(entries(entries(manifest, "counts"), "by_miner"), 0)
    return (
        _same("Source of the texts", "Source des textes", typed(entries(manifest, "corpus")["source"])),
        _same("How items became candidates", "Choix des items", miners),
        _same("First and last day of answers", "Premier et dernier jour des réponses", days),
        _same("Consent, ethical review", "Consentement, avis éthique", ""),
    )


def _labelling(manifest: Mapping[str, Json]) -> Facts:
    return (
        ("Annotators", "Annotateurs", _people(manifest, 0), _people(manifest, 1)),
        ("Rounds", "Tours", _rounds(manifest, 0), _rounds(manifest, 1)),
        _same("Guideline versions", "Versions du guide", str(len(rows_of(manifest, "guidelines")))),
        _same("Gold rule", "Règle de la référence", f"`{entries(manifest, 'gold')['rule']}`"),
        ("Raw answers", "Réponses brutes", "all of them, in the manifest", "toutes, dans le manifeste"),
        *(
            ("Machine annotator", "Annotateur automatique", machine_fact(row, 0), machine_fact(row, 1))
            for row in machine_rows(manifest)
        ),
    )


def _distribution(manifest: Mapping[str, Json]) -> Facts:
    splits = entries(manifest, "splits")
    return (
        _same("Licence of the texts", "Licence des textes", typed(entries(manifest, "corpus")["licence"])),
        _same("Content checksum", "Somme de contrôle du contenu", f"`{manifest['checksum']}`"),
        _same(
            "Draw of the parts, seed", "Tirage des parties, graine", f"{splits['method']}, {splits['seed']}"
        ),
    )


def _maintenance(manifest: Mapping[str, Json]) -> Facts:
    return (
        _same("Made by", "Produit par", f"{manifest['program']}, {str(manifest['created_at'])[:10]}"),
        _same("Maintainer", "Responsable de la maintenance", ""),
        (
            "Corrections",
            "Corrections",
            "each one is a new version, this one never changes",
            "chacune donne une nouvelle version, celle-ci ne change plus",
        ),
    )


def _quality(manifest: Mapping[str, Json]) -> Facts:
    """Return what a reviewer asks of annotations, each with what the release answers."""
    rounds, splits = rows_of(manifest, "rounds"), entries(manifest, "splits")
    by_status = entries(entries(manifest, "counts"), "by_status")
    trial = sum(str(row["purpose"]) in ("pilot", "calibration") for row in rounds)
    repeats = sum(int(str(row["repeats"])) for row in rounds)
    several = sum(int(str(row["overlap"])) > 1 for row in rounds)
    left_out = rows_of(manifest, "exclusions") if "exclusions" in manifest else []
    crossing = splits["crossing_documents"]
    return (
        _same("Rounds before the main one", "Tours avant le tour principal", str(trial)),
        _same("Rounds by several people", "Tours faits à plusieurs", f"{several} / {len(rounds)}"),
        _same("Hidden repeats", "Répétitions cachées", str(repeats)),
        _same("Items decided on", "Items décidés", str(by_status.get("adjudicated", 0))),
        _same("Items with a single answer", "Items à une seule réponse", str(by_status.get("single", 0))),
        _same("Items assumed a value", "Items de valeur supposée", str(by_status.get("assumed", 0))),
        _same("Annotators excluded", "Annotateurs exclus", str(len(left_out))),
        _same("Documents in several parts", "Documents dans plusieurs parties", str(crossing)),
        *(
            (
                f"Round {row['number']}, {result['measure']}, {result['level']}",
                f"Tour {row['number']}, {result['measure']}, {result['level']}",
                _agreement(result, 0),
                _agreement(result, 1),
            )
            for row in rows_of(manifest, "agreement")
            for result in rows_of(row, "results")
            if result["measure"] in MAIN_MEASURES
        ),
    )


def _same(english: str, french: str, text: str) -> tuple[str, str, str, str]:
    """Return a fact that reads the same in both languages."""
    return english, french, text, text


def _agreement(result: Mapping[str, Json], at: int) -> str:
    """Return a coefficient with its interval, or why it has none."""
    number = coefficient(result)
    if number.value is None:
        return f"{('undefined', 'non défini')[at]} ({number.reason})"
    if number.interval is None:
        return f"{french(number) if at else number} ({('no interval', 'sans intervalle')[at]})"
    return french(number) if at else str(number)


def _counted(counts: Mapping[str, Json], at: int) -> str:
    return ", ".join(f"{_word(name, at)} {count}" for name, count in counts.items())


def _word(name: Json, at: int) -> str:
    """Return a status or a purpose in the language of the page."""
    return _FRENCH.get(str(name), str(name)) if at else str(name)


def _days(manifest: Mapping[str, Json]) -> str:
    """Return the first and the last day; every answer is read for it."""
    days = {str(one["created_at"])[:10] for one in rows_of(manifest, "annotations") if one["created_at"]}
    return f"{min(days)}, {max(days)}" if days else ""


def _people(manifest: Mapping[str, Json], at: int) -> str:
    by_expertise = Counter(typed(one["expertise"]) or _UNKNOWN[at] for one in rows_of(manifest, "annotators"))
    return ", ".join(f"{count} × {expertise}" for expertise, count in sorted(by_expertise.items()))


def _rounds(manifest: Mapping[str, Json], at: int) -> str:
    return ", ".join(
        f"{row['number']} ({_word(row['purpose'], at)}, {len(listed(row, 'item_ids'))} items)"
        for row in rows_of(manifest, "rounds")
    )
