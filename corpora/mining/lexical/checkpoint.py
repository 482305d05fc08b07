"""Units of a run that are done, kept in a folder: what was killed goes on from there."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from aloi.base.records import to_json
from aloi.corpora.mining.lexical.scored import Scored
from aloi.corpora.mining.lexical.sieve import Keep, SievedPairs

_ARITHMETIC = 1  # raised where the same texts would give other pairs or scores
_NAME = "run.json"
_ARRAYS = ("left", "right", "levenshtein", "cosine")


class UnitFolder:
    """The folder of one run.

    Parameters
    ----------
    folder : Path
        Made if need be; what another run left in it goes.
    asked : str
        What the run is about, from `fingerprint`.
    resume : bool
        Whether units done before count.
    """

    def __init__(self, folder: Path, mine_fingerprint: str, *, resume: bool = True) -> None:
        self.folder = folder
        path = folder / _NAME
        if folder.exists() and not (
            resume and path.exists() and path.read_text(encoding="utf-8") == mine_fingerprint
        ):
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(mine_fingerprint, encoding="utf-8")

    def save(self, unit: int, sieved: SievedPairs) -> None:
        """Keep what a unit found; the file appears only when it is complete."""
        pairs = sieved.pairs
        part = self.folder / f"{unit}.part"
        with part.open("wb") as file:
            np.savez(file, counts=sieved.counts, **{name: getattr(pairs, name) for name in _ARRAYS})
        part.replace(self.folder / f"{unit}.npz")

    def load(self, unit: int) -> SievedPairs | None:
        """Return what a unit found before, None where it is still to do."""
        try:
            with (self.folder / f"{unit}.npz").open("rb") as file, np.load(file) as read:
                return SievedPairs(read["counts"], Scored(*(read[name] for name in _ARRAYS)))
        except (
            OSError,
            ValueError,
            KeyError,
            EOFError,
            BadZipFile,
        ):  # none, or one that a full disk cut short
            return None

    def close(self) -> None:
        """Remove the folder: the run is over."""
        shutil.rmtree(self.folder, ignore_errors=True)


def fingerprint(ids: Sequence[str], texts: Sequence[str], threshold: Fraction, keep: Keep, units: int) -> str:
    """Return what tells one run from another: sentences, threshold, what is kept, and units."""
    digest = hashlib.sha256()
    for sentence_part in (part for pair in zip(ids, texts, strict=True) for part in pair):
        written = sentence_part.encode("utf-8", "surrogatepass")
        digest.update(len(written).to_bytes(8, "big") + written)
    parameters = {
        "texts": digest.hexdigest(),
        "threshold": str(threshold),
        "keep": to_json(keep),
        "units": units,
    }
    return json.dumps({**parameters, "arithmetic": _ARITHMETIC}, sort_keys=True)
