"""The identity of a person according to a provider of OpenID Connect, independent of our pages."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from aloi.base.errors import AloiError
from aloi.base.settings import Settings
from aloi.base.terms import Term

_SCOPE = "openid profile"
_DISCOVERY = "/.well-known/openid-configuration"
_SECONDS = 10.0  # for each answer of the provider
_DESCRIBED_SECONDS = 300.0
_LEEWAY = 60  # seconds by which clocks may differ
# Signatures with a key of the provider: never none, and never one that the client's secret could make.
_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512")


class NotTold(Exception):
    """The provider did not identify the person reliably; `why` is for the log."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Identity:
    """An account at a provider: its issuer and subject, which never change, and the name it goes by."""

    issuer: str
    subject: str
    name: str


@dataclass(frozen=True, slots=True)
class Trip:
    """The secrets of one sign-in at the provider; a browser keeps them, signed.

    Parameters
    ----------
    state, nonce, verifier : str
        Secrets of this sign-in alone. The first is in the response, the second in the ID token. The third
        proves that the token goes to the client that began the sign-in (PKCE).
    """

    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider, as the settings name it."""

    issuer: str
    client: str
    secret: str = field(repr=False)
    # Until when it is not asked again how it describes itself, and what it said: any stranger has it asked.
    described: list[tuple[float, dict[str, Any]]] = field(default_factory=list, repr=False, compare=False)

    @property
    def host(self) -> str:
        """The name people know it by."""
        return urlsplit(self.issuer).hostname or self.issuer

    def address(self, redirect: str, trip: Trip) -> str:
        """Return the address for the browser to sign in.

        Raises
        ------
        NotTold
            The provider cannot be reached, or describes itself as another one.
        """
        with self._client(redirect) as client:
            metadata = self._told_by(client)
            url, _ = client.create_authorization_url(
                _text(metadata, "authorization_endpoint"),
                state=trip.state,
                nonce=trip.nonce,
                code_verifier=trip.verifier,
            )
        return str(url)

    def identity(self, returned: str, redirect: str, trip: Trip) -> Identity:
        """Return the identity of the person, from the full address that their browser was sent back to.

        Raises
        ------
        NotTold
            Another state than that of the trip, a rejection, or an ID token that is not for us, too old, of
            another trip, or not signed by the provider.
        """
        with self._client(redirect) as client:
            metadata = self._told_by(client)
            try:
                tokens = client.fetch_token(
                    _text(metadata, "token_endpoint"),
                    authorization_response=returned,
                    state=trip.state,
                    code_verifier=trip.verifier,
                )
                keys = KeySet.import_key_set(
                    client.request("GET", _text(metadata, "jwks_uri"), withhold_token=True).json()
                )
                token = jwt.decode(_text(tokens, "id_token"), keys, algorithms=list(_ALGORITHMS))
                self._check(token.claims, trip)
            except NotTold:
                raise
            except (OAuthError, JoseError) as error:
                raise NotTold(f"{type(error).__name__}: {error.error}") from error
            except Exception as error:  # the answer of a provider can be anything
                raise NotTold(type(error).__name__) from error
        claims = token.claims
        name = next((claims[one] for one in ("name", "preferred_username") if claims.get(one)), "")
        return Identity(self.issuer, str(claims["sub"]), str(name).strip())

    def _check(self, claims: dict[str, Any], trip: Trip) -> None:
        """Raise unless claims are this provider's, for this program, of this trip, and not too old."""
        jwt.JWTClaimsRegistry(
            now=int(time.time()),
            leeway=_LEEWAY,
            iss={"essential": True, "value": self.issuer},
            sub={"essential": True},
            aud={"essential": True, "value": self.client},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": trip.nonce},
        ).validate(claims)
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if (several or "azp" in claims) and claims.get("azp") != self.client:
            raise NotTold("the token is for another program")

    def _client(self, redirect: str) -> OAuth2Client:
        return OAuth2Client(
            self.client,
            self.secret or None,
            scope=_SCOPE,
            redirect_uri=redirect,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if self.secret else "none",
            timeout=_SECONDS,
            follow_redirects=False,
        )

    def _told_by(self, client: OAuth2Client) -> dict[str, Any]:
        """Return how the provider describes itself, as it did some minutes ago at most."""
        for until, metadata in self.described:
            if time.monotonic() < until:
                return metadata
        try:
            answer = client.request("GET", self.issuer.rstrip("/") + _DISCOVERY, withhold_token=True)
            answer.raise_for_status()
            metadata = answer.json()
        except Exception as error:  # no connection, no JSON, too slow: each has a type of its own
            raise NotTold(type(error).__name__) from error
        if not isinstance(metadata, dict) or metadata.get("issuer") != self.issuer:
            raise NotTold("it describes itself as another issuer")
        self.described[:] = [(time.monotonic() + _DESCRIBED_SECONDS, metadata)]
        return metadata


def provider(settings: Settings) -> Provider | None:
    """Return the provider in the settings; None if there is none.

    Raises
    ------
    AloiError
        An issuer without https, or without the name of this program there.
    """
    if not settings.oidc_issuer:
        return None
    parts = urlsplit(settings.oidc_issuer)
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if (
        not parts.hostname
        or parts.scheme not in ("https", "http")
        or (parts.scheme == "http" and not is_here)
    ):
        raise AloiError(
            "aloi.value",
            name=Term("the-setting-oidc"),
            value=settings.oidc_issuer,
            expected=Term("the-https-address"),
            todo=Term("write-it-as-the-provider"),
        )
    if not settings.oidc_client:
        raise AloiError(
            "aloi.missing",
            name=Term("the-provider-issuer", issuer=settings.oidc_issuer),
            missing="oidc_client",
            expected=Term("the-client-id"),
            todo=Term("set-aloi"),
        )
    return Provider(settings.oidc_issuer, settings.oidc_client, settings.oidc_secret)


def _text(document: Any, name: str) -> str:
    value = document.get(name) if isinstance(document, dict) else None
    if not isinstance(value, str) or not value:
        raise NotTold(f"it gives no {name}")
    return value
