"""Figures of cleaning: how many answers wait, and each answer with what is proposed for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aloi.storage.changes import cleanings_of
from aloi.storage.store import Store
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.rounds import campaign_and_rounds
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.rounds import cleaning
from aloi.workbench.rounds.cleaning import Typed

_MOST = 100  # of all campaigns and their lexicons


@dataclass(frozen=True, slots=True)
class ToClean:
    """How many answers of a campaign wait to be cleaned."""

    count: int


@dataclass(frozen=True, slots=True)
class TypedAnswers:
    """The answers of a campaign with what is proposed for each; what was decided is read beside them.

    `lexicon_forms` are the forms of the lexicon that was used; None without one.
    """

    answers: tuple[Typed, ...]
    lexicon_forms: int | None


def _to_clean(store: Store, folder: Path, of: Subject, progress: Progress) -> ToClean:
    del folder
    go_on(progress, 0, 1, "")
    return ToClean(cleaning.count_to_clean(store, store.campaigns.get(of[0])))


def _typed(store: Store, folder: Path, of: Subject, progress: Progress) -> TypedAnswers:
    go_on(progress, 0, 1, "")
    campaign = store.campaigns.get(of[0])
    lexicon = cleaning.kept_lexicon(folder, campaign)
    return TypedAnswers(
        cleaning.typed_answers(store, campaign, lexicon), None if lexicon is None else len(lexicon.by_form)
    )


def _answers_alone(store: Store, of: Subject) -> list[str]:
    """Return what typed answers depend on: what is decided on them changes nothing that is proposed."""
    return [one for one in campaign_and_rounds(store, of) if one != cleanings_of(of[0])]


# Of (campaign id,).
TO_CLEAN = KeptFigure("to_clean", ToClean, _to_clean, campaign_and_rounds)
# Of (campaign id, what `cleaning.lexicon_stamp` returns).
TYPED_ANSWERS = KeptFigure("typed_answers", TypedAnswers, _typed, _answers_alone, most=_MOST)
