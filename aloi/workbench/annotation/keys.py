"""A person's own keys on the annotation page: for its actions, and for its labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from aloi.annotation.model import Campaign, SchemaVersion
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.classification.label_list import MOST_LABELS
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.storage.store import Store

# The actions of all annotation pages, by default key; `save` has no key that could clash.
_ACTIONS = {"save": "", "undo": "u", "skip": "s", "flag": "f", "note": "n", "guideline": "?"}
_SEARCH = "/"
_LONGEST_NAME = 200


def chosen_keys(store: Store, campaign: Campaign, person_id: str) -> dict[str, Json]:
    """Return the keys a person chose where this is asked: {actions: {name: key}, labels: {name: key}}.

    Keys that were chosen before the labels changed go with the labels, as long as no others are chosen.
    """
    preferences = store.people.preferences(person_id)
    schema = campaign.schema
    chosen = preferences.get(_preference(schema.task_type, schema.settings))
    if chosen is None and schema.schema_version > 1:
        chosen = _of_earlier(store, campaign, preferences)
    return {"actions": {}, "labels": {}, **(chosen if isinstance(chosen, Mapping) else {})}


def keep_keys(store: Store, campaign: Campaign, person_id: str, value: Json) -> None:
    """Store a person's keys for all campaigns of this schema; an empty value restores the defaults.

    Parameters
    ----------
    value : {"actions": {name: key}, "labels": {name: key}}
        A key is one letter, digit or sign, upper case if it needs Shift; a label may have two strokes.

    Raises
    ------
    AloiError
        A value that no annotation page sends, a key used twice, or a key that is the beginning of another
        one.
    """
    sides = value if isinstance(value, Mapping) and set(value) == {"actions", "labels"} else {}
    actions, labels = sides.get("actions"), sides.get("labels")
    if not (
        isinstance(actions, Mapping)
        and isinstance(labels, Mapping)
        and set(actions) <= set(_ACTIONS)
        and len(labels) <= MOST_LABELS
        and all(len(name) <= _LONGEST_NAME for name in labels)
        and all(_is_key(one, 1) for one in actions.values())
        and all(_is_key(one, 2) for one in labels.values())
    ):
        raise AloiError("workbench.keys-could-not-read")
    new_keys = [*{**_ACTIONS, **actions}.values(), *labels.values(), _SEARCH]
    struck = sorted(str(one) for one in new_keys if one)
    # In this order, a key that is the beginning of other keys comes right before one of them.
    for first, second in pairwise(struck):
        if second.startswith(first):
            raise AloiError(
                "aloi.differ",
                name=Term("the-keys"),
                differences=Term("first-and-second", first=repr(first), second=repr(second)),
                expected=Term("keys-of-which"),
                todo=Term("choose-another-key"),
            )
    # If the labels have changed, no keys is a choice, too: the earlier keys do not return.
    chosen = bool(actions or labels) or campaign.schema.schema_version > 1
    keys: Json = {"actions": dict(actions), "labels": dict(labels)} if chosen else None
    store.people.prefer(person_id, _preference(campaign.schema.task_type, campaign.schema.settings), keys)


def keys_set_free(store: Store, campaign: Campaign, person_id: str) -> dict[str, str]:
    """Return the keys a person chose for labels that are no longer there, by their names then.

    None once they have chosen keys for the labels of now.
    """
    preferences = store.people.preferences(person_id)
    schema = campaign.schema
    if isinstance(preferences.get(_preference(schema.task_type, schema.settings)), Mapping):
        return {}
    versions = store.schemas.versions(campaign.id)
    _, label_keys, version = _chosen_before(versions, schema.task_type, preferences)
    moved = _moved(task(schema.task_type), label_keys, version, versions[-1]) if label_keys else {}
    return {name: str(key) for name, key in label_keys.items() if key not in moved.values()}


def _of_earlier(store: Store, campaign: Campaign, preferences: Mapping[str, Json]) -> Json:
    """Return the keys of the last version of the labels for which there are some, by the labels of now."""
    name = campaign.schema.task_type
    versions = store.schemas.versions(campaign.id)
    chosen, label_keys, version = _chosen_before(versions, name, preferences)
    return {**chosen, "labels": _moved(task(name), label_keys, version, versions[-1])} if version else None


def _chosen_before(
    versions: Sequence[SchemaVersion], task_type: str, preferences: Mapping[str, Json]
) -> tuple[Mapping[str, Json], Mapping[str, Json], int]:
    """Return the keys of the last earlier version that has any, those of labels, and its number.

    The number is 0 if there are none.
    """
    for version in reversed(versions[:-1]):
        chosen = preferences.get(_preference(task_type, version.settings))
        if isinstance(chosen, Mapping):
            labels = chosen.get("labels")
            return chosen, labels if isinstance(labels, Mapping) else {}, version.version
    return {}, {}, 0


def _moved(
    kind: TaskType, labels: Mapping[str, Json], version: int, present: SchemaVersion
) -> dict[str, Json]:
    """Return the keys of labels of a version for what they became; a label keeps its own before another's."""
    becomes = present.mappings[str(version)].becomes
    present_labels = {*kind.mapped_names(present.settings)}
    moved = {becomes.get(name, name): key for name, key in labels.items()}
    unchanged = {name: key for name, key in labels.items() if becomes.get(name, name) == name}
    return {
        name: key for name, key in (moved | unchanged).items() if not present_labels or name in present_labels
    }


def _preference(task_type: str, settings: Mapping[str, Json]) -> str:
    return f"keys:{checksum([task_type, dict(settings)])}"


def _is_key(strokes: Json, longest: int) -> bool:
    """Return whether a browser may call this a key: signs that are typed, no space among them."""
    return (
        isinstance(strokes, str)
        and 1 <= len(strokes) <= longest
        and all(one.isprintable() and not one.isspace() for one in strokes)
    )
