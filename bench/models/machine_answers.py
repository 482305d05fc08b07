"""How near a machine's run is to the ideal time: 1,000 items, 50 ms a reply, 16 at once; and its memory.

The server runs in a process of its own. Prints seconds, peak memory at 250 and 1,000 items, and last the
ratio of the time to the ideal one (1,000 x 50 ms / 16 = 3.1 s).
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest
from aloi.workbench.starting.setup import start_campaign
from tests.machines.server import serve

SECONDS, PARALLEL = 0.05, 16


def _server(pipe: Connection) -> None:
    with serve(seconds=SECONDS) as served:
        pipe.send(served.url)
        pipe.recv()


def _measure(url: str, folder: Path, items: int) -> tuple[float, float]:
    """Return the seconds of a run over so many items, and the peak memory in MB."""
    store, now = Store.open(f"sqlite:///{folder / f'{items}.db'}"), datetime.now(UTC)
    table = folder / f"{items}.tsv"
    lines = [f"{at}\tPatient {at} coughs.\tPatient {at} sleeps." for at in range(items)]
    table.write_text("\n".join(["pair_ID\tsentence_A\tsentence_B", *lines]), encoding="utf-8")
    terms = {"licence": "CC0", "language": "en", "annotators": ("Ada",), "pilot": None}
    start_campaign(store, StartRequest("C", file=table, **terms), now=now)  # type: ignore[arg-type]
    add_machine(store, AddMachineRequest("m", endpoint=url, model="x"), folder, now)
    begun, cpu = time.perf_counter(), time.process_time()
    done = answer_round(store, AnswerMachineRequest("C", 1, "m", parallel=PARALLEL), folder, now)
    seconds = time.perf_counter() - begun
    print(f"{items} items: {seconds:.2f} s, of which {time.process_time() - cpu:.2f} s of CPU")
    assert done.answered == items, done
    store.close()
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Run the server and measure."""
    pipe_end, remote = multiprocessing.Pipe()
    server = multiprocessing.get_context("fork").Process(target=_server, args=(remote,), daemon=True)
    server.start()
    url = pipe_end.recv()
    with tempfile.TemporaryDirectory() as folder:
        _, small = _measure(url, Path(folder), 250)
        seconds, large = _measure(url, Path(folder), 1000)
    server.terminate()
    ideal = 1000 * SECONDS / PARALLEL
    print(f"1,000 items: {seconds:.2f} s, ideal {ideal:.2f} s")
    print(f"peak memory: {small:.0f} MB after 250 items, {large:.0f} MB after 1,000")
    print(f"ratio {seconds / ideal:.2f}")


if __name__ == "__main__":
    sys.exit(main())
