"""Uploads made to stop the server: a message each, and everybody else's pages are served meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import xlsxwriter
from playwright.sync_api import Page, expect

from aloi.ui.texts import t
from tests.browser.alone import ROOT
from tests.browser.processes import port
from tests.browser.site import Site, Visitors, running_site
from tests.browser.steps import PATIENCE, press, settled
from tests.corpora.spreadsheets import write_xlsx
from tests.corpora.test_workbooks import with_part
from tests.workbench.store.archive_files import with_entry

pytestmark = [pytest.mark.browser, pytest.mark.sqlite]
ARCHIVE = Path(__file__).parents[1] / "workbench" / "store" / "version-1.aloi"
SERVED_SECONDS = 15.0  # on two cores that three tests share
MEGABYTES = 400  # that a server may take beside what it had before: each of the files asks for 1,500 and more


def stray_cell(folder: Path) -> Path:
    with xlsxwriter.Workbook(str(folder / "stray.xlsx")) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["item", "A", "B"])
        sheet.write("XFD1048576", "x")
    return folder / "stray.xlsx"


def number_formats(folder: Path) -> Path:
    rows = [["item", "A", "B"], ["1", "x", "y"], ["2", "x", "x"]]
    book = write_xlsx(folder / "formats.xlsx", {"F": rows})
    return with_part(book, "xl/styles.xml", lambda text: text + "<numFmt " * 20_000)


def far_offsets(folder: Path) -> Path:
    text = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Span|value\n\n\n#Text=Toux\n"
    (folder / "far.tsv").write_text(f"{text}1-1\t3000000000-3000000005\tToux\t_\t\n", encoding="utf-8")
    return folder / "far.tsv"


def packed_spaces(folder: Path) -> Path:
    return with_entry(ARCHIVE, folder / "spaces.aloi", "items.jsonl", b" " * 300_000_000)


def measured(page: Page, path: Path) -> None:
    page.locator("input[type=file]").first.set_input_files(path)


def imported(page: Page, path: Path) -> None:
    box = page.locator("[data-testid=stExpander]").filter(has_text=t("imports.title"))
    box.locator("summary").click()
    box.locator("input[type=file]").last.set_input_files(path)
    settled(page)
    press(page, t("imports.look" if path.suffix == ".tsv" else "imports.do"))


CASES: dict[str, tuple[str, Callable[[Path], Path], Callable[[Page, Path], None], str]] = {
    "a cell at the end of a sheet": ("measure", stray_cell, measured, "XFD1048576"),
    "number formats after the end": ("measure", number_formats, measured, "styles.xml"),
    "offsets beyond the text": ("corpora", far_offsets, imported, "line 6"),
    "an archive of spaces": ("corpora", packed_spaces, imported, "times"),
}


def server_of(site: Site) -> psutil.Process:
    """Return the process that serves the pages: it listens at the address."""
    assert site.process is not None
    root = psutil.Process(site.process.pid)
    every = [root, *root.children(recursive=True)]
    return next(one for one in every if any(each.laddr.port == port() for each in one.net_connections("tcp")))


@contextmanager
def served_by_command(visitors: Visitors, folder: Path) -> Iterator[Site]:
    """Give what `aloi serve` runs: the server and its three workers."""
    url = f"sqlite:///{folder / 'aloi.db'}"
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "serve", "--store", url, "--port", str(port())],
        env={**os.environ, "ALOI_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)},
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert str(port()) in process.stdout.readline()
        yield Site(url, visitors, process)  # type: ignore[arg-type]
    finally:
        visitors.leave()
        process.terminate()
        process.wait(30)
        process.stdout.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "running",
    [running_site, pytest.param(served_by_command, marks=pytest.mark.slow)],
    ids=["server", "serve"],
)
def test_no_upload_stops_the_server(visitors, tmp_path, running):
    with running(visitors, tmp_path) as site:
        boss = site.visitor()
        site.join(boss, site.setup, "Boss")
        other = site.visitor()
        site.sign_in(other, "Boss", "my_work")
        server = server_of(site)
        began, before = server.create_time(), server.memory_info().rss
        for case, (page, write, upload, words) in CASES.items():
            path = write(tmp_path)
            site.go(boss, page)
            upload(boss, path)
            waited = time.monotonic()
            site.go(other, "home")
            assert time.monotonic() - waited < SERVED_SECONDS, case
            error = boss.get_by_test_id("stAlert").filter(has_text=words).first
            expect(error).to_be_visible(timeout=PATIENCE)
            assert len(error.inner_text().splitlines()) <= 5, error.inner_text()
            assert "Traceback" not in boss.locator("body").inner_text()
            now = server_of(site)
            assert (now.pid, now.create_time()) == (server.pid, began), case
            assert now.memory_info().rss - before < MEGABYTES * 1_000_000, case
        site.go(boss, "measure")  # the next upload is read as ever
        (tmp_path / "plain.csv").write_text("item,A,B\n1,x,y\n2,x,x\n", encoding="utf-8")
        measured(boss, tmp_path / "plain.csv")
        expect(boss.get_by_role("button", name=t("measure.do"), exact=True)).to_be_visible()
