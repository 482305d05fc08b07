"""Read judged substitutes as Swords (Lee et al. 2021) gives them out: one JSON file, perhaps gzipped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.readers.archive import read_unpacked
from aloi.gold.formats.base import parse_json

_PARTS = ("contexts", "targets", "substitutes", "substitute_labels")
_POS = ("NOUN", "VERB", "ADJ", "ADV")


@dataclass(frozen=True, slots=True)
class JudgedTarget:
    """A target: `text[start:end]`; `context` is the id of its text, `lemma` is empty if it is unknown."""

    id: str
    context: str
    text: str
    start: int
    end: int
    lemma: str
    pos: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A substitute of a target with the labels it was given, in the order of the file."""

    id: str
    target: JudgedTarget
    substitute: str
    labels: tuple[str, ...]


def read_swords(path: Path) -> tuple[Judged, ...]:
    """Return the judged substitutes of a file, in its order.

    The file is an object with `contexts` {id: {context}}, `targets` {id: {context_id, target, offset, pos}},
    `substitutes` {id: {target_id, substitute}} and `substitute_labels` {id: [label]}; offsets count
    characters from 0.

    Raises
    ------
    AloiError
        Not such a file, a target that is not at its offset, an unknown id, or a repeated substitute of a
        target.
    """
    document = _loaded(path)
    targets = {
        name: _target(name, raw, document["contexts"], path)
        for name, raw in _objects(document["targets"], path)
    }
    labels = document["substitute_labels"]
    judged: list[Judged] = []
    seen: dict[tuple[str, str], str] = {}
    for name, raw in _objects(document["substitutes"], path):
        target, target_labels = targets.get(str(raw.get("target_id"))), labels.get(name, [])
        substitute = raw.get("substitute")
        if target is None or not isinstance(substitute, str) or not isinstance(target_labels, list):
            raise AloiError(
                "gold.not-swords",
                name=path.name,
                parts=_PARTS,
                error=Term("substitute-incomplete", name=quoted(name)),
            )
        first = seen.setdefault((target.id, substitute), name)
        if first != name:
            raise AloiError(
                "gold.not-swords",
                name=path.name,
                parts=_PARTS,
                error=Term(
                    "substitute-again", name=quoted(name), substitute=quoted(substitute), first=quoted(first)
                ),
            )
        judged.append(Judged(name, target, substitute, tuple(map(str, target_labels))))
    if not judged:
        raise AloiError("gold.not-swords", name=path.name, parts=_PARTS, error=Term("no-substitute-in"))
    return tuple(judged)


def _loaded(path: Path) -> dict[str, dict[str, Any]]:
    try:
        document = parse_json(read_unpacked(path))
    except (AloiError, OSError) as error:
        raise AloiError(
            "gold.not-swords", name=path.name, parts=_PARTS, error=Term("not-readable", error=error)
        ) from error
    except ValueError as error:  # not JSON, or not UTF-8
        raise AloiError(
            "gold.not-swords", name=path.name, parts=_PARTS, error=Term("not-json", error=error)
        ) from error
    if not isinstance(document, dict) or not all(isinstance(document.get(name), dict) for name in _PARTS):
        raise AloiError("gold.not-swords", name=path.name, parts=_PARTS, error=Term("parts-missing"))
    return document


def _objects(part: Mapping[str, Any], path: Path) -> list[tuple[str, dict[str, Any]]]:
    for name, raw in part.items():
        if not isinstance(raw, dict):
            raise AloiError(
                "gold.not-swords", name=path.name, parts=_PARTS, error=f"{quoted(name)}: {quoted(raw)}"
            )
    return [*part.items()]


def _target(name: str, raw: Mapping[str, Any], contexts: Mapping[str, Any], path: Path) -> JudgedTarget:
    context_id, word, start = str(raw.get("context_id")), raw.get("target"), raw.get("offset")
    context = contexts.get(context_id)
    text = context.get("context") if isinstance(context, dict) else None
    if not isinstance(text, str) or not isinstance(word, str) or not isinstance(start, int):
        raise AloiError(
            "gold.not-swords",
            name=path.name,
            parts=_PARTS,
            error=Term("target-incomplete", name=quoted(name)),
        )
    if not word or start < 0 or text[start : start + len(word)] != word:
        raise AloiError(
            "gold.not-swords",
            name=path.name,
            parts=_PARTS,
            error=Term("target-not-at", name=quoted(name), word=quoted(word), start=start),
        )
    extra = raw.get("extra")
    lemma = str(extra.get("coinco_lemma") or "") if isinstance(extra, dict) else ""
    pos = str(raw.get("pos") or "")
    return JudgedTarget(
        name, context_id, text, start, start + len(word), lemma or word, pos if pos in _POS else ""
    )
