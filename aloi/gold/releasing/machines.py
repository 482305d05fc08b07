"""Answers of machine annotators in a release: apart from gold and agreement, in files of their own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from aloi.agreement.machine.alternative import AlternativeTest
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.gold.releasing.compressed_records import Rows, as_json, json_lines, pack_sorted

MACHINES = "machines"  # in the manifest, and the folder of an export
ANSWERS_FILE = f"{MACHINES}/answers.jsonl"
_DESCRIPTION_FILE = f"{MACHINES}/machines.json"


@dataclass(frozen=True, slots=True)
class ReleasedMachine:
    """A version of a machine annotator in a round of a release, under a version of the guideline.

    Parameters
    ----------
    pseudonym, version : str, int
        Its name in the release.
    identity : mapping
        Model, kind and location of the server, prompt, sampling settings and seed; no address and no key.
    round, guideline_version : int, int or None
        Of its answers; None without a guideline.
    items : int
        Items of the round.
    test : AlternativeTest
        Whether it may replace a person.
    answers : tuple of mapping
        Each draw: item, value or reason of a skip, stated confidence, checksum of the prompt, tokens.
    counted_because : str
        The reason why its answers count in gold and agreement; empty if they do not.
    """

    pseudonym: str
    version: int
    identity: Mapping[str, Json]
    round: int
    guideline_version: int | None
    items: int
    test: AlternativeTest
    answers: tuple[Mapping[str, Json], ...]
    counted_because: str = ""

    @property
    def texts(self) -> Iterator[str]:
        """Texts that somebody wrote for the machine: names and the first sentences of the prompt."""
        return (value for value in self.identity.values() if isinstance(value, str))


def machines_json(machines: Sequence[ReleasedMachine]) -> dict[str, Json]:
    """Return the part of a manifest about machines: descriptions, answers, and the checksum of their file."""
    numbered = [
        (machine.pseudonym, machine.version, machine.round, machine.guideline_version or 0, at, dict(answer))
        for machine in machines
        for at, answer in enumerate(machine.answers)
    ]
    rows = pack_sorted(numbered, lambda row: row[:5], lambda row: row[5])
    return {
        "annotators": [
            _description(machine)
            for machine in sorted(
                machines, key=lambda each: (each.pseudonym, each.version, each.round, each.test.part)
            )
        ],
        "answers": as_json(rows),
        "checksum": hashlib.sha256(b"".join(_lines(rows))).hexdigest(),
    }


def _description(machine: ReleasedMachine) -> Json:
    skips: dict[str, Json] = {}
    for answer in machine.answers:
        if answer["skip"] is not None:
            skips[str(answer["skip"])] = int(str(skips.get(str(answer["skip"]), 0))) + 1
    answered = {str(answer["item_id"]) for answer in machine.answers if answer["skip"] is None}
    return {
        **to_json(machine, "identity", "test", "answers"),
        **machine.identity,
        "answered": len(answered),
        "skipped": dict(sorted(skips.items())),
        "alternative_test": cast("Json", machine.test.to_json()),
    }


def _lines(rows: Rows) -> Iterator[bytes]:
    return (line + b"\n" for line in json_lines(rows))


def without_machine_answers(manifest: Mapping[str, Json]) -> dict[str, Json]:
    """Return a manifest with the checksum of the machines' answers, without the answers."""
    machines = manifest.get(MACHINES)
    if not isinstance(machines, dict) or "answers" not in machines:
        return dict(manifest)
    return {**manifest, MACHINES: {name: each for name, each in machines.items() if name != "answers"}}


def machine_files(manifest: Mapping[str, Json]) -> dict[str, str | Iterator[bytes]]:
    """Return the files of the machines by name: descriptions with the tests, and answers."""
    machines = manifest.get(MACHINES)
    if not isinstance(machines, dict) or "answers" not in machines:
        return {}
    described = json.dumps(machines["annotators"], ensure_ascii=False, indent=1, sort_keys=True)
    return {_DESCRIPTION_FILE: f"{described}\n", ANSWERS_FILE: _lines(cast("Rows", machines["answers"]))}


def machine_problems(manifest: Mapping[str, Json], answers: str | None = None) -> list[str]:
    """Return a sentence if the answers of machines, in the manifest or in a file, are not what was frozen."""
    machines = manifest.get(MACHINES)
    if not isinstance(machines, dict):
        return []
    digest = hashlib.sha256((answers or "").encode())
    if answers is None and "answers" not in machines:
        return []  # in a file of their own
    if answers is None:
        for line in _lines(cast("Rows", machines["answers"])):
            digest.update(line)
    if digest.hexdigest() == machines.get("checksum"):
        return []
    return ["The answers of machines are not what was frozen: their checksum differs."]
