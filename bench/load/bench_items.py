"""What the table of items costs on a store as large as the Swords judgements: 22,978 items, 121,938 answers.

Printed: processor s of computing the table, which the worker does; ms from the address to the first rows; ms
from a press to the rows of a filter, an order, a label, a search, and the last rows painted;
processor ms of the web process for each. The goals of the table are at most 1 s to its first rows, 300 ms to
those of a filter or an order, and .3 s of the web process. Painting needs an idle core.

``--home FOLDER`` uses the store `aloi.db` of a folder that `bench.load.large_store` filled, and its data.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from aloi.storage.store import Store
from aloi.workbench.items.index import write_index
from bench.load.bench_pages import program, until_counted
from bench.load.filled_store import PASSWORD
from bench.load.in_browser import browser_page
from bench.load.large_store import fill_large
from bench.load.servers import Server

MOST_PAINT, MOST_PRESS, MOST_CPU = 1.0, 300.0, 0.3
_WAIT = 120_000
_TABLE = """
  const holds = (one) => one.shadowRoot?.querySelector(".items .rows");
  const root = [...document.querySelectorAll("*")].find(holds)?.shadowRoot;
"""
_ROWS = f"""(() => {{
  {_TABLE}
  return Boolean(root?.querySelector(".rows .row") && !root.querySelector(".rows .row.empty"));
}})()"""
# Returns the ms from an act on the table to the frame after the one that shows all rows in sight.
_ACT = f"""async (act) => {{
  {_TABLE}
  const {{ table }} = root.querySelector(".items");
  const start = performance.now();
  new Function("root", "table", act)(root, table);
  await new Promise((done) => {{
    const look = () => (table.total === undefined || root.querySelector(".rows .row.empty")
      ? requestAnimationFrame(look) : requestAnimationFrame(() => setTimeout(done)));
    requestAnimationFrame(look);
  }});
  return performance.now() - start;
}}"""
_CHOOSE = """
  const lists = [...root.querySelectorAll(".filters select")];
  const list = lists.find((one) => one.ariaLabel === table.data.texts.any_label);
  list.selectedIndex = {place}; list.onchange();"""
ACTS = {
    "filter: answers differ": "root.querySelector('.flags button').click()",
    "sort by gap": "[...root.querySelectorAll('.head button')][2].click()",
    "sort by text": "[...root.querySelectorAll('.head button')][0].click()",
    "sort by text, reversed": "[...root.querySelectorAll('.head button')][0].click()",
    "filter by label": _CHOOSE.format(place=1),
    "search": "table.change({ text: 'patiente abdominale' })",
    "no filter": "root.querySelector('.reset').click()",
    "scroll to the end": "table.scroll.scrollTop = table.scroll.scrollHeight",
    "scroll to the middle": "table.scroll.scrollTop = table.scroll.scrollHeight / 2",
}


@dataclass(slots=True)
class Costs:
    """Times in ms to what was painted, and processor ms of the web process, by act."""

    painted: dict[str, list[float]] = field(default_factory=dict)
    cpu: dict[str, list[float]] = field(default_factory=dict)

    def add(self, act: str, painted: float, cpu: float) -> None:
        """Add one turn of an act."""
        self.painted.setdefault(act, []).append(painted)
        self.cpu.setdefault(act, []).append(cpu)


def open_table(page: Page, server: Server, campaign: str) -> tuple[float, float]:
    """Return the ms until the first rows are painted, and the processor ms until the page is drawn."""
    page.goto("about:blank")
    before = server.cpu_ms()
    begun = time.perf_counter()
    page.goto(f"{server.address}/items?campaign={campaign}", wait_until="commit")
    page.wait_for_function(_ROWS, timeout=_WAIT, polling="raf")
    painted = time.perf_counter() - begun
    page.wait_for_timeout(500)
    return painted * 1000, server.cpu_ms() - before


def measure(page: Page, server: Server, campaign: str, turns: int) -> Costs:
    """Return what opening the table and each act took, so many times."""
    costs = Costs()
    for _ in range(turns):
        costs.add("first rows", *open_table(page, server, campaign))
        for name, act in ACTS.items():
            before = server.cpu_ms()
            painted = page.evaluate(_ACT, act)
            page.wait_for_timeout(100)
            costs.add(name, painted, server.cpu_ms() - before)
    return costs


def run(folder: Path, share: float, turns: int) -> bool:
    """Measure and print; return whether every goal is met."""
    url = f"sqlite:///{folder / 'aloi.db'}"
    with closing(Store.open(url)) as store:
        if not store.campaigns.list():
            fill_large(store, share=share)
        campaign = next(each.id for each in store.campaigns.list() if each.name == "judged substitutes")
        begun = time.process_time()
        write_index(store, campaign, folder / "data")
        print(f"table computed in {time.process_time() - begun:.1f} processor s", flush=True)
        with program(url, folder) as server, browser_page() as page:
            page.goto(f"{server.address}/signin?next=/people")
            page.locator("input[name=name]").fill("manager")
            page.locator("input[name=password]").fill(PASSWORD)
            page.locator("button[type=submit]").click()
            page.locator("h1").first.wait_for(timeout=_WAIT)
            page.goto(f"{server.address}/items?campaign={campaign}")
            page.locator("h1").first.wait_for(timeout=_WAIT)
            page.wait_for_timeout(1000)
            until_counted(store)
            costs = measure(page, server, campaign, turns)
    print(f"{'':24} {'median ms':>9} {'worst ms':>9} {'CPU ms':>7}")
    missed = False
    for name, painted in costs.painted.items():
        most = MOST_PAINT * 1000 if name == "first rows" else MOST_PRESS
        cpu = median(costs.cpu[name])
        over = median(painted) > most or cpu > MOST_CPU * 1000
        missed |= over
        verdict = "  over the goal" if over else ""
        print(f"{name:24} {median(painted):9.0f} {max(painted):9.0f} {cpu:7.0f}{verdict}")
    return not missed


def main() -> int:
    """Measure the table of items."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, help="folder of a filled store; one of its own by default")
    parser.add_argument("--share", type=float, default=1.0, help="part of the Swords judgements that is made")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="aloi-bench-") as folder:
        return 0 if run((options.home or Path(folder)).resolve(), options.share, options.turns) else 1


if __name__ == "__main__":
    sys.exit(main())
