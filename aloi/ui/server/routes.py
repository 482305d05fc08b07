"""The pages and addresses outside the Streamlit script: signing in and out, invites, downloads, health."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import jinja2
from anyio import CapacityLimiter, fail_after, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request, cookie_parser
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from aloi.annotation.model import Annotator
from aloi.base.errors import AloiError
from aloi.ui import language, session
from aloi.ui.numbers import moment
from aloi.ui.server import auth
from aloi.ui.server.crowd_routes import CrowdRoutes
from aloi.ui.server.gate import COOKIE, FILE_CHANGED, LANGUAGE_COOKIE, language_asked, login_token
from aloi.ui.server.items_routes import ItemsRoutes
from aloi.ui.server.token_routes import TokenRoutes
from aloi.ui.texts import t
from aloi.workbench import access, jobs
from aloi.workbench.passwords import hash_password, is_identity
from aloi.workbench.people import hash_token
from aloi.workbench.store.opening import Store

_FORM_COOKIE = "aloi_form"
_BROWSER_COOKIE = "aloi_browser"  # stays after signing out: its tries are counted apart from others'
_BROWSER_DAYS = 365
_MOST_HASHING = 2
_MOST_WAITING = 40
_MOST_FORM_BYTES = 20_000
_FORM_SECONDS = 20  # for a body that a browser sends at once
_LANGUAGE_DAYS = 365
_SURROGATE = re.compile("[\ud800-\udfff]")
_LEAST_FREE = 100_000_000  # bytes of the disk: writing still works below it, for a while
_ASSETS = {"aloi.css": "text/css", "icon.svg": "image/svg+xml", "forget.js": "text/javascript"}
_DOWNLOADS = ("exports",)  # the folders of the data folder that may leave it
_FOLDER = Path(__file__).parent
_PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'self'; base-uri 'none'"
)
_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_FOLDER / "templates"), autoescape=True, undefined=jinja2.StrictUndefined
)
_TEMPLATES.globals.update(t=t, language=language.current, languages=language.NAMES)
_Result = TypeVar("_Result")
_Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Door:
    """The handlers of the sign-in pages and their common parts."""

    store: Store
    seal: auth.Seal
    data: Path
    clock: Callable[[], datetime]
    tries: auth.Tries
    provider: str = ""  # the host of the provider that people may sign in with
    https: bool = False  # whether browsers reach this server by https alone, whatever a request says
    # A hash takes 64 MiB and a good part of a second of a core: those who annotate need both too.
    hashing: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(_MOST_HASHING))

    def routes(self) -> list[Route]:
        """Return every route outside the script."""
        return [
            Route("/signin", self.spoken(self.signin), methods=["GET", "POST"]),
            Route("/signout", self.spoken(self.signout), methods=["GET", "POST"]),
            Route("/password", self.spoken(self.password), methods=["GET", "POST"]),
            Route("/signout/elsewhere", self.spoken(self.signout_elsewhere), methods=["POST"]),
            Route("/setup", self.spoken(self.setup), methods=["GET", "POST"]),
            Route("/invite/{token}", self.spoken(self.invite), methods=["GET", "POST"]),
            Route("/download/{kind}/{name:path}", self.spoken(self.download), methods=["GET"]),
            *ItemsRoutes(self.store, self.data, self.spoken).routes(),
            *TokenRoutes(self.store, self.clock, self.spoken, self.own_form, self.page).routes(),
            *CrowdRoutes(
                self.store,
                self.clock,
                self.tries,
                self._person,
                self.spoken,
                self.own_form,
                self.page,
                self.signed_in,
            ).routes(),
            Route("/assets/{name}", self.asset, methods=["GET"]),
            Route("/healthz", self.health, methods=["GET"]),
        ]

    async def signin(self, request: Request) -> Response:
        """Answer with the sign-in page, or sign a person in."""
        if not await run_in_threadpool(self.store.people.has_administrator):
            return RedirectResponse("/setup", status_code=303)
        target = inside(request.query_params.get("next", "/"))
        if request.method != "POST":
            out = "out" in request.query_params
            return self.page(request, "signin.html", {"name": "", "target": target, "out": out})
        form = await _form(request)
        name, password = form.get("name", ""), form.get("password", "")
        target = inside(form.get("next", "/"))
        shown = {"name": name, "target": target, "out": False}
        if not self._form_is_ours(request, form):
            return self.page(request, "signin.html", shown, error=t("signin.expired"), status=403)
        address = request.client.host if request.client else ""
        limits = await run_in_threadpool(
            self.tries.limits, name, request.cookies.get(_BROWSER_COOKIE), address
        )
        minutes = await run_in_threadpool(self.tries.begin, limits.shared, self.clock())
        if minutes is not None:
            error = t("signin.too_many", minutes=minutes)
            return self.page(request, "signin.html", shown, error=error, status=429)
        closed = await run_in_threadpool(self.tries.begin, limits.personal, self.clock()) is not None
        person = await self._hashed(auth.check_sign_in, self.store, name, password, closed)
        if person is None:
            return self.page(request, "signin.html", shown, error=t("signin.wrong"), status=401)
        await run_in_threadpool(self.tries.succeeded, limits)
        return await self.signed_in(request, person.id, target)

    async def signout(self, request: Request) -> Response:
        """Ask whether to sign out, or end the login."""
        if request.method != "POST":
            return self.page(request, "signout.html", {})
        form = await _form(request)
        if not self._form_is_ours(request, form):
            return self.page(request, "signout.html", {}, error=t("signin.expired"), status=403)
        token = login_token(request.scope, self.seal)
        if token is not None:
            await run_in_threadpool(self.store.people.end_login, hash_token(token))
        response = RedirectResponse("/signin?out", status_code=303)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return response

    async def password(self, request: Request) -> Response:
        """Let a signed-in person change their password, which signs them out everywhere else."""
        login = request.scope.get("aloi.login")
        if login is None:
            raise HTTPException(401, t("download.sign_in"))
        name = login.person.name
        shown = await run_in_threadpool(self._account, request, login.person)
        if request.method != "POST":
            return self.page(request, "password.html", shown)
        form = await _form(request)
        problem = await run_in_threadpool(self._account_problem, request, form, name)
        status = 400
        limits = auth.Limits({f"change:{login.person.id}": self.tries.most}, {})
        if problem is None:
            minutes = await run_in_threadpool(self.tries.begin, limits.personal, self.clock())
            if minutes is not None:
                problem, status = t("signin.too_many", minutes=minutes), 429
        if problem is None:
            if await self._hashed(auth.check_sign_in, self.store, name, form.get("old", "")) is not None:
                await run_in_threadpool(self.tries.succeeded, limits)
                password_hash = await self._hashed(hash_password, form["password"])
                await run_in_threadpool(self.store.people.set_password, login.person.id, password_hash)
                return await self.signed_in(request, login.person.id, "/password?changed")
            problem = t("password.wrong")
        return self.page(request, "password.html", {**shown, "changed": False}, error=problem, status=status)

    async def signout_elsewhere(self, request: Request) -> Response:
        """End a person's sign-ins in every other browser, or the one that the form names."""
        login = request.scope.get("aloi.login")
        if login is None:
            raise HTTPException(401, t("download.sign_in"))
        form = await _form(request)
        if not self._form_is_ours(request, form):
            raise HTTPException(403, t("signin.expired"))
        if "login" in form:
            await run_in_threadpool(self._end_own, login.person, form["login"])
            return RedirectResponse("/password?ended", status_code=303)
        await run_in_threadpool(
            partial(self.store.people.end_logins, login.person.id, but=self._token_hash(request))
        )
        return RedirectResponse("/password?elsewhere", status_code=303)

    async def setup(self, request: Request) -> Response:
        """Ask for the first account, a manager's; only while there is none."""
        if await run_in_threadpool(self.store.people.has_administrator):
            return RedirectResponse("/signin", status_code=303)
        token = request.query_params.get("token", "")
        if not secrets.compare_digest(token.encode(), self.seal.setup_token().encode()):
            return self.page(request, "first.html", {}, status=403)
        if request.method != "POST":
            return self.page(request, "setup.html", {"name": ""})
        form = await _form(request)
        name = form.get("name", "").strip()
        problem = await run_in_threadpool(self._account_problem, request, form, name)
        if problem is None:
            password_hash = await self._hashed(hash_password, form["password"])
            try:
                person = await run_in_threadpool(
                    self.store.people.add_first_administrator, name, password_hash, self.clock()
                )
            except AloiError as error:
                problem = session.error_text(error)
            else:
                return await self.signed_in(request, person.id, "/")
        return self.page(request, "setup.html", {"name": name}, error=problem, status=400)

    async def invite(self, request: Request) -> Response:
        """Let an invited person choose a name and a password, once."""
        token_hash = hash_token(request.path_params["token"])
        invite = await run_in_threadpool(self.store.people.invite, token_hash, self.clock())
        if invite is None:
            return self.page(request, "gone.html", {}, status=410)
        has_account = invite.person is not None
        shown: dict[str, Any] = {
            "name": invite.name,
            "known": has_account,
            "role": t(f"app.role_{invite.role.value}"),
            "invitation": request.path_params["token"],
        }
        if request.method != "POST":
            return self.page(request, "invite.html", shown)
        form = await _form(request)
        if not has_account:
            shown["name"] = form.get("name", "").strip()
        problem = await run_in_threadpool(self._account_problem, request, form, shown["name"])
        if problem is None:
            password_hash = await self._hashed(hash_password, form["password"])
            try:
                person = await run_in_threadpool(
                    self.store.people.accept_invite, token_hash, shown["name"], password_hash, self.clock()
                )
            except AloiError as error:
                problem = session.error_text(error)
            else:
                return await self.signed_in(request, person.id, "/")
        return self.page(request, "invite.html", shown, error=problem, status=400)

    async def download(self, request: Request) -> Response:
        """Stream a file of the data folder's exports to the person who requested it, or to its managers."""
        login = request.scope.get("aloi.login")
        if login is None:
            raise HTTPException(401, t("download.sign_in"))
        roles = await run_in_threadpool(access.roles_of, self.store, login.person)
        if not access.may(roles, access.DECIDERS):
            raise HTTPException(403, t("download.role"))
        export_path = await run_in_threadpool(
            _file_inside, self.data, request.path_params["kind"], request.path_params["name"]
        )
        if export_path is None or not await run_in_threadpool(self._may_download, export_path, login.person):
            raise HTTPException(404, t("download.missing"))
        return FileResponse(
            export_path,
            filename=export_path.name,
            media_type="application/octet-stream",
            headers={"Cache-Control": "private, no-store"},
        )

    async def asset(self, request: Request) -> Response:
        """Answer with the style sheet or the icon of the pages outside the script."""
        media_type = _ASSETS.get(request.path_params["name"])
        if media_type is None:
            raise HTTPException(404)
        return FileResponse(_FOLDER / "templates" / request.path_params["name"], media_type=media_type)

    async def health(self, request: Request) -> Response:
        """Answer whether the store can be read, has free space, and jobs are processed; 503 if not."""
        del request
        try:
            queues = await run_in_threadpool(jobs.queues, self.store)
            free = await run_in_threadpool(_free, self.data)
        except AloiError as error:
            reason = FILE_CHANGED.get(error.code, "cannot be read")
            state = {"web": "ok", "worker": "unknown", "store": reason, "jobs_waiting": None}
            return JSONResponse(state, status_code=503)
        late = any(jobs.is_late(one, self.clock()) for one in queues.values())
        worker = "does not take jobs" if late else "ok"
        waiting = sum(one.waiting for one in queues.values())
        full = free < _LEAST_FREE
        room = "disk almost full" if full else "ok"
        state = {"web": "ok", "worker": worker, "store": room, "jobs_waiting": waiting}
        return JSONResponse(state, status_code=503 if late or full else 200)

    def spoken(self, handler: _Handler) -> _Handler:
        """Return a handler that answers in the language of the sender, and stores it in their browser."""

        async def in_language(request: Request) -> Response:
            person = await run_in_threadpool(self._person, request)
            preferred = await run_in_threadpool(self.store.people.preferences, person.id) if person else {}
            chosen = request.query_params.get("language")
            with language.of_request(
                language_asked(request.scope, chosen, preferred.get(language.PREFERENCE))
            ):
                response = await handler(request)
                if chosen or language.PREFERENCE in preferred:
                    self._set_cookie(
                        request, response, LANGUAGE_COOKIE, language.current(), days=_LANGUAGE_DAYS
                    )
            return response

        return in_language

    async def _hashed(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        """Return the result of a function that hashes a password, once its turn has come.

        Raises
        ------
        HTTPException
            More wait for theirs than can be served in a few seconds (503).
        """
        return await in_turn(self.hashing, _MOST_WAITING, partial(function, *arguments))

    def _may_download(self, export_path: Path, person: Annotator) -> bool:
        """Return whether an export is a person's, see `access.may_download`."""
        name = export_path.relative_to((self.data / "exports").resolve()).as_posix()
        return access.may_download(self.store, person, name)

    def _account(self, request: Request, person: Annotator) -> dict[str, object]:
        """Return the data of the account page."""
        session_hash, user = self._token_hash(request), self.store.people.user(person.name)
        return {
            "name": person.name,
            "has_password": not is_identity(user.password_hash if user else None),
            "changed": "changed" in request.query_params,
            "elsewhere": "elsewhere" in request.query_params,
            "ended": "ended" in request.query_params,
            "logins": [
                (
                    f"{moment(login.created_at)} UTC",
                    None if login.token_hash == session_hash else login.token_hash,
                )
                for login in self.store.people.logins(person.id, self.clock())
            ],
        }

    def _end_own(self, person: Annotator, token_hash: str) -> None:
        """End one of a person's sign-ins; nothing if it has ended, or belongs to somebody else."""
        if token_hash in {one.token_hash for one in self.store.people.logins(person.id, self.clock())}:
            self.store.people.end_login(token_hash)

    def _token_hash(self, request: Request) -> str:
        """Return the hash of the token that a browser signed in with; of an empty text if there is none."""
        return hash_token(login_token(request.scope, self.seal) or "")

    def _person(self, request: Request) -> Annotator | None:
        """Return the signed-in person."""
        token = login_token(request.scope, self.seal)
        login = token and self.store.people.login(hash_token(token), self.clock())
        return login.person if login else None

    async def signed_in(self, request: Request, person_id: str, target: str) -> Response:
        """Return the redirect that carries the cookie of a new login; a login before it ends."""
        before = login_token(request.scope, self.seal)
        if before is not None:
            await run_in_threadpool(self.store.people.end_login, hash_token(before))
        token = await run_in_threadpool(auth.start_login, self.store, person_id, self.clock())
        if request.query_params.get("language") in language.NAMES:  # chosen on the way in: theirs from now on
            await run_in_threadpool(
                self.store.people.prefer, person_id, language.PREFERENCE, language.current()
            )
        response = RedirectResponse(target, status_code=303)
        sealed, browser_cookie = self.seal.sign("login", token), self.tries.browser(person_id)
        self._set_cookie(request, response, COOKIE, sealed, days=auth.LOGIN_DAYS)
        self._set_cookie(request, response, _BROWSER_COOKIE, browser_cookie, days=_BROWSER_DAYS)
        return response

    def _account_problem(self, request: Request, form: Mapping[str, str], name: str) -> str | None:
        """Return the problem of a form for a new account, None if there is none."""
        if not self._form_is_ours(request, form):
            return t("signin.expired")
        return auth.account_problem(name, form.get("password", ""), form.get("again", ""))

    async def own_form(self, request: Request) -> Mapping[str, str]:
        """Return the fields of a form of ours; any other one is refused."""
        form = await _form(request)
        if not self._form_is_ours(request, form):
            raise HTTPException(403, t("signin.expired"))
        return form

    def _form_is_ours(self, request: Request, form: Mapping[str, str]) -> bool:
        return self.seal.form_matches(_form_nonce(request), form.get("form_token", ""))

    def page(
        self,
        request: Request,
        template: str,
        shown: Mapping[str, object],
        *,
        error: str | None = None,
        status: int = 200,
    ) -> Response:
        """Return a page with its form token, and the cookie that goes with it."""
        nonce = _form_nonce(request) or secrets.token_urlsafe(16)
        html = _TEMPLATES.get_template(template).render(
            **shown,
            error=error,
            form_token=self.seal.form_token(nonce),
            least=auth.LEAST_PASSWORD,
            provider=self.provider,
            in_language={code: _address_in(request, code) for code in language.NAMES},
        )
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": _PAGE_POLICY}
        response = HTMLResponse(html, status_code=status, headers=headers)
        self._set_cookie(request, response, _FORM_COOKIE, nonce)
        return response

    def _set_cookie(
        self, request: Request, response: Response, name: str, value: str, *, days: int | None = None
    ) -> None:
        """Set a cookie for some days, or until the browser is closed."""
        response.set_cookie(
            name,
            value,
            max_age=None if days is None else days * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=self.https or request.url.scheme == "https",
        )


def _address_in(request: Request, code: str) -> str:
    """Return the address of this page in a language."""
    changed = request.url.include_query_params(language=code)
    return f"{changed.path}?{changed.query}"


def _form_nonce(request: Request) -> str | None:
    nonce = cookie_parser(request.headers.get("cookie", "")).get(_FORM_COOKIE)
    return nonce if nonce and nonce.isascii() and len(nonce) <= 64 else None


async def _form(request: Request) -> dict[str, str]:
    """Return the text fields of a small form; a larger body is refused unread."""
    size = request.headers.get("content-length", "")
    if not size.isdigit() or int(size) > _MOST_FORM_BYTES:
        raise HTTPException(413)
    try:
        with fail_after(_FORM_SECONDS):
            async with request.form(max_files=0, max_fields=20) as form:
                fields = {name: value for name, value in form.items() if isinstance(value, str)}
    except TimeoutError:
        raise HTTPException(408) from None
    if any(_SURROGATE.search(value) for value in fields.values()):  # no text; a charset can bring it about
        raise HTTPException(400)
    return fields


async def in_turn(limiter: CapacityLimiter, most_waiting: int, function: Callable[[], _Result]) -> _Result:
    """Return the result of a function that runs in a thread of the limiter, once its turn has come.

    Raises
    ------
    HTTPException
        That many wait for theirs already (503).
    """
    if limiter.statistics().tasks_waiting >= most_waiting:
        raise HTTPException(503, t("signin.busy"), {"Retry-After": "10"})
    return await to_thread.run_sync(function, limiter=limiter)


def inside(target: str) -> str:
    """Return an address of this server: the requested one, or the home page."""
    away = not target.startswith("/") or target.startswith(("//", "/\\"))
    return "/" if away or not target.isprintable() else target


def _free(folder: Path) -> int:
    """Return the free bytes of the disk of a folder, which need not exist yet."""
    existing_folder = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    return shutil.disk_usage(existing_folder).free


def _file_inside(data: Path, kind: str, name: str) -> Path | None:
    """Return a file of a folder that may be downloaded; None when there is none or it lies elsewhere."""
    if kind not in _DOWNLOADS:
        return None
    try:
        folder = (data / kind).resolve()
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder) and path.is_file() else None
    except (OSError, ValueError):
        return None
