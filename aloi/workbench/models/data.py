"""The data a model is trained or scored on, by the name a person gives: `SOURCE` or `SOURCE:part`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from aloi.annotation.tasks.spans.settings import schema_attributes, schema_relations
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.modeling.data.marked import RELATIONS as RELATIONS
from aloi.modeling.data.marked import marked_dataset
from aloi.modeling.data.reading import read
from aloi.modeling.runs.spec import DataUse

if TYPE_CHECKING:
    from aloi.gold.model import Release
    from aloi.modeling.data.dataset import Dataset
    from aloi.storage.store import Store

Scale = tuple[float, float]
ALL_SOURCES = ""  # the key of the scale of all sources without a scale


def load(
    store: Store | None,
    source: str,
    *,
    kind: type | None = None,
    scale: tuple[float, float] | None = None,
    split: str | None = None,
) -> Dataset:
    """Return the rows a source names; the other parameters are those of `aloi.modeling.data.reading.read`.

    Parameters
    ----------
    store : Store or None
        The store of releases; None if only paths are allowed.
    source : str
        A file or folder that exists; otherwise a release of the store: its id, `campaign@version` (or
        `campaign:version`), or a version that only one campaign has. With `#relations` or `#ATTRIBUTE` at the
        end, its spans as labelled texts (`aloi.modeling.data.marked`).

    Raises
    ------
    AloiError
        Neither a path nor a release, or an error of `aloi.modeling.data.reading.read`.
    """
    path = Path(source).expanduser()
    before, sign, target = source.rpartition("#")
    if sign and not path.exists():
        return marked_dataset(load(store, before, split=split), target)
    if path.exists():
        return read(path, kind=kind, scale=scale, split=split)
    if store is None:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-local-file"),
            name=repr(source),
            todo=Term("check-the-path-or-name"),
        )
    return read(release_of(store, source), kind=kind, scale=scale, split=split)


def release_of(store: Store, source: str) -> Release:
    """Return the release that a source names, as `load` reads it; raise AloiError for none."""
    try:
        return store.gold.release(source)
    except AloiError:
        try:
            return store.gold.release(":".join(source.rsplit("@", 1)))
        except AloiError as error:
            raise AloiError(
                "aloi.not-listed",
                kind=Term("the-local-file"),
                name=repr(source),
                known=error.values.get("known", ()),
                todo=Term("check-the-path-or-name"),
            ) from error


def span_targets(settings: Mapping[str, Json]) -> list[str]:
    """Return what `#` may name after a source of a campaign: attributes of spans, and relations."""
    names = [each.name for each in schema_attributes(settings)]
    return [*names, *([RELATIONS] if schema_relations(settings) else [])]


def part_sizes(path: str, scale: tuple[float, float] | None, split: str | None) -> PartSizes:
    """Return the name of a file or folder, the number of rows of each split, and their kind."""
    dataset = load(None, path, scale=scale, split=split)
    return PartSizes(dataset.name, {name: len(rows) for name, rows in dataset.parts.items()}, dataset.kind)


class PartSizes(NamedTuple):
    """The name of a data set, the rows of each of its parts, and the kind of its rows."""

    name: str
    rows: Mapping[str, int]
    kind: type


@dataclass(frozen=True, slots=True)
class Sources:
    """Reads sources, each once.

    Parameters
    ----------
    store : Store or None
        The store of releases.
    scales : mapping
        Source -> the ends of its scale, for data without it; under `ALL_SOURCES` those of the rest.
    kind : type or None
        The required kind of rows; None for that of the sources.
    split : str or None
        New split of the rows of each source: `train=.7,dev=.1,test=.2`.
    """

    store: Store | None
    scales: Mapping[str, Scale]
    kind: type | None = None
    split: str | None = None
    read: dict[str, Dataset] = field(default_factory=dict)

    def data(self, source: str) -> Dataset:
        """Return the data of a source, without a part in its name."""
        if source not in self.read:
            scale = self.scales.get(source, self.scales.get(ALL_SOURCES))
            self.read[source] = load(self.store, source, kind=self.kind, scale=scale, split=self.split)
        return self.read[source]

    def of(self, named: str) -> Dataset:
        """Return the data of what a person named, with or without a part."""
        return self.data(self._split(named)[0])

    def use(self, named: str, part: str) -> DataUse:
        """Return the split named by the user; by default `part`.

        Raises
        ------
        AloiError
            An error in reading, or a split that does not exist.
        """
        source, named_part = self._split(named)
        data = self.data(source)
        name = named_part or part
        if name not in data.parts:
            raise AloiError(
                "aloi.not-listed",
                kind=Term("in-source-the-split", source=source),
                name=repr(name),
                known=data.parts,
                todo=Term("name-one-of-its-splits", data_parts=next(iter(data.parts), "test"), source=source),
            )
        return DataUse(source, name, data.name, data.checksum, len(data.parts[name]))

    def clustered(self, named: str, part: str) -> DataUse:
        """Return the split named by the user, as `use` does, with the checksum of its clusters."""
        use = self.use(named, part)
        return replace(use, clusters=self.read[use.source].clusters_of(use.part))

    def has(self, named: str, part: str) -> bool:
        """Return whether the source of what a person named has a part."""
        return part in self.of(named).parts

    def _split(self, named: str) -> tuple[str, str | None]:
        """Return source and part; a colon may also be part of a path or of a release's name."""
        before, colon, after = named.rpartition(":")
        if not colon or not before or Path(named).expanduser().exists():
            return named, None
        if Path(before).expanduser().exists():
            return before, after
        try:
            self.data(named)
        except AloiError as error:
            try:
                self.data(before)
            except AloiError:
                raise error from None
            return before, after
        return named, None
