"""Random tags in six schemes, and the scores that seqeval 1.2.2 gives them.

seqeval is no requirement of Aloi. To compute `seqeval_scores.json` again, run from the repository,
in an environment of its own::

    pip install seqeval==1.2.2
    PYTHONPATH=. python -m tests.evaluation.metrics.seqeval_peer

Tags are drawn from a random seed, so that the file holds seeds and scores only. Half of the seeds draw
entities that a scheme writes as it asks, with some tags changed; the others draw each tag by itself.

Two readings of seqeval are not ours, and the tags avoid them: without a scheme it knows no L and U, and its
IOE1 begins no entity at an E (a "Todo" of its source).
"""

from __future__ import annotations

import json
import random
from pathlib import Path

SCORES = Path(__file__).with_name("seqeval_scores.json")
SCHEMES = {"IOB1": "IB", "IOB2": "IB", "IOE1": "IE", "IOE2": "IE", "IOBES": "IBES", "BILOU": "BILU"}
SEEDS = range(12)
LABELS = ("PER", "LOC", "ORG-X")
_PARTS = ("precision", "recall", "f1-score", "support")
_WORDS = {
    "IOB1": ("I", "I", "I", "I"),
    "IOB2": ("B", "B", "I", "I"),
    "IOE1": ("I", "I", "I", "I"),
    "IOE2": ("E", "I", "I", "E"),
    "IOBES": ("S", "B", "I", "E"),
    "BILOU": ("U", "B", "I", "L"),
}


def drawn(scheme: str, seed: int) -> tuple[list[list[str]], list[list[str]]]:
    """Return the gold and the predicted tags of 15 sentences."""
    rng = random.Random(f"{scheme} {seed}")
    gold = [_sentence(scheme, rng, by_entity=seed % 2 == 0) for _ in range(15)]
    predicted = [[tag if rng.random() < 0.7 else _tag(scheme, rng) for tag in sentence] for sentence in gold]
    if scheme == "IOE1":
        gold, predicted = [[*map(_begun_by_i, side)] for side in (gold, predicted)]
    return gold, predicted


def with_known_letters(sentences: list[list[str]]) -> list[list[str]]:
    """Return tags with E and S instead of L and U, which seqeval does not know without a scheme."""
    letters = {"L": "E", "U": "S"}
    return [[letters.get(tag[0], tag[0]) + tag[1:] for tag in tags] for tags in sentences]


def _begun_by_i(tags: list[str]) -> list[str]:
    """Return tags in which each E follows a tag of its label."""
    changed: list[str] = []
    for tag in tags:
        follows = bool(changed) and changed[-1][1:] == tag[1:]
        changed.append(f"I{tag[1:]}" if tag[0] == "E" and not follows else tag)
    return changed


def _sentence(scheme: str, rng: random.Random, *, by_entity: bool) -> list[str]:
    length = rng.randint(1, 9)
    if not by_entity:
        return [_tag(scheme, rng) for _ in range(length)]
    single, first, inner, last = _WORDS[scheme]
    tags: list[str] = []
    while len(tags) < length:
        label, size = rng.choice(LABELS), rng.randint(0, 3)
        letters = ["O", single, first + last, first + inner + last][size]
        tags += ["O" if letter == "O" else f"{letter}-{label}" for letter in letters]
    return tags


def _tag(scheme: str, rng: random.Random) -> str:
    letter = rng.choice("O" + SCHEMES[scheme])
    return "O" if letter == "O" else f"{letter}-{rng.choice(LABELS)}"


def _report(gold: list[list[str]], predicted: list[list[str]], **options: object) -> dict[str, list[float]]:
    from seqeval.metrics import classification_report

    report = classification_report(gold, predicted, output_dict=True, zero_division=0, **options)
    return {name: [float(row[part]) for part in _PARTS] for name, row in report.items()}


def main() -> None:
    """Write the scores of seqeval."""
    from seqeval import scheme as schemes

    rows = []
    for name in SCHEMES:
        for seed in SEEDS:
            gold, predicted = drawn(name, seed)
            strict = _report(gold, predicted, mode="strict", scheme=getattr(schemes, name))
            lenient = _report(with_known_letters(gold), with_known_letters(predicted))
            rows.append({"scheme": name, "seed": seed, "lenient": lenient, "strict": strict})
    lines = ",\n".join(json.dumps(row) for row in rows)
    SCORES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
