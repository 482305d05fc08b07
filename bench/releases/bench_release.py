"""Building and exporting a large release: 100,000 pairs with 300,000 answers, all made by rule.

Printed are the CPU seconds of each command and the most memory it held. The goal of one build with one export
is 60 CPU seconds and 1 GB. `--items` makes the store smaller.

Of releases of up to 100 million pairs of items the build looks for near texts too: these, made of few words,
are nearer each other than any written by people, and cost most there. 100,000 pairs with 300,000 answers, on
two cores under a load of 8 to 18: gold 17 CPU seconds, build 38 to 41 and 758 MB, `huggingface` 18 to 19 and
916 to 951 MB. Build and `huggingface` together are 57 to 60.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from aloi.annotation.model import Annotation, AssignmentKey, Role  # noqa: E402
from aloi.corpora.model import Origin, Pair  # noqa: E402
from aloi.corpora.readers import ReadText  # noqa: E402
from aloi.storage.store import Store  # noqa: E402
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest  # noqa: E402
from aloi.workbench.requests.rounds import CloseRoundRequest, RoundRequest  # noqa: E402
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign  # noqa: E402
from aloi.workbench.rounds.rounds import open_round, set_round_status  # noqa: E402
from aloi.workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence  # noqa: E402
from bench.load.filled_store import invented_sentence  # noqa: E402

NOW = datetime(2026, 3, 2, 8, tzinfo=UTC)
MOST_SECONDS, MOST_MB = 60, 1000
_ANSWERS = 3  # an item


def fill(store: Store, items: int, seed: int = 0) -> None:
    """Fill a store with one closed round of pairs, each answered by three annotators."""
    chance = random.Random(seed)
    people = [store.people.add(f"annotator {n}", Role.ANNOTATOR, NOW) for n in range(1, _ANSWERS + 1)]
    texts = [f"{invented_sentence(chance)} Examen {n}." for n in range(2 * items)]
    read = [ReadText(f"{n}", text, {}, f"{n}") for n, text in enumerate(texts)]
    corpus, documents = make_corpus(read, About("large", "fr", "CC0-1.0", "made by rule"))
    add_corpus(store, corpus, documents)
    sentences = [whole_sentence(one) for one in documents]
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    pairs = [Pair.of(corpus.id, *sentences[at : at + 2]) for at in range(0, 2 * items, 2)]
    store.texts.add_items([(one, Origin(one.id, "import", {}, None, None, None, None, NOW)) for one in pairs])
    campaign = create_campaign(store, CampaignRequest("large", corpus.id))
    add_guideline(store, GuidelineRequest(campaign.id, text="Notez."), NOW)
    names = [one.id for one in people]
    opened = open_round(
        store,
        RoundRequest(
            campaign.id, purpose="main", items=[one.id for one in pairs], annotators=names, overlap=_ANSWERS
        ),
    )
    annotations = []
    for pair in pairs:
        true = chance.randrange(6)
        for person in names:
            score = min(5, max(0, true + chance.choice((-1, 0, 0, 1))))
            number = len(annotations)
            key = AssignmentKey(opened.id, pair.id, person, 1)
            annotations.append(
                Annotation(key, 1, f"event-{number}", {"score": score}, False, "", 4.5, 1, NOW)
            )
    store.answers.import_answers(opened.id, annotations)
    set_round_status(store, CloseRoundRequest(campaign.id, 1))


def timed(command_name: str, *words: str) -> tuple[float, float]:
    """Return the CPU seconds of an `aloi` command and the most memory it held, in MB.

    They are printed, and the seconds by the clock: on a machine where others work too these say little.
    """
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, "-m", "aloi.terminal.main", *words]
    begun = time.monotonic()
    process = os.posix_spawn(sys.executable, command, {**os.environ}, file_actions=quiet)
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"aloi {' '.join(words)} ended with {status}")
    seconds, most = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    clock = time.monotonic() - begun
    print(f"{command_name:<28} {seconds:6.1f} CPU s {clock:6.1f} s   at most {most:5.0f} MB", flush=True)
    return seconds, most


def measure(url: str, folder: Path, name: str) -> tuple[float, float]:
    """Return the CPU seconds of a build and an export, and the most memory held, in MB."""
    store = ("--store", url)
    timed("freezing the gold", "gold", "freeze", "--campaign", "large", *store)
    sizes = ("--sizes", "train=0.6,dev=0.2,test=rest")
    building = timed(
        "building the release", "release", "build", "--campaign", "large", "--version", "1.0", *sizes, *store
    )
    opened = Store.open(url)
    release_id = opened.gold.release_heads(opened.campaigns.list()[0].id)[0].id
    opened.close()
    out = ("--format", name, "--out", str(folder / name))
    writing = timed(f"exporting {name}", "release", "export", release_id, *out, *store)
    return building[0] + writing[0], max(building[1], writing[1])


def main() -> int:
    """Return 0 where each export met the goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--measure", nargs=2, metavar=("URL", "FORMAT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.measure:
            seconds, most = measure(options.measure[0], Path(folder), options.measure[1])
            print(f"building and exporting {options.measure[1]}: {seconds:.1f} CPU s, {most:.0f} MB")
            return int(seconds > MOST_SECONDS or most > MOST_MB)
        missed = 0
        url = f"sqlite:///{folder}/filled.db"
        store = Store.open(url)
        fill(store, options.items)
        store.close()
        for name in ("sts_tsv", "huggingface"):
            copy = Path(folder) / f"{name}.db"
            copy.write_bytes((Path(folder) / "filled.db").read_bytes())
            command = [sys.executable, __file__, "--measure", f"sqlite:///{copy}", name]
            missed += subprocess.run(command, check=False).returncode
            copy.unlink()
        print(f"goals of at most {MOST_SECONDS} CPU s and {MOST_MB} MB missed: {missed}")
        return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
