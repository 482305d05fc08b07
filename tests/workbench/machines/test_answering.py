"""Machines annotate rounds: every task, every failure of a server, cancel and resume."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.tasks import TASKS, task
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.identity import file_checksum
from aloi.corpora.mining.base import Cancelled
from aloi.machines import client
from aloi.machines.model import Access, MachineAnnotator, MachineIdentity, MachineKind
from aloi.storage.store import Store
from aloi.workbench.machines import answering
from aloi.workbench.machines.answering import Answered, answer_round, estimate, try_machine
from aloi.workbench.machines.registry import add_machine, machine_document
from aloi.workbench.requests.campaigns import StartRequest
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest, TryMachineRequest
from aloi.workbench.starting.setup import start_campaign
from tests.machines import server as rules
from tests.machines.server import serve

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
PAIRS = "pair_ID\tsentence_A\tsentence_B\n" + "".join(
    f"{number}\tThe fever of patient {number} went down.\tThe fever of patient {number} was high.\n"
    for number in range(1, 41)
)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_pause", lambda number: 0.0)


def round_of_pairs(store: Store, tmp_path: Path, **more: Any) -> str:
    (tmp_path / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
    terms = {"file": tmp_path / "pairs.tsv", "licence": "CC0", "annotators": ("Ada",), "pilot": None}
    return start_campaign(store, StartRequest("Pairs", **terms, **more), now=NOW).campaign


def machine(store: Store, tmp_path: Path, url: str, **more: Any) -> MachineAnnotator:
    return add_machine(
        store, AddMachineRequest("qwen", endpoint=url, model="tiny", **more), tmp_path / "data", NOW
    )


def answer(store: Store, tmp_path: Path, campaign: str = "Pairs", **more: Any) -> Answered:
    progress = {"progress": more.pop("progress")} if "progress" in more else {}
    request = AnswerMachineRequest(campaign, 1, "qwen", **more)
    return answer_round(store, request, tmp_path / "data", NOW, **progress)


@pytest.mark.parametrize("name", [kind.name for kind in TASKS])
def test_each_task_is_answered_and_checked(store: Store, tmp_path: Path, name: str) -> None:
    started = start_campaign(store, StartRequest("C", task=name, language="fr", annotators=("Ada",)), now=NOW)
    with serve() as served:
        its = machine(store, tmp_path, served.url)
        done = answer(store, tmp_path, "C")
    assert (done.answered, done.skipped, done.requests) == (3, {}, 3)
    answers = store.machines.answers(str(started.round), its.id)
    settings, kind = store.campaigns.get("C").schema.settings, task(name)
    for stored in answers:
        assert kind.check(stored.value, store.texts.item(stored.item_id), settings) == stored.value
        assert stored.confidence == 0.75
        assert (stored.input_tokens, stored.output_tokens, len(stored.prompt)) == (100, 10, 64)
    guideline = store.campaigns.guidelines(str(started.campaign))[-1].text.strip()
    assert all(guideline in sent["messages"][0]["content"] for sent in served.requests)


def test_failures_are_tried_again_and_other_answers_asked_once_more(store: Store, tmp_path: Path) -> None:
    campaign = round_of_pairs(store, tmp_path)
    kinds = [rules.BUSY, rules.FAIL, rules.HALF, rules.BROKEN, rules.STALL, rules.REFUSE, rules.PROSE]

    def rule(number: int, body: dict[str, Any]) -> str:
        return kinds[number] if number < len(kinds) else rules.ANSWER

    with serve(rule) as served:
        its = machine(store, tmp_path, served.url)
        done = answer(store, tmp_path, parallel=1, timeout=0.5)
        # Five failures in a row: the first item was never answered. The second was, twice without JSON.
        assert (done.answered, done.skipped) == (38, {"no_json": 1, "timeout": 1})
        assert {*served.kinds} == {*kinds, rules.ANSWER}
        assert done.asked_again == 1
        again = answer(store, tmp_path)
    assert (again.requests, again.answered, again.already_answered) == (1, 1, 39)
    assert len(store.machines.answers(store.campaigns.rounds(campaign)[0].id, its.id)) == 40


def test_refusals_and_prose_end_as_skips_with_reasons(store: Store, tmp_path: Path) -> None:
    campaign = round_of_pairs(store, tmp_path)

    def rule(number: int, body: dict[str, Any]) -> str:
        return rules.REFUSE if "patient 7 " in str(body["messages"][1:]) else rules.PROSE

    with serve(rule) as served:
        its = machine(store, tmp_path, served.url)
        done = answer(store, tmp_path)
        assert done.skipped == {"no_json": 39, "refused": 1}
        assert done.asked_again == 40
        again = answer(store, tmp_path)
    assert (again.requests, again.already_answered, len(served.requests)) == (0, 40, 80)
    attempts = store.machines.answers(store.campaigns.rounds(campaign)[0].id, its.id)[0].attempts
    assert [one.text for one in attempts] == ["It seems fine to me."] * 2


def test_cancelled_half_way_and_resumed_no_item_is_asked_twice(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "_SECONDS_BETWEEN_REPORTS", 0.0)
    round_of_pairs(store, tmp_path)
    with serve() as served:
        machine(store, tmp_path, served.url)
        with pytest.raises(Cancelled):
            answer(store, tmp_path, progress=lambda done, total, message: done < 20)
        first = Counter(served.acknowledged)
        stored = len(store.machines.answers(store.campaigns.rounds()[0].id))
        assert 20 <= stored < 40
        done = answer(store, tmp_path)
    assert (done.answered, done.already_answered) == (40 - stored, stored)
    assert len(first) == stored
    assert {*Counter(served.acknowledged).values()} == {1}
    assert len(served.acknowledged) == 40


def test_a_server_that_is_down_ends_the_run_and_loses_nothing(store: Store, tmp_path: Path) -> None:
    round_of_pairs(store, tmp_path)
    with serve(lambda number, body: rules.ANSWER if number < 10 else rules.FAIL) as served:
        machine(store, tmp_path, served.url)
        with pytest.raises(AloiError) as error:
            answer(store, tmp_path, parallel=1)
        assert error.value.code == "workbench.machine-server-down"
    with serve(lambda number, body: rules.DENY) as served:
        machine(store, tmp_path, served.url)
        with pytest.raises(AloiError) as error:
            answer(store, tmp_path, parallel=1)
        assert "401" in str(error.value)
        assert len(served.requests) == 1
    with serve(lambda number, body: rules.REDIRECT) as served:
        machine(store, tmp_path, served.url)
        with pytest.raises(AloiError, match="redirect"):
            answer(store, tmp_path, parallel=1)


def test_another_setting_is_another_version_and_prices_are_not(store: Store, tmp_path: Path) -> None:
    first = machine(store, tmp_path, "http://127.0.0.1:9/v1")
    assert (
        machine(store, tmp_path, "http://127.0.0.1:9/v1/", input_price=2.0, output_price=8.0).id == first.id
    )
    second = machine(store, tmp_path, "http://127.0.0.1:9/v1", temperature=0.5)
    assert (first.title, second.title) == ("X1 v1", "X1 v2")
    assert store.machines.get("X1").id == second.id
    assert store.machines.get("qwen", 1).access.input_price == 2.0


def test_the_prompt_is_shown_and_nothing_is_sent(store: Store, tmp_path: Path) -> None:
    round_of_pairs(store, tmp_path)
    with serve() as served:
        machine(store, tmp_path, served.url, both_orders=True, draws=2, input_price=1.0, output_price=1.0)
        tried = try_machine(store, TryMachineRequest("Pairs", 1, "qwen"), NOW)
        size = estimate(store, AnswerMachineRequest("Pairs", 1, "qwen"))
        assert served.requests == []
        assert "went down" in tried.prompt
        assert (tried.outcome, tried.destination) == (None, "")
        assert (size.requests, size.output_tokens, size.destination) == (160, 160 * 1024, "")
        assert size.cost == pytest.approx((size.input_tokens + size.output_tokens) / 1e6)
        sent = try_machine(store, TryMachineRequest("Pairs", 1, "qwen", send=True), NOW)
        assert sent.outcome is not None
        assert sent.outcome.value is not None
    assert len(served.requests) == 1
    assert store.machines.answers(store.campaigns.rounds()[0].id) == []


def test_predictions_of_a_file_are_checked_like_answers(store: Store, tmp_path: Path) -> None:
    campaign = round_of_pairs(store, tmp_path)
    ids = store.campaigns.rounds(campaign)[0].item_ids
    table = tmp_path / "predictions.csv"
    lines = [f"{one},{number % 6},0.9" for number, one in enumerate(ids[:30])]
    table.write_text("\n".join(["item_id,value,confidence", *lines, f"{ids[30]},17,"]), encoding="utf-8")
    its = add_machine(store, AddMachineRequest("qwen", file=table), tmp_path / "data", NOW)
    assert (its.identity.model, str(tmp_path) in str(to_json(its))) == ("predictions.csv", False)
    table.unlink()
    done = answer(store, tmp_path)
    assert (done.answered, done.skipped) == (30, {"invalid": 1, "no_prediction": 9})
    (copy,) = (tmp_path / "data").rglob("predictions.csv")
    copy.write_text("item_id,value\n", encoding="utf-8")
    with pytest.raises(AloiError, match="same table"):
        answer(store, tmp_path)
    copy.unlink()
    with pytest.raises(AloiError, match="same table"):
        answer(store, tmp_path)


def test_a_machine_of_an_earlier_version_answers_from_its_path(store: Store, tmp_path: Path) -> None:
    campaign = round_of_pairs(store, tmp_path)
    table = tmp_path / "predictions.csv"
    item_id = store.campaigns.rounds(campaign)[0].item_ids[0]
    table.write_text(f"item_id,value\n{item_id},3\n", encoding="utf-8")
    identity = MachineIdentity(MachineKind.FILE, str(table), source=file_checksum(table.read_bytes()))
    its = store.machines.add("qwen", identity, Access(), NOW)
    assert machine_document(its)["model"] == "predictions.csv"
    assert answer(store, tmp_path).answered == 1
