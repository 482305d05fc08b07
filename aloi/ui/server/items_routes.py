"""The addresses from which the table of items asks for its rows, and for everything about one item."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import RequestError
from aloi.ui.shared.items import skip_told, stratum_told
from aloi.ui.texts import named, t
from aloi.workbench import access
from aloi.workbench.cache.base import Context
from aloi.workbench.cache.items import items_window
from aloi.workbench.items.detail import item_detail
from aloi.workbench.requests.items import items_request
from aloi.workbench.store.opening import Store

ITEMS = "/api/items"
_PRIVATE = {"Cache-Control": "private, no-store"}


@dataclass(frozen=True, slots=True)
class ItemsRoutes:
    """Answers as JSON, for people who adjudicate or manage the campaign."""

    store: Store
    data: Path
    spoken: Callable[[Any], Any]  # wraps a handler so that it answers in the language of the sender

    def routes(self) -> list[Route]:
        """Return the routes of a campaign's items."""
        return [
            Route(f"{ITEMS}/{{campaign}}", self.spoken(self.rows), methods=["GET"]),
            Route(f"{ITEMS}/{{campaign}}/{{item}}", self.spoken(self.item), methods=["GET"]),
        ]

    async def rows(self, request: Request) -> Response:
        """Answer with the rows that the query asks for."""
        return await self._answer(request, self._rows)

    async def item(self, request: Request) -> Response:
        """Answer with everything about one item."""
        return await self._answer(request, self._item)

    async def _answer(self, request: Request, use_case: Callable[[Request, Store], object]) -> Response:
        try:
            document = await run_in_threadpool(lambda: use_case(request, self._readable(request)))
        except RequestError as error:
            raise HTTPException(400, error.told()) from error
        except AloiError as error:
            if error.code.startswith("storage.driver-"):
                raise
            raise HTTPException(404, t("items.gone")) from error
        return JSONResponse(document, headers=_PRIVATE)

    def _readable(self, request: Request) -> Store:
        """Return the store as the sender may read it for this, or refuse."""
        login = request.scope.get("aloi.login")
        if login is None:
            raise HTTPException(401, t("download.sign_in"))
        if not access.may(access.roles_of(self.store, login.person), access.DECIDERS):
            raise HTTPException(403, t("download.role"))
        return access.store_of(self.store, login.person, access.DECIDERS)

    def _rows(self, request: Request, store: Store) -> object:
        items = items_request(request.path_params["campaign"], request.query_params)
        window = items_window(items, Context(store, self.data))
        if window is None:
            raise HTTPException(404, t("items.gone"))
        return {"file": window.file, "total": window.total, "rows": window.rows}

    def _item(self, request: Request, store: Store) -> object:
        campaign, item_id = request.path_params["campaign"], request.path_params["item"]
        if item_id in access.hidden_items(store, campaign):
            raise HTTPException(403, t("items.annotating"))
        detail = item_detail(store, campaign, item_id)
        answers = tuple(
            answer if answer.skipped is None else replace(answer, skipped=skip_told(answer.skipped, None))
            for answer in detail.answers
        )
        origins = tuple(
            replace(
                origin,
                miner=named("origin", origin.miner),
                stratum=origin.stratum and stratum_told(origin.stratum),
            )
            for origin in detail.origins
        )
        return to_json(replace(detail, answers=answers, origins=origins))
