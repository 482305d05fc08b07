"""The agreement of a round, or of any table, as one HTML file that opens anywhere: no script, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, select_autoescape

from aloi.agreement.diagnosis.repeats import RepeatsDiagnosis
from aloi.agreement.result import Agreement, program_version
from aloi.annotation.model import Round
from aloi.annotation.tasks import task
from aloi.base.terms import Phrase
from aloi.workbench.agreement.full_report.parts import every_part, whole_parts
from aloi.workbench.agreement.sections import coefficients, more_tables, pairs, round_sections, table_sections
from aloi.workbench.agreement.tables import TableReport
from aloi.workbench.reports.files import as_html
from aloi.workbench.reports.table import INTERVAL, Number, Table, cell_in, p_text

if TYPE_CHECKING:  # they read the store, which the report of a table does without
    from aloi.storage.store import Store
    from aloi.workbench.agreement.diagnosis import Diagnosis
    from aloi.workbench.agreement.report import Disputed, RoundReport

_MOST_DISPUTED = 50
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals |= {
    "coefficients": coefficients,
    "draw": lambda table: as_html(table, signatures=True),
    "number": Number,
    "pairs": pairs,
    "version": program_version(),
}


def html_report(
    store: Store,
    report: RoundReport,
    diagnosis: Diagnosis,
    trend: Sequence[tuple[Round, Agreement]],
    more: Sequence[Table] = (),
) -> str:
    """Return the full report of a round as HTML; texts of items are escaped, never read as markup.

    `trend` is the trend of the campaign, `more` are further tables of its task. The texts of disputed items
    are omitted if a data-use agreement forbids sharing them.
    """
    from aloi.workbench.agreement.report import shown_categories

    restricted = store.texts.corpus(report.campaign.corpus_id).restricted
    main = report.views[0]
    disputed = report.agreement.disputed[:_MOST_DISPUTED]
    most = max((count for counts in report.agreement.scale_use.values() for count in counts), default=0)
    return _TEMPLATES.get_template("agreement.html").render(
        report=report,
        found=diagnosis,
        sections=round_sections(report),
        annotators=_annotators(diagnosis),
        labels=_labels(diagnosis),
        repeats=_repeats(diagnosis.repeats) if diagnosis.repeats else None,
        trend=_trend(trend),
        main=main,
        categories=shown_categories(report),
        by_label=not main.numeric,
        sides=max((len(report.items[disputed_item.item_id].texts) for disputed_item in disputed), default=1),
        most=max(most, 1),
        names=main.annotators,
        parts=[
            *more,
            *(diagnosis.details.tables() if diagnosis.details else ()),
            *([part.table() for part in whole_parts(report.whole)] if report.whole else ()),
        ],
        restricted=restricted,
        disputed=[
            (each, report.items[each.item_id], _answers(report, each, with_words=not restricted))
            for each in disputed
        ],
    )


def _answers(report: RoundReport, disputed: Disputed, *, with_words: bool) -> dict[str, str]:
    """Return the answers to a disputed item, by annotator; perhaps with words of the item."""
    kind, settings = task(report.campaign.schema.task_type), report.campaign.schema.settings
    item = report.items[disputed.item_id]
    return {
        name: kind.describe_with_item(value, item, settings) if with_words else kind.describe(value, settings)
        for name, value in disputed.answers.items()
    }


def table_html(report: TableReport, name: str) -> str:
    """Return the report on a table as HTML; names from the table are escaped, never read as markup."""
    return _TEMPLATES.get_template("table_agreement.html").render(
        name=name,
        sections=table_sections(report, name),
        left_out=report.left_out,
        report=report,
        cautions=report.cautions,
        findings=report.whole.findings if report.whole else (),
        more=more_tables(report),
        parts=[one.table() for one in every_part(report.whole)] if report.whole else (),
    )


def page_of_tables(
    title: str, paragraphs: Mapping[str, str], tables: Sequence[Table], language: str = "en"
) -> str:
    """Return a page of HTML with paragraphs by their language and tables, whose texts are escaped."""
    template = _TEMPLATES.get_template("tables.html")

    def draw(table: Table) -> str:
        return as_html(table, partial(cell_in, language), signatures=True)

    tables = [table.in_language(language) for table in tables]
    made_by = Phrase("report-made-by", "Made by Aloi {version}.", version=program_version()).text(language)
    return template.render(
        title=title, paragraphs=paragraphs, tables=tables, language=language, draw=draw, made_by=made_by
    )


def _annotators(diagnosis: Diagnosis) -> Table:
    rows = []
    for annotator in diagnosis.annotators:
        figures = (annotator.with_others, annotator.alpha_change, annotator.bias, annotator.spread)
        drift = Number.of(annotator.drift.slope, digits=2, signed=True)
        if annotator.drift.p is not None and drift.value is not None:
            drift = replace(
                drift, value=100 * drift.value, interval=None, mark=f"(p {p_text(annotator.drift.p)})"
            )
        rows.append(
            (annotator.annotator, annotator.ratings, *map(Number.of, figures), drift, annotator.pace.median)
        )
    head = ("Ratings", "With the others", "Change of alpha", "Bias", "Spread", "Drift", "Median seconds")
    return Table("", ("Annotator", *head), rows)


def _labels(diagnosis: Diagnosis) -> Table:
    rows = [
        (
            str(label.label),
            label.ratings,
            Number(label.prevalence, percent=True, digits=1),
            Number.of(label.specific),
            Number.of(label.alpha),
        )
        for label in diagnosis.labels
    ]
    head = ("Label", "Ratings", "Share (%)", "Agreement on it", "Alpha against the rest")
    return Table("", head, rows, [diagnosis.prevalence.sentence])


def _repeats(diagnosis: RepeatsDiagnosis) -> Table:
    rows = [
        (
            repeats.annotator or "all",
            repeats.units,
            *map(Number.of, (repeats.percent, repeats.kappa, repeats.alpha, repeats.changed)),
        )
        for repeats in (*diagnosis.annotators, diagnosis.overall)
    ]
    effect = f"Effect of turning the two sides round: {Number.of(diagnosis.order_effect)}."
    head = ("Annotator", "Items", "Percent", "Kappa", "Alpha", "Second minus first")
    return Table("", head, rows, [effect])


def _trend(points: Sequence[tuple[Round, Agreement]]) -> Table:
    rows = [
        (round_.number, round_.guideline_version or "none", f"{of.measure} ({of.level})", Number.of(of))
        for round_, of in points
    ]
    return Table("", ("Round", "Guideline", "Coefficient", ("Value", INTERVAL)), rows)
