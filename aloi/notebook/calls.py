"""The calls of a client and of a local store: one method each, with tables as DataFrames."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.base.requests import fields_of, info_of
from aloi.notebook.tables import frame
from aloi.workbench.endpoints import Endpoint, endpoint_of

if TYPE_CHECKING:
    import pandas as pd

_PAGE = 1000


class Calls(ABC):
    """The calls of programs on campaigns: over HTTP (`aloi.Client`) or in a store file (`aloi.open`)."""

    @abstractmethod
    def send(self, endpoint: Endpoint, values: Mapping[str, Any]) -> Any:
        """Return the document that an endpoint answers to a request with these values."""

    @abstractmethod
    def page(
        self, endpoint: Endpoint, values: Mapping[str, Any], cursor: str, limit: int
    ) -> Mapping[str, Any]:
        """Return one page of rows."""

    @abstractmethod
    def file(self, table: Any) -> Any:
        """Return the value of a field that names a file, for a path or a DataFrame."""

    @abstractmethod
    def fetch(self, name: str, out: str | os.PathLike[str]) -> Path:
        """Return the path of a file that a job wrote, copied to `out`."""

    def call(self, name: str, /, **values: Any) -> Any:
        """Return the result of a request by the name of its command, such as `call("round open", ...)`.

        The values are the fields of the request; a job is waited for.
        """
        endpoint = endpoint_of(name)
        return self.send(endpoint, {key: value for key, value in values.items() if value is not None})

    def run(self, request: Any) -> Any:
        """Return the result of a request: `run(RoundRequest("clinical", purpose="main", items=50))`."""
        fields = fields_of(type(request))
        values = {name: getattr(request, name) for name in fields}
        changed = {name: value for name, value in values.items() if value != fields[name].default}
        return self.call(info_of(type(request)).name, **changed)

    def rows(self, name: str, /, *, cursor: str = "", limit: int | None = None, **values: Any) -> Rows:
        """Return the rows of a list, read page by page while they are used."""
        return Rows(self, endpoint_of(name), values, cursor, limit)

    def create_corpus(
        self, name: str, texts: Any, *, language: str, licence: str, **options: Any
    ) -> dict[str, Any]:
        """Return what was imported as a new corpus: texts, or pairs with `pairs=True`; see `CorpusRequest`.

        `texts` is a path or a DataFrame.
        """
        values = {"path": self.file(texts), "name": name, "language": language, "licence": licence, **options}
        result: dict[str, Any] = self.call("corpus import", **values)
        return result

    def add_texts(self, corpus: str, texts: Any, *, why: str, **options: Any) -> dict[str, Any]:
        """Return what was added to a corpus; see `AddTextsRequest`."""
        result: dict[str, Any] = self.call(
            "corpus add-texts", corpus=corpus, path=self.file(texts), why=why, **options
        )
        return result

    def create_campaign(
        self, name: str, corpus: str, task: str = "similarity", **options: Any
    ) -> CampaignCalls:
        """Return a new campaign on a corpus; see `CampaignRequest`."""
        self.call("campaign create", name=name, corpus=corpus, task=task, **options)
        return CampaignCalls(self, name)

    def campaign(self, name: str) -> CampaignCalls:
        """Return a campaign, by id or name."""
        return CampaignCalls(self, name)

    def add_machine(
        self, name: str, *, file: Any = None, prompt: str | os.PathLike[str] | None = None, **options: Any
    ) -> dict[str, Any]:
        """Return a machine annotator that is added; see `AddMachineRequest` (`endpoint`, `model` ...).

        `file` is a table of predictions, a path or a DataFrame; `prompt` the path of a text.
        """
        named = (("file", file), ("prompt", prompt))
        files = {key: self.file(value) for key, value in named if value is not None}
        machine: dict[str, Any] = self.call("machine add", name=name, **files, **options)
        return machine

    def machines(self) -> pd.DataFrame:
        """Return a row a version of a machine annotator."""
        return frame(self.rows("machine list"))

    def corpora(self) -> pd.DataFrame:
        """Return a row a corpus."""
        return frame(self.rows("corpus list"))

    def releases(self, campaign: str | None = None) -> pd.DataFrame:
        """Return a row a release."""
        return frame(self.rows("release list", campaign=campaign))

    def export_release(
        self, release: str, out: str | os.PathLike[str], format: str = "sts_tsv", **options: Any
    ) -> Path:
        """Return the path of a zip with a release in a format; see `ExportRequest`."""
        done = self.call("release export", release=release, format=format, **options)
        return self.fetch(done["file"], out)


class Rows:
    """Rows of a list; `next_cursor` is where a later call continues, once they were read."""

    def __init__(
        self, calls: Calls, endpoint: Endpoint, values: Mapping[str, Any], cursor: str, limit: int | None
    ) -> None:
        self._calls, self._endpoint, self._limit = calls, endpoint, limit
        self._values = {name: value for name, value in values.items() if value is not None}
        self.next_cursor = cursor

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        """Yield the rows, a page in memory at a time."""
        left = self._limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(left, _PAGE)
            page = self._calls.page(self._endpoint, self._values, self.next_cursor, size)
            rows: Sequence[Mapping[str, Any]] = page[self._endpoint.rows]
            left = None if left is None else left - len(rows)
            if page["next_cursor"] is not None:
                self.next_cursor = page["next_cursor"]
            yield from rows
            if page["next_cursor"] is None or not rows:
                return


class CampaignCalls:
    """The calls about one campaign."""

    def __init__(self, calls: Calls, name: str) -> None:
        self._calls = calls
        self.name = name

    def __repr__(self) -> str:
        return f"Campaign({self.name!r})"

    def call(self, name: str, /, **values: Any) -> Any:
        """Return the result of a request about this campaign, by the name of its command."""
        return self._calls.call(name, campaign=self.name, **values)

    def show(self) -> dict[str, Any]:
        """Return its task, settings and status."""
        document: dict[str, Any] = self.call("campaign show")
        return document

    def overview(self) -> dict[str, Any]:
        """Return its rounds with counts, agreement with intervals, what needs a decision, and the next steps.

        They were computed at `computed_at`; what is not current is computed in the background.
        """
        document: dict[str, Any] = self.call("campaign overview")
        return document

    def items(self, *, reason: str | None = None) -> pd.DataFrame:
        """Return a row an item: its id, kind and texts. Texts of a restricted corpus need a reason."""
        return frame(self._calls.rows("item list", campaign=self.name, reason=reason))

    def add_member(self, person: str, role: str = "annotator") -> dict[str, Any]:
        """Make a person a member, or change the role of a member."""
        member: dict[str, Any] = self.call("campaign member add", person=person, role=role)
        return member

    def add_guideline(self, text: str, why: str = "") -> dict[str, Any]:
        """Add the next version of the guideline, as Markdown."""
        version: dict[str, Any] = self.call("guideline add", text=text, why=why)
        return version

    def import_annotations(self, table: Any, **options: Any) -> dict[str, Any]:
        """Return what was imported from a path or a DataFrame; see `ImportRequest`."""
        done: dict[str, Any] = self.call("import", path=self._calls.file(table), **options)
        return done

    def suggest(self, table: Any, made_by: str) -> dict[str, Any]:
        """Store suggestions `item_id, value`, which annotators see before they answer."""
        done: dict[str, Any] = self.call("suggestions import", table=self._calls.file(table), made_by=made_by)
        return done

    def open_round(self, purpose: str = "main", **options: Any) -> dict[str, Any]:
        """Open the next round; see `RoundRequest` (`items`, `annotators`, `overlap` ...)."""
        round_: dict[str, Any] = self.call("round open", purpose=purpose, **options)
        return round_

    def close_round(self, round: int) -> dict[str, Any]:
        """Close a round: its answers can no longer change."""
        round_: dict[str, Any] = self.call("round close", round=round)
        return round_

    def rounds(self) -> pd.DataFrame:
        """Return a row a round."""
        return frame(self._calls.rows("round list", campaign=self.name))

    def status(self, round: int) -> dict[str, Any]:
        """Return the counts of a round, and those of each annotator."""
        counts: dict[str, Any] = self.call("round status", round=round)
        return counts

    def annotations(self, round: int | None = None) -> pd.DataFrame:
        """Return a row a revision of an answer, in the order in which they came."""
        return frame(self.stream(round=round))

    def stream(self, round: int | None = None, cursor: str = "") -> Rows:
        """Return the answers as they come, page by page; continue later from `next_cursor`."""
        return self._calls.rows("annotation list", campaign=self.name, round=round, cursor=cursor)

    def agreement(self, round: int, **options: Any) -> dict[str, Any]:
        """Return the agreement of a round, as `aloi round agreement --json`; see `RoundAgreementRequest`."""
        document: dict[str, Any] = self.call("round agreement", round=round, **options)
        return document

    def machine_prompt(
        self, round: int, name: str, item: str | None = None, **options: Any
    ) -> dict[str, Any]:
        """Return the prompt of an item for a machine; nothing is sent. See `MachinePromptRequest`."""
        prompt: dict[str, Any] = self.call("machine prompt", round=round, name=name, item=item, **options)
        return prompt

    def try_machine(self, round: int, name: str, item: str | None = None, **options: Any) -> dict[str, Any]:
        """Return the answer of a machine to an item, which is not stored; see `TryMachineRequest`."""
        tried: dict[str, Any] = self.call(
            "machine try", round=round, name=name, item=item, send=True, **options
        )
        return tried

    def machine_annotate(self, round: int, name: str, **options: Any) -> dict[str, Any]:
        """Let a machine annotate a round, and return the counts; see `AnswerMachineRequest`."""
        done: dict[str, Any] = self.call("machine answer", round=round, name=name, **options)
        return done

    def machine_answers(self, round: int, name: str, **options: Any) -> pd.DataFrame:
        """Return a row an answer of a machine, or a skip with its reason; see `MachineAnswersRequest`."""
        return frame(
            self._calls.rows("machine predictions", campaign=self.name, round=round, name=name, **options)
        )

    def machine_report(self, round: int, name: str, **options: Any) -> dict[str, Any]:
        """Return a machine beside the people of a round; see `MachineReportRequest`."""
        report: dict[str, Any] = self.call("machine report", round=round, name=name, **options)
        return report

    def count_machine(self, name: str, why: str, **options: Any) -> dict[str, Any]:
        """Let the answers of a machine count like those of a person; see `CountMachineRequest`."""
        counted: dict[str, Any] = self.call("machine count", name=name, why=why, **options)
        return counted

    def suggest_by_machine(self, name: str, why: str, **options: Any) -> dict[str, Any]:
        """Show annotators the answers of a machine on a share of the items; see `SuggestMachineRequest`."""
        its_help: dict[str, Any] = self.call("machine suggest", name=name, why=why, **options)
        return its_help

    def disputes(self, round: int) -> pd.DataFrame:
        """Return a row an item that needs a decision, the widest difference first."""
        return frame(self.call("dispute list", round=round)["disputes"])

    def adjudicate(self, round: int, table: Any) -> dict[str, Any]:
        """Import decisions `item_id, value, why, adjudicator` from a path or a DataFrame."""
        done: dict[str, Any] = self.call("adjudicate", round=round, table=self._calls.file(table))
        return done

    def adjudications(self, round: int) -> pd.DataFrame:
        """Return a row a decision of a round."""
        return frame(self._calls.rows("adjudication list", campaign=self.name, round=round))

    def freeze(self, rule: str, **options: Any) -> dict[str, Any]:
        """Freeze the gold; see `FreezeRequest`."""
        gold: dict[str, Any] = self.call("gold freeze", rule=rule, **options)
        return gold

    def release(self, version: str, sizes: Mapping[str, float | str], **options: Any) -> dict[str, Any]:
        """Return the version and the checksum of a new release; see `ReleaseRequest`."""
        built: dict[str, Any] = self.call("release build", version=version, sizes=dict(sizes), **options)
        return built

    def export_annotations(self, out: str | os.PathLike[str], suffix: str = "tsv", **options: Any) -> Path:
        """Return the path of a table of the answers; see `ExportAnswersRequest`."""
        done = self.call("annotations export", suffix=suffix, **options)
        return self._calls.fetch(done["file"], out)
