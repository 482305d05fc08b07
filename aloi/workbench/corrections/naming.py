"""Other names, and the archive: what is archived leaves every list, and nothing of it is lost."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.gold.releasing.licences import unknown_terms
from aloi.storage.corrections.model import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import Ground
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class ArchiveEffect:
    """What leaves the lists: rounds and the answers in them, which stay; open rounds are closed."""

    rounds: int
    answers: int
    closed: int


def rename_corpus(store: Store, corpus: str, name: str, ground: Ground) -> Correction:
    """Return the correction that gave a corpus another name; releases made before keep the old one.

    Raises
    ------
    AloiError
        No name, the same, or one that is taken, and no reason.
    """
    found = store.texts.corpus(corpus)
    names = _names(found.name, name)
    with store.together():
        store.setup.rename_corpus(found.id, names["name"])
        return ground.log(store, CorrectionKind.RENAME, {**names}, corpus=found)


def state_licence(store: Store, corpus: str, licence: str, ground: Ground) -> Correction:
    """Return the correction that said under which licence a corpus is; releases made before keep theirs.

    Raises
    ------
    AloiError
        What is neither a licence of SPDX nor an agreement in words, and no reason.
    """
    found, stated = store.texts.corpus(corpus), licence.strip()
    unknown = unknown_terms(stated)
    if unknown:
        raise AloiError("workbench.licence-unknown", licence=repr(unknown[0]))
    with store.together():
        store.setup.state_licence(found.id, stated, ground.now)
        details = {"before": found.licence, "licence": stated}
        return ground.log(store, CorrectionKind.LICENCE, {**details}, corpus=found)


def rename_campaign(store: Store, campaign: str, name: str, ground: Ground) -> Correction:
    """Return the correction that gave a campaign another name; it raises what `rename_corpus` raises."""
    found = store.campaigns.get(campaign)
    names = _names(found.name, name)
    with store.together():
        store.setup.rename_campaign(found.id, names["name"])
        return ground.log(store, CorrectionKind.RENAME, {**names}, campaign=found)


def title_round(store: Store, campaign: str, number: int, title: str, ground: Ground) -> Correction:
    """Return the correction that gave a round a title beside its number; an empty one takes it away."""
    found, one = store.campaigns.get(campaign), find_round(store, campaign, number)
    with store.together():
        store.setup.title_round(one.id, title.strip())
        names = {"before": one.title, "name": title.strip()}
        return ground.log(store, CorrectionKind.RENAME, {**names}, campaign=found, round_=one)


def archive_effect(store: Store, campaign: str, number: int | None = None) -> ArchiveEffect:
    """Return what archiving a campaign, or one of its rounds, takes out of the lists."""
    found = store.campaigns.get(campaign)
    every = store.campaigns.rounds(found.id)
    rounds = every if number is None else [find_round(store, campaign, number)]
    return ArchiveEffect(
        len(rounds),
        store.setup.count_submitted([one.id for one in rounds]),
        sum(one.status == Status.OPEN for one in rounds),
    )


def archive_corpus(store: Store, corpus: str, ground: Ground, *, archived: bool = True) -> Correction:
    """Return the correction that took a corpus out of the lists, or brought it back."""
    found = store.texts.corpus(corpus)
    with store.together():
        store.setup.set_archived("corpora", found.id, archived)
        return ground.log(store, _kind(archived), corpus=found)


def archive_campaign(store: Store, campaign: str, ground: Ground, *, archived: bool = True) -> Correction:
    """Return the correction that took a campaign out of the lists, or brought it back.

    Archived, it and its rounds are closed, so that nobody is given an item; brought back, they stay closed
    until they are opened.
    """
    found = store.campaigns.get(campaign)
    with store.together():
        details = _closed(store, campaign, ground) if archived else {}
        store.setup.set_archived("campaigns", found.id, archived)
        if archived:
            store.campaigns.set_status(found.id, Status.CLOSED)
        return ground.log(store, _kind(archived), details, campaign=found)


def archive_round(
    store: Store, campaign: str, number: int, ground: Ground, *, archived: bool = True
) -> Correction:
    """Return the correction that took a round out of the lists and the gold, or brought it back.

    Archived, it is closed; gold is made without it unless it is named.
    """
    found, one = store.campaigns.get(campaign), find_round(store, campaign, number)
    with store.together():
        details = _closed(store, campaign, ground, number) if archived else {}
        store.setup.set_archived("rounds", one.id, archived)
        return ground.log(store, _kind(archived), details, campaign=found, round_=one)


def _closed(store: Store, campaign: str, ground: Ground, number: int | None = None) -> dict[str, int]:
    """Return how many open rounds were closed just now, of a campaign or the one of that number."""
    closed = 0
    for one in store.campaigns.rounds(store.campaigns.get(campaign).id):
        if number in (None, one.number) and one.status == Status.OPEN:
            store.campaigns.set_round_status(one.id, Status.CLOSED, now=ground.now)
            closed += 1
    return {"closed": closed}


def _kind(archived: bool) -> CorrectionKind:
    return CorrectionKind.ARCHIVE if archived else CorrectionKind.BRING_BACK


def _names(before: str, name: str) -> dict[str, str]:
    """Return the names before and after, or raise AloiError where there is no new one."""
    if not name.strip() or name.strip() == before:
        raise AloiError("workbench.rename-no-name", name=repr(before))
    return {"before": before, "name": name.strip()}
