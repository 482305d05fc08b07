"""A French workbook by the browser alone: brought in, annotated, taken out; a copy, a check, and back."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.corpora.readers import read_table
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.requests.rounds import ImportAnswersRequest, RoundRequest
from aloi.workbench.store.restoring import kept_copies
from tests.browser.correcting import said, staffed_site
from tests.browser.shown import enter
from tests.browser.site import Site, Visitors
from tests.browser.steps import at, choose, create_campaign, download, fill, give_file, press, settled
from tests.corpora.spreadsheets import write_xlsx

pytestmark = [pytest.mark.browser, pytest.mark.slow]
# As a French spreadsheet holds them: a number of the sheet, and numbers typed as texts with a comma.
HEADER = ["N°", "source", "cible", "Éloïse"]
ROWS = [
    ["p-1", "L’œdème a disparu.", "Le gonflement n’est plus là.", "1,5"],
    ["p-2", "- dyspnée d’effort", "Il s’essouffle à l’effort.", "0,5"],
    ["p-3", "Fièvre élevée depuis l’été.", "« Fièvre » ; pas de toux.", 2],
]
GIVEN = {1: "1.5", 2: "0", 3: "0.5"}  # what Ada answers, by the place of the item at her desk


def import_texts(site: Site, page: Page, path: Path) -> None:
    """Bring the pairs of the workbook into a corpus."""
    site.go(page, "corpora")
    give_file(page, t("corpora.file"), path)
    expect(page.get_by_label(HEADER[0], exact=True)).to_have_value(t("columns.role_id"))
    fill(page, t("corpora.licence"), "CC0-1.0")
    fill(page, t("app.source"), "écrit pour ce test")
    press(page, t("corpora.do_import"))
    said(page, t("corpora.pairs_imported", count=3, name=path.stem))


def open_half_points(site: Site, page: Page) -> None:
    """Make a campaign on a scale of half points, and open a round of its pairs for Ada and Bea."""
    site.go(page, "start")
    settled(page)
    page.get_by_text(t("start.texts_stored"), exact=True).click()
    settled(page)
    page.get_by_text(t("start.mine"), exact=True).click()
    choose(page, t("start.ready_set"), t("start.set_empty_similarity"))
    fill(page, t("campaigns.high"), "2")
    fill(page, t("campaigns.step"), "0.5")
    create_campaign(page, "Proximité")
    site.go(page, "rounds")
    page.get_by_text(t("rounds.purpose_main"), exact=True).click()
    fill(page, label_of(RoundRequest, "overlap"), "2")
    press(page, t("rounds.do_open"))
    said(page, t("rounds.opened", number=1))


def import_answers(site: Site, page: Page, path: Path) -> None:
    """Bring Éloïse's column of the same workbook into the round that is open."""
    site.go(page, "rounds")
    page.get_by_text(t("rounds.import"), exact=True).click()
    give_file(page, t("rounds.import_file"), path)
    fill(page, label_of(ImportAnswersRequest, "round"), "1")
    page.get_by_text(label_of(ImportAnswersRequest, "add_annotators"), exact=True).click()
    press(page, t("rounds.do_import"))
    said(page, t("rounds.imported", count=3, known=0, number=1))


def answers_out(page: Page, kind: str, count: int, folder: Path) -> Path:
    """Take the answers out as a file of a kind; return it, in a folder."""
    page.get_by_text(t(f"rounds.export_as_{kind}"), exact=True).click()
    press(page, t("rounds.do_export"))
    settled(page)
    path = folder / f"answers.{kind}"
    path.write_bytes(download(page, t("rounds.export_download", count=count)).read_bytes())
    return path


def as_read(path: Path) -> dict[tuple[str, str], str]:
    """Return the values of a table by annotator and left text."""
    rows = read_table(path).rows
    return {(row.text("annotator"), row.text("left").lstrip("'")): row.text("value") for row in rows}


def hold_a_french_csv(path: Path) -> None:
    """See that a French Excel opens it in columns: its mark, semicolons, commas in numbers, no formula."""
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    lines = [*csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";")]
    assert {len(line) for line in lines} == {len(lines[0])} != {1}
    cells = [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
    assert {one["value"] for one in cells} == {"1,5", "0,5", "2", "0"}
    assert {one["left"] for one in cells} == {ROWS[0][1], f"'{ROWS[1][1]}", ROWS[2][1]}
    assert all(re.fullmatch(r"\d+(,\d+)?|", one["seconds"]) for one in cells)


def answered(store: Store) -> int:
    return store.contents().answers


def test_a_french_workbook_goes_in_and_answers_come_out_and_back(visitors: Visitors, tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "Paires été.xlsx", {"Feuil1": [HEADER, *ROWS], "Feuil2": []})
    with staffed_site(visitors, tmp_path) as (site, store), language.of_request("fr"):
        boss, desk = (site.visitors.enter(locale="fr-FR") for _ in range(2))
        enter(site, boss, "Boss", "corpora")
        import_texts(site, boss, path)
        open_half_points(site, boss)
        import_answers(site, boss, path)
        [one] = store.campaigns.rounds(store.campaigns.list()[0].id)
        given = {each.value["score"] for each in store.answers.latest(one.id)}
        assert given == {0.5, 1.5, 2}

        # Ada answers two of the three pairs.
        enter(site, desk, "Ada", "annotate")
        seen = []
        for done in range(2):
            at(desk, done, 3)
            seen.append(desk.locator(".sentence").first.inner_text())
            desk.locator(f"[data-value='{GIVEN[done + 1]}']").click()
        at(desk, 2, 3)

        # Both come out, as Excel and as CSV.
        site.go(boss, "rounds")
        boss.get_by_text(t("rounds.export"), exact=True).click()
        book = answers_out(boss, "xlsx", 5, tmp_path)
        table = answers_out(boss, "csv", 5, tmp_path)
        assert book.read_bytes().startswith(b"PK")
        read = as_read(book)
        assert {left: value for (who, left), value in read.items() if who == "Éloïse"} == {
            str(row[1]): str(row[3]).replace(",", ".") for row in ROWS
        }
        assert {read["A8", left] for left in seen} == {"1.5", "0"}
        assert {key: value.replace(",", ".") for key, value in as_read(table).items()} == read
        hold_a_french_csv(table)

        # A copy, one more answer, a check, and the way back to the copy.
        site.go(boss, "store")
        press(boss, t("store.do_backup"))
        said(boss, t("store.backed_up", size="").split("(")[0])
        desk.locator(f"[data-value='{GIVEN[3]}']").click()
        expect(desk.get_by_text(t("annotate.finished", campaign="Proximité", round=1))).to_be_visible()
        assert answered(store) == 6
        press(boss, t("store.do_check"))
        said(boss, t("store.sound", documents=6, sentences=6))
        choose(boss, t("store.copy_kept"), 0)
        press(boss, t("store.look"))
        [copy] = kept_copies(tmp_path / "data")
        said(boss, t("store.copy_sound", name=copy.path.name))
        boss.get_by_role("checkbox", name=t("store.replaces_read")).focus()
        boss.keyboard.press("Space")
        press(boss, t("store.replace"))
        said(boss, t("store.replaced"))
        assert answered(store) == 5
        assert store.check() == []
