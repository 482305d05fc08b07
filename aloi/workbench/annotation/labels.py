"""Labels on the annotation page: changes since a person worked with earlier ones."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType, label_entries
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.annotation.guidelines import ChangedLine, GuidelineNews, Kind, labels_read

_MOST_LINES = 60


def label_news(store: Store, person_id: str, campaign: Campaign) -> GuidelineNews | None:
    """Return the changes of the labels since a person last worked in a campaign, or confirmed them.

    None if nothing changed, or if they have not worked there before.
    """
    current = campaign.schema.schema_version
    if current == 1:
        return None
    last_read = labels_read(store.people.preferences(person_id)).get(campaign.id, 1)
    versions = {one.version: one for one in store.schemas.versions(campaign.id)}
    newer = [
        version
        for number, version in versions.items()
        if number > (last_read if isinstance(last_read, int) else 1)
        and store.schemas.worked_before(person_id, version)
    ]
    if not newer:
        return None
    before = newer[0].version - 1
    kind = task(campaign.schema.task_type)
    return GuidelineNews(
        before=before,
        version=current,
        reasons=tuple((one.version, one.why_changed) for one in newer),
        lines=_changes(
            kind,
            versions[before].settings,
            versions[current].settings,
            versions[current].mappings[str(before)].becomes,
        ),
    )


def _changes(
    kind: TaskType, before: Mapping[str, Json], after: Mapping[str, Json], becomes: Mapping[str, str]
) -> tuple[ChangedLine, ...]:
    """Return the removed labels with their replacements, and the new labels, by their titles."""
    old, new = _titles(kind, before), _titles(kind, after)
    removed = [
        ChangedLine((("removed", old[name]), *_became(new.get(becomes.get(name, "")))))
        for name in old
        if name not in new
    ]
    changed = [
        ChangedLine((("removed", old[name]), ("same", " "), ("added", title)))
        for name, title in new.items()
        if name in old and old[name] != title
    ]
    added = [ChangedLine((("added", title),)) for name, title in new.items() if name not in old]
    lines = [*_terminologies(before, after), *removed, *changed, *added]
    return tuple(lines[:_MOST_LINES]) + ((ChangedLine(()),) if len(lines) > _MOST_LINES else ())


def _terminologies(before: Mapping[str, Json], after: Mapping[str, Json]) -> list[ChangedLine]:
    """Return the line that reports the replacement of a terminology."""
    old, new = (str(one.get("terminology") or "") for one in (before, after))
    return [ChangedLine((("removed", old), *_became(new)))] if old and new and old != new else []


def _became(title: str | None) -> tuple[tuple[Kind, str], ...]:
    return () if title is None else (("same", " → "), ("added", title))


def _titles(kind: TaskType, settings: Mapping[str, Json]) -> dict[str, str]:
    """Return how each label reads, its gloss with it."""
    entries = {str(one["name"]): one for one in label_entries(kind, settings)}
    return {
        name: ": ".join(
            filter(None, (str(entries.get(name, {}).get("title") or name), _text(entries, name, "gloss")))
        )
        for name in kind.mapped_names(settings)
    }


def _text(entries: Mapping[str, Mapping[str, Json]], name: str, part: str) -> str:
    return str(entries.get(name, {}).get(part) or "")
