"""Stores and releases read from a notebook: `aloi.open` and `aloi.read_release`."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.base.requests import build
from aloi.notebook.agreement import AgreementResult
from aloi.notebook.calls import Calls
from aloi.notebook.tables import frame, told_in_notebook
from aloi.workbench.endpoints import Call, Endpoint, Page
from aloi.workbench.progress import silent
from aloi.workbench.releases import reading
from aloi.workbench.releases.reading import ReleaseFiles
from aloi.workbench.requests.rounds import RoundAgreementRequest
from aloi.workbench.store.private import UPLOADS

if TYPE_CHECKING:
    import pandas as pd

    from aloi.workbench.store.opening import Store


_CAMPAIGNS = ("id", "campaign", "task", "corpus", "status", "rounds")
_ROUNDS = (
    "id", "round", "purpose", "status", "items", "annotators", "overlap", "cap", "repeats", "seed",
    "guideline_version",
)  # fmt: skip


class Workspace(Calls):
    """A store: its campaigns, rounds, answers and agreement, and the calls of a client.

    Use it in a `with` block, or `close` it.

    Parameters
    ----------
    store : Store
        The open store.
    data : path or None
        The data folder; by default the one of the settings.
    """

    def __init__(self, store: Store, data: Path | None = None) -> None:
        self._store = store
        self._data = data

    def __enter__(self) -> Workspace:
        """Return the open store."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    @told_in_notebook()
    def send(self, endpoint: Endpoint, values: Mapping[str, Any]) -> Any:
        """Return the document of an endpoint, or the result of its job, which runs now."""
        request: object = build(endpoint.request, values)
        if endpoint.run is not None:
            return endpoint.run(request, self._call("", 1000))
        from aloi.base.requests import info_of, to_data
        from aloi.workbench.jobs import VERBS

        verb = VERBS[info_of(endpoint.request).job]
        return verb(self._store, to_data(request), self._folder(), silent)

    @told_in_notebook()
    def page(
        self, endpoint: Endpoint, values: Mapping[str, Any], cursor: str, limit: int
    ) -> Mapping[str, Any]:
        """Return one page of rows."""
        run = endpoint.run
        if run is None:
            raise ValueError(f"{endpoint.path} has no rows")
        page = run(build(endpoint.request, values), self._call(cursor, limit))
        return page.document() if isinstance(page, Page) else {}

    def file(self, table: Any) -> Path:
        """Return the path of a table; a DataFrame is written below the data folder first."""
        if isinstance(table, str | os.PathLike):
            return Path(table).expanduser()
        folder = self._folder() / UPLOADS / secrets.token_hex(12)
        folder.mkdir(parents=True, mode=0o700)
        path = folder / "table.parquet"
        table.to_parquet(path, index=False)
        return path

    def fetch(self, name: str, out: str | os.PathLike[str]) -> Path:
        """Return the path of a file that a job wrote, copied to `out`: a folder, or a new file."""
        target = Path(out) / Path(name).name if Path(out).is_dir() else Path(out)
        return Path(shutil.copyfile(self._folder() / "exports" / name, target))

    def _call(self, cursor: str, limit: int) -> Call:
        from aloi.base.settings import Settings

        networks = Settings.read().webhook_networks
        return Call(self._store, self._folder(), "", datetime.now(UTC), cursor, limit, networks=networks)

    def _folder(self) -> Path:
        from aloi.base.settings import Settings

        return self._data or Settings.read().data

    def campaigns(self) -> pd.DataFrame:
        """Return a row a campaign: its id, name, task, corpus, status and number of rounds."""
        campaigns = self._store.campaigns
        rows = (
            {
                "id": campaign.id,
                "campaign": campaign.name,
                "task": campaign.schema.task_type,
                "corpus": self._store.texts.corpus(campaign.corpus_id).name,
                "status": campaign.status.value,
                "rounds": len(campaigns.rounds(campaign.id)),
            }
            for campaign in campaigns.list()
        )
        return frame(rows, _CAMPAIGNS)

    def rounds(self, campaign: str) -> pd.DataFrame:
        """Return a row a round of a campaign (its id or name), as `aloi round status` describes it."""
        from aloi.workbench.rounds.rounds import describe_round

        rounds = self._store.campaigns.rounds(self._store.campaigns.get(campaign).id)
        return frame(map(describe_round, rounds), _ROUNDS)

    @told_in_notebook()
    def answers(self, campaign: str, round: int | None = None, *, reason: str = "") -> pd.DataFrame:
        """Return the last answer of each annotator to each item, as `aloi annotations export` writes them.

        `source_id` is what an item was called in the file that it was imported from; a column only where
        items had such ids, and not of a restricted corpus.

        Parameters
        ----------
        round : int or None
            Number of a round; None for all.
        reason : str
            Why texts of a restricted corpus are given on; kept in the store.

        Raises
        ------
        AloiError
            No such campaign or round, or a restricted corpus without a reason.
        """
        from aloi.workbench.imports.tables import answer_rows, columns_of_answers

        rows = answer_rows(self._store, campaign, round, reason=reason, now=datetime.now(UTC))
        return frame(rows, columns_of_answers(rows))

    @told_in_notebook()
    def agreement(
        self,
        campaign: str,
        round: int,
        *,
        scale: str | None = None,
        ci: str = "score",
        seed: int = 0,
        whole: bool = False,
        machine: str | Sequence[str] = (),
        machine_by: str | None = None,
        epsilon: float = 0.2,
    ) -> AgreementResult:
        """Return the agreement of a round, as `aloi round agreement` measures it.

        Parameters
        ----------
        round : int
            Number of the round.
        scale : str or None
            Name of the scale; the main one by default.
        ci : str
            score, bootstrap, analytic, jackknife or none.
        whole : bool
            Also the further results from the ratings of the main view.
        machine : str or sequence of str
            Machine annotators, by name or pseudonym, to test against people: `.machines` of the result.
        machine_by : str or None
            Also test them on parts of the items: `label` (the accepted answer), `origin` or `guideline`.
        epsilon : float
            How much more often people may win: 0.2 for experts, 0.15 for skilled people, 0.1 for a crowd.

        Raises
        ------
        AloiError
            No such round, no answers yet, or an unknown scale.
        """
        from aloi.workbench.agreement.report import round_report
        from aloi.workbench.machines.round_tests import round_machine_tests

        report = round_report(self._store, campaign, round, ci=ci, seed=seed, scale=scale, whole=whole)
        names = (machine,) if isinstance(machine, str) else tuple(machine)
        values = {"campaign": campaign, "round": round, "machine": names, "machine_by": machine_by}
        request: RoundAgreementRequest = build(RoundAgreementRequest, {**values, "epsilon": epsilon})
        return AgreementResult(replace(report, machines=round_machine_tests(self._store, request)))


@told_in_notebook()
def open(
    store: str | os.PathLike[str] | None = None, *, data: str | os.PathLike[str] | None = None
) -> Workspace:
    """Return a store, to read and to work with: it has the calls of `aloi.Client`, without a server.

    Parameters
    ----------
    store : str, path or None
        Its address, such as `sqlite:///aloi-data/aloi.db`, or the path of its file; that of the settings
        (`ALOI_STORE`, `aloi.toml`) by default.
    data : path or None
        The data folder, for exports and runs; that of the settings by default.

    Raises
    ------
    AloiError
        The store does not exist: a notebook creates none.

    Examples
    --------
    >>> import aloi
    >>> aloi.open("no-such-folder/aloi.db")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    aloi.base.errors.AloiError: ...
    """
    from aloi.base.settings import Settings
    from aloi.workbench.store.opening import open_known

    address = str(store) if store is not None else Settings.read().store
    url = address if "://" in address else f"sqlite:///{address}"
    opened = open_known(url)
    if opened is None:
        raise AloiError("aloi.no-store-at", value=address)
    return Workspace(opened, None if data is None else Path(data))


class GoldCorpus(ReleaseFiles):
    """The gold of a release: `name`, `checksum`, `verified`, `manifest`, `splits` and `rows`."""

    def table(self) -> pd.DataFrame:
        """Return a row an item and part: `split`, then what the row says."""
        return frame({"split": part, **asdict(row)} for part, rows in self.splits.items() for row in rows)


@told_in_notebook()
def read_release(path: str | os.PathLike[str], *, scale: tuple[float, float] | None = None) -> GoldCorpus:
    r"""Return the gold of an exported release, its checksums computed again where it carries them.

    Parameters
    ----------
    path : path
        The zip of the page Releases, a `manifest.json` or a folder that holds one; else the files of any
        format, which carry no checksum.
    scale : (float, float) or None
        The ends of the scale of scored pairs, for formats that do not tell them.

    Raises
    ------
    AloiError
        Nothing there, a release that is not what was frozen, or files that no reader takes.

    Examples
    --------
    >>> import aloi, pandas, tempfile
    >>> from pathlib import Path
    >>> text = "id\tscore\tsentence1\tsentence2\n1\t4\tIl dort.\tIl sommeille.\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "train.tsv").write_text(text, encoding="utf-8")
    ...     gold = aloi.read_release(folder, scale=(0, 5))
    >>> gold.verified, list(gold.splits), gold.rows[0].score
    (False, ['train'], 4.0)
    """
    release = reading.read_release(Path(path).expanduser(), scale=scale)
    return GoldCorpus(release.name, release.checksum, release.manifest, release.splits)
