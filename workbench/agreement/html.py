"""The agreement of a round as one HTML file that opens anywhere: no script, no network."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from agreement.diagnosis.figures import Figure
from agreement.result import Agreement, PairAgreement, by_pair, program_version
from annotation.tasks import task
from corpora.readers.writing import whole_file
from storage.store import Store
from workbench.agreement import report as agreements
from workbench.agreement.diagnosis import Diagnosis
from workbench.agreement.latex import title_of
from workbench.agreement.report import RoundReport

_MOST_DISPUTED = 50
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def html_report(store: Store, report: RoundReport, found: Diagnosis) -> str:
    """Return the whole report of a round as HTML; texts of items are escaped, never read as markup.

    The texts of disputed items are left out where a data-use agreement forbids giving them on.
    """
    kind = task(report.campaign.schema.task_type)
    settings = report.campaign.schema.settings
    main = report.views[0]
    most = max((count for counts in report.scale_use.values() for count in counts), default=0)
    return TEMPLATES.get_template("agreement.html").render(
        report=report,
        found=found,
        trend=agreements.trend(store, report.campaign.id),
        main=main,
        pairs=by_pair(main.pairs),
        title=title_of,
        categories=agreements.shown_categories(report),
        by_label=not main.ratings.numeric,
        sides=max((len(one.item.texts) for one in report.disputed), default=1),
        most=max(most, 1),
        names=main.ratings.annotators,
        restricted=store.texts.corpus(report.campaign.corpus_id).restricted,
        disputed=[
            (one, {name: kind.describe(value, settings) for name, value in one.answers.items()})
            for one in report.disputed[:_MOST_DISPUTED]
        ],
        number=number_text,
        figure=_figure,
        interval=interval_text,
        version=program_version(),
    )


def write_report(store: Store, report: RoundReport, found: Diagnosis, path: Path) -> None:
    """Write the report of a round as one HTML file."""
    html = html_report(store, report, found)
    with whole_file(path) as part:
        part.write_text(html, encoding="utf-8", newline="\n")


def number_text(value: float | None) -> str:
    """Return a number with three decimals, a dash when there is none."""
    return "-" if value is None else f"{value:.3f}"


def interval_text(result: Agreement | PairAgreement) -> str:
    """Return the ends of an interval, a dash when there is none."""
    return "-" if result.interval is None else f"{result.interval.low:.3f} to {result.interval.high:.3f}"


def _figure(one: Figure) -> str:
    if one.value is None:
        return f"- ({one.reason})"
    if one.interval is None:
        return f"{one.value:.3f}"
    return f"{one.value:.3f} ({one.interval.low:.3f} to {one.interval.high:.3f})"
