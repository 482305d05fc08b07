"""Written files of a SARI study: 12 sources with 3 simplifications each, words deleted or replaced."""

from __future__ import annotations

import random
from pathlib import Path

WORDS = ["the", "doctor", "gave", "a", "simple", "drug", "to", "every", "patient", "who", "slept", "badly"]
SOURCES, FILES = 12, 3


def write_study(folder: Path) -> list[Path]:
    """Return the files written into a folder, the same each time; one pair is erroneous."""
    generator = random.Random(0)
    sources = [generator.choices(WORDS, k=9) for _ in range(SOURCES)]
    (folder / "asset.orig.txt").write_text("".join(f"{' '.join(one)}\n" for one in sources), "utf-8")
    for k in range(FILES):
        texts, groups = [], []
        for at, words in enumerate(sources):
            gone = sorted(generator.sample(range(9), generator.randint(0, 3)))
            kept = [word for place, word in enumerate(words) if place not in gone]
            new = generator.randrange(len(kept))
            line = [f"{place}::delmod" for place in gone]
            if generator.random() < 0.6:
                line.append(f"{[p for p in range(9) if p not in gone][new]}:{new}:synonym")
                kept[new] = "drowsy"
            if (k, at) == (1, 4):
                line.append("0:0:err")
            texts.append(" ".join(kept))
            groups.append(" ".join([str(at), *line]))
        (folder / f"asset.simp.{k}.txt").write_text("".join(f"{one}\n" for one in texts), "utf-8")
        (folder / f"asset.simp.{k}.aln").write_text("".join(f"{one}\n" for one in groups), "utf-8")
    return sorted(folder.glob("asset.*"))
