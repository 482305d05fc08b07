"""An invented file of judged substitutes, in the form of Swords."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

ICE = "Une mince couche de glace recouvrait la vitre."
BED = " Il garde le lit. "


def swords() -> dict[str, Any]:
    """Return two targets with five candidates: three have three labels, two have four."""
    given = {
        "s1": ("t1", "fine", ["TRUE", "TRUE", "TRUE", "FALSE"]),
        "s2": ("t1", "légère", ["TRUE", "FALSE", "UNSURE", "TRUE"]),
        "s3": ("t1", "svelte", ["FALSE", "FALSE", "FALSE"]),
        "s4": ("t2", "couche", ["FALSE", "TRUE", "UNSURE"]),
        "s5": ("t2", "fleuve", ["FALSE", "FALSE", "FALSE"]),
    }
    return {
        "contexts": {"c1": {"context": ICE}, "c2": {"context": BED}},
        "targets": {
            "t1": {
                "context_id": "c1", "target": "mince", "offset": 4, "pos": "ADJ",
                "extra": {"coinco_lemma": "mince"},
            },
            "t2": {"context_id": "c2", "target": "lit", "offset": 13, "pos": "NOUN"},
        },
        "substitutes": {name: {"target_id": t, "substitute": word} for name, (t, word, _) in given.items()},
        "substitute_labels": {name: labels for name, (_, _, labels) in given.items()},
    }  # fmt: skip


def write_swords(folder: Path, content: dict[str, Any] | None = None, name: str = "judged.json.gz") -> Path:
    """Return the file, gzipped if its name says so."""
    path = folder / name
    data = json.dumps(swords() if content is None else content, ensure_ascii=False).encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path
