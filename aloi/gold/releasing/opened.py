"""What several files of an export need of a release, read from its manifest once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from aloi.corpora.model import Item
from aloi.gold.model import Release
from aloi.gold.releasing.answers import ReleasedAnswer, released_answers
from aloi.gold.releasing.manifest import items
from aloi.gold.releasing.sources import DocumentSource, RowSource, document_sources, row_sources


class OpenedRelease:
    """What the long lists of a manifest hold, each read when it is first asked for; none is to be changed."""

    def __init__(self, release: Release) -> None:
        self._manifest = release.manifest

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """The items by id."""
        return items(self._manifest)

    @cached_property
    def sources(self) -> Mapping[str, RowSource]:
        """What each item was called where it came from, by item id."""
        return row_sources(self._manifest)

    @cached_property
    def documents(self) -> tuple[DocumentSource, ...]:
        """The documents by name."""
        return document_sources(self._manifest)

    @cached_property
    def answers(self) -> tuple[ReleasedAnswer, ...]:
        """The answers, by item, round, annotator and occasion."""
        return released_answers(self._manifest, self.items)


def opened(release: Release) -> OpenedRelease:
    """Return what a release holds; the same release is read once."""
    return release.once(OpenedRelease)
