"""Invented data in the schema of each task, written by us: no real sentence, for dry runs and tests.

Models can be trained on every set: the finding decides speciality, entities and correct answers.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from aloi.studies.drbenchmark.core.data import LABELS
from aloi.studies.drbenchmark.core.declarations import Task, tasks

# Speciality -> findings; each finding is an article, a noun and what goes with it, by part of speech.
FINDINGS: Mapping[str, tuple[tuple[tuple[str, str], ...], ...]] = {
    "cardiologie": (
        (("une", "DET:ART"), ("douleur", "NOM"), ("thoracique", "ADJ")),
        (("des", "DET:ART"), ("palpitations", "NOM"), ("nocturnes", "ADJ")),
        (("un", "DET:ART"), ("souffle", "NOM"), ("au", "PRP"), ("cœur", "NOM")),
    ),
    "pneumologie": (
        (("une", "DET:ART"), ("toux", "NOM"), ("sèche", "ADJ")),
        (("une", "DET:ART"), ("gêne", "NOM"), ("respiratoire", "ADJ")),
        (("un", "DET:ART"), ("sifflement", "NOM"), ("bronchique", "ADJ")),
    ),
    "neurologie": (
        (("un", "DET:ART"), ("mal", "NOM"), ("de", "PRP"), ("tête", "NOM")),
        (("un", "DET:ART"), ("vertige", "NOM"), ("rotatoire", "ADJ")),
        (("un", "DET:ART"), ("tremblement", "NOM"), ("fin", "ADJ")),
    ),
    "dermatologie": (
        (("une", "DET:ART"), ("plaque", "NOM"), ("rouge", "ADJ")),
        (("une", "DET:ART"), ("tache", "NOM"), ("brune", "ADJ")),
        (("des", "DET:ART"), ("bulles", "NOM"), ("claires", "ADJ")),
    ),
}
_SUBJECTS = (
    (("Le", "DET:ART"), ("patient", "NOM")),
    (("La", "DET:ART"), ("patiente", "NOM")),
    (("Cet", "DET:ART"), ("homme", "NOM")),
    (("Cette", "DET:ART"), ("femme", "NOM")),
)
_SAYS = (("présente", "VER:pres"), ("signale", "VER:pres"), ("décrit", "VER:pres"), ("rapporte", "VER:pres"))
_WHEN = (
    (("depuis", "PRP"), ("trois", "NUM"), ("jours", "NOM")),
    (("depuis", "PRP"), ("un", "NUM"), ("mois", "NOM")),
    (("hier", "ADV"), ("soir", "NOM")),
    (("ce", "DET:ART"), ("matin", "NOM")),
)
_DRUGS = ("calmol", "dolinax", "toxyrel", "brumazil", "vertanol")
# Task -> the labels it has for findings, drugs and times.
_ENTITIES: Mapping[str, Mapping[str, str]] = {
    "deft2021_ner": {"DISO": "pathologie", "CHEM": "substance", "TIMEX": "duree"},
    "e3c_clinical": {"DISO": "CLINENTITY"},
    "e3c_temporal": {"TIMEX": "TIMEX3"},
}
_INTENTS = ("medical_prescription", "negate", "none", "replace")
_LETTERS = "abcde"
_SMALL = 60

Record = dict[str, Any]
Words = list[tuple[str, str, str]]  # token, part of speech, tag of the entity


def write_suite(
    folder: Path, rows: int = _SMALL, seed: int = 0, chosen: Iterable[Task] | None = None
) -> None:
    """Write the invented data of tasks into `folder/<task>/<part>.jsonl`, in the parts tasks come in.

    Parameters
    ----------
    rows : int
        Of train, validation and test together, at least 30; 70, 10 and 20 % where they come apart.
    seed : int
        The same seed gives the same files.
    chosen : iterable of Task or None
        None for all twenty.
    """
    for task in tasks() if chosen is None else chosen:
        dice = random.Random(f"{seed} {task.name}")
        records = [_WRITERS[task.schema](task, number, dice) for number in range(rows)]
        names = _as_places(task, records)
        task_folder = folder / task.name
        task_folder.mkdir(parents=True, exist_ok=True)
        for part, share in _parts(task, records).items():
            lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in share)
            (task_folder / f"{part}.jsonl").write_text("".join(lines), encoding="utf-8", newline="\n")
        if names:
            text = json.dumps(names, ensure_ascii=False) + "\n"
            (task_folder / LABELS).write_text(text, encoding="utf-8", newline="\n")


def phrases() -> tuple[str, ...]:
    """Return all words of the invented texts, for training the vocabulary of a tiny model."""
    dice = random.Random(0)
    texts = []
    for task in tasks():
        for number in range(_SMALL):
            record = _WRITERS[task.schema](task, number, dice)
            for value in record.values():
                if isinstance(value, str):
                    texts.append(value)
                elif isinstance(value, list) and value and isinstance(value[0], str):
                    texts.append(" ".join(value))
    return tuple(texts)


def _parts(task: Task, records: list[Record]) -> dict[str, list[Record]]:
    first, second = int(len(records) * 0.7), int(len(records) * 0.8)
    return {
        0: {"train": records[:first], "validation": records[first:second], "test": records[second:]},
        1: {"train": records[:second], "test": records[second:]},
        2: {"all": records},
    }[len(task.cuts)]


def _as_places(task: Task, records: list[Record]) -> list[str]:
    """Write labels as their places, as loaders do, and return their names; none where the task has them."""
    column = task.column("tags") or task.column("labels")
    if not column:
        return []
    each = task.fields[column].startswith("[")
    labels = {label for one in records for label in (one[column] if each else [one[column]])}
    declared = () if task.column("tags") else task.labels
    names = list(declared) or sorted(labels, key=lambda name: (name != "O", name))
    for record in records:
        record[column] = (
            [names.index(label) for label in record[column]] if each else names.index(record[column])
        )
    return [] if declared else names


def _sentence(dice: random.Random, speciality: str) -> Words:
    finding, subject, when = dice.choice(FINDINGS[speciality]), dice.choice(_SUBJECTS), dice.choice(_WHEN)
    words: Words = [(token, pos, "O") for token, pos in (*subject, dice.choice(_SAYS), finding[0])]
    words += [(token, pos, "I-DISO" if at else "B-DISO") for at, (token, pos) in enumerate(finding[1:])]
    words += [(token, pos, "I-TIMEX" if at else "B-TIMEX") for at, (token, pos) in enumerate(when)]
    if dice.random() < 0.5:
        words += [("malgré", "PRP", "O"), ("le", "DET:ART", "O"), (dice.choice(_DRUGS), "NOM", "B-CHEM")]
    return [*words, (".", "SENT", "O")]


def _text(words: Words) -> str:
    return " ".join(token for token, _, _ in words).replace(" .", ".")


def _speciality(dice: random.Random) -> str:
    return dice.choice(tuple(FINDINGS))


def _tokens(task: Task, number: int, dice: random.Random) -> Record:
    words = _sentence(dice, _speciality(dice))
    labels = _ENTITIES.get(task.name, {"DISO": "DISO", "CHEM": "CHEM"})
    tags = [f"{tag[:2]}{labels[tag[2:]]}" if tag[2:] in labels else "O" for _, _, tag in words]
    return {
        "id": f"{task.name}-{number}",
        "document_id": f"doc-{number // 3}",
        "text": _text(words),
        "tokens": [token for token, _, _ in words],
        "ner_tags": tags,
    }


def _fitting(task: Task, record: Record) -> Record:
    return {name: record[name] for name in task.fields if name in record}


def _entities(task: Task, number: int, dice: random.Random) -> Record:
    return _fitting(task, _tokens(task, number, dice))


def _parts_of_speech(task: Task, number: int, dice: random.Random) -> Record:
    words = _sentence(dice, _speciality(dice))
    return {
        "id": str(number),
        "document_id": f"doc-{number // 3}",
        "tokens": [token for token, _, _ in words],
        "lemmas": [token.casefold() for token, _, _ in words],
        "pos_tags": [f"B-{pos}" for _, pos, _ in words],
    }


def _spoken(task: Task, number: int, dice: random.Random) -> Record:
    intent = dice.choice(_INTENTS)
    drug, other = dice.sample(_DRUGS, 2)
    count = dice.choice(("un", "deux", "trois"))
    words_of_intent: Mapping[str, list[tuple[str, str]]] = {
        "medical_prescription": [
            (count, "B-dos_uf"),
            ("comprimés", "I-dos_uf"),
            ("de", "O"),
            (drug, "B-drug"),
        ],
        "negate": [("non", "O"), ("pas", "O"), ("de", "O"), (drug, "B-drug")],
        "none": [("bonjour", "O"), ("il", "O"), ("est", "O"), (count, "O"), ("heures", "O")],
        "replace": [("remplace", "O"), (drug, "B-drug"), ("par", "O"), (other, "B-drug")],
    }
    words = words_of_intent[intent]
    return {
        "id": str(number),
        "text": " ".join(token for token, _ in words),
        "label": intent,
        "tokens": [token for token, _ in words],
        "ner_tags": [tag for _, tag in words],
    }


def _topics(dice: random.Random) -> tuple[list[str], str]:
    chosen = sorted(dice.sample(tuple(FINDINGS), dice.choice((1, 1, 2))))
    return chosen, " ".join(_text(_sentence(dice, one)) for one in chosen)


def _specialities(task: Task, number: int, dice: random.Random) -> Record:
    chosen, text = _topics(dice)
    labels = [_label_of(task, one) for one in chosen]
    hot = [float(one in labels) for one in task.labels]
    record = {"id": str(number), "document_id": str(number), "abstract": text, "text": text}
    return _fitting(task, {**record, "specialities": labels, "specialities_one_hot": hot})


def _label_of(task: Task, speciality: str) -> str:
    return task.labels[tuple(FINDINGS).index(speciality)]


def _case(task: Task, number: int, dice: random.Random) -> Record:
    speciality = _speciality(dice)
    text = " ".join(_text(_sentence(dice, speciality)) for _ in range(2))
    record = {"identifier": f"cas-{number}", "title": f"Cas {number}", "clinical_case": text}
    rest: Record = {name: [] if kind.startswith("[") else "" for name, kind in task.fields.items()}
    return {**rest, **record, "topic": speciality, "icd-10": _label_of(task, speciality)}


def _name(finding: tuple[tuple[str, str], ...]) -> str:
    return " ".join(token for token, _ in finding)


def _question(task: Task, number: int, dice: random.Random) -> Record:
    speciality = _speciality(dice)
    correct_signs = [_name(one) for one in FINDINGS[speciality]]
    others = [_name(one) for name, many in FINDINGS.items() if name != speciality for one in many]
    right = dice.sample(correct_signs, dice.choice((1, 1, 2, 3)))
    options = [*right, *dice.sample(others, len(_LETTERS) - len(right))]
    dice.shuffle(options)
    return {
        "id": f"q-{number}",
        "question": f"Lesquels de ces signes relèvent de la {speciality} ?",
        **{f"answer_{letter}": option for letter, option in zip(_LETTERS, options, strict=True)},
        "correct_answers": [
            letter for letter, option in zip(_LETTERS, options, strict=True) if option in right
        ],
        "type": "simple" if len(right) == 1 else "multiple",
        "subject_name": speciality,
        "number_correct_answers": str(len(right)),
    }


def _triple(task: Task, number: int, dice: random.Random) -> Record:
    meant, *others = dice.sample(tuple(FINDINGS), 3)
    texts = [_text(_sentence(dice, one)) for one in (meant, *others)]
    order = [0, 1, 2]
    dice.shuffle(order)
    targets = {f"cible_{at}": texts[place] for at, place in enumerate(order, start=1)}
    source = _text(_sentence(dice, meant))
    return {"id": str(number), "correct_cible": str(order.index(0) + 1), "source": source, **targets}


def _two(dice: random.Random) -> tuple[str, str, float]:
    """Return two sentences and how alike they are, 0 to 5: the same finding 3, time 1, patient 1."""
    draw = [
        [dice.choice(_SUBJECTS), dice.choice(FINDINGS[_speciality(dice)]), dice.choice(_WHEN)]
        for _ in range(2)
    ]
    for at in range(3):
        if dice.random() < 0.5:
            draw[1][at] = draw[0][at]
    left, right = (f"{_name(who)} a {_name(what)} {_name(when)}." for who, what, when in draw)
    same = [one == other for one, other in zip(*draw, strict=True)]
    return left, right, 1.0 * same[0] + 3.0 * same[1] + 1.0 * same[2]


def _clister(task: Task, number: int, dice: random.Random) -> Record:
    left, right, score = _two(dice)
    return {
        "id": str(number),
        "document_1_id": f"a_{number}",
        "document_2_id": f"b_{number}",
        "text_1": left,
        "text_2": right,
        "label": score,
    }


def _deft_pair(task: Task, number: int, dice: random.Random) -> Record:
    left, right, score = _two(dice)
    record: Record = {"id": str(number), "moy": score, "vote": score, "scores": [score] * 5}
    return {**record, "source": left, "cible": right}


_WRITERS: Mapping[str, Callable[[Task, int, random.Random], Record]] = {
    "clister": _clister,
    "deft2020_task_1": _deft_pair,
    "deft2020_task_2": _triple,
    "morfitt": _specialities,
    "deft2021_cls": _specialities,
    "diamed": _case,
    "pxcorpus": _spoken,
    "document_entities": _entities,
    "e3c": _entities,
    "mantra": _entities,
    "parts_of_speech": _parts_of_speech,
    "frenchmedmcqa": _question,
}
