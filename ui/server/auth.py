"""Passwords, signed cookies, form tokens and the limit on sign-in tries; knows nothing of HTTP."""

from __future__ import annotations

import secrets
import threading
from collections import defaultdict, deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from itsdangerous import BadSignature, Signer

from annotation.model import Annotator
from ui.texts import t
from workbench.passwords import password_matches
from workbench.people import hash_token
from workbench.store.opening import Store

LEAST_PASSWORD = 10
MOST_PASSWORD = 1000  # argon2 bears more, but a form need not carry a book
MOST_NAME = 100
LOGIN_DAYS = 14


def check_sign_in(store: Store, name: str, password: str) -> Annotator | None:
    """Return the person of a name and password; None for a wrong pair or a disabled account."""
    user = store.people.user(name.strip())
    matches = password_matches(user.password_hash if user else None, password[:MOST_PASSWORD])
    return user.annotator if user and matches and not user.disabled else None


def account_problem(name: str, password: str, again: str) -> str | None:
    """Return what is wrong with a new account's name or password in one sentence, None if nothing."""
    if not name.strip():
        return t("password.no_name")
    if len(name) > MOST_NAME:
        return t("password.long_name", count=len(name), most=MOST_NAME)
    if len(password) < LEAST_PASSWORD:
        return t("password.short", count=len(password), least=LEAST_PASSWORD)
    if len(password) > MOST_PASSWORD:
        return t("password.long", count=len(password), most=MOST_PASSWORD)
    if password != again:
        return t("password.differ")
    return None


def start_login(store: Store, person_id: str, now: datetime) -> str:
    """Return the secret token of a new login; the store keeps its SHA-256 only."""
    token = secrets.token_urlsafe(32)
    store.people.add_login(hash_token(token), person_id, now + timedelta(days=LOGIN_DAYS), now)
    return token


@dataclass(frozen=True, slots=True)
class Seal:
    """Signs what a browser keeps for us, so that it cannot make up its own."""

    secret: bytes

    def sign(self, purpose: str, value: str) -> str:
        """Return the value with its signature; a signature for one purpose is void for another."""
        return Signer(self.secret, salt=f"aloi.{purpose}").sign(value).decode("ascii")

    def open(self, purpose: str, signed: str) -> str | None:
        """Return the value if its signature holds, None otherwise."""
        try:
            return Signer(self.secret, salt=f"aloi.{purpose}").unsign(signed).decode("ascii")
        except (BadSignature, UnicodeError):
            return None

    def form_token(self, nonce: str) -> str:
        """Return the hidden field that goes with a form cookie (double submit, signed)."""
        return self.sign("form", nonce)

    def form_matches(self, nonce: str | None, token: str) -> bool:
        """Return whether a hidden field belongs to the form cookie of the same browser."""
        opened = self.open("form", token)
        return nonce is not None and opened is not None and secrets.compare_digest(opened, nonce)


@dataclass(slots=True)
class TryLimit:
    """Counts failed sign-ins by name and address over a sliding window, in memory."""

    most: int = 5
    window: timedelta = timedelta(minutes=5)
    _failures: dict[tuple[str, str], deque[datetime]] = field(default_factory=lambda: defaultdict(deque))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, name: str, address: str, now: datetime) -> timedelta | None:
        """Return how long this name must wait before the next try; None when it may try now."""
        with self._lock:
            self._forget_old(now)
            failures = self._failures.get(_key(name, address))
            if not failures or len(failures) < self.most:
                return None
            return failures[0] + self.window - now

    def failed(self, name: str, address: str, now: datetime) -> None:
        """Count one failed try."""
        with self._lock:
            self._failures[_key(name, address)].append(now)

    def succeeded(self, name: str, address: str) -> None:
        """Forget the failures of somebody who remembered their password."""
        with self._lock:
            self._failures.pop(_key(name, address), None)

    def _forget_old(self, now: datetime) -> None:
        """Drop failures older than the window, so that memory stays bounded by recent tries."""
        for key, failures in list(self._failures.items()):
            while failures and failures[0] <= now - self.window:
                failures.popleft()
            if not failures:
                del self._failures[key]


def _key(name: str, address: str) -> tuple[str, str]:
    return name.strip().casefold()[:MOST_NAME], address
