"""The state that follows from the entries of a chain, read one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from aloi.storage.event_log.entries import EventKind as Kind
from aloi.storage.event_log.entries import ReadEntry

OPEN, SUBMITTED, SKIPPED = "open", "submitted", "skipped"
_AFTER: dict[str, str] = {
    Kind.ANSWER: SUBMITTED,
    Kind.IMPORT: SUBMITTED,
    Kind.LATE_TAKEN: SUBMITTED,
    Kind.COUNTS_AGAIN: SUBMITTED,
    Kind.SKIP: SKIPPED,
    Kind.IMPORT_SKIP: SKIPPED,
    Kind.LET_GO: SKIPPED,
    Kind.UNDO: OPEN,
    Kind.ASKED_AGAIN: OPEN,
}
_KINDS = frozenset(Kind)  # a text with the value of one is found in it
_ANSWERED = frozenset((Kind.ANSWER, Kind.IMPORT))
_DECIDED = {Kind.LATE_TAKEN: "taken", Kind.LATE_LEFT: "left"}

# (item, annotator, occasion)
ReplayKey: TypeAlias = tuple[str, str, int]


class AssignmentState(NamedTuple):
    """The state of an assignment: answered, skipped or open (also while it is leased)."""

    status: str
    acts: int | None
    reason: str | None = None
    note: str | None = None


class Decided(NamedTuple):
    """The decision about a late answer; `at` is in the form of hashes."""

    decision: str
    by: str | None
    at: str | None


@dataclass(slots=True)
class Replay:
    """The state of a round that follows from its chain alone, without any other table.

    Parameters
    ----------
    content : dict
        Kind of row -> its reference in the entry -> the number of the entry, and the hash of the row. The
        kind of a row follows from the kind of its entries, see `Covered.kinds`.
    events : dict
        LogEntry id of a skip or an undo -> the number of its entry, its kind, assignment and time.
    """

    status: str = ""
    opening: Mapping[str, Any] = field(default_factory=dict)
    reconstructed: bool = False
    standings: dict[ReplayKey, AssignmentState] = field(default_factory=dict)
    late: dict[str, Decided] = field(default_factory=dict)
    content: dict[str, dict[str, tuple[int, str]]] = field(default_factory=lambda: defaultdict(dict))
    events: dict[str, tuple[int, str, ReplayKey, str | None]] = field(default_factory=dict)

    def take(self, entry: ReadEntry) -> None:
        """Process one more entry."""
        kind = of = entry.kind
        assignment = (entry.item_id, entry.annotator_id, entry.occasion)
        if kind in _ANSWERED:  # most are
            self.standings[assignment] = plain_stand(SUBMITTED, entry.acts)
        else:
            details = entry.details if isinstance(entry.details, dict) else {}
            if kind == Kind.REWRITTEN:
                of = str(details.get("of"))
            if kind not in _KINDS or of not in _KINDS:  # a changed byte, which its hash tells
                return
            self._take_other(Kind(kind), entry, assignment, details)
            state = stand_after(kind, entry.acts, details)
            if state is not None:
                self.standings[assignment] = state
        if entry.content is not None:
            self.content[of][entry.ref] = (entry.number, entry.content)

    def _take_other(
        self, kind: Kind, entry: ReadEntry, assignment: ReplayKey, details: Mapping[str, Any]
    ) -> None:
        """Process the effects of entries that are not answers; most entries are answers."""
        if kind is Kind.CHAIN_MADE:
            self.reconstructed = True
        elif kind is Kind.OPENED:
            self.opening, self.status = details, str(details.get("status"))
        elif kind is Kind.STATUS:
            self.status = str(details.get("status"))
        elif kind is Kind.WITHDRAWN:
            self.standings.pop(assignment, None)
        elif kind is Kind.DELETED:
            for dropped_kind in (Kind.TERMS, Kind.ACCOUNT):
                self.content[dropped_kind].pop(entry.ref, None)
        elif kind in (Kind.SKIP, Kind.UNDO):
            self.events[entry.ref] = (entry.number, kind.value, assignment, entry.at)
        elif kind in _DECIDED:
            self.late[entry.ref] = Decided(_DECIDED[kind], entry.by, entry.at)

    def content_of(self, kinds: Iterable[Kind]) -> dict[str, tuple[int, str]]:
        """Return reference of a row -> its entry and hash, for the rows of a table."""
        return {ref: told for kind in kinds for ref, told in self.content[kind].items()}


def stand_after(kind: str, acts: int | None, details: Mapping[str, Any]) -> AssignmentState | None:
    """Return the state of an assignment after an entry; None if the entry does not set it."""
    status = details.get("status") if kind == Kind.STANDING else _AFTER.get(kind)
    if status is None:
        return None
    if details:
        return AssignmentState(status, acts, details.get("reason"), details.get("note"))
    return plain_stand(status, acts)


@lru_cache(1000)
def plain_stand(status: str, acts: int | None) -> AssignmentState:
    """Return a common state of assignments as one shared object, which saves memory and time."""
    return AssignmentState(status, acts)
