"""What is made ready for items is kept, replaced when made anew, and stays with its campaign."""

from __future__ import annotations

from datetime import timedelta

from aloi.storage.store import Store
from tests.storage.world import NOW, fill


def test_a_newer_suggestion_replaces_the_older_one_and_leaves_the_others(store: Store) -> None:
    first, second, *_ = fill(store).items
    store.suggestions.save("k0", "tfidf", {first: ["C1", "C2"], second: ["C3"]}, NOW)
    store.suggestions.save("k0", "encoder", {first: ["C2"]}, NOW + timedelta(hours=1))
    found = store.suggestions.of("k0", first)
    assert found is not None
    assert (found.made_by, found.value, found.created_at) == ("encoder", ["C2"], NOW + timedelta(hours=1))
    assert store.suggestions.counts("k0") == {"encoder": 1, "tfidf": 1}
    assert store.suggestions.of("k0", "nowhere") is None
    assert store.suggestions.of("k1", first) is None
