"""Passwords: hashed with argon2id, never kept."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()  # argon2id with the library's current parameters


def hash_password(password: str) -> str:
    """Return the argon2id hash of a password (slow on purpose: call it in a thread)."""
    return _HASHER.hash(password)


def password_matches(password_hash: str, password: str) -> bool:
    """Return whether a password is the one that was hashed."""
    try:
        return _HASHER.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False
