"""`aloi linking cross`: rankers by test sets, full and filtered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.studies.linking.commands import options as shared
from aloi.terminal.base import (
    BOOTSTRAP,
    IN,
    OUT,
    RAW,
    Answer,
    Command,
    as_asked,
    measured,
    p_cell,
    show_progress,
    store_options,
    store_url,
    table,
)

if TYPE_CHECKING:
    from aloi.studies.linking.cross import CrossTable
    from aloi.studies.linking.job import Crossed
    from aloi.studies.linking.sets import LinkingSet, SetSource

_MARKS = {"best": "*", "tied": "="}


@click.command("cross", cls=Command)
@click.option(
    "--source",
    "sources",
    multiple=True,
    help="LANGUAGE=PATH of linked mentions; each language by the others.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    help="name=N,mentions=TEST,train=TRAIN or dictionary=NAMES; also reader, group, language, release, ...",
)
@click.option("--config", type=IN, help="A TOML file with [[sets]] and [[rankers]].")
@click.option(
    "--ranker",
    "rankers",
    multiple=True,
    help="tfidf, vectors, a folder of `aloi linking train`, or encoder:model=M,pooling=cls,distance=l2.",
)
@click.option("--keep", type=OUT, help="Folder for intermediate results; an interrupted table resumes.")
@click.option("--csv", type=OUT, help="Every number as CSV.")
@RAW
@click.option("--latex", type=OUT, help="A table for each score as LaTeX (booktabs).")
@shared.THRESHOLD
@shared.MODE
@shared.KS
@shared.READER
@shared.GROUP
@shared.CLUSTER
@BOOTSTRAP
@store_options
def cross(
    sources: tuple[str, ...], sets: tuple[str, ...], config: Path | None, rankers: tuple[str, ...],
    csv: Path | None, latex: Path | None, ks: str, reader: str | None, group: str | None, **options: Any,
) -> Answer:  # fmt: skip
    """Rank concepts by several rankers on several test sets: full, filtered, and filtered at a threshold."""
    from aloi.studies.linking import tables as files
    from aloi.studies.linking.job import cross as cross_sets
    from aloi.studies.linking.job import read_sources
    from aloi.studies.linking.sets import RankerChoice, read_pairs, read_plan, read_ranker, set_of
    from aloi.workbench.reports.files import write_text

    plan = read_plan(config) if config else None
    common = {name: value for name, value in (("reader", reader), ("group", group)) if value}
    named = [set_of({**common, **read_pairs(one, "--set")}, f"--set {one}") for one in sets]
    all_sets = read_sets([*(plan.sets if plan else ()), *named])
    if sources:
        all_sets += read_sources(_paths(sources), reader, group)
    choices = [*(plan.rankers if plan else ()), *map(read_ranker, rankers)]
    crossed = cross_sets(
        all_sets,
        choices or [RankerChoice("tfidf", "tfidf"), RankerChoice("encoder", "encoder")],
        ks=shared.whole_numbers(ks),
        progress=show_progress(),
        **options,
    )
    if csv is not None:
        write_text(files.cross_csv(crossed.table), csv)
    if latex is not None:
        write_text(files.cross_latex(crossed.table), latex)
    return Answer(crossed.to_json(), _lines(crossed))


def read_sets(sources: Sequence[SetSource]) -> list[LinkingSet]:
    """Return the test sets, from a store if one of them needs it."""
    from aloi.studies.linking.sets import read_set

    if not any(one.needs_store for one in sources):
        return [read_set(one) for one in sources]
    from aloi.workbench.store.opening import open_store

    store = as_asked(open_store(store_url()))
    try:
        return [read_set(one, store) for one in sources]
    finally:
        store.close()


def _design_effects(crossed: CrossTable) -> str:
    """Return the design effects of the first score as a line."""
    metric = crossed.metrics[0]
    values = {
        value.design_effect
        for cell in crossed.cells
        for value in cell.values
        if value.metric == metric and value.design_effect is not None
    }
    return f"design effect of {metric}: {min(values):.2f} to {max(values):.2f}"


def _paths(sources: Sequence[str]) -> dict[str, Path]:
    paths: dict[str, Path] = {}
    for source in sources:
        language, sign, path = source.partition("=")
        if not (sign and language and path) or language in paths:
            raise AloiError("terminal.source", value=repr(source))
        paths[language] = Path(path)
    return paths


def _lines(crossed: Crossed) -> list[str]:
    """Return the table as people read it: a row a ranker, test set and filter."""
    table_ = crossed.table
    rows = []
    for column in table_.columns:
        for ranker in table_.rankers:
            values = [table_.value(ranker, column, metric) for metric in table_.metrics]
            rows.append(
                (
                    column.set,
                    column.filter,
                    column.mentions,
                    column.covered,
                    ranker,
                    *(measured(one, mark=_MARKS.get(one.mark, "")) for one in values),
                    p_cell(values[0].p),
                )
            )
    head = ("set", "filter", "mentions", "concept known", "ranker", *table_.metrics)
    first = next(iter(table_.rankers))
    lines = table((*head, f"p ({table_.metrics[0]}, against {first})"), rows)
    lines += ["", "concept known: the share of mentions whose concept has a name; no ranker finds the others"]
    lines.append(
        "* best of a test set; = not distinguishable from it (0.05, after Holm over the whole table)"
    )
    lines += [f"warning: {one}" for one in table_.cautions]
    lines += [_design_effects(table_)] if any(one.design_effect for one in table_.cells[0].values) else []
    lines += [f"{name}: {said}" for name, said in table_.rankers.items()]
    lines += [
        f"note ({name}): {note['what']}: {note['count']}"
        for name, each in crossed.notes.items()
        for note in each
    ]
    return [*lines, table_.signature]
