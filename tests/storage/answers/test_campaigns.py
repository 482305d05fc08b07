"""What the store keeps of campaigns."""

from __future__ import annotations

from aloi.storage.store import Store
from tests.storage.world import NOW, fill


def test_a_new_version_of_a_guideline_is_kept_and_the_same_text_is_none(store: Store) -> None:
    fill(store)
    made = store.campaigns.add_guideline("k0", "Read twice.", "unclear", NOW)
    assert store.campaigns.add_guideline("k0", "Read twice.", "again", NOW) == made
    assert [(one.version, one.text) for one in store.campaigns.guidelines("k0")] == [
        (1, "Read both."),
        (2, "Read twice."),
    ]
