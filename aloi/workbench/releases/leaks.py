"""Leakage between the splits of a release: of one that is built, and of one that is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from aloi.annotation.rows import Row
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Json
from aloi.gold.model import LeakCheck, LeakReport, Split
from aloi.gold.releasing.manifest import ReleaseInputs, rows_by_split
from aloi.gold.releasing.sources import document_sources, row_sources
from aloi.gold.splitting import leaks as row_leaks
from aloi.gold.splitting.leaks import Grounds, Search, checks_between, filtered_parts, search_edits
from aloi.gold.splitting.near_texts import Nearest, Watch, nearest_vectors
from aloi.gold.splitting.splits import Parts
from aloi.storage.store import Store
from aloi.workbench.encoding import encoded
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.requests.releases import LeaksRequest, PreviewRequest, ReleaseRequest


def check_leaks(
    store: Store, request: LeaksRequest, *, cache: Path | None = None, progress: Progress = silent
) -> tuple[LeakReport, ...]:
    """Return the leakage between splits of a stored release, a report per check: shared and similar items.

    Parameters
    ----------
    cache : Path or None
        The folder of cached vectors of encoders.

    Raises
    ------
    AloiError
        Missing splits, or a comparison that is not available for these rows.
    """
    manifest = store.gold.release(request.release).manifest
    rows = {
        part: {one.id: one for one in each} for part, each in rows_by_split(manifest, filtered=False).items()
    }
    checks = leak_checks(request, {part: len(each) for part, each in rows.items()})
    grounds = _grounds_of_manifest(manifest)
    return look_for_leaks(
        rows, grounds, checks, thresholds=request.thresholds, cache=cache, progress=progress
    )


def look_for_leaks(
    rows: Mapping[str, Mapping[str, Row]],
    grounds: Grounds,
    checks: Sequence[LeakCheck],
    *,
    thresholds: Sequence[float] = (),
    cache: Path | None = None,
    progress: Progress = silent,
) -> tuple[LeakReport, ...]:
    """Return the leakage between splits, with rows by item id; `thresholds` count the remaining items."""
    for check in checks:
        check_parts(check, list(rows))
    reports = []
    compared: dict[tuple[str, str], row_leaks.ComparedTexts] = {}
    for index, check in enumerate(checks):

        def watch(done: int, total: int, before: int = index) -> bool:
            share = (before + done / max(total, 1)) / len(checks)
            go_on(progress, int(1000 * share), 1000, "")
            return True

        watch(0, 1)
        reports.append(
            row_leaks.check_leaks(
                rows[check.test],
                rows[check.train],
                check,
                grounds=grounds,
                thresholds=thresholds,
                search=_search(check, cache, progress),
                watch=watch,
                compared=compared,
            )
        )
    return tuple(reports)


def _grounds_of_manifest(manifest: Mapping[str, Json]) -> Grounds:
    """Return what the items of a release come from: their documents, and what columns say of sources."""
    sources = row_sources(manifest)
    return Grounds.of(
        {item: one.document_ids for item, one in sources.items()},
        {one.id: one.metadata for one in document_sources(manifest)},
        {item: one.columns for item, one in sources.items()},
    )


def _search(check: LeakCheck, cache: Path | None, progress: Progress) -> Search:
    """Return the similarity measure: edits, or the encoder that a check names."""
    if not check.encoder:
        return search_edits

    def search(texts: Sequence[str], references: Sequence[str], limit: float, watch: Watch) -> Nearest:
        embedded = encoded([*texts, *references], check.encoder, progress, cache)
        return nearest_vectors(
            embedded.vectors[: len(texts)], embedded.vectors[len(texts) :], limit, embedded.signature, watch
        )

    return search


def leak_checks(
    request: ReleaseRequest | PreviewRequest | LeaksRequest, sizes: Mapping[str, int]
) -> tuple[LeakCheck, ...]:
    """Return the leak checks of a request: the named ones, else of every two parts, made in one way.

    A release that is built compares parts with too many pairs for near texts for equal texts only.
    """
    if isinstance(request, LeaksRequest):
        texts, searches_all = tuple(filter(None, [request.check])), True
    else:
        texts, searches_all = request.leaks, False
    checks = tuple(map(read_leak_check, texts)) or checks_between(sizes)
    return tuple(
        replace(
            check,
            by=request.by,
            threshold=request.threshold if check.threshold or searches_all else 0.0,
            encoder=request.encoder,
        )
        for check in checks
    )


def parts_with_leaks(
    inputs: ReleaseInputs,
    leaks: Sequence[LeakCheck],
    as_parts: bool,
    cache: Path | None,
    progress: Progress = silent,
) -> Parts:
    """Return the splits with their leakage, and with the filtered ones if requested."""
    parts, schema = inputs.parts, inputs.campaign.schema
    kind, by_id = task(schema.task_type), {item.id: item for item in inputs.items}
    rows = {
        gold_item.item_id: kind.row(by_id[gold_item.item_id], gold_item.value, schema.settings)
        for gold_item in inputs.gold.items
    }
    ids = {one.name: one.item_ids for one in parts.splits}
    reports = look_for_leaks(
        {name: {one: rows[one] for one in each} for name, each in ids.items()},
        _grounds_of_inputs(inputs),
        leaks,
        cache=cache,
        progress=progress,
    )
    filtered: list[Split] = []
    for report in reports if as_parts else ():
        filtered += filtered_parts(ids[report.check.test], report)
    names = [*ids, *(one.name for one in filtered)]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise AloiError("aloi.repeated", name=Term("the-split"), value=repr(twice))
    return replace(parts, splits=(*parts.splits, *filtered), report=replace(parts.report, leaks=reports))


def _grounds_of_inputs(inputs: ReleaseInputs) -> Grounds:
    """Return what the items of a release come from: their documents, and what columns say of sources."""
    columns: dict[str, Mapping[str, str]] = {}
    for origin in inputs.origins:
        source_columns = origin.parameters.get("columns")
        if isinstance(source_columns, Mapping):
            columns.setdefault(origin.item_id, {name: str(value) for name, value in source_columns.items()})
    documents = {one.id: [sentence.document_id for sentence in one.sentences] for one in inputs.items}
    return Grounds.of(documents, inputs.metadata, columns)


def read_leak_check(text: str) -> LeakCheck:
    """Return what is written as `test=train`: the part looked at, and the part it is looked for in."""
    test, mark, train = (word.strip() for word in text.partition("="))
    if not (mark and test and train) or test == train:
        raise AloiError(
            "aloi.value",
            name=Term("the-leakage-check"),
            value=repr(text),
            expected=Term("two-splits-to-check"),
        )
    return LeakCheck(test, train)


def check_parts(check: LeakCheck, names: Sequence[str]) -> None:
    """Raise AloiError if a check names a split that does not exist."""
    for name in (check.test, check.train):
        known_name(name, names, Phrase("kind-split", "split"))
