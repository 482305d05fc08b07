"""Archives of campaigns with machines: answers and replies come back, keys and their places stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.machines.report import machine_report
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.machines import AddMachineRequest, MachineReportRequest
from aloi.workbench.requests.releases import ArchiveRequest
from aloi.workbench.store.archiving import archive_campaign, import_archive
from tests.machines.server import serve
from tests.workbench.machines.rounds import COUNT, NOW, annotated, ask, right_reply
from tests.workbench.store.archive_files import rewritten

REASON = "Agreed with the hospital."


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(f"sqlite:///{tmp_path / 'other.db'}")
    yield store
    store.close()


@pytest.mark.sqlite
def test_machines_answers_and_replies_come_back(
    store: Store, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_OF_TEST", "canary-5f1c")
    annotated(store, tmp_path, restricted=True)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url, key_env="KEY_OF_TEST", input_price=1, output_price=2)
    with pytest.raises(AloiError) as refused:
        archive_campaign(store, ArchiveRequest("Pairs"), tmp_path / "a.aloi", now=NOW)
    assert refused.value.code == "workbench.corpus-restricted-by-data-use"
    request = ArchiveRequest("Pairs", reason=REASON)
    written = archive_campaign(store, request, tmp_path / "a.aloi", now=NOW)
    assert written.head.parts["machine_answers"].rows == COUNT

    add_machine(other, AddMachineRequest("n", endpoint="http://127.0.0.1:9/v1", model="x"), tmp_path, NOW)
    import_archive(other, ImportRequest(tmp_path / "a.aloi"), NOW)
    (round_,) = store.campaigns.rounds()
    (machine,), arrived = store.machines.list(), other.machines.get("m")
    assert [each.title for each in other.machines.list()] == ["X1 v1", "X2 v1"]
    assert (arrived.id, arrived.identity) == (machine.id, machine.identity)
    assert (arrived.access.key_env, arrived.access.input_price) == ("", None)
    answers = store.machines.answers(round_.id)
    assert other.machines.answers(round_.id) == answers
    assert answers[0].attempts[0].text.startswith("{")
    assert other.texts.corpora()[0].restricted
    report, again = (machine_report(each, MachineReportRequest("Pairs", 1, "m")) for each in (store, other))
    assert (again.right, again.calibration) == (report.right, report.calibration)
    assert replace(again.test, machine="", signature="") == replace(report.test, machine="", signature="")
    # The same campaign once more, as a copy: the machine is there once, its answers twice.
    import_archive(other, ImportRequest(tmp_path / "a.aloi", "Copy", people="same"), NOW)
    assert len(other.machines.list()) == 2
    copied = other.campaigns.rounds(other.campaigns.get("Copy").id)[0]
    assert [each.value for each in other.machines.answers(copied.id)] == [each.value for each in answers]


@pytest.mark.sqlite
def test_an_archive_in_an_empty_store_gives_the_same_archive(
    store: Store, other: Store, tmp_path: Path
) -> None:
    annotated(store, tmp_path)
    with serve(reply=right_reply) as served:
        ask(store, tmp_path, served.url)
    first = archive_campaign(store, ArchiveRequest("Pairs"), tmp_path / "a.aloi", now=NOW)
    import_archive(other, ImportRequest(tmp_path / "a.aloi"), NOW)
    assert other.machines.list()[0].title == "X1 v1"
    second = archive_campaign(other, ArchiveRequest("Pairs"), tmp_path / "b.aloi", now=NOW)
    assert second.head.checksum == first.head.checksum
    assert rewritten(
        tmp_path / "a.aloi",
        tmp_path / "bad.aloi",
        "machines",
        lambda row: {**row, "identity": {**row["identity"], "model": "another"}},
    )
    other.close()
    empty = Store.open(f"sqlite:///{tmp_path / 'empty.db'}")
    with pytest.raises(AloiError, match="machines"):
        import_archive(empty, ImportRequest(tmp_path / "bad.aloi"), NOW)
    assert empty.machines.list() == []
    empty.close()
