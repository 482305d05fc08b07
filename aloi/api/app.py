"""The application below `/api/v1`: endpoints, uploads, jobs and files, and the document of all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from aloi.annotation.model import Role
from aloi.api import document as documents
from aloi.api import jobs as api_jobs
from aloi.api import problems, replies
from aloi.api.bodies import arguments_of, json_body, paging, request_of
from aloi.api.callers import Callers
from aloi.api.page import reference_page
from aloi.api.reading import MOST, Readers, answer, store_of
from aloi.api.uploads import Uploads
from aloi.base.errors import AloiError, quoted
from aloi.base.requests import info_of
from aloi.base.settings import Settings
from aloi.base.terms import Term
from aloi.workbench import access
from aloi.workbench import jobs as job_table
from aloi.workbench.endpoints import Call, Endpoint, endpoints
from aloi.workbench.programs.tokens import ApiToken, describe_token, store_for
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.machines import TryMachineRequest
from aloi.workbench.store.opening import Store, act_as
from aloi.workbench.texts.restriction import allow_export

PREFIX = "/api/v1"
_Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Api:
    """The handlers and their common parts."""

    store: Store
    data: Path
    clock: Callable[[], datetime]
    callers: Callers
    uploads: Uploads
    networks: tuple[str, ...] = ()
    readers: Readers | None = None
    threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(MOST))

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a function in a thread of its own, when its turn has come."""
        return await to_thread.run_sync(partial(function, *arguments), limiter=self.threads)

    def handler(self, endpoint: Endpoint) -> _Handler:
        """Return the handler of an endpoint."""

        async def answer(request: Request) -> Response:
            token = await self.run(self.callers.token, request)
            body, values = (b"", {}) if endpoint.reads else await json_body(request)
            answered: Response = await self.run(self._answer, endpoint, request, token, body, values)
            return answered

        return answer

    def _answer(
        self, endpoint: Endpoint, request: Request, token: ApiToken, body: bytes, values: dict[str, Any]
    ) -> Response:
        act_as(token.person.pseudonym)
        store = store_of(self.store, token, endpoint)
        if not endpoint.reads and token.campaign_id is not None and not endpoint.is_of_campaign:
            raise AloiError("aloi.not-allowed", role=Term("a-token-of-all-campaigns"))
        stated = request_of(endpoint, request, values, self.uploads, token)
        cursor, limit = paging(request) if endpoint.rows else ("", 100)
        context: dict[str, Any] = {
            "folder": self.data,
            "by": token.person.pseudonym,
            "now": self.clock(),
            "cursor": cursor,
            "limit": limit,
            "token": token,
            "networks": self.networks,
        }
        call = Call(store, **context)
        if endpoint.reads:
            tags = replies.tags_of(request)
            if self.readers is not None:
                return replies.response(self.readers.answer(endpoint, stated, context, tags))
            return replies.response(answer(endpoint, stated, call, tags))
        status, document, is_repeated = replies.once(
            self.store, token, request, body, call.now, lambda: self._changed(endpoint, stated, call, request)
        )
        headers = {"Idempotency-Replayed": "true"} if is_repeated else {}
        return JSONResponse(document, status, headers=headers)

    def _changed(self, endpoint: Endpoint, stated: object, call: Call, request: Request) -> tuple[int, Any]:
        if endpoint.run is not None:
            return endpoint.status, endpoint.run(stated, call)
        _require_readable(call.store, stated)
        if isinstance(stated, TryMachineRequest):
            _allow_reply(call, stated)
        job = job_table.start(
            call.store, info_of(endpoint.request).job, arguments_of(stated), call.by, call.now
        )
        return 202, api_jobs.describe(job, problems.accepted(request))

    def store_of(self, token: ApiToken, roles: list[Role], *, writes: bool) -> Store:
        """Return the store as a token may read it for something that one of these roles is needed for."""
        return store_for(self.store, token, roles, writes=writes)

    async def token(self, request: Request) -> Response:
        """Answer with the token of the request: whose it is, and what it may do."""
        token = await self.run(self.callers.token, request)
        return replies.tagged(request, describe_token(token))

    async def begin_upload(self, request: Request) -> Response:
        """Begin an upload."""
        token = await self.run(self._uploader, request)
        _, body = await json_body(request)
        return JSONResponse(await self.run(self.uploads.begin, body, token), 201)

    async def show_upload(self, request: Request) -> Response:
        """Answer with how much of an upload has arrived."""
        token = await self.run(self._uploader, request)
        return JSONResponse(await self.run(self.uploads.state, request.path_params["upload"], token))

    async def append_upload(self, request: Request) -> Response:
        """Add a part to an upload."""
        token = await self.run(self._uploader, request)
        return JSONResponse(await self.uploads.append(request.path_params["upload"], token, request))

    def _uploader(self, request: Request) -> ApiToken:
        token = self.callers.token(request)
        self.store_of(token, [*access.DECIDERS], writes=True)
        return token

    async def list_jobs(self, request: Request) -> Response:
        """Answer with the newest jobs that the caller may see."""
        store, _ = await self.run(self._jobs_of, request, False)
        cursor, limit = paging(request)
        page = await self.run(self._job_page, request, store, cursor, limit)
        return replies.tagged(request, page)

    def _job_page(self, request: Request, store: Store, cursor: str, limit: int) -> dict[str, Any]:
        from aloi.workbench.endpoints.base import window

        call = Call(store, self.data, "", self.clock(), cursor, limit)
        language = problems.accepted(request)
        return window(
            call, "jobs", store.jobs.list(1000), lambda job: api_jobs.describe(job, language)
        ).document()

    async def show_job(self, request: Request) -> Response:
        """Answer with a job."""
        store, _ = await self.run(self._jobs_of, request, False)
        job = await self.run(store.jobs.get, request.path_params["job"])
        return replies.tagged(request, api_jobs.describe(job, problems.accepted(request)))

    async def cancel_job(self, request: Request) -> Response:
        """Request a job to stop; one that has ended does not change."""
        store, _ = await self.run(self._jobs_of, request, True)
        job = await self.run(store.jobs.get, request.path_params["job"])
        await self.run(store.jobs.cancel, job.id, self.clock())
        job = await self.run(store.jobs.get, job.id)
        return JSONResponse(api_jobs.describe(job, problems.accepted(request)))

    async def job_events(self, request: Request) -> Response:
        """Answer with the progress of a job as server-sent events."""
        store, _ = await self.run(self._jobs_of, request, False)
        job_id = request.path_params["job"]
        await self.run(store.jobs.get, job_id)

        async def read() -> Any:
            return await self.run(store.jobs.get, job_id)

        language = problems.accepted(request)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(
            api_jobs.events(read, language), media_type="text/event-stream", headers=headers
        )

    def _jobs_of(self, request: Request, writes: bool) -> tuple[Store, ApiToken]:
        token = self.callers.token(request)
        return self.store_of(token, [*access.DECIDERS], writes=writes), token

    async def file(self, request: Request) -> Response:
        """Answer with a file that a job of the caller wrote."""
        token = await self.run(self.callers.token, request)
        await self.run(lambda: self.store_of(token, [Role.MANAGER], writes=False))
        name = request.path_params["name"]
        path = await self.run(self._file, name, token)
        headers = {"Cache-Control": "private, no-store"}
        return FileResponse(path, filename=path.name, media_type="application/octet-stream", headers=headers)

    def _file(self, name: str, token: ApiToken) -> Path:
        folder = (self.data / "exports").resolve()
        path = (folder / name.replace("\0", "")).resolve()
        is_inside = path.is_relative_to(folder) and path.is_file()
        if not is_inside or not access.may_download(self.store, token.person, name, token.campaign_id):
            raise AloiError("aloi.not-found", kind=Term("the-file"), name=quoted(name))
        return path


def _require_readable(store: Store, stated: object) -> None:
    """Raise AloiError for the name of what the caller cannot read: a job has the rights of the person alone.

    An import may name a new campaign, whose name is nobody's.
    """
    campaign, corpus, release = (getattr(stated, name, None) for name in ("campaign", "corpus", "release"))
    if isinstance(campaign, str):
        is_new = isinstance(stated, ImportRequest) and store.campaign_id is None
        names = {name for one in store.unscoped.campaigns.list(archived=True) for name in (one.id, one.name)}
        if not is_new or campaign in names:
            store.campaigns.get(campaign)
    if isinstance(corpus, str):
        store.texts.corpus(corpus)
    for ref in release if isinstance(release, tuple) else (release,):
        if isinstance(ref, str):
            store.gold.release(ref)


def _allow_reply(call: Call, stated: TryMachineRequest) -> None:
    """Raise AloiError without a reason for the reply of a machine, which may quote a restricted text."""
    campaign = call.store.campaigns.get(stated.campaign)
    corpus = call.store.texts.corpus(campaign.corpus_id)
    allow_export(
        call.store, corpus, f"reply of a machine in {campaign.name}", stated.sending_reason, call.now
    )


def build(
    settings: Settings, store: Store, clock: Callable[[], datetime], readers: Readers | None = None
) -> FastAPI:
    """Return the application of a store; `readers` answer what programs read, else this process does."""
    app = FastAPI(
        title="Aloi",
        version="1",
        description=documents.DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        servers=[{"url": PREFIX}],
    )
    app.state.folder = settings.data
    uploads = Uploads(settings.data, settings.upload_megabytes * 1024**2)
    callers = Callers.of(store, clock, settings.api_rate)
    api = Api(store, settings.data, clock, callers, uploads, settings.webhook_networks, readers)
    for endpoint in endpoints():
        app.add_api_route(
            endpoint.path,
            api.handler(endpoint),
            methods=[endpoint.method],
            status_code=202 if endpoint.is_job else endpoint.status,
            openapi_extra=documents.operation(endpoint),
            response_model=None,
        )
    _add_own(app, api)
    _add_document(app)
    _add_problems(app)
    return app


def _add_own(app: FastAPI, api: Api) -> None:
    """Add the paths of uploads, jobs and files, which no request of a use case makes."""
    from aloi.api.own_paths import OWN_PATHS

    for path in OWN_PATHS:
        app.add_api_route(
            path.path,
            getattr(api, path.handler),
            methods=[path.method],
            status_code=path.status,
            openapi_extra=path.operation(),
            response_model=None,
        )


def _add_document(app: FastAPI) -> None:
    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = FastAPI.openapi(app)
            components = described.setdefault("components", {})
            components["schemas"] = dict(documents.SCHEMAS)
            components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            described["security"] = [{"token": []}]
        return app.openapi_schema or {}

    async def openapi(request: Request) -> Response:
        return replies.tagged(request, document())

    async def page(request: Request) -> Response:
        policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
        html = reference_page(document(), problems.accepted(request))
        return HTMLResponse(html, headers={"Content-Security-Policy": policy})

    app.openapi = document  # type: ignore[method-assign]
    app.add_api_route("/openapi.json", openapi, methods=["GET"], include_in_schema=False)
    app.add_api_route("/", page, methods=["GET"], include_in_schema=False)


def _add_problems(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> Response:
        if isinstance(error, problems.ProblemError):
            return problems.response(request, error.error, error.status, **error.headers)
        if isinstance(error, AloiError):
            return problems.response(request, error)
        assert isinstance(error, HTTPException)  # noqa: S101
        answer = problems.plain(request, error.status_code)
        answer.headers.update(error.headers or {})
        return answer

    for kind in (problems.ProblemError, AloiError, HTTPException):
        app.add_exception_handler(kind, refused)
