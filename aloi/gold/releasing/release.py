"""Freezes a version of the gold: builds it, verifies it, says what changed between two versions."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter
from typing import cast

from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.base.terms import Term
from aloi.corpora.identity import canonical_json, content_id
from aloi.corpora.model import Json
from aloi.gold.making.aggregate import AnnotatorAnswer, ItemAnswers, collect_answers, make_gold
from aloi.gold.making.cleaning import clean_answers
from aloi.gold.model import Adjudication, Assumption, GoldItem, Release
from aloi.gold.releasing.compressed_records import PackedRows, leading_texts, pack, packed_checksum
from aloi.gold.releasing.content import content
from aloi.gold.releasing.documents.statement import data_statement
from aloi.gold.releasing.machines import machine_problems, without_machine_answers
from aloi.gold.releasing.manifest import (
    FORMAT,
    FORMAT_VERSION,
    ReleaseInputs,
    RoundAgreement,
    cleanings_of,
    describe,
    entries,
    excluded_names,
    gold_json,
    listed,
    rows_of,
)
from aloi.gold.releasing.sources import row_sources

__all__ = [
    "Change",
    "ReleaseDiff",
    "ReleaseInputs",
    "RoundAgreement",
    "build_release",
    "diff",
    "verify",
    "without_comments",
]

_STAMP = "manifest_checksum"
CLOSE = 1e-3


@dataclass(frozen=True, slots=True)
class Change:
    """Something of one item that differs between two releases; None if it is absent."""

    item_id: str
    before: Json
    after: Json


@dataclass(frozen=True, slots=True)
class ReleaseDiff:
    """The changes of a release against an earlier one.

    `added` and `removed` are ids of gold items; `changed_values` their values. `changed_gold` is how the
    value was made (rule, status, support, soft labels if any), `changed_splits` their split. An item with
    another text is another item: `changed_texts` has the ids, removed and added, of those that have the same
    ids in their source.
    """

    same_content: bool
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed_values: tuple[Change, ...]
    changed_gold: tuple[Change, ...]
    changed_splits: tuple[Change, ...]
    changed_texts: tuple[Change, ...] = ()


def build_release(inputs: ReleaseInputs, now: datetime) -> Release:
    """Return the frozen release of what is given; the same inputs give the same content checksum.

    Raises
    ------
    AloiError
        An empty gold, gold without its item, parts that contain an item twice or without gold, gold that
        no longer follows from the answers, a reference to missing data.
    """
    _check(inputs)
    described = describe(inputs, now.isoformat())
    manifest: dict[str, Json] = {name: _frozen(described[name]) for name in sorted(described)}
    manifest["statement"] = data_statement(manifest)
    manifest["checksum"] = packed_checksum(content(manifest))
    manifest[_STAMP] = _stamp(manifest)
    return Release(
        id=content_id("release", str(manifest[_STAMP])),
        campaign_id=inputs.campaign.id,
        version=inputs.version,
        checksum=str(manifest["checksum"]),
        manifest_checksum=str(manifest[_STAMP]),
        manifest=manifest,
        created_at=now,
    )


def _frozen(value: Json | PackedRows) -> Json:
    """Return a copy through JSON: what is frozen shares nothing with the inputs and reads back equal."""
    if isinstance(value, PackedRows):
        return cast("Json", value)
    if isinstance(value, dict):
        return {name: _frozen(value[name]) for name in sorted(value)}
    copy: Json = json.loads(canonical_json(value))
    return copy


def without_comments(release: Release) -> Release:
    """Return a release without the annotators' comments on their answers; its content stays the same.

    The manifest states that they are excluded, under a checksum of its own. A manifest without comments is
    unchanged.
    """
    annotations = rows_of(release.manifest, "annotations")
    if not any(comment for _, comment in leading_texts(annotations, "annotator", "comment")):
        return release
    manifest: dict[str, Json] = {name: value for name, value in release.manifest.items() if name != _STAMP}
    manifest["annotations"] = cast("Json", pack({**one, "comment": ""} for one in annotations))
    manifest["left_out"] = ["comments"]
    manifest[_STAMP] = _stamp(manifest)
    return replace(release, manifest=manifest, manifest_checksum=str(manifest[_STAMP]))


def _stamp(manifest: Mapping[str, Json]) -> str:
    """Return the checksum of a manifest, which has a checksum of the answers of machines in its turn."""
    return packed_checksum(
        {name: value for name, value in without_machine_answers(manifest).items() if name != _STAMP}
    )


def verify(manifest: Mapping[str, Json]) -> list[str]:
    """Return what is wrong with a release, in sentences; empty when nothing is.

    Both checksums are computed again, the gold is made again from the annotations it carries, and each
    part is checked to contain gold items only, each in one part.
    """
    if manifest.get("format") != FORMAT or manifest.get("format_version") != FORMAT_VERSION:
        return [
            f"The manifest says format {manifest.get('format')!r} {manifest.get('format_version')!r}; "
            f"{FORMAT!r} {FORMAT_VERSION} was expected."
        ]
    problems: list[str] = []
    try:
        if _stamp(manifest) != manifest.get(_STAMP):
            problems.append("The manifest is not what was frozen: its checksum differs.")
        if packed_checksum(content(manifest)) != manifest.get("checksum"):
            problems.append("The content is not what was frozen: its checksum differs.")
        problems += machine_problems(manifest)
        problems += _gold_problems(manifest)
        problems += _split_problems(manifest)
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
        missing = f" {error}" if isinstance(error, KeyError) else ""  # the others may quote a text
        problems.append(f"The manifest cannot be read: {type(error).__name__}{missing}.")
    except AloiError as error:
        problems.append(f"The gold cannot be reproduced: {error.found}")
    return problems


def diff(before: Mapping[str, Json], after: Mapping[str, Json]) -> ReleaseDiff:
    """Return what the manifest `after` changes against `before`, items by id."""
    old, new = _gold_of(before), _gold_of(after)
    both = sorted(set(old) & set(new))
    old_parts, new_parts = _parts_of(before), _parts_of(after)
    return ReleaseDiff(
        same_content=before["checksum"] == after["checksum"],
        added=tuple(sorted(set(new) - set(old))),
        removed=tuple(sorted(set(old) - set(new))),
        changed_values=tuple(
            Change(name, old[name]["value"], new[name]["value"])
            for name in both
            if old[name]["value"] != new[name]["value"]
        ),
        changed_gold=tuple(
            Change(name, _how(old[name]), _how(new[name]))
            for name in both
            if _how(old[name]) != _how(new[name])
        ),
        changed_splits=tuple(
            Change(name, old_parts.get(name), new_parts.get(name))
            for name in both
            if old_parts.get(name) != new_parts.get(name)
        ),
        changed_texts=_changed_texts(before, after, set(old) - set(new), set(new) - set(old)),
    )


def _changed_texts(
    before: Mapping[str, Json], after: Mapping[str, Json], removed: set[str], added: set[str]
) -> tuple[Change, ...]:
    """Return which removed item each added one replaces, by the ids that their source gives both."""
    if not (removed and added):
        return ()
    earlier = {one.ids: item for item, one in row_sources(before).items() if item in removed and one.ids}
    later = {one.ids: item for item, one in row_sources(after).items() if item in added and one.ids}
    same = sorted((earlier[ids], later[ids]) for ids in earlier.keys() & later.keys())
    return tuple(Change(item, item, replacing) for item, replacing in same)


def _how(gold: Mapping[str, Json]) -> dict[str, Json]:
    """Return how a gold value was made."""
    return {name: gold[name] for name in ("rule", "status", "support", "soft") if name in gold}


def _check(inputs: ReleaseInputs) -> None:
    """Raise AloiError for inputs that do not make a release."""
    if not inputs.gold.items:
        raise AloiError(
            "aloi.no-content",
            path=Term("gold-of", name=repr(inputs.campaign.name)),
            content=Term("no-items"),
            todo=Term("freeze-after"),
        )
    gold = {one.item_id for one in inputs.gold.items}
    absent = sorted(gold - {one.id for one in inputs.items})
    if absent:
        raise AloiError("gold.gold-item-come-without-their", absent=len(absent), absent_absent=absent[0])
    parts = [part for part in inputs.parts.splits if part.within is None]
    places = Counter(one for part in parts for one in part.item_ids)
    wrong = sorted(one for one, count in places.items() if count > 1 or one not in gold)
    if wrong or not places:
        raise AloiError(
            "gold.parts-hold-item-twice-or", has_wrong=bool(wrong), wrong=len(wrong) if wrong else ""
        )
    stale = _stale(inputs)
    if stale:
        raise AloiError("gold.gold-item-no-longer-follow", stale=len(stale), stale_stale=stale[0])


def _stale(inputs: ReleaseInputs) -> list[str]:
    """Return the ids of gold items that making gold again would not give."""
    chosen = [round_ for round_ in inputs.rounds if round_.id in set(inputs.gold.rounds)]
    schema = inputs.campaign.schema
    answers = collect_answers(
        chosen, inputs.counted, {annotator.id: annotator.pseudonym for annotator in inputs.annotators}
    )
    gold = make_gold(
        clean_answers(answers, inputs.cleanings) if inputs.gold.cleaned else answers,
        inputs.adjudications,
        inputs.assumptions,
        rounds={round_.id: round_.number for round_ in chosen},
        task=task(schema.task_type),
        settings=schema.settings,
        rule=inputs.gold.rule,
    )
    numbers = {round_.id: round_.number for round_ in inputs.rounds}
    again = {gold_item.item_id: gold_item for gold_item in gold.items}
    return sorted(
        gold_item.item_id
        for gold_item in inputs.gold.items
        if gold_item
        != again.get(gold_item.item_id)  # most are equal: only others need a comparison of their JSON
        and not _follows(gold_json(gold_item, numbers), _gold_json(again.get(gold_item.item_id), numbers))
    )


def _gold_json(gold_item: GoldItem | None, numbers: Mapping[str, int]) -> dict[str, Json] | None:
    return None if gold_item is None else gold_json(gold_item, numbers)


def _gold_problems(manifest: Mapping[str, Json]) -> list[str]:
    """Return a sentence for gold that does not follow from the manifest's own annotations."""
    campaign = entries(manifest, "campaign")
    gold = entries(manifest, "gold")
    rounds = {str(number): int(str(number)) for number in listed(gold, "rounds")}
    gold_again = make_gold(
        clean_answers(_answers(manifest), cleanings_of(manifest)),
        [
            from_json(Adjudication, row, round_id=str(row["round"]))
            for row in rows_of(manifest, "adjudications")
        ],
        [from_json(Assumption, row, campaign_id="") for row in rows_of(manifest, "assumptions")],
        rounds=rounds,
        task=task(str(campaign["task"])),
        settings=entries(campaign, "settings"),
        rule=str(gold["rule"]),
    )
    again = {gold_item.item_id: gold_json(gold_item, rounds) for gold_item in gold_again.items}
    wrong = sorted(
        item_id for item_id, row in _gold_of(manifest).items() if not _follows(row, again.get(item_id))
    )
    if not wrong:
        return []
    return [f"{len(wrong)} gold item(s) do not follow from the annotations, the first is {wrong[0]}."]


def _follows(stored: Mapping[str, Json], again: Mapping[str, Json] | None) -> bool:
    """Return whether a gold item is the one made again.

    A model may end a step earlier or later on another machine: what it gave has to be close only.
    """
    if again is None or "soft" not in stored:
        return stored == again
    names = set(stored) - {"value", "soft"}
    return (
        set(stored) == set(again)
        and all(stored[name] == again[name] for name in names)
        and _close(stored["value"], again["value"])
        and _close(_shares(stored), _shares(again))
    )


def _shares(gold: Mapping[str, Json]) -> dict[str, Json]:
    """Return the probability of each category that has one."""
    pairs = [one for one in listed(gold, "soft") if isinstance(one, list)]
    return {canonical_json(value): share for value, share in pairs}


def _close(value: Json, other: Json) -> bool:
    if isinstance(value, dict) and isinstance(other, dict):
        return all(_close(value.get(name, 0), other.get(name, 0)) for name in {*value, *other})
    if isinstance(value, int | float) and isinstance(other, int | float):
        return math.isclose(value, other, rel_tol=CLOSE, abs_tol=CLOSE)
    return value == other


def _answers(manifest: Mapping[str, Json]) -> list[ItemAnswers]:
    """Return the answers that count among a manifest's annotations, rounds named by their number."""
    last: dict[tuple[str, str, str], tuple[int, Json]] = {}
    for row in rows_of(manifest, "annotations"):
        key = (str(row["round"]), str(row["item_id"]), str(row["annotator"]))
        revision = int(str(row["revision"]))
        if row["occasion"] == 1 and (key not in last or revision > last[key][0]):
            last[key] = (revision, row["value"])
    grouped: dict[tuple[str, str], list[AnnotatorAnswer]] = {}
    left_out = excluded_names(manifest)
    for (number, item_id, annotator), (_, value) in sorted(last.items(), key=itemgetter(0)):
        if value is not None and annotator not in left_out:
            grouped.setdefault((number, item_id), []).append(AnnotatorAnswer(annotator, value))
    return [ItemAnswers(item_id, number, tuple(found)) for (number, item_id), found in grouped.items()]


def _split_problems(manifest: Mapping[str, Json]) -> list[str]:
    gold = _gold_of(manifest)
    parts = rows_of(entries(manifest, "splits"), "parts")
    apart = {str(part["name"]): set(map(str, listed(part, "item_ids"))) for part in parts}
    places = Counter(str(one) for part in parts if "within" not in part for one in listed(part, "item_ids"))
    twice = sum(count > 1 for count in places.values())
    strangers = sum(one not in gold for one in places)
    problems = [f"{twice} item(s) are in more than one part."] if twice else []
    problems += [f"{strangers} item(s) of the parts have no gold."] if strangers else []
    return problems + [
        f"The part {name!r} holds items that {part['within']!r} does not."
        for name, part in zip(apart, parts, strict=True)
        if "within" in part and not apart[name] <= apart.get(str(part["within"]), set())
    ]


def _gold_of(manifest: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    return {str(one["item_id"]): one for one in rows_of(entries(manifest, "gold"), "items")}


def _parts_of(manifest: Mapping[str, Json]) -> dict[str, str]:
    return {
        str(item_id): str(part["name"])
        for part in rows_of(entries(manifest, "splits"), "parts")
        if "within" not in part
        for item_id in listed(part, "item_ids")
    }
