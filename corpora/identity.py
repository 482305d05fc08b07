"""Ids made of content: the same thing gets the same id on every machine, so nothing is stored twice."""

from __future__ import annotations

import hashlib
import json
import json.encoder
from collections.abc import Callable, Iterable


def kept_encoder(encoder: json.JSONEncoder) -> Callable[[object], str]:
    """Return a function that gives what `encoder.encode` does, with one C encoder kept for all values.

    `json` makes a new one for each, which costs more than most values do: two fifths of the time, measured.
    The encoder has no `indent`, and does not look for circles.
    """
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:  # a Python without
        return encoder.encode
    quoted = "encode_basestring_ascii" if encoder.ensure_ascii else "encode_basestring"
    parts = make(
        None,
        encoder.default,
        getattr(json.encoder, quoted),
        None,
        encoder.key_separator,
        encoder.item_separator,
        encoder.sort_keys,
        encoder.skipkeys,
        encoder.allow_nan,
    )
    return lambda value: "".join(parts(value, 0))


_encoded = kept_encoder(
    json.JSONEncoder(
        sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
    )
)


def canonical_json(value: object) -> str:
    """Return `value` as the one JSON text used for checksums and ids.

    Keys are sorted, no spaces, non-ASCII characters kept, NaN refused (ValueError).
    """
    return _encoded(value)


def content_id(kind: str, *parts: str | int | None) -> str:
    """Return a 24-character hexadecimal id of a kind of thing and its content.

    SHA-256 of the canonical JSON list, cut to 96 bits: a collision among 10 million things has a
    probability under 1e-15.
    """
    return hashlib.sha256(canonical_json([kind, *parts]).encode()).hexdigest()[:24]


def checksum(value: object) -> str:
    """Return the full SHA-256 (64 hexadecimal digits) of the canonical JSON of `value`."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def list_checksum(values: Iterable[object]) -> str:
    """Return what `checksum` gives of a list of these values, taking one after the other.

    >>> list_checksum(["a", "b"]) == checksum(["a", "b"])
    True
    """
    digest = hashlib.sha256(b"[")
    for index, value in enumerate(values):
        digest.update(f"{',' if index else ''}{canonical_json(value)}".encode())
    digest.update(b"]")
    return digest.hexdigest()


def file_checksum(content: bytes) -> str:
    """Return the full SHA-256 (64 hexadecimal digits) of bytes."""
    return hashlib.sha256(content).hexdigest()
