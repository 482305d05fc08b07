"""README.md cannot drift: its tables come from the registries, its commands run."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from aloi.agreement.measures import MEASURES
from aloi.annotation.tasks import TASKS
from aloi.base.settings import Settings
from aloi.evaluation import metrics
from aloi.gold import formats
from aloi.gold.formats.base import PAIR_DOCUMENTS
from aloi.terminal.main import aloi

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def tasks_table() -> str:
    return markdown(
        ["task", "what is asked", "item", "row", "quoted first"],
        [
            [f"`{one.name}`", one.summary, one.item_kind, one.row_kind.__name__, ", ".join(one.main_metrics)]
            for one in TASKS
        ],
    )


def measures_table() -> str:
    return markdown(
        ["measure", "name", "one rating is", "weights", "annotators", "missing ratings"],
        [
            [
                one.title,
                f"`{one.name}`",
                "a set" if one.for_sets else "a label or a number",
                "taken" if one.weighted else "none taken",
                f"{one.min_annotators}" if one.max_annotators else f"{one.min_annotators} or more",
                "used as they are" if one.bears_missing else "unit left out",
            ]
            for one in MEASURES
        ],
    )


TABLES = {
    "tasks": tasks_table,
    "measures": measures_table,
    "formats": formats.table,
    "metrics": metrics.table,
}


@pytest.mark.parametrize("name", sorted(TABLES))
def test_table_equals_its_registry(name: str, rewrite_golden: bool) -> None:
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"(?<=<!-- table:{name} -->\n)(.*?)(?=<!-- end -->)", text, re.DOTALL)
    assert found, f"README.md has no place for the table of {name}"
    table = TABLES[name]()
    if rewrite_golden:
        README.write_text(text[: found.start()] + table + text[found.end() :], encoding="utf-8")
    else:
        assert found.group() == table, "Run `make golden` and review the diff."


def test_settings_named_are_the_settings_there_are() -> None:
    named = re.findall(r"`ALOI_([A-Z_]+)` \(`([a-z_]+)`\)", README.read_text(encoding="utf-8"))
    fields = [field.name for field in dataclasses.fields(Settings)]
    assert [variable.lower() for variable, _ in named] == [name for _, name in named]
    assert sorted(name for _, name in named) == sorted(fields)


def test_targets_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for document in ("README.md", "CONTRIBUTING.md"):
        for target in set(re.findall(r"\bmake ([a-z-]+)", (ROOT / document).read_text(encoding="utf-8"))):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{document} names make {target}"


def test_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = re.search(r"<!-- commands -->\n```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    write_texts(tmp_path / "texts")
    store = f"sqlite:///{tmp_path / 'aloi.db'}"
    monkeypatch.setenv("ALOI_STORE", store)
    monkeypatch.chdir(tmp_path)
    for line in block.group(1).splitlines():
        if line.startswith("#"):
            continue
        words = shlex.split(line)
        assert words[0] == "aloi"
        if words[1:3] == ["annotations", "import"]:
            write_answers(store, tmp_path / words[3])
        run = CliRunner().invoke(aloi, words[1:], catch_exceptions=False)
        assert run.exit_code == 0, f"{line}\n{run.stderr}"
    rows = (tmp_path / "corpus" / "sts.tsv").read_text(encoding="utf-8").splitlines()
    assert rows[0].split("\t") == ["split", "id", "score", "sentence1", "sentence2", *PAIR_DOCUMENTS]
    assert {row.split("\t")[0] for row in rows[1:]} == {"train", "test"}


def write_texts(folder: Path) -> None:
    """Write ten short invented reports, alike enough to give candidate pairs."""
    folder.mkdir()
    organs = ("le genou", "la hanche", "le poignet", "la cheville", "le coude")
    for index in range(10):
        organ = organs[index % len(organs)]
        (folder / f"{index:02}.txt").write_text(
            f"Le patient de {40 + index} ans consulte pour une douleur qui touche {organ} depuis {index + 2} "
            f"jours. La radiographie montre {organ} sans fracture visible ni épanchement. "
            f"Le traitement dure {index + 5} jours et la douleur cesse.\n",
            encoding="utf-8",
        )


def write_answers(url: str, path: Path) -> None:
    """Write two annotators' answers to every item of the round that was just opened."""
    from aloi.storage.store import Store

    store = Store.open(url)
    try:
        (round_,) = store.campaigns.rounds(store.campaigns.list()[0].id)
    finally:
        store.close()
    lines = ["item_id\tannotator\tvalue"]
    for index, item in enumerate(round_.item_ids):
        lines += [f"{item}\tA1\t{index % 6}", f"{item}\tA2\t{min(5, index % 6 + index % 2)}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
