"""Frozen versions of the gold and their files: `aloi release`, `aloi formats`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    OUT,
    Answer,
    Command,
    Group,
    data_folder,
    facts,
    listed,
    now,
    show_progress,
    table,
    with_store,
)
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.releases import (
    DiffRequest,
    ExportLogRequest,
    ExportRequest,
    LeaksRequest,
    PreviewRequest,
    ReleaseListRequest,
    ReleaseRequest,
    VerifyRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store
    from aloi.workbench.types import Release

_SHOWN = 20  # leaks in a table


@click.group(cls=Group)
def release() -> None:
    """Build, list, compare, verify and export releases; check splits for leakage."""


@release.command("build")
@request_options(ReleaseRequest)
@with_store
def build_(store: Store, request: ReleaseRequest) -> Answer:
    """Freeze a version: gold, splits, raw answers, guidelines, agreement, licence, checksums.

    Release checks run first: licence, restricted texts, names, likely identifiers, agreement with an
    interval, documents in two splits, and gold without answers.
    """
    from aloi.workbench.encoding import CACHE
    from aloi.workbench.releases.gate import identifiers_file
    from aloi.workbench.releases.releases import build

    folder = data_folder()
    built = build(store, request, identifiers=identifiers_file(folder), cache=folder / CACHE, now=now())
    document = _document(built)
    broken = [one["rule"] for one in document["gate"]["overridden"]]
    unneeded = [one for one in request.overrides if one not in broken]
    document["overrides_not_needed"] = unneeded
    apart = ("dropped", "splits", "campaign", "leaks", "gate", "overrides_not_needed")
    shown = {name: document[name] for name in document if name not in apart}
    lines = [
        *facts(**shown, dropped=len(document["dropped"])),
        *table(("part", "items"), list(document["splits"].items())),
        *(line for one in document["leaks"] for line in _leak_lines(one)),
        *(f"released though it breaks the rule {one}" for one in broken),
        *(f"the rule {one} is kept: its reason was not needed" for one in unneeded),
    ]
    return Answer(document, lines)


@release.command("preview")
@request_options(PreviewRequest)
@with_store
def preview_(store: Store, request: PreviewRequest) -> Answer:
    """Compare the splits of the gold under each split policy, without building a release."""
    from aloi.workbench.encoding import CACHE
    from aloi.workbench.releases.splitting import preview_splits

    preview = preview_splits(store, request, cache=data_folder() / CACHE, progress=show_progress())
    document = to_json(preview)
    for policy in document["policies"]:
        problem = policy.pop("problem")
        policy["reason"] = None if problem is None else AloiError.from_json(problem).found
    rows = [
        (policy.name, *(policy.splits.get(name, "-") for name in preview.requested), policy.excluded,
         policy.crossing_documents, policy.leakage, "yes" if policy.passes else "no")
        for policy in preview.policies
    ]  # fmt: skip
    heads = ("policy", *preview.requested, "excluded", "crossing documents", "leakage", "passes")
    lines = [*facts(gold=preview.gold_items, recommended=preview.recommended), *table(heads, rows)]
    lines += [f"{policy['name']}: {policy['reason']}" for policy in document["policies"] if policy["reason"]]
    return Answer(document, lines)


@release.command("list")
@request_options(ReleaseListRequest)
@with_store
def list_(store: Store, request: ReleaseListRequest) -> Answer:
    """List the releases."""
    chosen = None if request.campaign is None else store.campaigns.get(request.campaign).id
    releases = [_document(one) for one in store.gold.releases(chosen)]
    return Answer({"releases": releases}, listed(releases, "version", "id", "checksum", "created_at"))


@release.command("diff")
@request_options(DiffRequest)
@with_store
def diff_(store: Store, request: DiffRequest) -> Answer:
    """Show the differences of AFTER from BEFORE (ids, versions, or campaign:version)."""
    from aloi.workbench.releases.checking import diff

    differences = diff(store, request.before, request.after)
    counts = {
        name: len(getattr(differences, name))
        for name in (
            "added",
            "removed",
            "changed_texts",
            "changed_values",
            "changed_gold",
            "changed_splits",
        )
    }
    return Answer(differences, facts(same_content=differences.same_content, **counts))


@release.command("verify")
@request_options(VerifyRequest)
@with_store
def verify_(store: Store, request: VerifyRequest) -> Answer:
    """Verify the checksums of RELEASE, and its gold from its answers; exit 1 if anything differs."""
    from aloi.workbench.releases.checking import verify

    problems = list(verify(store, request.release))
    release = store.gold.release(request.release)
    document = {
        "id": release.id,
        "version": release.version,
        "checksum": release.checksum,
        "problems": problems,
    }
    lines = problems or [f"release {release.version} is sound: {release.checksum}"]
    return Answer(document, lines, status=1 if problems else 0)


@release.command("leaks")
@request_options(LeaksRequest)
@with_store
def leaks_(store: Store, request: LeaksRequest) -> Answer:
    """Check the splits of RELEASE for leakage: exact and near duplicates, for rows of any kind.

    Texts are compared exactly, then without case, form, space and accents, then by similarity. Shared
    documents and sources are reported too. The report has ids, never texts.
    """
    from aloi.workbench.encoding import CACHE
    from aloi.workbench.releases.leaks import check_leaks

    report = check_leaks(store, request, cache=data_folder() / CACHE, progress=show_progress())
    documents = [one.to_json() for one in report]
    return Answer({"leaks": documents}, [line for one in documents for line in _leak_lines(one)])


@release.command("export")
@request_options(ExportRequest)
@click.option(
    "--out",
    type=OUT,
    required=True,
    cls=TerminalOption,
    help="Folder to write into.",
    reason="Jobs and pages write a zip into the data folder.",
)
@with_store
def export_(store: Store, request: ExportRequest, out: Path) -> Answer:
    """Write RELEASE in a format, or without its texts; writing it again gives the same bytes."""
    from aloi.workbench.releases.exporting import export

    done = export(store, request, out, now=now())
    document = {"out": str(out), **to_json(done)}
    lines = [
        *table(("file", "sha256"), [*done.files.items(), *done.companions.items()]),
        *(f"lost: {what} ({count})" for what, count in done.lost.items()),
    ]
    return Answer(document, lines)


@release.command("exports")
@request_options(ExportLogRequest)
@with_store
def exports_(store: Store, request: ExportLogRequest) -> Answer:
    """List the exports of restricted texts with person and reason: releases, tables of answers, studies."""
    logged = store.texts.logged_exports(store.campaigns.get(request.campaign).corpus_id)
    exports = [{**to_json(one, "created_at"), "exported_at": one.created_at.isoformat()} for one in logged]
    return Answer({"exports": exports}, listed(exports, "exported_at", "by", "what", "reason"))


@click.command(cls=Command)
def formats() -> Answer:
    """List the export formats of releases."""
    from aloi.workbench.files.formats import list_formats

    formats_ = list_formats()
    rows = [
        (
            format_.name,
            format_.title,
            format_.kinds,
            "yes" if format_.lossless else "no",
            "; ".join(format_.lost),
        )
        for format_ in formats_
    ]
    return Answer({"formats": formats_}, table(("name", "title", "kinds", "lossless", "lost"), rows))


def _leak_lines(leak: Mapping[str, Any]) -> list[str]:
    """Return what a leak check found: how many items of which kind, what is left, and the first by id."""
    kinds = ("exact", "normalised", "near")
    lines = ["", f"{leak['test']} against {leak['train']}, by {leak['by']}"]
    counts = [(kind, len(leak[kind])) for kind in kinds]
    counts += [(f"shared {ground}", len(leak[ground]["items"])) for ground in ("documents", "sources")]
    lines += table(("leak", "items"), counts)
    lines += table(("test set", "items"), list(leak["sizes"].items()))
    if leak.get("curve"):
        lines += listed(leak["curve"], "threshold", "items")
    leaks = [
        (each["item_id"], each["train_id"], kind, each["distance"]) for kind in kinds for each in leak[kind]
    ]
    lines += table(("leaks", "found in", "how", "distance"), leaks[:_SHOWN]) if leaks else []
    lines += [f"and {len(leaks) - _SHOWN} more: --json names all"] if len(leaks) > _SHOWN else []
    return [*lines, leak["signature"]]


def _document(release: Release) -> dict[str, Any]:
    """Return ids, checksums and sizes of the splits, and their leakage."""
    manifest: Mapping[str, Any] = release.manifest
    splits = manifest["splits"]
    fields = ("method", "seed", "crossing_sentences", "crossing_documents", "dropped")
    return {
        **to_json(release, "campaign_id", "manifest", campaign=release.campaign_id),
        "splits": {part["name"]: len(part["item_ids"]) for part in splits["parts"]},
        "policy": splits["disjoint"] or "none",
        **{name: splits[name] for name in fields},
        "leaks": splits.get("leaks", []),
        "gate": manifest.get("gate"),
        "stand_off": manifest.get("stand_off", False),
    }
