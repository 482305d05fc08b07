"""Annotations brought in by the one importer, each layout as the tests of its campaigns want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aloi.gold.formats.operations.triples import Triple
from aloi.storage.store import Store
from aloi.workbench.imports.arrival import Arrival
from aloi.workbench.imports.importing import bring, import_path
from aloi.workbench.imports.jobs import keep_source_answers as kept_answers
from aloi.workbench.imports.layouts import layout_named
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.layouts.mentions import JOINED, UNPLACED
from aloi.workbench.imports.layouts.operations import operation_source
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.requests.imports import SourceAnswersRequest
from aloi.workbench.texts.corpora import About


def _told(done: Arrival, **more: Any) -> Any:
    own = {name: getattr(done, name) for name in Arrival.__slots__} | {
        name: getattr(done, name) for name in ("already_stored", "annotators")
    }
    round_ = next(iter(done.rounds.values()), None)
    return SimpleNamespace(**{**done.counts, **own, "round": round_, **more})


def _format(reader: str | None) -> str | None:
    return "mention_table" if reader == "table" else reader


def import_spans(
    store: Store, path: Path, campaign: str, about: About, now: datetime, *,
    reader: str | None = None, annotator: str = "reference", others: Mapping[str, Path] | None = None,
) -> Any:  # fmt: skip
    options = ImportOptions(campaign, about, annotator=annotator)
    reading = ReadOptions(task="spans", also=others or {})
    done = import_path(store, [path], options, now, format_name=_format(reader), reading=reading)
    assert done.campaign is not None
    return _told(done, passages=done.items, unit=done.campaign.schema.settings["unit"])


def import_mentions(
    store: Store, path: Path, about: About, now: datetime, *, reader: str | None = None,
    group: str | None = None, texts: Path | None = None, around: int = 1,
) -> Any:  # fmt: skip
    reading = ReadOptions(task="linking", group=group, texts=texts, around=around)
    done = import_path(
        store, [path], ImportOptions(None, about), now, format_name=_format(reader), reading=reading
    )
    joined, left_out = done.counted(JOINED), done.counted(*UNPLACED)
    return _told(done, new=done.new_corpus, read=done.counts, joined=joined, left_out=left_out)


def import_operations(
    store: Store, triples: Sequence[Triple], campaign: str, number: int | None, annotator: str, now: datetime,
    *, about: About | None = None, settings: Any = None, others: Sequence[str] = (),
    add_annotators: bool = False,
) -> Any:  # fmt: skip
    options = ImportOptions(campaign, about, number, settings, annotator, tuple(others), add_annotators)
    done = bring(store, [operation_source(triples)], options, now, layout_named("yawat"))
    return _told(done, new_pairs=done.new_items, notes=done.counts["notes"])


def import_targets(store: Store, path: Path, about: About, now: datetime) -> Any:
    layout = {".xml": "semdis", ".preprocessed": "semeval2007"}.get(path.suffix, "targets")
    done = import_path(store, [path], ImportOptions(None, about), now, format_name=layout)
    return _told(done, new=done.new_corpus)


def import_questions(store: Store, path: Path, about: About, now: datetime) -> Any:
    done = import_path(store, [path], ImportOptions(None, about), now, format_name="mcqa_jsonl")
    return _told(done, new=done.new_corpus)


def import_answers(store: Store, path: Path, about: About, campaign: str, now: datetime) -> Any:
    done = import_path(store, [path], ImportOptions(campaign, about), now, format_name="mcqa_jsonl")
    return _told(done, unanswered=done.items - done.answers)


def import_judgements(
    store: Store, path: Path, campaign: str, about: About, now: datetime, *, prefix: str = "swords"
) -> Any:
    reading = ReadOptions(annotator=prefix)
    options = ImportOptions(campaign, about)
    return _told(import_path(store, [path], options, now, format_name="swords", reading=reading))


def import_annotations(
    store: Store, path: Path, campaign: str, number: int, now: datetime, *,
    annotators: tuple[str, ...] = (), add_annotators: bool = False,
) -> Any:  # fmt: skip
    options = ImportOptions(campaign, number=number, add_annotators=add_annotators)
    reading = ReadOptions(annotators=annotators)
    return _told(import_path(store, [path], options, now, format_name="table", reading=reading))


def keep_source_answers(store: Store, campaign: str, now: datetime) -> Any:
    return _told(kept_answers(store, SourceAnswersRequest(campaign), now))
