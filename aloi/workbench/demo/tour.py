"""The tour of the demo: its pages, and the people to whom it is offered."""

from __future__ import annotations

from aloi.annotation.model import Role
from aloi.storage.store import Store

TOUR = "tour"  # the name of the preference that holds the step of a person
PAGES = ("overview", "adjudicate", "agreement", "releases")


def offer_tour(store: Store) -> None:
    """Offer the tour to the administrators of a store, from its first step."""
    for person in store.people.list():
        if person.role is Role.ADMINISTRATOR:
            store.people.prefer(person.id, TOUR, 0)
