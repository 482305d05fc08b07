"""Spans of texts: `aloi spans`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    Answer,
    Group,
    data_folder,
    facts,
    now,
    show_progress,
    shown,
    table,
    with_store,
)
from aloi.terminal.files.span_lines import detail_lines, soft_lines, span_lines
from aloi.terminal.imports.projects import marks_table
from aloi.terminal.options import request_options
from aloi.workbench.requests.candidates import PrefillRequest
from aloi.workbench.requests.imports import SpansRequest
from aloi.workbench.requests.queries import SpanAgreementRequest

if TYPE_CHECKING:
    from aloi.workbench.candidates.suggestions import SuggestionUse
    from aloi.workbench.store.opening import Store


@click.group("spans", cls=Group)
def spans() -> None:
    """Mark stretches of texts: bring spans from elsewhere, suggest some, see how far annotators agree."""


@spans.command("import")
@request_options(SpansRequest)
@with_store
def import_(store: Store, request: SpansRequest) -> Answer:
    """Bring annotated texts: a corpus, a campaign with the labels found, and a round of answers."""
    from aloi.workbench.imports.single_kinds import import_spans

    done: Any = import_spans(store, request, now())
    (number,) = (round_.number for round_ in done.rounds.values())
    document = {
        "campaign": done.campaign.name, "read_as": done.read_as, "round": number,
        "texts": done.items, **done.counts,
        "unit": done.campaign.schema.settings["unit"], "new": done.new, "known": done.already_stored,
        "notes": [to_json(note) for note in done.notes],
    }  # fmt: skip
    lines = shown(document, "campaign", "read_as", "round", "texts", "read", "unit", "new", "known")
    lines += table(("label", "spans"), list(document["spans"].items()))
    lines += marks_table(done)
    lines += [f"note: {note.description}: {note.count} (first: {note.first})" for note in done.notes]
    return Answer(document, lines)


@spans.command("prefill")
@request_options(PrefillRequest)
@with_store
def prefill(store: Store, request: PrefillRequest) -> Answer:
    """Suggest spans in the texts of a campaign; annotators accept, correct or remove them."""
    from aloi.workbench.candidates import suggestions as verbs

    campaign, label = request.campaign, request.label
    if request.run is not None:
        return _by_model(store, request)
    if request.dictionary is not None:
        done = verbs.prefill_from_dictionary(store, campaign, request.dictionary, now(), label=label)
    elif request.terminology is not None:
        done = verbs.prefill_from_terminology(
            store, campaign, request.terminology, now(), label=label, group=request.group
        )
    else:
        done = verbs.prefill_from_spans(
            store, campaign, request.spans or Path(), now(), reader=request.reader
        )
    document = to_json(done, campaign=done.campaign.name)
    return Answer(document, _lines(document))


def _by_model(store: Store, request: PrefillRequest) -> Answer:
    from aloi.workbench.candidates.model_spans import prefill_from_run, prefilled_json

    suggested = prefill_from_run(store, request, data_folder(), now(), progress=show_progress())
    document = prefilled_json(suggested)
    how = "kept by the run" if suggested.saved else "trained anew on the run's training data"
    lines = [*facts(model=how, seed=suggested.seed), *_lines(document)]
    if not suggested.as_run:
        lines.append("note: the signature is not that of the run: other packages, or another machine")
    return Answer(document, lines)


def _lines(document: dict[str, Any]) -> list[str]:
    return [
        *shown(document, "campaign", "made_by", "items", "texts", "widened", "unfit", "unmatched"),
        *table(("label", "suggested"), list(document["spans"].items())),
        *(
            f"note: no label {name!r} in the campaign: {count} excluded"
            for name, count in document["unknown"].items()
        ),
    ]


@spans.command("agreement")
@request_options(SpanAgreementRequest)
@with_store
def agreement(store: Store, request: SpanAgreementRequest) -> Answer:
    """Show the agreement on spans, attributes and relations, and what annotators made of suggestions."""
    from aloi.workbench.agreement.spans import details_of_round, span_report
    from aloi.workbench.candidates.suggestions import suggestion_use

    campaign, number = request.campaign, request.round
    report = span_report(store, campaign, number)
    use = suggestion_use(store, campaign, number)
    document: dict[str, Any] = {
        "f1": report.to_json(),
        "suggestions": [{**to_json(used), "share_kept": used.share_kept} for used in use],
    }
    details = details_of_round(store, campaign, number)
    document |= details.to_json()
    lines = [*span_lines(report), *detail_lines(details)]
    if request.soft:
        from aloi.workbench.agreement.spans import soft_spans

        near = soft_spans(store, campaign, number)
        document |= to_json(near)
        lines += soft_lines(near)
    if use:
        head = ("annotator", "texts", "suggested", "kept", "changed", "removed", "added", "share kept")
        lines += ["", *table(head, [_use_row(used) for used in use])]
    return Answer(document, lines)


def _use_row(use: SuggestionUse) -> tuple[object, ...]:
    share = "" if use.share_kept is None else f"{use.share_kept:.1%}"
    counts = (use.texts, use.suggested, use.unchanged, use.changed, use.removed, use.added)
    return (use.annotator or "all", *counts, share)
