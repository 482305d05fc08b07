"""A crowd for tests, and participants who answer in process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.crowds import entering
from aloi.workbench.crowds.opening import Crowd, Participant, open_crowd
from aloi.workbench.requests.crowds import CrowdRequest
from tests.workbench.scene import NOW, Scene

LEASE = 1800
RIGHT, WRONG = 5.0, 0.0  # the answers to attention items


def open_one(
    scene: Scene, *, places: int, per_person: int, overlap: int, attention: Sequence[int] = (), **more: Any
) -> Crowd:
    """Return a crowd on the items of the scene that are no attention items."""
    checks = {scene.items[number]: [{"score": RIGHT}] for number in attention}
    items = tuple(item for item in scene.items if item not in checks)
    request = CrowdRequest(
        scene.campaign.id, places, per_person, overlap, items=items, attention=checks,
        **{"completion_code": "DONE", **more},
    )  # fmt: skip
    return open_crowd(scene.store, request, by=None, now=NOW).crowd


@dataclass
class Visitor:
    """A participant with the ids of a platform; times are seconds after NOW."""

    store: Store
    crowd: Crowd
    name: str

    def enter(self, seconds: float = 0, session: str = "s1") -> Participant | None:
        """Open the link."""
        query = {"PROLIFIC_PID": self.name, "STUDY_ID": "study", "SESSION_ID": session}
        arrival = entering.read_arrival(self.store, self.crowd, query)
        assert arrival is not None
        return entering.enter(self.store, self.crowd, arrival, at(seconds), LEASE)

    def work(
        self, person_id: str, count: int | None = None, seconds: float = 1, check: float = RIGHT
    ) -> list[str]:
        """Answer items until there are no more, or `count`; return them in order."""
        desk = answering.desk(self.store, self.crowd.round_id)
        screen = answering.screen(self.store, desk, person_id, at(seconds), LEASE)
        shown: list[str] = []
        while screen is not None and (count is None or len(shown) < count):
            item = screen.item.id
            value = {"score": check if item in self.crowd.attention else 3.0}
            event = answering.Event.read(
                {
                    "event_id": f"{person_id[:20]}-{item[:20]}-{len(shown)}", "kind": "answer",
                    "item_id": item, "value": value, "seconds": 2.0, "based_on": screen.revision,
                }
            )  # fmt: skip
            screen = answering.answer(self.store, desk, person_id, event, at(seconds), LEASE)
            shown.append(item)
        return shown

    def settled(self, person_id: str, seconds: float = 1) -> Participant:
        """Return the participant after a look at their answers."""
        settled = entering.settled(self.store, person_id, at(seconds))
        assert settled is not None
        return settled[1]


def at(seconds: float) -> datetime:
    """Return a time after NOW."""
    return NOW + timedelta(seconds=seconds)
