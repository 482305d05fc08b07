"""Compare the two protocols of the benchmark suite on three small sets (docs/reference/measurements.md).

Writes the sets in the schemas of the suite: 500 pairs of the French STS benchmark as CLISTER, sentences of
E3C French split by document as its clinical entities, and invented questions as FrenchMedMCQA, whose
options always stand in the same order, so that they are soon learnt. Then runs both protocols with the same
encoder, epochs and seeds, and prints them side by side: pairs and entities with MiniLM, of which the upper
two layers are trained, questions with a tiny model from nothing. Not part of `make bench`: it takes six
minutes of one core.

    python bench/models/suite_protocols.py SHARED OUT
"""

from __future__ import annotations

import csv
import json
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from aloi.corpora.language.segment import segment
from aloi.corpora.language.tokens import tokens
from aloi.corpora.model import Document
from aloi.modeling.encoders.tiny import tiny_model
from aloi.studies.drbenchmark import suite
from aloi.studies.drbenchmark.core.synthetic_data import FINDINGS, phrases
from aloi.studies.drbenchmark.requests import ProtocolName, SuiteRunRequest

MODEL = "minilm"
TRAIN, TEST, QUESTIONS = 300, 200, 200
SENTENCES = {"train": 250, "validation": 60, "test": 150}
SEEDS = (1, 2)
# Small enough for a CPU; the learning rate makes up for few steps.
_ENCODER: Mapping[str, Any] = {"epochs": 5, "learning_rate": 1e-4, "max_length": 64, "freeze_layers": 4}
_TINY: Mapping[str, Any] = {"epochs": 30, "learning_rate": 1e-3, "max_length": 96}
Record = Mapping[str, Any]


def pairs(shared: Path) -> dict[str, list[Record]]:
    """Return training and test pairs of the French STS benchmark, drawn once, as CLISTER has them."""
    folder = shared / "data" / "stsb-multi-mt-fr"
    records: dict[str, list[Record]] = {}
    for part, source, count in (("train", "train", TRAIN), ("test", "test", TEST)):
        with (folder / f"stsb-fr-{source}.csv").open(encoding="utf-8", newline="") as file:
            rows = random.Random(0).sample(list(csv.reader(file)), count)
        records[part] = [
            {"id": f"{part}-{at}", "text_1": left, "text_2": right, "label": float(score)}
            for at, (left, right, score) in enumerate(rows)
        ]
    return records


def entities(shared: Path) -> dict[str, list[Record]]:
    """Return sentences of E3C French with their clinical entities, split by document 60, 10 and 30 %."""
    folder = shared / "data" / "e3c-french"
    with (folder / "layer1_text_json.tsv").open(encoding="utf-8", newline="") as file:
        texts = {row["doc"]: json.loads(row["text"]) for row in csv.DictReader(file, delimiter="\t")}
    with (folder / "layer1_clinentity.tsv").open(encoding="utf-8", newline="") as file:
        marks = [
            (row["doc"], int(row["start"]), int(row["end"])) for row in csv.DictReader(file, delimiter="\t")
        ]
    names = sorted(texts)
    random.Random(0).shuffle(names)
    ends = [0, int(len(names) * 0.6), int(len(names) * 0.7), len(names)]
    entity_records = {}
    for (part, count), start, end in zip(SENTENCES.items(), ends, ends[1:], strict=False):
        rows = [
            row
            for name in names[start:end]
            for row in _sentences(name, texts[name], [one[1:] for one in marks if one[0] == name])
        ]
        entity_records[part] = rows[:count]
    return entity_records


def questions() -> dict[str, list[Record]]:
    """Return invented questions with the same five options each, of which those of a speciality are right."""
    offered = [
        (speciality, " ".join(token for token, _ in finding))
        for speciality, findings in FINDINGS.items()
        for finding in findings
    ][:10:2]
    dice = random.Random(0)
    openings = ("Quels signes relèvent de la", "Que voit-on en", "Lesquels se voient en")
    rows: list[Record] = []
    for at in range(QUESTIONS):
        speciality = dice.choice(sorted({one for one, _ in offered}))
        row: dict[str, Any] = {"id": f"q{at}", "question": f"{dice.choice(openings)} {speciality} ?"}
        row |= {f"answer_{letter}": text for letter, (_, text) in zip("abcde", offered, strict=True)}
        correct = (letter for letter, (one, _) in zip("abcde", offered, strict=True) if one == speciality)
        rows.append({**row, "correct_answers": [*correct]})
    cuts = (0, int(QUESTIONS * 0.6), int(QUESTIONS * 0.7), QUESTIONS)
    return {
        part: rows[start:end]
        for part, start, end in zip(("train", "validation", "test"), cuts, cuts[1:], strict=False)
    }


def _sentences(name: str, text: str, marks: Sequence[tuple[int, ...]]) -> list[Record]:
    rows: list[Record] = []
    document = Document(id=name, corpus_id="bench", name=name, text=text)
    for at, sentence in enumerate(segment(document, "fr")):
        words = tokens(sentence.text)
        tags = []
        for word in words:
            offset = sentence.start + word.start
            inside = [one for one in marks if one[0] <= offset < one[1]]
            first = any(one[0] >= offset and one[0] < offset + len(word.text) for one in inside)
            tags.append("O" if not inside else "B-CLINENTITY" if first else "I-CLINENTITY")
        if words:
            rows.append(
                {
                    "id": f"{name}-{at}",
                    "tokens": [one.text for one in words],
                    "ner_tags": _opened_entities(tags),
                }
            )
    return rows


def _opened_entities(tags: Sequence[str]) -> list[str]:
    """Return tags in which every entity begins with B-: one that spans two sentences begins in each."""
    before = ["O", *tags]
    return [
        "B-CLINENTITY" if tag.startswith("I-") and last == "O" else tag
        for last, tag in zip(before, tags, strict=False)
    ]


def main() -> None:
    """Write the sets, run both protocols, and print them side by side."""
    shared, out = Path(sys.argv[1]), Path(sys.argv[2])
    folder = suite.data_folder(out)
    sets = {"clister": pairs(shared), "e3c_clinical": entities(shared), "frenchmedmcqa": questions()}
    for name, parts in sets.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for part, rows in parts.items():
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (folder / name / f"{part}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    tiny = str(tiny_model(out / "tiny", phrases(), layers=2, width=64))
    for names, model, changes in (
        (("frenchmedmcqa",), tiny, _TINY),
        (("clister", "e3c_clinical"), MODEL, _ENCODER),
    ):
        done = []
        for how in get_args(ProtocolName):
            name = f"{how}-{Path(model).name}"
            request = SuiteRunRequest(
                name, models=(model,), tasks=names, seeds=SEEDS, protocol=how, settings=changes
            )
            suite.run(request, out, _report)
            done.append(name)
        for compared in suite.side_by_side(done[0], done[1], out):
            sys.stdout.write(
                f"{compared.task:14} {compared.model:22} {compared.metric:18} {compared.other_metric:12} "
                f"{_number(compared.value)} {_number(compared.other_value)} {_number(compared.outside)}\n"
            )
        sys.stdout.flush()


def _report(done: int, total: int, message: str) -> bool:
    sys.stderr.write(f"\r{done} of {total}: {message:100}")
    return True


def _number(value: float | None) -> str:
    return "     -" if value is None else f"{value:.4f}"


if __name__ == "__main__":
    main()
