"""The pages of participants of a crowd: the link of the study, and the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aloi.annotation.model import Annotator
from aloi.ui import session
from aloi.ui.server import auth
from aloi.ui.texts import t
from aloi.workbench.crowds.entering import (
    Crowd,
    Participant,
    ParticipantStatus,
    crowd_of,
    enter,
    obstacle,
    read_arrival,
    settled,
)
from aloi.workbench.people import hash_token
from aloi.workbench.store.opening import Store

CROWD = "/crowd"
END = f"{CROWD}/end"
_STATUS = {"wrong": 400, "closed": 410, "full": 409}


@dataclass(frozen=True, slots=True)
class CrowdRoutes:
    """The handlers; `person` reads who is signed in, `form` checks a form, `page` draws a template."""

    store: Store
    clock: Callable[[], datetime]
    tries: auth.Tries
    person: Callable[[Request], Annotator | None]
    spoken: Callable[[Any], Any]
    form: Callable[[Request], Awaitable[Mapping[str, str]]]
    page: Callable[..., Response]
    signed_in: Callable[[Request, str, str], Awaitable[Response]]

    def routes(self) -> list[Route]:
        """Return the routes of participants."""
        return [
            Route(END, self.spoken(self.end), methods=["GET"]),
            Route(f"{CROWD}/{{token}}", self.spoken(self.start), methods=["GET", "POST"]),
        ]

    async def start(self, request: Request) -> Response:
        """Show what awaits the participant, or let them in: a request without a form changes nothing."""
        crowd = await run_in_threadpool(crowd_of, self.store, request.path_params["token"])
        if crowd is None:
            return self._drawn(request, "wrong", None, status=404)
        arrival = await run_in_threadpool(read_arrival, self.store, crowd, request.query_params)
        why_not = await run_in_threadpool(obstacle, self.store, crowd, arrival, self.clock())
        if why_not or arrival is None:
            return self._drawn(request, why_not, crowd, status=_STATUS[why_not or "wrong"])
        if request.method != "POST":
            return self._drawn(request, "start", crowd)
        await self.form(request)
        address = request.client.host if request.client else ""
        limits = {f"crowd:{hash_token(address)}": self.tries.most_address}
        minutes = await run_in_threadpool(self.tries.begin, limits, self.clock())
        if minutes is not None:
            error = t("crowd.too_many", minutes=minutes)
            return self._drawn(request, "start", crowd, status=429, error=error)
        arguments = (self.store, crowd, arrival, self.clock(), session.lease_seconds())
        participant = await run_in_threadpool(enter, *arguments)
        if participant is None:
            return self._drawn(request, "full", crowd, status=409)
        return await self.signed_in(request, participant.person_id, _target(participant))

    async def end(self, request: Request) -> Response:
        """Show the end of a participation with its code; one that has not ended continues."""
        person = await run_in_threadpool(self.person, request)
        now = self.clock()
        pair = None if person is None else await run_in_threadpool(settled, self.store, person.id, now)
        if pair is None:
            return self._drawn(request, "wrong", None, status=404)
        crowd, participant = pair
        if participant.status is ParticipantStatus.STARTED:
            return RedirectResponse(_target(participant), status_code=303)
        return self._drawn(request, participant.status.value, crowd)

    def _drawn(
        self,
        request: Request,
        state: str,
        crowd: Crowd | None,
        *,
        status: int = 200,
        error: str | None = None,
    ) -> Response:
        shown: dict[str, Any] = {
            "title": t(f"crowd.{state}_title"),
            "starts": False,
            "consent": "",
            "code": None,
            "link": None,
        }
        if crowd is not None and state == "start":
            count = crowd.settings.items_per_person + len(crowd.attention)
            shown |= {
                "text": t("crowd.start", count=count),
                "starts": True,
                "consent": crowd.settings.consent,
            }
        else:
            shown |= {"text": t(f"crowd.{state}"), **_way_back(state, crowd)}
        return self.page(request, "crowd.html", shown, status=status, error=error)


def _way_back(state: str, crowd: Crowd | None) -> dict[str, str | None]:
    """Return the code and the address of a last page."""
    if crowd is None:
        return {}
    settings = crowd.settings
    if state == "finished":
        return {"code": settings.completion_code, "link": settings.completion_url}
    code = settings.screened_out_code if state == "screened_out" else None
    return {"code": code, "link": settings.return_url}


def _target(participant: Participant) -> str:
    if participant.status is ParticipantStatus.STARTED:
        return f"/annotate?round={participant.round_id}"
    return END
