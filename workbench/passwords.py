"""Passwords: hashed with argon2id, never kept."""

from __future__ import annotations

import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()  # argon2id with the library's current parameters


def hash_password(password: str) -> str:
    """Return the argon2id hash of a password (slow on purpose: call it in a thread)."""
    return _HASHER.hash(password)


def password_matches(password_hash: str | None, password: str) -> bool:
    """Return whether a password has this hash; takes as long when there is no hash at all."""
    try:
        _HASHER.verify(password_hash or _dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


@cache
def _dummy_hash() -> str:
    """Return a hash of nobody's password: unknown names cost the same time as known ones."""
    return _HASHER.hash(secrets.token_urlsafe(24))
