"""Passwords, signed cookies, form tokens and the limits on sign-in attempts, independent of HTTP."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from itsdangerous import BadSignature, Signer

from aloi.annotation.model import Annotator
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password, is_common, is_outdated, password_matches
from aloi.workbench.people import User, hash_token
from aloi.workbench.store.opening import Store

LEAST_PASSWORD = 10
MOST_PASSWORD = 1000  # argon2 bears more, but a form need not carry a book
MOST_NAME = 100
LOGIN_DAYS = 14


def check_sign_in(store: Store, name: str, password: str, closed: bool = False) -> Annotator | None:
    """Return the person of a name and password; None for a wrong pair or an account disabled or `closed`.

    It takes as long for each of them.
    """
    user = _user(store, name)
    matches = password_matches(user.password_hash if user else None, password[:MOST_PASSWORD])
    if user is None or not matches or user.disabled or closed:
        return None
    if user.password_hash and is_outdated(user.password_hash):
        store.people.rehash(user.annotator.id, user.password_hash, hash_password(password))
    return user.annotator


def _user(store: Store, name: str) -> User | None:
    """Return the account of a name as it was typed; None for one that no store can hold."""
    return None if "\0" in name else store.people.user(name.strip())


def account_problem(name: str, password: str, again: str) -> str | None:
    """Return the problem of a new account's name or password in one sentence, None if there is none."""
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
    if is_common(password, name):
        return t("password.common")
    return None


def start_login(store: Store, person_id: str, now: datetime) -> str:
    """Return the secret token of a new login; the store keeps its SHA-256 only."""
    token = secrets.token_urlsafe(32)
    store.people.add_login(hash_token(token), person_id, now + timedelta(days=LOGIN_DAYS), now)
    return token


@dataclass(frozen=True, slots=True)
class Seal:
    """Signs values stored in a browser, so that it cannot forge them."""

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

    def setup_token(self) -> str:
        """Return the secret in the address of the first start, which protects the first account."""
        return self.sign("setup", "first")

    def form_token(self, nonce: str) -> str:
        """Return the hidden field that goes with a form cookie (double submit, signed)."""
        return self.sign("form", nonce)

    def form_matches(self, nonce: str | None, token: str) -> bool:
        """Return whether a hidden field belongs to the form cookie of the same browser."""
        opened = self.open("form", token)
        return nonce is not None and opened is not None and secrets.compare_digest(opened, nonce)


@dataclass(frozen=True, slots=True)
class Limits:
    """Keys by which a sign-in is counted, and the most attempts of each.

    Parameters
    ----------
    personal : mapping of str to int
        The person. A person over the limit gets no message about it. Two names blocked at once would reveal
        that they belong to one person, and a blocked name that it exists.
    shared : mapping of str to int
        The name as typed, whether or not anybody has it, and the address. Over the limit there is a message.
    """

    personal: Mapping[str, int]
    shared: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tries:
    """Limits the attempts to sign in, and the number of passwords hashed at once.

    A person who has signed in with this browser before is counted by the browser alone, so that others cannot
    block them. All others are counted by the person they name, by name or pseudonym, and by their address.
    See OWASP, "Slow down online guessing attacks with device cookies". Names are case-sensitive, as in the
    look-up of accounts.
    """

    store: Store
    seal: Seal
    most: int = 5
    most_address: int = 50  # many people in one place may share one
    window: timedelta = timedelta(minutes=5)

    def begin(self, limits: Mapping[str, int], now: datetime) -> int | None:
        """Count an attempt; return the minutes until the next one is allowed, if it was one too many."""
        wait = self.store.sign_ins.begin(limits, self.window, now)
        return None if wait is None else max(1, math.ceil(wait.total_seconds() / 60))

    def limits(self, name: str, browser: str | None, address: str) -> Limits:
        """Return the keys by which a sign-in is counted; `browser` is its signed cookie."""
        typed = name.strip()
        user = _user(self.store, typed)
        browser_id = (self.seal.open("browser", browser) if browser else None) or ""
        # In a browser of somebody every name is counted apart, theirs and others': it says not whose it is.
        shared = {f"typed:{hash_token(f'{browser_id} {typed}')}": self.most}
        if user and browser_id.partition(".")[0] == user.annotator.id:
            return Limits({f"browser:{hash_token(browser_id)}": self.most}, shared)
        person = user.annotator.id if user else typed
        return Limits(
            {f"person:{hash_token(person)}": self.most},
            {**shared, f"address:{hash_token(address)}": self.most_address},
        )

    def succeeded(self, limits: Limits) -> None:
        """Delete the attempts of the person or the browser; of shared keys, only this attempt."""
        self.store.sign_ins.succeeded(list(limits.personal), list(limits.shared))

    def browser(self, person_id: str) -> str:
        """Return the cookie by which a browser is known again as one this person signed in with."""
        return self.seal.sign("browser", f"{person_id}.{secrets.token_urlsafe(12)}")
