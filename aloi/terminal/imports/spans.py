"""Spans of texts: `aloi spans`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    IN,
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
from aloi.terminal.files.span_lines import soft_lines, span_lines
from aloi.terminal.imports.projects import ANY_PATH, about_of, arrived, reader_format
from aloi.terminal.options import request_options
from aloi.workbench.requests.imports import SpansRequest

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
    done = arrived(
        store,
        [request.path],
        request.campaign,
        about_of(request.campaign, request),
        reader_format(request.reader),
        annotator=request.annotator,
        reading={"task": "spans", "also": request.also, "scheme": request.scheme},
    )
    (number,) = (one.number for one in done.rounds.values())
    document = {
        "campaign": done.campaign.name, "read_as": done.read_as, "round": number,
        "texts": done.items, **done.counts,
        "unit": done.campaign.schema.settings["unit"], "new": done.new, "known": done.already_stored,
        "notes": [to_json(one) for one in done.notes],
    }  # fmt: skip
    lines = shown(document, "campaign", "read_as", "round", "texts", "read", "unit", "new", "known")
    lines += table(("label", "spans"), list(document["spans"].items()))
    lines += [f"note: {one.description}: {one.count} (first: {one.first})" for one in done.notes]
    return Answer(document, lines)


@spans.command("prefill")
@click.argument("campaign")
@click.option("--dictionary", type=IN, help="A table `text<tab>label`, looked up in the texts.")
@click.option("--terminology", help="A stored terminology, whose names are looked up in the texts.")
@click.option("--group", help="Only names of this semantic group of the terminology.")
@click.option("--label", help="The label of lines of the dictionary that have none, or of all names.")
@click.option("--spans", "folder", type=ANY_PATH, help="Spans of another system on the same texts.")
@click.option("--reader", help="The form of those spans, as for `aloi spans import`.")
@click.option("--run", "run_", metavar="ID", help="A run that tags tokens, whose model predicts the spans.")
@click.option("--split", help="The --split that run was trained with: its model may be trained again.")
@with_store
def prefill(
    store: Store,
    campaign: str,
    dictionary: Path | None,
    terminology: str | None,
    group: str | None,
    label: str | None,
    folder: Path | None,
    reader: str | None,
    run_: str | None,
    split: str | None,
) -> Answer:
    """Suggest spans in the texts of a campaign; annotators accept, correct or remove them."""
    from aloi.workbench.candidates import suggestions as verbs

    if sum(one is not None for one in (dictionary, terminology, folder, run_)) != 1:
        raise click.UsageError("Give one of --dictionary, --terminology, --spans and --run.")
    if run_ is not None:
        return _by_model(store, campaign, run_, split)
    if dictionary is not None:
        done = verbs.prefill_from_dictionary(store, campaign, dictionary, now(), label=label)
    elif terminology is not None:
        done = verbs.prefill_from_terminology(store, campaign, terminology, now(), label=label, group=group)
    else:
        done = verbs.prefill_from_spans(store, campaign, Path(str(folder)), now(), reader=reader)
    document = to_json(done, campaign=done.campaign.name)
    return Answer(document, _lines(document))


def _by_model(store: Store, campaign: str, run: str, split: str | None) -> Answer:
    from aloi.workbench.candidates.model_spans import prefill_from_run, prefilled_json

    suggested = prefill_from_run(
        store, campaign, run, data_folder(), now(), split=split, progress=show_progress()
    )
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
@click.argument("campaign")
@click.option("--round", "number", type=int, required=True, help="The number of the round.")
@click.option(
    "--soft", is_flag=True, help="Also compute gamma and alpha_u, which give partial credit to near spans."
)
@with_store
def agreement(store: Store, campaign: str, number: int, soft: bool) -> Answer:
    """Show the F1 of spans, exact and partial, and what annotators made of suggestions."""
    from aloi.workbench.agreement.spans import span_report
    from aloi.workbench.candidates.suggestions import suggestion_use

    report = span_report(store, campaign, number)
    use = suggestion_use(store, campaign, number)
    document: dict[str, Any] = {
        "f1": report.to_json(),
        "suggestions": [{**to_json(one), "share_kept": one.share_kept} for one in use],
    }
    lines = span_lines(report)
    if soft:
        from aloi.workbench.agreement.spans import soft_spans

        near = soft_spans(store, campaign, number)
        document |= to_json(near)
        lines += soft_lines(near)
    if use:
        head = ("annotator", "texts", "suggested", "kept", "changed", "removed", "added", "share kept")
        lines += ["", *table(head, [_use_row(one) for one in use])]
    return Answer(document, lines)


def _use_row(use: SuggestionUse) -> tuple[object, ...]:
    share = "" if use.share_kept is None else f"{use.share_kept:.1%}"
    counts = (use.texts, use.suggested, use.unchanged, use.changed, use.removed, use.added)
    return (use.annotator or "all", *counts, share)
