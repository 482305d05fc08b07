"""The guideline on the annotation page: whether it is pinned, and what changed since a person's last work."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from aloi.annotation.model import Guideline
from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.store import Store

Kind = Literal["same", "added", "removed"]
_PINNED, _READ, _LABELS_READ = "guideline_pinned", "guideline_read", "labels_read"
_MARKUP = re.compile(r"^\s*#+\s*|\*\*|__|`")
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_ALIKE = 0.4  # lines with less in common are shown one after the other, not word by word
_NEAR = 1  # unchanged lines shown on each side of a change


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A changed line between two texts, in segments; no segments for a run of omitted equal lines."""

    parts: tuple[tuple[Kind, str], ...]


@dataclass(frozen=True, slots=True)
class GuidelineNews:
    """A guideline newer than the one a person last worked under.

    `reasons` says of each version since, oldest first, why it changed.
    """

    before: int
    version: int
    reasons: tuple[tuple[int, str], ...]
    lines: tuple[ChangedLine, ...]


def guideline_news(
    store: Store, person_id: str, round_id: str, guideline: Guideline | None
) -> GuidelineNews | None:
    """Return the changes since the guideline of a person's earlier rounds of the campaign.

    None if nothing changed, if they had no guideline before, or after they confirmed that they have read it.
    """
    if guideline is None or round_id in _read_rounds(store.people.preferences(person_id)):
        return None
    before = store.own_progress.version_before(round_id, person_id)
    if before is None or before >= guideline.version:
        return None
    versions = {one.version: one for one in store.campaigns.guidelines(guideline.campaign_id)}
    since = range(before + 1, guideline.version + 1)
    return GuidelineNews(
        before=before,
        version=guideline.version,
        reasons=tuple((number, versions[number].why_changed) for number in since),
        lines=text_changes(versions[before].text, guideline.text),
    )


def is_pinned(store: Store, person_id: str) -> bool:
    """Return whether a person keeps the guideline open beside their items."""
    return store.people.preferences(person_id).get(_PINNED) is True


def keep_choice(store: Store, person_id: str, round_id: str, choice: Json) -> None:
    """Store a person's choice about the guideline on their annotation page.

    Parameters
    ----------
    choice : mapping
        One of {name: "guideline_pinned", value: bool}, {name: "guideline_read", value: true} and {name:
        "labels_read", value: true}. The last two confirm that the person has read the changes for this round,
        of the guideline or of the labels. It comes from a browser.

    Raises
    ------
    AloiError
        Anything else.
    """
    name, value = (choice.get("name"), choice.get("value")) if isinstance(choice, Mapping) else (None, None)
    if name == _PINNED and isinstance(value, bool):
        store.people.prefer(person_id, _PINNED, value or None)
    elif name == _READ and value is True:
        read = _read_rounds(store.people.preferences(person_id))
        store.people.prefer(person_id, _READ, [*read, *({round_id} - set(read))])
    elif name == _LABELS_READ and value is True:
        campaign_id = store.campaigns.of_round(round_id) or ""
        versions = labels_read(store.people.preferences(person_id))
        versions_read = versions | {campaign_id: store.schemas.current(campaign_id)}
        store.people.prefer(person_id, _LABELS_READ, versions_read)
    else:
        raise AloiError("workbench.page-sent-message-could-not")


def text_changes(before: str, after: str) -> tuple[ChangedLine, ...]:
    """Return the difference between two texts: changed lines word by word, each with a line around it."""
    old, new = _lines(before), _lines(after)
    changes: list[ChangedLine] = []
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_NEAR):
        if changes or group[0][1] > 0:
            changes.append(ChangedLine(()))
        for kind, start, end, first, last in group:
            if kind == "equal":
                changes += [ChangedLine((("same", line),)) for line in old[start:end]]
            else:
                changes += _changed(old[start:end], new[first:last])
    return tuple(changes)


def _lines(text: str) -> list[str]:
    """Return the lines of a Markdown text that say something, without its marks."""
    lines = (_MARKUP.sub("", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


def _changed(old: Sequence[str], new: Sequence[str]) -> list[ChangedLine]:
    """Return lines that took the place of others: those that are alike word by word."""
    changes = []
    for before, after in zip(old, new, strict=False):
        words = _WORD.findall(before), _WORD.findall(after)
        matcher = SequenceMatcher(None, *words, autojunk=False)
        if matcher.ratio() >= _ALIKE:
            changes.append(ChangedLine(tuple(_stretches(*words, matcher))))
        else:
            changes += [ChangedLine((("removed", before),)), ChangedLine((("added", after),))]
    both = min(len(old), len(new))
    changes += [ChangedLine((("removed", line),)) for line in old[both:]]
    return changes + [ChangedLine((("added", line),)) for line in new[both:]]


def _stretches(
    old: Sequence[str], new: Sequence[str], matcher: SequenceMatcher[str]
) -> list[tuple[Kind, str]]:
    stretches: list[tuple[Kind, str]] = []
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal":
            stretches.append(("same", "".join(old[start:end])))
            continue
        if end > start:
            stretches.append(("removed", "".join(old[start:end])))
        if last > first:
            stretches.append(("added", "".join(new[first:last])))
    return stretches


def labels_read(preferences: Mapping[str, Json]) -> dict[str, Json]:
    """Return the last version of each campaign's labels that a person has read about."""
    stored = preferences.get(_LABELS_READ)
    return dict(stored) if isinstance(stored, Mapping) else {}


def _read_rounds(preferences: Mapping[str, Json]) -> list[str]:
    """Return the rounds whose new guideline a person has read about."""
    stored = preferences.get(_READ)
    return [str(one) for one in stored] if isinstance(stored, list) else []
