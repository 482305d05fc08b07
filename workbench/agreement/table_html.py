"""The agreement of any table as one HTML file that opens anywhere: no script, no network."""

from __future__ import annotations

from pathlib import Path

from agreement.result import program_version
from corpora.readers.writing import whole_file
from workbench.agreement.html import TEMPLATES, interval_text, number_text
from workbench.agreement.latex import table_sections, title_of
from workbench.agreement.tables import TableReport


def table_html(report: TableReport, name: str) -> str:
    """Return the report on a table as HTML; names from the table are escaped, never read as markup."""
    return TEMPLATES.get_template("table_agreement.html").render(
        name=name,
        sections=table_sections(report, name),
        left_out=report.left_out,
        title=title_of,
        number=number_text,
        interval=interval_text,
        version=program_version(),
    )


def write_table_html(report: TableReport, name: str, path: Path) -> None:
    """Write the report on a table as one HTML file."""
    html = table_html(report, name)
    with whole_file(path) as part:
        part.write_text(html, encoding="utf-8", newline="\n")
