"""The demo, every text of which holds what would run if it were taken for anything but text."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, String

from aloi.annotation.model import Annotator, Role, SkipReason
from aloi.annotation.tasks import TASKS, task
from aloi.corpora.model import Json, Origin, Question
from aloi.corpora.readers import ReadText
from aloi.corpora.terminologies.concepts import ConceptName, Terminology
from aloi.gold.releasing.gate import RULE_NAMES
from aloi.storage.answers.answers import Answers
from aloi.storage.people.crowds import VisitorIds
from aloi.storage.store import Store
from aloi.storage.tables import metadata
from aloi.workbench.corrections import naming
from aloi.workbench.crowds.entering import enter
from aloi.workbench.crowds.opening import open_crowd
from aloi.workbench.demo import filling, materials, people
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.passwords import hash_password
from aloi.workbench.people import invite
from aloi.workbench.programs.tokens import create_token
from aloi.workbench.releases import releases
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.corrections import InviteRequest, RenameRoundRequest
from aloi.workbench.requests.crowds import CrowdRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest
from aloi.workbench.requests.programs import TokenRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import adjudicating, campaigns, cleaning, rounds
from aloi.workbench.texts.corpora import About, add_whole_texts
from tests.browser.payloads import PAYLOADS
from tests.browser.site import PASSWORD
from tests.machines.server import serve
from tests.workbench.desks import variant
from tests.workbench.scene import NOW

_SHOWN = {"title", "gloss", "question", "left", "right", "source", "target"}
_AT_ONCE = 4
_NAME_LENGTH, _LABEL_LENGTH, _WORD_LENGTH = 120, 200, 100
_MOST_WORDS = 3
_PLAIN = [one.strip() for one in PAYLOADS]
_DESK_PAYLOADS = [one for one in PAYLOADS if len(one) < 300]


class Texts:
    """Payloads in turn, one or several in a text."""

    def __init__(self) -> None:
        self._next = cycle(PAYLOADS)
        short = [one for one in PAYLOADS if len(one) <= _NAME_LENGTH and one.isprintable()]
        self._short = cycle(short)
        self._words = cycle([one for one in short if len(one) <= _WORD_LENGTH and not set(one) & set(";|")])

    def after(self, text: str) -> str:
        """Return a text with several payloads after it."""
        return " ".join([text, *(next(self._next) for _ in range(_AT_ONCE))])

    def short(self, text: str) -> str:
        """Return a name or a label with one payload after it."""
        return f"{text} {next(self._short)}"

    def answer(self, value: Any) -> Any:
        """Return an answer, a payload typed among its substitutes where it has any."""
        words = value.get("substitutes") if isinstance(value, Mapping) else None
        if not words:
            return value
        return {**value, "substitutes": [*words[: _MOST_WORDS - 1], " ".join(next(self._words).split())]}

    def settings(self, found: Json) -> Any:
        """Return settings, a payload in every text of them that is shown."""
        if isinstance(found, list):
            return [self.settings(one) for one in found]
        if not isinstance(found, Mapping):
            return found
        return {
            name: self.short(one)[:_LABEL_LENGTH]
            if name in _SHOWN and isinstance(one, str) and one
            else self.settings(one)
            for name, one in found.items()
        }


@contextmanager
def _everywhere(texts: Texts) -> Iterator[None]:
    """Let the demo be made of hostile texts."""
    with pytest.MonkeyPatch.context() as patch:

        def hostile_texts(store: Store, about: About, rows: Sequence[Sequence[str]]) -> Any:
            read = [
                ReadText(
                    texts.short(place), texts.after(text), {"ward": texts.after("4")}, texts.short(place)
                )
                for number, row in enumerate(rows, 1)
                for side, text in enumerate(row, 1)
                if (place := f"{number:02}-{side}")
            ]
            words = {part: texts.short(getattr(about, part)) for part in ("name", "licence", "source")}
            return add_whole_texts(store, read, replace(about, **words))

        def read(name: str, really: Any = materials.read) -> Any:
            found = really(name)
            for row in found.get("concept", []):
                row["names"] = [texts.short(one) for one in row["names"]]
            for row in found.get("question", []):
                row["options"] = [texts.short(one) for one in row["options"]]
            return found

        def create(
            store: Store, request: CampaignRequest, really: Any = campaigns.create_campaign, **given: Any
        ) -> Any:
            settings = request.settings and texts.settings(request.settings)
            return really(store, replace(request, settings=settings), **given)

        def guideline(*given: Any, really: Any = campaigns.ready_guideline) -> str:
            return "\n\n".join([str(really(*given)), *PAYLOADS])

        def add_guideline(
            store: Store, request: GuidelineRequest, now: datetime, really: Any = campaigns.add_guideline
        ) -> Any:
            return really(store, replace(request, why=texts.after(request.why or "First.")), now)

        def decide(*given: Any, really: Any = adjudicating.decide) -> Any:
            store, campaign, number, item, value, why, *rest = given
            return really(store, campaign, number, item, value, texts.after(why), *rest)

        def simulated(which: str = "people", really: Any = people.simulated) -> Any:
            return [replace(one, expertise=texts.short(one.expertise)) for one in really(which)]

        def submit(
            self: Any, key: Any, event: str, value: Any, *, really: Any = Answers.submit, **named: Any
        ) -> Any:
            return really(self, key, event, texts.answer(value), **(named | {"comment": texts.after("")}))

        def clean(*given: Any, really: Any = cleaning.decide, **named: Any) -> Any:
            return really(*given, **named, why=texts.after("Because."))

        def build(store: Any, request: Any, *, really: Any = releases.build, **named: Any) -> Any:
            overrides = {rule: texts.short("Known.") for rule in RULE_NAMES}
            return really(store, replace(request, overrides=overrides), **named)

        patch.setattr(Answers, "submit", submit)
        patch.setattr(cleaning, "decide", clean)
        patch.setattr(releases, "build", build)
        patch.setattr(materials, "_texts", hostile_texts)
        patch.setattr(materials, "read", read)
        patch.setattr(campaigns, "create_campaign", create)
        patch.setattr(campaigns, "ready_guideline", guideline)
        patch.setattr(campaigns, "add_guideline", add_guideline)
        patch.setattr(adjudicating, "decide", decide)
        patch.setattr(filling, "simulated", simulated)
        patch.setattr(people, "simulated", simulated)
        yield


def fill_hostile(store: Store, folder: Path) -> None:
    """Fill an empty store with the demo made of hostile texts; campaigns and people have hostile names."""
    texts = Texts()
    with _everywhere(texts):
        filling.fill_demo(store, folder)
    for campaign in store.campaigns.list():
        store.setup.rename_campaign(campaign.id, texts.short(campaign.name))
    add_people(store, texts)
    add_reasons(store, texts)
    open_desks(store, texts)
    add_programs(store, texts, folder)


def add_people(store: Store, texts: Texts) -> list[Annotator]:
    """Add somebody of each role who signs in by a plain pseudonym and has a hostile name."""
    secret = hash_password(PASSWORD)
    roles = {
        "Boss": Role.ADMINISTRATOR,
        "Judge": Role.ADJUDICATOR,
        "Ada": Role.ANNOTATOR,
        "Bea": Role.ANNOTATOR,
    }
    return [
        store.people.add(texts.short(name), role, NOW, password_hash=secret, pseudonym=name)
        for name, role in roles.items()
    ]


def add_reasons(store: Store, texts: Texts) -> None:
    """Skip items, put things right, write texts out and invite people, each for a hostile reason or name."""
    now = datetime.now(UTC)
    for campaign in store.campaigns.list():
        *_, last = store.campaigns.rounds(campaign.id)
        for person in last.annotators:
            left = store.answers.lease_next(last.id, person, now, 60)
            if left is not None:
                note = texts.after("It is odd.")
                store.answers.skip(left.key, f"skip-{last.id}-{person}", SkipReason.OTHER, note, now=now)
        reason = {"why": texts.after("Better."), "by": "Boss"}
        naming.title_round(
            store,
            RenameRoundRequest(
                campaign=campaign.id, round=last.number, name=texts.short("The last one"), **reason
            ),
            now,
        )
    for corpus in store.texts.corpora():
        store.setup.rename_corpus(corpus.id, texts.short(corpus.name))
        store.texts.log_export(corpus.id, texts.short("sts_tsv"), texts.after("A study."), now)
    for role in Role:
        invite(
            store, InviteRequest(role.value, name=texts.short("Guest"), expertise=texts.short("nursing")), now
        )


def open_desks(store: Store, texts: Texts) -> dict[str, str]:
    """Return an open round of each task by its name, for Ada and Bea, whose one item holds every payload."""
    terminology = Terminology.of(texts.short("hostile"), texts.after("CC0"), texts.after("invented"))
    names = [
        ConceptName(f"X{n}", one, "fr", texts.short("group"), True) for n, one in enumerate(_DESK_PAYLOADS)
    ]
    store.terminologies.add(terminology, names, NOW)
    found = {}
    crew = [store.people.get(one).id for one in ("Ada", "Bea")]
    for kind in TASKS:
        example = kind.example().item
        read = [
            ReadText(f"{side}", " ".join([text, *PAYLOADS]), {}, f"{side}")
            for side, text in enumerate(example.texts)
        ]
        corpus, sentences = add_whole_texts(store, read, About(f"desk {kind.name}", "fr", "CC0", "written"))
        item = variant(example, corpus, sentences)
        if isinstance(item, Question):
            item = Question.of(corpus, sentences[0], tuple(_DESK_PAYLOADS[:26]))
        origin = Origin(item.id, "import", {}, None, None, None, None, NOW)
        store.texts.add_items([(item, origin)])
        settings = texts.settings(task(kind.name).default_settings())
        if kind.takes_terminology:
            settings["terminology"] = terminology.name
        campaign = campaigns.create_campaign(
            store, CampaignRequest(f"desk {kind.name}", corpus, task=kind.name, settings=settings)
        )
        campaigns.add_guideline(store, GuidelineRequest(campaign.id, text="\n\n".join(PAYLOADS)), NOW)
        found[kind.name] = rounds.open_round(
            store, RoundRequest(campaign.id, purpose="calibration", annotators=crew)
        ).id
    return found


def add_programs(store: Store, texts: Texts, folder: Path) -> None:
    """Add a machine that answers hostile texts, a crowd and a token, each with hostile names."""
    now = datetime.now(UTC)
    (campaign,) = [each for each in store.campaigns.list() if each.name == "desk similarity"]
    (opened,) = store.campaigns.rounds(campaign.id)
    name = texts.short("qwen")
    with serve(reply=lambda _: texts.after("Sure:")) as served:
        add_machine(
            store,
            AddMachineRequest(name, endpoint=served.url, model=texts.short("tiny")),
            folder,
            now,
            texts.after("Read."),
        )
        answer_round(store, AnswerMachineRequest(campaign.id, opened.number, name), folder, now)
    open_to_all = campaigns.create_campaign(
        store, CampaignRequest(texts.short("for all"), campaign.corpus_id, task="similarity")
    )
    campaigns.add_guideline(store, GuidelineRequest(open_to_all.id, text="\n\n".join(PAYLOADS)), now)
    crowd = open_crowd(
        store,
        CrowdRequest(
            open_to_all.id,
            places=2,
            items_per_person=1,
            overlap=1,
            completion_code=texts.short("C1"),
        ),
        by="Boss",
        now=now,
    ).crowd
    ids = VisitorIds(texts.short("p"), texts.short("study"), texts.short("session"), "0" * 64)
    assert enter(store, crowd, ids, now, 60) is not None
    create_token(store, TokenRequest("Boss", name=texts.short("cron")), now)


def never_hostile(path: Path) -> set[str]:
    """Return the columns that can hold a person's words, as `table.column`, and hold no payload.

    What a worker computes meanwhile is left out.
    """
    found = set()
    with closing(sqlite3.connect(path)) as plain:
        for table in [one for one in metadata.sorted_tables if one.name not in ("figures", "jobs")]:
            for column in table.columns:
                long = (
                    isinstance(column.type, String) and (column.type.length or _LABEL_LENGTH) >= _LABEL_LENGTH
                )
                if not long and not isinstance(column.type, JSON):
                    continue
                rows = plain.execute(
                    f'SELECT "{column.name}" FROM "{table.name}" WHERE "{column.name}" <> \'\''
                )
                if not any(_holds_payload(str(value)) for (value,) in rows):
                    found.add(f"{table.name}.{column.name}")
    return found


def _holds_payload(text: str) -> bool:
    return any(one in text or json.dumps(one)[1:-1] in text for one in _PLAIN)
