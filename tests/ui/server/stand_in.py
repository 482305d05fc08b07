"""A provider of OpenID Connect that answers as it is told to."""

from __future__ import annotations

import base64
import hashlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT, SECRET = "aloi", "of the tests alone"


@dataclass
class StandIn:
    """The provider: who is signed in there, and what is to be wrong with what it says."""

    subject: str = "f3a1"
    name: str = "Ada Lovelace"
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "one"}))
    signs_with: RSAKey | None = None
    change: Callable[[dict[str, Any]], dict[str, Any]] = lambda claims: claims
    algorithm: str = "RS256"
    issuer: str = ""
    calls_itself: str = ""
    refuses: str = ""
    asked: dict[str, dict[str, str]] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    described_to: int = 0

    def app(self) -> Starlette:
        """Return its addresses."""
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self.described),
                Route("/authorize", self.authorize),
                Route("/token", self.token, methods=["POST"]),
                Route("/keys", self.keys),
            ]
        )

    async def described(self, request: Request) -> Response:
        del request
        self.described_to += 1
        ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        told = {name: f"{self.issuer}/{end}" for name, end in ends.items()}
        return JSONResponse({"issuer": self.calls_itself or self.issuer, **told})

    async def authorize(self, request: Request) -> Response:
        query = dict(request.query_params)
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        assert query["scope"] == "openid profile"
        if self.refuses:
            back = {"error": self.refuses, "state": query["state"]}
        else:
            code = f"code-{len(self.asked)}"
            self.asked[code] = query
            back = {"code": code, "state": query["state"]}
        return RedirectResponse(f"{query['redirect_uri']}?{urlencode(back)}")

    async def token(self, request: Request) -> Response:
        self.seen.append(request.headers.get("authorization", ""))
        form = await request.form()
        asked = self.asked.pop(str(form["code"]), None)
        proof = hashlib.sha256(str(form["code_verifier"]).encode()).digest()
        challenge = base64.urlsafe_b64encode(proof).rstrip(b"=").decode()
        known = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if asked is None or asked["code_challenge"] != challenge or self.seen[-1] != f"Basic {known}":
            return JSONResponse({"error": "invalid_grant"}, status_code=400)
        now = int(time.time())
        claims = {
            "iss": self.issuer, "sub": self.subject, "aud": CLIENT, "exp": now + 300, "iat": now,
            "nonce": asked["nonce"], "name": self.name,
        }  # fmt: skip
        head = {"alg": self.algorithm, "kid": "one"}
        signed = jwt.encode(
            head, self.change(claims), self.signs_with or self.key, algorithms=["RS256", "none"]
        )
        return JSONResponse({"access_token": "opaque", "token_type": "Bearer", "id_token": signed})

    async def keys(self, request: Request) -> Response:
        del request
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})


def started(one: StandIn) -> uvicorn.Server:
    """Run a provider at a free port of this machine, in a thread, and return its server."""
    server = uvicorn.Server(uvicorn.Config(one.app(), port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    until = time.monotonic() + 30
    while not server.started:
        assert time.monotonic() < until
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    one.issuer = f"http://127.0.0.1:{port}"
    return server
