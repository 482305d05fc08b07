"""The folder of a fitted ranker: its model, and `ranker.json` with the sparse weight and its training."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.modeling.encoders.devices import quiet
from aloi.modeling.encoders.names import packages, weights_checksum
from aloi.modeling.encoders.transformer import load_transformer
from aloi.modeling.rankers.encoder import Pooling, embedder, pooled
from aloi.modeling.rankers.hybrid import HybridRanker
from aloi.modeling.rankers.synonyms import Names

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

RECORD = "ranker.json"
_MODEL = "model"
_NEEDED = ("encoder", "sparse_weight", "clean", "pooling", "max_length", "seed", "dictionary")


def fingerprint(names: Names) -> str:
    """Return 12 hexadecimal digits that tell one dictionary from another."""
    lines = [[text, *sorted(concepts)] for text, concepts in zip(names.texts, names.concepts, strict=True)]
    return hashlib.sha256(json.dumps(lines, ensure_ascii=False).encode()).hexdigest()[:12]


def save_ranker(folder: Path, model: SentenceTransformer, record: Mapping[str, Json]) -> None:
    """Write a fitted ranker into its folder; one that lay there is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{_MODEL}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    with quiet():
        model.save_pretrained(str(fresh), create_model_card=False)
    _replace(folder, fresh, record)


def copy_ranker(source: Path, folder: Path, record: Mapping[str, Json]) -> None:
    """Copy a fitted ranker into another folder, with a record of its own; one that lay there is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{_MODEL}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(source / _MODEL, fresh)
    _replace(folder, fresh, record)


def _replace(folder: Path, fresh: Path, record: Mapping[str, Json]) -> None:
    (folder / RECORD).unlink(missing_ok=True)  # no record of one model beside another
    shutil.rmtree(folder / _MODEL, ignore_errors=True)
    fresh.rename(folder / _MODEL)
    written = folder / f"{RECORD}.new"
    written.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    written.replace(folder / RECORD)


def read_record(folder: Path) -> dict[str, Any]:
    """Return how the ranker of a folder was trained, or raise AloiError if the folder has none."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        missing = [name for name in _NEEDED if name not in record]
    except (OSError, ValueError, TypeError) as error:
        raise AloiError(
            "aloi.unreadable",
            path=folder,
            format=Term("format-ranker"),
            error=str(error),
            expected=Term("ranker-files", record=RECORD, model=_MODEL),
        ) from error
    if missing or not isinstance(record, dict):
        raise AloiError(
            "aloi.unreadable",
            path=folder,
            format=Term("format-ranker"),
            error=Term("lacks", record=RECORD, missing=missing),
            expected=Term("ranker-files", record=RECORD, model=_MODEL),
        )
    return record


def load_ranker(folder: Path) -> HybridRanker:
    """Return the fitted ranker of a folder, which ranks the names of any dictionary.

    Raises
    ------
    AloiError
        Not the folder of a fitted ranker, or its model cannot be loaded.
    """
    record = read_record(folder)
    loaded = load_transformer(str(folder / _MODEL), "cpu")
    return ranker_of(pooled(loaded.model, Pooling.MODEL, int(record["max_length"])), record)


def ranker_of(model: SentenceTransformer, record: Mapping[str, Any]) -> HybridRanker:
    """Return the ranker of a fitted model, from the record of its folder."""
    description = (
        f"{record['encoder']} trained on {record['dictionary']['names']} names "
        f"{record['dictionary']['fingerprint']}, seed {record['seed']}, {packages()}, "
        f"weights {weights_checksum(model)}, pooling {record['pooling']}, "
        f"at most {record['max_length']} sub-words"
    )
    return HybridRanker(embedder(model), float(record["sparse_weight"]), bool(record["clean"]), description)
