"""Scores of predictions against gold: `aloi score sts`, `sari`, `lexsub`, `tags`, `spans` ..."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.terminal.base import RAW, SHEET, Answer, Command, Group, design_effects, measured, table, warn
from aloi.terminal.files.score_marked import spans
from aloi.terminal.files.score_substitutes import lexsub
from aloi.terminal.options import output_option, request_options
from aloi.workbench.requests.files.scores import (
    ChoicesRequest,
    LabelsRequest,
    SariRequest,
    StsRequest,
    TagsRequest,
)

if TYPE_CHECKING:
    from aloi.workbench.files.score_labels import LabelScores


_CSV = output_option("Write the table of labels or types as CSV.", "--csv")
_LATEX = output_option("Write the table of labels or types as LaTeX.", "--latex")


@click.command("labels", cls=Command)
@request_options(LabelsRequest)
@_CSV
@_LATEX
@RAW
@SHEET
def labels(request: LabelsRequest, csv: Path | None, latex: Path | None) -> Answer:
    """Score labels of two tables `id, label`, or `id, labels` with | between several: F1 and accuracy."""
    from aloi.workbench.files.score_labels import score_labels

    return _answer(score_labels(request), csv, latex)


@click.command("choices", cls=Command)
@request_options(ChoicesRequest)
@SHEET
def choices(request: ChoicesRequest) -> Answer:
    """Score answers to questions of two tables `id, labels`, several with | between: exact match, Jaccard."""
    from aloi.workbench.files.score_labels import score_choices

    return _answer(score_choices(request))


def _answer(scores: LabelScores, csv: Path | None = None, latex: Path | None = None) -> Answer:
    rows = [(one.metric, measured(one), one.n) for one in scores.scores]
    lines = table(("metric", ("value", "95% interval"), "rows"), rows)
    if scores.by_label:
        lines.append("")
        lines += _written(
            ("label", "precision", "recall", ("f1", "95% interval of f1"), "gold", "predicted"),
            [
                (
                    label,
                    *(
                        measured(score, value=value, interval=None)
                        for value in (score.precision, score.recall)
                    ),
                    measured(score, value=score.f1),
                    score.support,
                    score.predicted,
                )
                for label, score in scores.by_label.items()
            ],
            csv,
            latex,
        )
    lines += ["", f"{scores.n} rows of gold, {scores.missing} without answer"]
    lines += design_effects(scores.scores, scores.caution)
    return Answer(scores.to_json(), lines)


def _written(
    head: Sequence[str | tuple[str, str]],
    rows: Sequence[Sequence[object]],
    csv: Path | None,
    latex: Path | None,
) -> list[str]:
    """Return the lines of a table that is also written as CSV and LaTeX, if requested."""
    from aloi.workbench.reports.files import as_csv, write_text
    from aloi.workbench.reports.latex import as_latex
    from aloi.workbench.reports.table import Table

    scores = Table("", head, rows)
    if csv:
        write_text(as_csv(scores), csv)
    if latex:
        write_text(as_latex([scores]), latex)
    return table(head, rows)


@click.command("tags", cls=Command)
@request_options(TagsRequest)
@_CSV
@_LATEX
@RAW
def tags(request: TagsRequest, csv: Path | None, latex: Path | None) -> Answer:
    """Score spans of two CoNLL files: precision, recall and F1, lenient and strict, whole and by type.

    Lenient is seqeval's default: an I- without a B- opens a span. Strict counts only spans written as the
    scheme asks.
    """
    from aloi.workbench.files.score_tags import score_tags

    report = score_tags(request)
    if report.caution:
        warn(report.caution)
    rows = []
    for reading, scores in (("lenient", report.lenient), (f"strict {report.scheme.value}", report.strict)):
        for name, score in (("all", scores.micro), *scores.by_type.items()):
            reason = (scores.reason or "") if name == "all" else ""
            rows.append(
                (
                    reading,
                    name,
                    *(
                        measured(score, value=value, interval=None)
                        for value in (score.precision, score.recall)
                    ),
                    measured(score, value=score.f1, interval=score.interval["f1"], reason=reason),
                    score.support,
                    score.predicted,
                )
            )
    head = ("reading", "type", "precision", "recall", ("f1", "95% interval"), "gold", "predicted")
    lines = [report.read_as, *_written(head, rows, csv, latex)]
    lenient_f1 = report.lenient.micro.interval["f1"]
    if lenient_f1 is not None and lenient_f1.design_effect is not None:
        lines.append(f"design effect of documents: {lenient_f1.design_effect:.2f}")
    lines.append(f"{report.sentences} sentences, {report.tokens} tokens, {report.accuracy:.4f} of tags equal")
    return Answer(report.to_json(), lines)


@click.group(cls=Group)
def score() -> None:
    """Score predictions against gold."""


@score.command()
@request_options(StsRequest)
@SHEET
def sts(request: StsRequest) -> Answer:
    """Score similarity: Spearman, Pearson and EDRM of two tables with `id` and `score`."""
    from aloi.workbench.files.score_pairs import score_sts

    scores = score_sts(request)
    rows = [(one.metric, measured(one), one.n) for one in (scores.spearman, scores.pearson, scores.edrm)]
    lines = [
        *table(("metric", ("value", "95% interval"), "items"), rows),
        f"{scores.n} gold items, {scores.missing} without answer, {scores.out_of_range} off the scale",
        *design_effects((scores.spearman, scores.pearson, scores.edrm), scores.caution),
    ]
    return Answer(scores.to_json(), lines)


@score.command()
@request_options(SariRequest)
def sari(request: SariRequest) -> Answer:
    """Score simplifications: SARI (0 to 100) and what it says of words added, kept and deleted.

    BLEU (0 to 100) and LIX are reported too. LIX measures readability: words per sentence plus the
    percentage of long words; lower is easier.
    """
    from aloi.workbench.files.score_simplifications import score_sari

    scores = score_sari(request)
    rows = [(name, measured(one)) for name, one in scores.scores]
    lines = [
        *table(("metric", ("value", "95% interval")), rows),
        f"{scores.sari.n} sentences, {scores.sari.references} references, variant {scores.sari.variant}",
    ]
    if request.per_sentence:
        head = ("sentence", *(name for name, _ in scores.scores))
        lines += table(head, [(at, *row) for at, row in enumerate(scores.sentences, start=1)])
    return Answer(scores.to_json(per_sentence=request.per_sentence), lines)


for command in (lexsub, tags, spans, labels, choices):
    score.add_command(command)
