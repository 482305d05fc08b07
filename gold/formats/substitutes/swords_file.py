"""Read judged substitutes as Swords (Lee et al. 2021) gives them out: one JSON file, perhaps gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.errors import AloiError
from gold.formats.base import parse_json

_PARTS = ("contexts", "targets", "substitutes", "substitute_labels")
_POS = ("NOUN", "VERB", "ADJ", "ADV")


@dataclass(frozen=True, slots=True)
class JudgedTarget:
    """A target: `text[start:end]`; `context` is the id of its text, `lemma` empty where it is not told."""

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
        Not such a file, a target that does not stand where it is said to, a reference to nothing, a
        substitute given twice for a target.
    """
    found = _loaded(path)
    targets = {
        name: _target(name, raw, found["contexts"], path) for name, raw in _objects(found["targets"], path)
    }
    labels = found["substitute_labels"]
    judged: list[Judged] = []
    seen: dict[tuple[str, str], str] = {}
    for name, raw in _objects(found["substitutes"], path):
        target, given = targets.get(str(raw.get("target_id"))), labels.get(name, [])
        substitute = raw.get("substitute")
        if target is None or not isinstance(substitute, str) or not isinstance(given, list):
            raise _broken(path, f"the substitute {name} has no text, or names a target that is not there")
        first = seen.setdefault((target.id, substitute), name)
        if first != name:
            raise _broken(path, f"{name} gives {substitute!r} for a target that {first} gives it for")
        judged.append(Judged(name, target, substitute, tuple(map(str, given))))
    if not judged:
        raise _broken(path, "it holds no substitute")
    return tuple(judged)


def _loaded(path: Path) -> dict[str, dict[str, Any]]:
    try:
        content = path.read_bytes()
        text = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
        found = parse_json(text)
    except (OSError, EOFError, zlib.error) as error:
        raise _broken(path, f"it cannot be read ({error})") from error
    except ValueError as error:  # not JSON, or not UTF-8
        raise _broken(path, f"it is not JSON ({error})") from error
    if not isinstance(found, dict) or not all(isinstance(found.get(name), dict) for name in _PARTS):
        raise _broken(path, "it has not all of these parts")
    return found


def _objects(part: Mapping[str, Any], path: Path) -> list[tuple[str, dict[str, Any]]]:
    for name, raw in part.items():
        if not isinstance(raw, dict):
            raise _broken(path, f"{name} is {raw!r}")
    return [*part.items()]


def _target(name: str, raw: Mapping[str, Any], contexts: Mapping[str, Any], path: Path) -> JudgedTarget:
    context_id, word, start = str(raw.get("context_id")), raw.get("target"), raw.get("offset")
    context = contexts.get(context_id)
    text = context.get("context") if isinstance(context, dict) else None
    if not isinstance(text, str) or not isinstance(word, str) or not isinstance(start, int):
        raise _broken(path, f"the target {name} has no text, place or context")
    if not word or start < 0 or text[start : start + len(word)] != word:
        raise _broken(path, f"the target {name}, {word!r}, does not stand at {start} of its context")
    extra = raw.get("extra")
    lemma = str(extra.get("coinco_lemma") or "") if isinstance(extra, dict) else ""
    pos = str(raw.get("pos") or "")
    return JudgedTarget(
        name, context_id, text, start, start + len(word), lemma or word, pos if pos in _POS else ""
    )


def _broken(path: Path, what: str) -> AloiError:
    return AloiError(
        f"{path.name}: {what}.",
        f"An object with {', '.join(_PARTS)}, as Swords has it, was expected.",
        "Choose another file, or correct it.",
    )
