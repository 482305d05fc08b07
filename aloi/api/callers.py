"""The caller: the token of a request, its limits of requests, and the store as it may be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from fastapi import Request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from aloi.api.problems import ProblemError
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.workbench.people import hash_token
from aloi.workbench.programs.tokens import ApiToken
from aloi.workbench.store.opening import Store

_MOST_WRONG = 30  # requests with a wrong token, by address and minute
_SCHEME = "bearer "


@dataclass(frozen=True, slots=True)
class Callers:
    """Finds the token of a request and counts the requests of each.

    Requests are counted in the memory of the one web process; a restart begins anew.
    """

    store: Store
    clock: Callable[[], datetime]
    limiter: MovingWindowRateLimiter
    limit: RateLimitItemPerMinute
    wrong: RateLimitItemPerMinute

    @classmethod
    def of(cls, store: Store, clock: Callable[[], datetime], most: int) -> Callers:
        """Return the callers of a store, with at most so many requests of a token in a minute."""
        limiter = MovingWindowRateLimiter(MemoryStorage())
        return cls(store, clock, limiter, RateLimitItemPerMinute(most), RateLimitItemPerMinute(_MOST_WRONG))

    def token(self, request: Request) -> ApiToken:
        """Return the token of a request.

        Raises
        ------
        ProblemError
            No valid token (401), or too many requests (429).
        """
        address = request.client.host if request.client else ""
        if not self.limiter.test(self.wrong, "wrong", address):
            raise self._too_many(self.wrong, "wrong", address)
        header = request.headers.get("authorization", "")
        secret = header[len(_SCHEME) :].strip() if header.lower().startswith(_SCHEME) else ""
        token = self.store.tokens.valid(hash_token(secret), self.clock()) if secret else None
        if token is None:
            if secret:
                self.limiter.hit(self.wrong, "wrong", address)
            error = AloiError(
                "aloi.missing",
                name=Term("the-request"),
                missing=Term("a-valid-token"),
                expected=Term("the-header-authorization"),
                todo=Term("create-a-token"),
            )
            raise ProblemError(401, error, WWW_Authenticate="Bearer")
        if not self.limiter.hit(self.limit, token.ref):
            raise self._too_many(self.limit, token.ref)
        return token

    def _too_many(self, limit: RateLimitItemPerMinute, *keys: str) -> ProblemError:
        stats = self.limiter.get_window_stats(limit, *keys)
        seconds = max(1, round(stats.reset_time - self.clock().timestamp()))
        error = AloiError(
            "aloi.too-many",
            name=Term("requests-in-a-minute"),
            count=limit.amount,
            most=limit.amount,
            todo=Term("wait-for-seconds", seconds=seconds),
        )
        return ProblemError(429, error, Retry_After=str(seconds))
