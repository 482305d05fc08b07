"""The ASGI middleware before everything else, which checks the login and the access of requests."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aloi.annotation.model import Annotator
from aloi.base.errors import AloiError
from aloi.ui import language, scripts
from aloi.ui.server import auth, hosts
from aloi.ui.server.sockets import OpenSockets
from aloi.ui.server.uploading import FILES, HeldUploads
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.people import Login, hash_token
from aloi.workbench.store.opening import Store

_AWAY = ("storage.driver-", "storage.file-")  # errors of the database's driver, and of the store's file
FILE_CHANGED = {  # the answers of /healthz for a store whose file is not the one that was opened
    "storage.file-missing": "file moved or deleted",
    "storage.file-replaced": "file replaced",
}
_LOG = logging.getLogger("aloi.pages")
COOKIE = "aloi_login"
LOGIN_HEADER = "x-aloi-login"
LANGUAGE_COOKIE = "aloi_language"  # the last person read from the store: after a sign-out it is read again
_OWN_HEADERS = b"x-aloi-"
_OPEN_PATHS = frozenset(
    {
        "/signin",
        "/signout",
        "/setup",
        "/oidc",
        "/oidc/return",
        "/healthz",
        "/api/v1",
        "/favicon.png",
        "/manifest.json",
        "/_stcore/health",
        "/_stcore/host-config",
    }
)
# Callers of the REST interface send a token in a header, and no cookie counts there.
_OPEN_FOLDERS = (
    "/api/v1/", "/invite/", "/crowd/", "/assets/", "/static/", "/component/", "/_stcore/bidi-components/",
)  # fmt: skip
# What a participant of a crowd reaches: the annotation page of one round.
_OF_PARTICIPANT = ("/annotate", "/_stcore/", "/media/")
# Addresses of Streamlit that the pages do not use: programs that act in pages, a sign-in, its counts.
_CLOSED = ("/_stcore/agent/", "/_stcore/metrics", "/auth/", "/oauth2callback")
_UPLOADS = "/_stcore/upload_file/"
_FILES = "/media/"  # the downloads of pages
_NO_DOCUMENT = ("/_stcore/", "/media/", "/download/", "/api/", "/app/static/")
_SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"SAMEORIGIN"),
)
_NOT_KEPT = (b"cache-control", b"private, no-store")
# A page may neither fetch from another machine nor be framed by one: nothing leaves this one.
_CONTENT_POLICY = (
    b"content-security-policy",
    # Streamlit styles elements one by one; Vega compiles the expressions of a chart; widgets are blobs.
    f"default-src 'none'; script-src 'self' 'unsafe-eval' blob: {scripts.allowed()}; ".encode()
    + b"style-src 'self' 'unsafe-inline'; "
    b"connect-src 'self' data: blob:; img-src 'self' data: blob:; font-src 'self' data:; "
    b"media-src 'self' data: blob:; worker-src 'self' blob:; manifest-src 'self'; frame-src 'self'; "
    b"form-action 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
)


class Gate:
    """Resolves the login cookie and lets nobody else reach the application.

    Headers that only this server may set are removed from every request. A signed-in websocket handshake gets
    `x-aloi-login` (the stored hash of the login's token), which Streamlit gives to the script as `st.user`.
    Routes find the Login in `scope["aloi.login"]`.

    Requests of pages of other sites are rejected before anything else reads them. `origins` are the addresses
    of this server, see `Settings`; `names` are the host names it accepts, see `hosts.names_of`.
    """

    def __init__(
        self,
        app: ASGIApp,
        store: Store,
        seal: auth.Seal,
        clock: Callable[[], datetime],
        origins: Sequence[str] = (),
        *,
        uploads: HeldUploads,
        names: Collection[str] | None = None,
    ) -> None:
        self._app = app
        self._origins = origins
        self._names = names
        self._store = store
        self._seal = seal
        self._clock = clock
        self._uploads = uploads
        self._sockets = OpenSockets(store, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, answer it, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope = dict(scope)
        scope["headers"] = [pair for pair in scope["headers"] if not pair[0].lower().startswith(_OWN_HEADERS)]
        host = HTTPConnection(scope).headers.get("host")
        is_named = hosts.is_ours(host, self._names)
        is_ours = is_named and comes_from_here(scope, self._origins)
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send, is_ours=is_ours)
        elif not is_named:
            with language.of_request(language_asked(scope)):
                message = t("signin.other_name", host=hosts.shown_host(host or ""))
            refusal = PlainTextResponse(message, status_code=421)
            await refusal(scope, receive, _with_security_headers(send, scope["path"]))
        elif is_ours:
            await self._answered(scope, receive, _with_security_headers(send, scope["path"]))
        else:
            with language.of_request(language_asked(scope)):
                refusal = PlainTextResponse(t("signin.elsewhere"), status_code=403)
            await refusal(scope, receive, _with_security_headers(send, scope["path"]))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, *, is_ours: bool) -> None:
        if not is_ours:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "another site"})
            return
        try:
            login = await self._login(scope)
        except AloiError as error:
            if not error.code.startswith(_AWAY):
                raise
            _LOG.warning("a page could not be opened: %s", error.code)
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": "the store cannot be read"})
            return
        token = login_token(scope, self._seal)
        if login is None or token is None:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "sign in first"})
            return
        if self._sockets.is_full(login.person.id):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "too many pages are open"})
            return
        token_hash = hash_token(token)
        # Checked already; Streamlit would ask a server outside for this machine's address to do it again.
        scope["headers"] = [pair for pair in scope["headers"] if pair[0].lower() != b"origin"]
        scope["headers"].append((LOGIN_HEADER.encode(), token_hash.encode()))
        if await self._sockets.serve(login.person.id, token_hash, self._app(scope, receive, send)):
            await send({"type": "websocket.close", "code": 1008, "reason": "signed out"})

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as `_http` does, or with an error if the store cannot be read or written.

        The sender may have no right to know the location of the store: it is only in the log.
        """
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._http(scope, receive, noting)
        except AloiError as error:
            if begun or not error.code.startswith(_AWAY):
                raise
            _LOG.warning("%s was not answered: %s", scope["path"], error.code)
            with language.of_request(language_asked(scope)):
                text = "signin.store_changed" if error.code in FILE_CHANGED else "signin.store_away"
                refusal = PlainTextResponse(t(text), status_code=503)
            await refusal(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path.startswith(_CLOSED):
            await PlainTextResponse("", status_code=404)(scope, receive, send)
            return
        if path in _OPEN_PATHS or path.startswith(_OPEN_FOLDERS):
            await self._app(scope, receive, send)
            return
        login = await self._login(scope)
        if login is not None and login.round_id is not None and not path.startswith(_OF_PARTICIPANT):
            await RedirectResponse("/crowd/end", status_code=303)(scope, receive, send)
        elif login is not None and path.startswith(_UPLOADS):
            await self._upload(scope, receive, send, login)
        elif login is not None:
            scope["aloi.login"] = login
            await self._app(scope, receive, send)
        elif scope["method"] in ("GET", "HEAD") and not path.startswith(_NO_DOCUMENT):
            query = scope.get("query_string", b"").decode("latin-1")
            target = path + (f"?{query}" if query else "")
            suffix = "" if target == "/" else f"?next={quote(target, safe='/')}"
            await RedirectResponse(f"/signin{suffix}", status_code=303)(scope, receive, send)
        else:
            with language.of_request(language_asked(scope)):
                refusal = PlainTextResponse(t("download.sign_in"), status_code=401)
            await refusal(scope, receive, send)

    async def _upload(self, scope: Scope, receive: Receive, send: Send, login: Login) -> None:
        """Pass a file on to the page it is for; each one lies in the memory of this process."""
        file_key, person = scope["path"].removeprefix(_UPLOADS), login.person
        headers = HTTPConnection(scope).headers
        size = headers.get("content-length", "")
        # Without a length that holds, Streamlit takes no more than the largest file.
        is_told = size.isdecimal() and "transfer-encoding" not in headers
        n_bytes = int(size) if is_told else self._uploads.most // FILES
        refused = None
        with ExitStack() as room:
            if not await to_thread.run_sync(self._takes_files, person):  # no page of theirs takes a file
                refused = ("download.role", 403)
            elif scope["method"] == "PUT" and not room.enter_context(
                self._uploads.taking(person.id, file_key, n_bytes)
            ):
                refused = ("download.quota", 413)
            if refused is not None:
                with language.of_request(language_asked(scope)):
                    refusal = PlainTextResponse(t(refused[0]), status_code=refused[1])
                await refusal(scope, receive, send)
                return
            scope["aloi.login"] = login
            await self._app(scope, receive, send)

    def _takes_files(self, person: Annotator) -> bool:
        return access.may(access.roles_of(self._store, person), access.DECIDERS)

    async def _login(self, scope: Scope) -> Login | None:
        """Return the running login of a request's cookie."""
        token = login_token(scope, self._seal)
        if token is None:
            return None
        return await to_thread.run_sync(partial(self._store.people.login, hash_token(token), self._clock()))


def comes_from_here(scope: Scope, origins: Sequence[str]) -> bool:
    """Return whether a request was sent by a page of this server, or by no page at all.

    A browser names the page's origin with every form, socket and request across sites; programs name none.
    """
    headers = HTTPConnection(scope).headers
    named = headers.getlist("origin")
    if not named:
        return True
    if origins:
        return all(origin in origins for origin in named)
    return all(origin.partition("://")[2] == headers.get("host") for origin in named)


def login_token(scope: Scope, seal: auth.Seal) -> str | None:
    """Return the token of a request's login cookie if its signature holds."""
    for name, value in scope["headers"]:
        signed = cookie_parser(value.decode("latin-1")).get(COOKIE) if name.lower() == b"cookie" else None
        if signed is not None:
            return seal.open("login", signed)
    return None


def language_asked(scope: Scope, *chosen: object) -> str:
    """Return the language of an answer: the chosen one, else that of the browser's cookie or request."""
    request = HTTPConnection(scope)
    browser = language.accepted(request.headers.get("accept-language", ""))
    return language.best((*chosen, request.cookies.get(LANGUAGE_COOKIE), *browser))


def _with_security_headers(send: Send, path: str) -> Send:
    """Return a `send` that adds the security headers to the response of a path."""
    added = [*_SECURITY_HEADERS, _CONTENT_POLICY, *([_NOT_KEPT] if path.startswith(_FILES) else ())]

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            present = {name.lower() for name, _ in headers}
            headers += [pair for pair in added if pair[0] not in present]
            message = {**message, "headers": headers}
        await send(message)

    return sender
