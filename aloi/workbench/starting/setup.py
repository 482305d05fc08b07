"""A first campaign on one's own texts as a job: a large file is read and stored without a page that waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.tasks import task
from aloi.base.records import from_json, to_json
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.starting import own_texts, trial
from aloi.workbench.texts.corpora import About
from aloi.workbench.texts.terminologies import AboutTerminology, import_terminology

SET_UP = "set_up_campaign"


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """The settings of a new campaign.

    Parameters
    ----------
    task : str
        Its name.
    name : str
        Of the campaign and of its corpus.
    language : str
        Of the texts.
    path : str or None
        The user's texts; None for the invented ones.
    licence, source : str
        Of the user's texts.
    terminology : str
        The name of the terminology of mentions; "" if the task has none.
    terminology_path : str or None
        The user's terminology, used instead.
    terminology_source : str
        Its source.
    terminology_licence : str
        Of the user's terminology.
    people : tuple of str
        The names of the invited annotators.
    mine : bool
        Whether the person who creates the campaign annotates, too. This is always so if nobody is invited.
    """

    task: str
    name: str
    language: str
    path: str | None = None
    licence: str = ""
    source: str = ""
    terminology: str = ""
    terminology_path: str | None = None
    terminology_source: str = ""
    terminology_licence: str = ""
    people: tuple[str, ...] = ()
    mine: bool = True


def set_up_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the new campaign: {"campaign", "round", "invited": ids of people, "mine"}; else nothing is.

    Parameters
    ----------
    arguments : mapping
        `asked`, a NewCampaign as JSON, and `by`, the pseudonym of the person.
    """
    del folder
    request = from_json(NewCampaign, arguments["asked"])
    kind, now = task(request.task), datetime.now(UTC)
    me = store.people.get(str(arguments["by"]))
    go_on(progress, 0, 2, "")
    terminology = _terminology(store, request, now) if kind.takes_terminology else ""
    go_on(progress, 1, 2, "")
    with store.together():  # an error leaves nothing behind
        if request.path is None:
            corpus = trial.invented(store, kind.name, request.name, request.language, now)
        else:
            about = About(request.name, request.language, request.licence, request.source)
            corpus = own_texts.from_file(store, kind, Path(request.path), about, now)
        invited = [people.add_person(store, one, "annotator", now) for one in request.people]
        crew = [*([me] if request.mine or not invited else []), *invited]
        opened = trial.start(store, kind.name, request.name, corpus, crew, now, terminology)
    return {
        "campaign": opened.campaign_id,
        "round": opened.id,
        "invited": [one.id for one in invited],
        "mine": me in crew,
    }


def _terminology(store: Store, request: NewCampaign, now: datetime) -> str:
    """Return the name of the terminology that was chosen, or of the one that came in."""
    if request.terminology_path is None:
        if request.terminology == trial.TERMINOLOGY:
            trial.add_terminology(store, now)
        return request.terminology
    path = Path(request.terminology_path)
    about = AboutTerminology(path.stem, request.terminology_licence, request.terminology_source)
    return import_terminology(store, path, about, now, language=request.language).name


def arguments_of(request: NewCampaign, by: str) -> dict[str, Json]:
    """Return the arguments of `set_up_job`."""
    return {"asked": to_json(request), "by": by}
