"""The pages of docs/reference: tables come from the registries, settings are complete, commands run."""

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
from aloi.base.requests import TERMINAL, RequestField, fields_of, info_of, written
from aloi.base.settings import Settings
from aloi.evaluation import metrics
from aloi.gold import formats
from aloi.gold.formats.base import PAIR_DOCUMENTS
from aloi.terminal.main import aloi
from aloi.terminal.options import metavar
from aloi.workbench.imports.layouts import LAYOUTS
from aloi.workbench.requests import all_requests

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs/reference"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def tasks_table() -> str:
    return markdown(
        ["task", "question", "item", "row", "metrics shown first"],
        [
            [
                f"`{task.name}`",
                task.summary,
                task.item_kind,
                task.row_kind.__name__,
                ", ".join(task.main_metrics),
            ]
            for task in TASKS
        ],
    )


def measures_table() -> str:
    return markdown(
        ["measure", "name", "rating", "weighted", "annotators", "missing ratings"],
        [
            [
                measure.title,
                f"`{measure.name}`",
                "a set" if measure.for_sets else "a label or a number",
                "yes" if measure.weighted else "no",
                f"{measure.min_annotators}"
                if measure.max_annotators
                else f"{measure.min_annotators} or more",
                "pairwise available" if measure.bears_missing else "listwise deletion",
            ]
            for measure in MEASURES
        ],
    )


def sources_table() -> str:
    return markdown(
        ["source", "name", "tasks"],
        [
            [
                layout.title,
                ", ".join(f"`{name}`" for name in (layout.name, *layout.also_called)),
                ", ".join(layout.tasks) or "-",
            ]
            for layout in LAYOUTS
        ],
    )


def requests_page(kinds: Sequence[type] = all_requests()) -> str:
    """Return a section for each request: its job and roles, and a table of its fields."""
    return "\n".join(map(_request_section, sorted(kinds, key=lambda kind: info_of(kind).name)))


def _request_section(kind: type) -> str:
    info = info_of(kind)
    facts = [(kind.__doc__ or "").split("\n\n")[0], f"Roles: {', '.join(info.roles) or 'none'}."]
    facts += [f"Job: `{info.job}`."] if info.job else []
    facts += [f"At most one of {', '.join(f'`{name}`' for name in names)}." for names in info.conflicts]
    rows = [
        [
            f"`{name}`",
            (f"`{metavar(field)}`" if field.option.argument else f"`{field.flag}`").replace("|", "\\|")
            if field.offered(TERMINAL)
            else "-",
            "required"
            if field.required
            else f"`{shown}`"
            if (shown := written(field, field.default))
            else "-",
            " ".join(filter(None, [field.option.help, _limits(field), field.option.reason])),
        ]
        for name, field in fields_of(kind).items()
    ]
    table = markdown(["field", "option", "default", "meaning"], rows)
    return f"## `{info.name}`\n\n{' '.join(facts)}\n\n{table}"


def _limits(field: RequestField) -> str:
    option, limits = field.option, []
    if field.literals:
        limits.append(f"One of {', '.join(f'`{one}`' for one in field.literals)}.")
    bounds = (("At least", option.low), ("At most", option.high))
    limits += [
        f"{word} {bound:g}{f' {option.unit}' if option.unit else ''}."
        for word, bound in bounds
        if bound is not None
    ]
    return " ".join([*limits, *([f"Such as `{option.example}`."] if option.example else [])])


TABLES = {
    "tasks": tasks_table,
    "measures": measures_table,
    "formats": formats.table,
    "metrics": metrics.table,
    "sources": sources_table,
    "requests": requests_page,
}


@pytest.mark.parametrize("name", sorted(TABLES))
def test_table_equals_its_registry(name: str, rewrite_golden: bool) -> None:
    path = REFERENCE / f"{name}.md"
    text = path.read_text(encoding="utf-8")
    written = re.search(rf"(?<=<!-- table:{name} -->\n)(.*?)(?=<!-- end -->)", text, re.DOTALL)
    assert written, f"{path.name} has no marks for the table of {name}"
    table = TABLES[name]()
    if rewrite_golden:
        path.write_text(text[: written.start()] + table + text[written.end() :], encoding="utf-8")
    else:
        assert written.group() == table, "Run `make golden` and review the diff."


def test_settings_named_are_the_settings_there_are() -> None:
    text = (REFERENCE / "settings.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `ALOI_([A-Z_]+)` \| `([a-z_]+)` \| \S", text, re.MULTILINE)
    fields = [field.name for field in dataclasses.fields(Settings)]
    assert [variable.lower() for variable, _ in named] == [name for _, name in named]
    assert sorted(name for _, name in named) == sorted(fields)


def test_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (REFERENCE / "pipeline.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- commands -->\n```sh\n(.*?)```", text, re.DOTALL)
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
