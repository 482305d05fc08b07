"""The interface of a kind of question, through which pages draw, adjudicate and measure it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import streamlit as st

from aloi.annotation.fields import Field
from aloi.annotation.model import Campaign
from aloi.annotation.tasks.base import TaskType
from aloi.corpora.model import Item, Json
from aloi.gold.making.adjudicate import Dispute
from aloi.gold.model import Adjudication
from aloi.ui.questions.desk.widget import declare, mount
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import Sentence, section, t
from aloi.workbench.annotation.answering import Desk, Screen
from aloi.workbench.reports.table import Table
from aloi.workbench.store.opening import Store

F = TypeVar("F", bound=Field)
OnEvent = Callable[[Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class DeskItem:
    """The current item of an annotator; `searched` is their last search.

    `redrawn` says that the page is drawn anew: what is long and stays the same goes with such a drawing only.
    `rounds` are the names of the rounds they may go to, by id.
    """

    store: Store
    desk: Desk
    screen: Screen
    searched: Json
    redrawn: bool
    rounds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """An item on which answers differ, for the adjudicator; `blind` hides the annotators of answers.

    `decision` is the valid decision on it, if the item is decided on again.
    """

    store: Store
    campaign: Campaign
    dispute: Dispute
    item: Item
    searched: Json
    blind: bool
    decision: Adjudication | None = None

    def by(self, names: Sequence[str]) -> str:
        """Return the annotators of an answer, or their number if blind."""
        if self.blind:
            return t("adjudicate.by_count", count=len(names), total=len(self.dispute.answers))
        return ", ".join(names)

    def marks(self, parts: Callable[[Json], Iterable[str]]) -> dict[str, Json]:
        """Return the annotators of each part of the answers, by the name that `parts` has for it."""
        people: dict[str, list[str]] = {}
        for answer in self.dispute.answers:
            for name in parts(answer.value):
                people.setdefault(name, []).append(answer.pseudonym)
        return {name: self.by(each) for name, each in people.items()}


@dataclass(frozen=True, slots=True)
class MeasuredRound:
    """A round whose agreement is shown; `cleaned` says whether words count as cleaned."""

    store: Store
    campaign: Campaign
    round_id: str
    cleaned: bool

    @property
    def of(self) -> tuple[str, str]:
        """The subject of cached results of the round."""
        return self.campaign.id, self.round_id


class QuestionKind(ABC, Generic[F]):
    """A kind of question: one object of the list in `aloi/ui/questions/__init__.py`.

    `field` is the class of the questions it draws. `script` is the script of its annotation interface, with a
    style file of the same name. `sections` are the parts of the catalogue with its sentences. A new kind must
    define `data`; all other methods have defaults.
    """

    field: ClassVar[type[Field]]
    script: ClassVar[Path]
    sections: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self._component = declare(self.script)

    @property
    def name(self) -> str:
        """The kind in one word."""
        return self.script.stem

    def draw(self, key: str, data: Mapping[str, Any], on_event: OnEvent) -> None:
        """Draw the annotation interface.

        Parameters
        ----------
        data : mapping
            JSON only: the common data of `aloi.ui.questions.envelope`, and the result of `data` of this kind.
            All of it enters the page as text, never as markup.
        on_event : callable
            Gets {event_id, kind: answer | skip | undo | keep | mark | draft | search | go | keys | prefer,
            item_id, occasion, value, seconds, flag, note, reason, words, shown, based_on, at}, before the
            next drawing. It comes from a browser: check it. An undo names the item it reverts. The same event
            may come twice; the next `data` must carry its id as `ack`, or it is sent again.
        """
        mount(self._component, key, data, on_event)

    def texts(self) -> dict[str, Sentence]:
        """Return the sentences of its interface, in addition to the common ones or in place of them."""
        return {name: text for one in self.sections for name, text in section(one).items()}

    @abstractmethod
    def data(self, fields: Sequence[F], work: DeskItem) -> dict[str, Json]:
        """Return the data of the questions about an item, in addition to the common data."""

    def decision_data(self, fields: Sequence[F], case: Case) -> dict[str, Json] | None:
        """Return the data of the interface for adjudication; None if such answers are never adjudicated.

        `texts` in it are sentences that differ from those for annotators. The common data have an
        earlier decision as `answer`.
        """
        del fields, case
        return None

    def above_decision(self, case: Case) -> None:
        """Draw content above the interface for adjudication; nothing by default."""

    def decision(self, event: Mapping[str, Json]) -> tuple[Json, str]:
        """Return the value and the reason of a decision that the interface sent."""
        return event.get("value"), str(event.get("note") or "")

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw the settings of the question as fields and rows, and return them as edited, unchecked.

        `settings` are the first values: as long as `key` is the same, they must be the same. AloiError is
        raised if rows make no settings.
        """
        del kind, key
        return dict(settings)

    def mapped_words(self, settings: Mapping[str, Json]) -> dict[str, str]:
        """Return the words for names of a mapping that people would not understand."""
        del settings
        return {}

    def summary(self, field: F, settings: Mapping[str, Json]) -> None:
        """Draw the question of a campaign: its text by default."""
        del settings
        st.markdown(f"**{no_markup(field.title)}**")

    def agreement_tabs(self, measured: MeasuredRound) -> list[tuple[str, Callable[[], None]]]:
        """Return further tabs for agreement on such answers: title, and the function that draws it."""
        del measured
        return []

    def report_tables(self, measured: MeasuredRound) -> list[Table]:
        """Return further tables of reports on such answers, from results that are cached."""
        del measured
        return []

    def prepare(self, store: Store, campaign: Campaign) -> None:
        """Draw preparations for the items of a campaign before a round; nothing by default."""
