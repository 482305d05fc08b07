"""Whom `aloi serve` and its workers call while people work, by the calls of the system: native code too.

`test_canary_path.py` hears Python alone, and the names that it asks for.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from aloi.base.requests import to_data
from aloi.ui.navigation import PAGES
from aloi.workbench.requests.models.training import TrainRequest
from tests import simulations
from tests.browser.site import Site, Visitors
from tests.browser.steps import settled
from tests.browser.test_canary_path import (
    call_for_a_model,
    come_from_elsewhere,
    copy_and_check,
    decide,
    import_restricted,
    label,
    release,
    set_up,
    worked,
)
from tests.canary import CONTROL

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
_SERVED = f"""
import socket, sys
from aloi.terminal.main import main
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(({CONTROL!r}, 9))
sys.argv = ["aloi", "serve", "--port", "0"]
main()
"""
_TO = re.compile(r'sa_family=AF_INET6?,.*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"')
_HERE = ("127.", "::1", "::ffff:127.")


@pytest.fixture
def site(visitors: Visitors, tmp_path: Path) -> Iterator[Site]:
    if shutil.which("strace") is None:
        pytest.skip("NOT RUN: strace is not installed")
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    watched = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "signal=none"]
    watched += ["-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", str(tmp_path / "calls")]
    without = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")  # where Aloi runs nobody sets them
    kept = {name: value for name, value in os.environ.items() if name not in without}
    program = subprocess.Popen(
        [*watched, sys.executable, "-c", _SERVED],
        cwd=ROOT,
        env={**kept, "ALOI_STORE": url, "ALOI_DATA": str(tmp_path / "data"), "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert program.stdout is not None
        found = re.search(r"http://[^/\s]+", program.stdout.readline())
        assert found is not None, program.poll()
        yield Site(url, visitors, None, found[0])
    finally:
        visitors.leave()
        os.killpg(program.pid, signal.SIGTERM)
        program.wait(30)
        if program.stdout:
            program.stdout.close()


def called(folder: Path) -> list[str]:
    """Return the addresses off this machine that were called."""
    told = (folder / "calls").read_text(encoding="utf-8", errors="replace")
    return [one for one in _TO.findall(told) if not one.startswith(_HERE)]


def test_no_call_leaves_the_machine(site: Site, tmp_path: Path, record_property) -> None:
    given, exports = tmp_path / "given", tmp_path / "data" / "exports"
    boss = site.visitor()
    site.join(boss, site.setup, "Boss")
    import_restricted(site, boss, given)
    with closing(site.store()) as store:
        ward, _, _ = set_up(store, given)
    label(site, "Ada", 0)
    come_from_elsewhere(site, boss)
    label(site, "Bea", 1)
    decide(site, boss, ward)
    release(site, boss, ward, exports)
    asked = TrainRequest("features_sts", data=(f"{ward.name}@1.0",), settings={"trees": 20}, seeds=(1,))
    assert worked(site, "train", to_data(asked)).status == "done"
    copy_and_check(site, boss)
    for page in PAGES:
        boss.goto(f"{site.address}/{page.name}?campaign={ward.id}")
        settled(boss)
    assert called(tmp_path) == [CONTROL]
    record_property(simulations.FIGURE, f"{len(PAGES)} pages, a training: 0 system calls to other machines")
    call_for_a_model(site, f"{ward.name}@1.0")
    assert len(called(tmp_path)) > 1  # who names the one who has it is asked, by native code
