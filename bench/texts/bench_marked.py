"""From a key to the painted page, in a text of 2,000 words with 150 spans and 80 relations.

The text is annotated in Chromium on the annotation page: its spans and relations come as suggestions that are
accepted first. Printed for each kind of key: ms from the key to the frame after the change, and CPU ms of the
page's thread. Wall-clock figures need idle cores; the goal is at most 100 ms.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import CDPSession, Page

from aloi.annotation.model import Role
from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.annotation.spans import pieces
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import value_of
from aloi.corpora.model import Json, Origin, Passage
from aloi.corpora.readers import ReadText
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence
from bench.load.filled_store import PASSWORD, invented_sentence
from bench.load.in_browser import _READY, _WAIT, browser_page
from bench.load.servers import serving

WORDS, SPANS, RELATIONS = 2_000, 150, 80
MOST_MS = 100.0
NAME = "annotator of a long text"
# Keys of each kind, pressed in turn; each is measured. A relation begins and is drawn, then removed.
KEYS = {
    "arrow": ("ArrowRight", "ArrowLeft"),
    "next span": ("Tab", "Shift+Tab"),
    "value": ("x", "x"),
    "relation": ("t", "ArrowRight", "Enter", "Control+z"),
    "label": ("2", "Control+z"),
    "remove": ("Delete", "Control+z"),
}
# Returns the ms from the next key to the frame after the change.
_PAINTED = """() => new Promise((done) => {
  const painted = (start) => setTimeout(() => done(performance.now() - start));
  const heard = (event) => requestAnimationFrame(() => painted(event.timeStamp));
  addEventListener("keydown", heard, { capture: true, once: true });
})"""


def settings() -> dict[str, Json]:
    """Return a schema with an attribute and a type of relations."""
    return task("spans").check_settings(
        {
            "labels": [{"name": "drug"}, {"name": "sign"}],
            "attributes": [
                {"name": "certainty", "default": "affirmed",
                 "values": [{"name": "affirmed", "key": "a"}, {"name": "negated", "key": "x"}]},
            ],
            "relations": [{"name": "treats", "key": "t", "from": ["drug"], "to": ["sign"]}],
            "nested": True,
        }
    )  # fmt: skip


def marked_text(seed: int = 0) -> tuple[str, Json]:
    """Return the text with a span every few words, and relations of drugs to one of the next six signs."""
    chance = random.Random(seed)
    lines: list[str] = []
    while sum(len(line.split()) for line in lines) < WORDS:
        lines.append(" ".join(invented_sentence(chance) for _ in range(3)))
    text = "\n".join(lines)
    places = [place for place in pieces(text) if text[slice(*place)].isalpha()]
    step = len(places) // SPANS
    spans = [
        LabelledSpan("drug" if at % 2 == 0 else "sign", ((places[at * step][0], places[at * step][1]),),
                     (("certainty", ("negated" if at % 5 == 0 else "affirmed",)),))
        for at in range(SPANS)
    ]  # fmt: skip
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < RELATIONS:
        head = 2 * chance.randrange((SPANS - 12) // 2)
        pairs.add((head, head + 1 + 2 * chance.randrange(6)))
    return text, value_of(spans, [LabelledRelation("treats", *pair) for pair in sorted(pairs)])


def fill(store: Store) -> None:
    """Open a round with the text, whose spans and relations are suggested."""
    now = datetime.now(UTC)
    store.people.add("manager", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD))
    person = store.people.add(NAME, Role.ANNOTATOR, now, password_hash=hash_password(PASSWORD))
    text, value = marked_text()
    corpus, documents = make_corpus(
        [ReadText("report", text, {}, "report")], About("report", "fr", "CC0", "made by rule")
    )
    add_corpus(store, corpus, documents)
    sentences = [whole_sentence(document) for document in documents]
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    item = Passage.of(corpus.id, sentences[0])
    store.texts.add_items([(item, Origin(item.id, "import", {}, None, None, None, None, now))])
    campaign = create_campaign(store, CampaignRequest("marked", corpus.id, task="spans", settings=settings()))
    store.suggestions.save(campaign.id, "a rule", {item.id: value}, now)
    open_round(store, RoundRequest(campaign.id, purpose="main", annotators=[person.id], overlap=1, repeats=0))


def measure(page: Page, repeats: int) -> dict[str, tuple[list[float], list[float]]]:
    """Return ms to the painted page, and CPU ms, of each kind of key."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    measured: dict[str, tuple[list[float], list[float]]] = {}
    for kind, keys in KEYS.items():
        painted, cpu = measured.setdefault(kind, ([], []))
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        for turn in range(repeats + 1):
            for key in keys:
                before = _busy(session)
                watching = page.evaluate_handle(f"() => ({{ done: ({_PAINTED})() }})")
                page.keyboard.press(key)
                took = watching.evaluate("one => one.done")
                if turn:  # the first turn warms up
                    painted.append(took)
                    cpu.append(_busy(session) - before)
    return measured


def _busy(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(1000 * next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=10)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory(prefix="aloi-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'marked.db'}"
        store = Store.open(url)
        fill(store)
        store.close()
        ours = ("-m", "aloi.ui.server.app", "--store", url, "--host", "127.0.0.1", "--port", "{port}")
        with serving(Path(folder), *ours) as server, browser_page() as page:
            page.goto(f"{server.address}/signin?next=/annotate")
            page.locator("input[name=name]").fill(NAME)
            page.locator("input[name=password]").fill(PASSWORD)
            page.locator("button[type=submit]").click()
            page.wait_for_function(_READY, timeout=_WAIT)
            page.locator(".count").click()
            page.keyboard.press("Shift+Y")
            page.wait_for_function(_READY, timeout=_WAIT)
            counts = page.locator(".marked .one").count(), page.locator(".marked .end-of").count()
            print(f"{WORDS} words, {counts[0]} spans, {counts[1]} relations")
            for kind, (painted, cpu) in measure(page, repeats).items():
                print(
                    f"{kind:10} key to painted {median(painted):4.0f} ms, "
                    f"p95 {quantiles(painted, n=20)[-1]:4.0f} ms; CPU {median(cpu):4.0f} ms"
                )
    print(f"goal {MOST_MS:.0f} ms; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0 if counts == (SPANS, RELATIONS) else 1


if __name__ == "__main__":
    raise SystemExit(main())
