"""Words in sentences and pairs of sentences: YAWAT, SemDis, SemEval-2007, tables of targets, Swords."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from aloi.annotation.rows import AlignedGroup, Substitutes
from aloi.workbench.imports.layouts.base import ReadOptions, RowStatus, Source, SourceRow
from tests.workbench.imports.generated.world import (
    Expected,
    Features,
    Written,
    own_id,
    texts_of,
    word_places,
)

_WORDS = ("calme", "vif", "rapide", "lent", "œdème", "tout à fait", "prêt")
_OPERATIONS = ("delmod", "synonym", "move", "propnom")


def yawat(rng: random.Random, folder: Path) -> Written:
    """`.aln` lines of groups by places of tokens, with a file of sources and one of targets."""
    count = rng.randint(2, 5)
    sources = texts_of(rng, count, Features(lines=False))
    answers: dict[tuple[str, str], Any] = {}
    (folder / "orig.txt").write_bytes("".join(f"{one}\n" for one in sources).encode())
    for version in range(rng.randint(1, 3)):
        targets = texts_of(rng, count, Features(lines=False))
        lines = []
        for number, (source, target) in enumerate(zip(sources, targets, strict=True)):
            sizes = len(source.split()), len(target.split())
            groups = []
            for _ in range(rng.randint(0, 3)):
                sides = [tuple(sorted(rng.sample(range(size), rng.randint(0, 2)))) for size in sizes]
                if any(sides):
                    groups.append(AlignedGroup(sides[0], sides[1], rng.choice(_OPERATIONS)))
            groups = list(dict.fromkeys(groups))
            written = [
                f"{','.join(map(str, one.source))}:{','.join(map(str, one.target))}:{one.label}"
                for one in groups
            ]
            lines.append(" ".join([str(number), *written]))
            answers[f"{source}\0{target}", ""] = (tuple(groups), False)
        (folder / f"simp.{version}.txt").write_bytes("".join(f"{one}\n" for one in targets).encode())
        (folder / f"simp.{version}.aln").write_bytes("".join(f"{one}\n" for one in lines).encode())
    return Written(folder, Expected(answers))


@dataclass(frozen=True)
class Target:
    """A word of a sentence, by its place, with how many people gave each substitute."""

    id: str
    text: str
    start: int
    end: int
    counts: tuple[tuple[str, int], ...]


def _targets(rng: random.Random, features: Features) -> list[Target]:
    made = []
    texts = texts_of(rng, rng.randint(2, 6), features)
    numbers = rng.sample(range(1, 999), len(texts))
    for number, text in zip(numbers, texts, strict=True):
        start, end = rng.choice(word_places(text))
        words = rng.sample(_WORDS, rng.randint(1, 4))
        made.append(
            Target(own_id(rng, number), text, start, end, tuple((one, rng.randint(1, 5)) for one in words))
        )
    return made


def _gold(targets: list[Target]) -> str:
    lines = [
        f"mot.a {one.id} :: {' '.join(f'{word} {count};' for word, count in one.counts)}\n" for one in targets
    ]
    return "".join(lines)


def _expected(targets: list[Target], *, counted: bool = True) -> Expected:
    """Return the targets, and how often each substitute was given, whoever gave it."""
    return Expected(
        {(one.text, one.id): (one.start, one.end, dict(one.counts) if counted else {}) for one in targets}
    )


def semdis(rng: random.Random, folder: Path) -> Written:
    """The XML of SemDis, gold beside it."""
    made = _targets(rng, Features(lines=False))
    parts = []
    for one in made:
        before, word, after = one.text[: one.start], one.text[one.start : one.end], one.text[one.end :]
        parts.append(
            f"<instance id={quoteattr(one.id)}><context>{escape(before)}<head>{escape(word)}</head>"
            f"{escape(after)}</context></instance>"
        )
    path = folder / "semdis.xml"
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<corpus lang="fr">\n<lexelt item="mot.a">\n'
    path.write_bytes((head + "\n".join(parts) + "\n</lexelt>\n</corpus>\n").encode())
    (folder / "semdis_gold.txt").write_bytes(_gold(made).encode())
    return Written(path, _expected(made))


def semeval2007(rng: random.Random, folder: Path) -> Written:
    """Lines of tokens with the number of the target."""
    made = _targets(rng, Features(lines=False))
    lines = []
    for one in made:
        number = [start for start, _ in word_places(one.text)].index(one.start)
        lines.append(f"mot.a\t{one.id}\t{number}\t{one.text}\n")
    path = folder / "lexsub.preprocessed"
    path.write_bytes("".join(lines).encode())
    (folder / "lexsub_gold.txt").write_bytes(_gold(made).encode())
    return Written(path, _expected(made))


def targets(rng: random.Random, folder: Path) -> Written:
    """A table of sentences and places in code points."""
    made = _targets(rng, Features(lines=False))
    rows = [f"{one.id}\t{one.text}\t{one.start}\t{one.end}\tmot\ta\n" for one in made]
    path = folder / "targets.tsv"
    path.write_bytes("".join(["id\tsentence\tstart\tend\tlemma\tpos\n", *rows]).encode())
    return Written(path, _expected(made, counted=False), ReadOptions(language="fr", task="substitution"))


def targets_read(source: Source) -> Expected:
    """Return targets with the substitutes that answers hold, all people together."""
    found: dict[tuple[str, str], Any] = {}
    given: dict[tuple[str, str], Counter[str]] = {}
    for row in source.rows:
        assert isinstance(row, SourceRow)
        assert isinstance(row.row, Substitutes)
        key = (row.row.sentence, row.row.id)
        found[key] = (row.row.start, row.row.end)
        if row.provenance.status is RowStatus.ANSWER:
            assert isinstance(row.value, dict)
            given.setdefault(key, Counter()).update(row.value["substitutes"])  # type: ignore[arg-type]
    return Expected({key: (*place, dict(given.get(key, {}))) for key, place in found.items()})


def swords(rng: random.Random, folder: Path) -> Written:
    """One object of contexts, targets, substitutes and labels, gzipped or not; labels have no names."""
    made = _targets(rng, Features())
    answers: dict[tuple[str, str], Any] = {}
    content: dict[str, Any] = {"contexts": {}, "targets": {}, "substitutes": {}, "substitute_labels": {}}
    for one in made:
        content["contexts"][f"c{one.id}"] = {"context": one.text}
        content["targets"][f"t{one.id}"] = {
            "context_id": f"c{one.id}", "target": one.text[one.start : one.end], "offset": one.start,
            "pos": "ADJ",
        }  # fmt: skip
        for number, (word, _) in enumerate(one.counts):
            labels = [rng.choice(("TRUE", "FALSE", "UNSURE")) for _ in range(rng.randint(1, 4))]
            content["substitutes"][f"s{one.id}-{number}"] = {"target_id": f"t{one.id}", "substitute": word}
            content["substitute_labels"][f"s{one.id}-{number}"] = labels
            second = one.text[: one.start] + word + one.text[one.end :]
            for place, label in enumerate(labels, start=1):
                answers[f"{one.text}\0{second}", f"swords-{place}"] = (label,)
    data = json.dumps(content, ensure_ascii=rng.random() < 0.5).encode()
    packed = rng.random() < 0.5
    path = folder / ("swords.json.gz" if packed else "swords.json")
    path.write_bytes(gzip.compress(data) if packed else data)
    from aloi.annotation.tasks.judging.task import DOES_NOT, FITS, UNSURE

    known = {"TRUE": FITS, "FALSE": DOES_NOT, "UNSURE": UNSURE}
    return Written(path, Expected({key: (known[value[0]],) for key, value in answers.items()}))
