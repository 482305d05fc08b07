"""The agreement of a round as one HTML file that opens anywhere: no script, no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from agreement.result import Agreement, program_version
from annotation.model import Round
from annotation.tasks import task
from corpora.readers.writing import whole_file
from storage.store import Store
from workbench import agreements
from workbench.agreements import RoundReport

_MOST_DISPUTED = 50
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)


def html_report(
    report: RoundReport, trend: Sequence[tuple[Round, Agreement]], *, restricted: bool = False
) -> str:
    """Return the whole report of a round as HTML; texts of items are escaped, never read as markup.

    With `restricted`, the texts of disputed items are left out: a data-use agreement forbids giving them on.
    """
    kind = task(report.campaign.schema.task_type)
    settings = report.campaign.schema.settings
    main = report.views[0]
    most = max((count for counts in report.scale_use.values() for count in counts), default=0)
    return _TEMPLATES.get_template("agreement.html").render(
        report=report,
        trend=trend,
        main=main,
        categories=[str(one) for one in main.ratings.categories],
        most=max(most, 1),
        names=main.ratings.annotators,
        restricted=restricted,
        disputed=[
            (one, {name: kind.describe(value, settings) for name, value in one.answers.items()})
            for one in report.disputed[:_MOST_DISPUTED]
        ],
        number=_number,
        interval=_interval,
        version=program_version(),
    )


def write_report(store: Store, report: RoundReport, path: Path) -> None:
    """Write the report of a round as one HTML file, without the texts of a restricted corpus."""
    restricted = store.texts.corpus(report.campaign.corpus_id).restricted
    html = html_report(report, agreements.trend(store, report.campaign.id), restricted=restricted)
    with whole_file(path) as part:
        part.write_text(html, encoding="utf-8", newline="\n")


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _interval(result: Agreement) -> str:
    return "-" if result.interval is None else f"{result.interval.low:.3f} to {result.interval.high:.3f}"
