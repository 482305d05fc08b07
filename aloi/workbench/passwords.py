"""Passwords: hashed with argon2id, never stored; and external accounts that replace them."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()  # argon2id with the library's current parameters


_MOST_JUDGED = 72  # zxcvbn takes no more; its time grows with the length
_IDENTITY = "oidc$"
_STRONG_ENOUGH = 2  # of zxcvbn's 0 to 4: at least a million guesses, when few a minute are let through


def hash_password(password: str) -> str:
    """Return the argon2id hash of a password (slow on purpose: call it in a thread)."""
    return _HASHER.hash(password)


def password_matches(password_hash: str | None, password: str) -> bool:
    """Return whether a password has this hash; takes as long when there is no hash at all."""
    stored_hash = None if is_identity(password_hash) else password_hash
    try:
        _HASHER.verify(stored_hash or _dummy_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored_hash is not None


def identity_mark(issuer: str, subject: str) -> str:
    """Return the value stored instead of a password hash for a person with an external account."""
    return _IDENTITY + hashlib.sha256(f"{issuer}\n{subject}".encode()).hexdigest()


def is_identity(password_hash: str | None) -> bool:
    """Return whether a person signs in with an external account, and so has no password in the store."""
    return password_hash is not None and password_hash.startswith(_IDENTITY)


def is_outdated(password_hash: str) -> bool:
    """Return whether a hash was made at a lower cost than today's."""
    return _HASHER.check_needs_rehash(password_hash)


def is_common(password: str, name: str) -> bool:
    """Return whether a password is among the first to be guessed: common ones, rows of keys, the name."""
    from zxcvbn import zxcvbn  # its word lists take a while to load, and most people never set a password

    guessed: int = zxcvbn(password[:_MOST_JUDGED], user_inputs=[name, "aloi"])["score"]
    return guessed < _STRONG_ENOUGH


@cache
def _dummy_hash() -> str:
    """Return a hash of nobody's password: unknown names cost the same time as known ones."""
    return _HASHER.hash(secrets.token_urlsafe(24))
