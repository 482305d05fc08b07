"""`aloi campaign archive` and `aloi import` of what it wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from aloi.storage.store import Store
from aloi.terminal.main import aloi
from aloi.workbench.people import add_person
from aloi.workbench.requests.corrections import PersonRequest
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW


def run(store: Path, *arguments: object) -> Result:
    """Run a command on a store."""
    url = f"sqlite:///{store}"
    return CliRunner().invoke(aloi, [*map(str, arguments), "--store", url, "--json"], catch_exceptions=False)


def answered(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_campaign_goes_from_one_store_to_another_by_two_commands(store: Store, tmp_path: Path) -> None:
    team = [add_person(store, PersonRequest(f"Person {n}", "annotator"), NOW) for n in range(2)]
    answer_differently(store, team, open_rounds(store, team, ["linking"]).values())
    here, there, path = tmp_path / "aloi.db", tmp_path / "there.db", tmp_path / "linking.zip"

    written = answered(run(here, "campaign", "archive", "linking", "--out", path))
    assert (written["bytes"], written["names"]) == (path.stat().st_size, False)
    assert written["terminologies"] == [{"name": "signs", "licence": "CC0"}]
    looked = answered(run(there, "import", path, "--preview"))
    assert (looked["format"], looked["answers"], looked["new"]) == ("archive", 4, 0)
    brought = answered(run(there, "import", path))
    assert brought["checksum"] == written["checksum"]
    assert brought["parts"] == written["parts"]
    assert [one["name"] for one in brought["annotators"]] == ["A1", "A2"]
    assert (brought["campaign"], brought["new"]) == ("linking", 4)
    assert answered(run(there, "check"))["sound"] is True

    again = run(there, "import", path, "--people", "same")
    assert (again.exit_code, again.stdout) == (2, "")
    assert "'linking' already exists" in again.stderr
    asked = run(there, "import", path, "--campaign", "copy")
    assert asked.exit_code == 2
    assert "--people same" in asked.stderr
    assert run(there, "import", path, "--people", "nobody", "--campaign", "copy").exit_code == 2
    copied = answered(run(there, "import", path, "--people", "others", "--campaign", "copy"))
    assert [one["name"] for one in copied["annotators"]] == ["A3", "A4"]
    assert copied["notes"] == ["A1 is called A3 here", "A2 is called A4 here"]
    assert answered(run(there, "check"))["sound"] is True
    assert run(here, "import", tmp_path / "aloi.db").exit_code == 2  # no archive, and no --campaign
