"""Every answer a release carries, one by one, as rows: who gave it, when, under which guideline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from aloi.annotation.rows import Row
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.identity import canonical_json
from aloi.corpora.model import Item, Json
from aloi.gold.releasing.manifest import entries, excluded_names, items, listed, rows_of


@dataclass(frozen=True, slots=True)
class ReleasedAnswer:
    """The last revision of an answer that was not reverted.

    Parameters
    ----------
    annotator : str
        The pseudonym.
    occasion : int
        From 1; a higher one is a hidden repeat.
    guideline_version : int or None
        None if there was no guideline.
    seconds : float or None
        From showing to answering; None if it is unknown.
    created_at : str
        ISO 8601, empty if it is unknown.
    counts : bool
        Whether the gold is made of it. This needs the item's last round among those of the gold, the first
        time that the item was shown, and an annotator who is not excluded.
    row : Row
        The row that formats write of the item, with this answer instead of the gold.
    """

    item_id: str
    annotator: str
    round: int
    occasion: int
    guideline_version: int | None
    flag: bool
    comment: str
    seconds: float | None
    created_at: str
    counts: bool
    value: Json
    row: Row
    item: Item

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the item that were shown."""
        return self.item.texts

    @property
    def document_ids(self) -> tuple[str, ...]:
        """The documents of these texts."""
        return tuple(sentence.document_id for sentence in self.item.sentences)


@dataclass(frozen=True, slots=True)
class AskedInRounds:
    """The questions of a release: task and settings, guideline of each round, and excluded annotators."""

    task: str
    settings: Mapping[str, Json]
    guidelines: Mapping[str, int | None]
    left_out: tuple[str, ...]


def asked_in(manifest: Mapping[str, Json]) -> AskedInRounds:
    """Return what the answers of a release are answers to."""
    campaign = entries(manifest, "campaign")
    rounds = {str(one["number"]): one["guideline_version"] for one in rows_of(manifest, "rounds")}
    return AskedInRounds(
        str(campaign["task"]),
        entries(campaign, "settings"),
        {number: None if version is None else _as_int(version) for number, version in rounds.items()},
        tuple(sorted(excluded_names(manifest))),
    )


def released_answers(
    manifest: Mapping[str, Json], shown: Mapping[str, Item] | None = None
) -> tuple[ReleasedAnswer, ...]:
    """Return the answers of a release, by item, round, annotator and occasion.

    `shown` are its items if they are available. Equal answers share their value, and those to one item their
    row: these are not to be changed.
    """
    campaign = entries(manifest, "campaign")
    kind, settings = task(str(campaign["task"])), entries(campaign, "settings")
    shown, left_out = shown or items(manifest), excluded_names(manifest)
    of_gold = {_as_int(number) for number in listed(entries(manifest, "gold"), "rounds")}
    texts: dict[str, str] = {}  # ids and names, each kept once
    alike = _Alike(kind, settings)
    last: dict[tuple[str, int, str, int], tuple[int, ReleasedAnswer | None]] = {}
    for fields in rows_of(manifest, "annotations"):
        item_id, name = (
            texts.setdefault(id_, id_) for id_ in map(str, (fields["item_id"], fields["annotator"]))
        )
        key = (item_id, _as_int(fields["round"]), name, _as_int(fields["occasion"]))
        revision = _as_int(fields["revision"])
        if key in last and revision < last[key][0]:
            continue
        if fields["value"] is None:
            last[key] = (revision, None)
            continue
        value, row = alike.of(shown[item_id], fields["value"])
        last[key] = (
            revision,
            ReleasedAnswer(
                item_id,
                name,
                key[1],
                key[3],
                None if fields["guideline_version"] is None else _as_int(fields["guideline_version"]),
                bool(fields["flag"]),
                str(fields["comment"]),
                None if fields["seconds"] is None else float(str(fields["seconds"])),
                str(fields["created_at"] or ""),
                key[3] == 1 and name not in left_out and key[1] in of_gold,
                value,
                row,
                shown[item_id],
            ),
        )
    ordered = [answer for _, answer in (last[key] for key in sorted(last)) if answer is not None]
    last_round = {answer.item_id: answer.round for answer in ordered if answer.counts}
    return tuple(_of_last_round(answer, last_round) for answer in ordered)


def _of_last_round(answer: ReleasedAnswer, last_round: Mapping[str, int]) -> ReleasedAnswer:
    """Return an answer that does not count if its item has answers that count in a later round."""
    is_earlier = answer.counts and last_round[answer.item_id] != answer.round
    return replace(answer, counts=False) if is_earlier else answer


class _Alike:
    """The values of answers and their rows: equal ones are one object, as there are few different ones."""

    def __init__(self, kind: TaskType, settings: Mapping[str, Json]) -> None:
        self._kind, self._settings = kind, settings
        self._values: dict[str, tuple[str, Json]] = {}
        self._rows: dict[tuple[str, str], Row] = {}

    def of(self, item: Item, value: Json) -> tuple[Json, Row]:
        """Return an answer's value and row; where gold gathers answers, of the gold it alone would give."""
        text = canonical_json(value)
        text, value = self._values.setdefault(text, (text, value))
        row = self._rows.get((item.id, text))
        if row is None:
            gold = self._kind.gold_rules(self._settings)[0].combine([value]) if self._kind.gathers else value
            row = self._rows[item.id, text] = self._kind.row(item, gold, self._settings)
        return value, row


def _as_int(value: Json) -> int:
    return value if type(value) is int else int(str(value))
