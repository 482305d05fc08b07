"""Train and score models: `aloi recipes`, `aloi train`, `aloi evaluate`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    Answer,
    Command,
    data_folder,
    numbers,
    show_progress,
    split_list,
    store_option,
    store_url,
    together,
    told,
    warn,
)
from aloi.terminal.models.runs import run_document, run_tables

_SUFFIX = ".toml"


SETTINGS = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="A setting of the recipe; repeatable."
)
_data_options = together(  # those that `train` and `evaluate` share
    store_option,
    click.option(
        "--split", metavar="PART=SHARE,...",
        help="Share the rows of each source out anew, by whole documents: train=.7,dev=.1,test=.2.",
    ),
    click.option(
        "--test", "tests", multiple=True, metavar="SOURCE[:PART]",
        help="What it is scored on; repeatable. Part: test.",
    ),
    SETTINGS,
    click.option(
        "--scale", "scales", multiple=True, metavar="[SOURCE=]LOW,HIGH",
        help="Ends of the scale, for data that do not tell it; repeatable with SOURCE=.",
    ),
)  # fmt: skip


@click.command(cls=Command)
def recipes() -> Answer:
    """List the recipes with their settings."""
    from aloi.workbench.models.floors import list_recipes

    found = list_recipes()
    lines = []
    for one in found:
        kind = f"{'floor' if one.floor else 'model'} of {' and '.join(one.rows)}"
        lines += [f"{one.name}: {one.title} ({kind}{', needs training' if one.needs_training else ''})"]
        lines += [f"    {what.name} = {json.dumps(what.default)}  {what.help}" for what in one.settings]
    return Answer([to_json(one) for one in found], lines)


@click.command(cls=Command, short_help="Train a recipe and score it; --curve and --grid train many.")
@click.argument("recipe")
@click.option(
    "--data",
    "train_on",
    multiple=True,
    metavar="SOURCE[:PART]",
    help="What it learns from: a release, a folder or a table; repeated ones are joined. Part: train.",
)
@click.option("--dev", metavar="SOURCE[:PART]", help="To choose a checkpoint on; none for none. Part: dev.")
@_data_options
@click.option("--seeds", metavar="N,N,...", help="One fit each (default: 0,1,2).")
@click.option("--items", type=int, metavar="N", help="Train on a draw of N rows.")
@click.option("--subset", type=int, metavar="K", help="Which draw; bigger ones contain smaller ones.")
@click.option(
    "--curve",
    metavar="P,P,...",
    help="Percents of the training rows (of N with --items), such as 25,50,75,100.",
)
@click.option("--subsets", type=int, metavar="K", help="Draws of each percent (default: 3 with --curve).")
@click.option("--grid", is_flag=True, help="Train on none, on each source, and on all of them.")
@click.option("--untuned", is_flag=True, help="Score the untrained model too.")
def train(recipe: str, **options: Any) -> Answer:
    """Train RECIPE, a name or a .toml file with the same options, and score it with intervals.

    A command that was broken off goes on where it was when it is given again.
    """
    from aloi.workbench.models.training import plans

    asked = _asked(recipe, **options)
    with store_of((*asked.train, *asked.tests, *([asked.dev] if asked.dev else []))) as store:
        found = plans(store, asked)
    return _run(found)


@click.command(cls=Command, short_help="Score recipes as they are: floors, untuned encoders.")
@click.argument("recipe", nargs=-1, required=True)
@click.option(
    "--data",
    "learn_from",
    multiple=True,
    metavar="SOURCE[:PART]",
    help="What floors learn from (document frequencies, the mean), and what must learn. Part: train.",
)
@_data_options
def evaluate(
    recipe: tuple[str, ...], learn_from: tuple[str, ...], tests: tuple[str, ...], settings: tuple[str, ...],
    scales: tuple[str, ...], split: str | None,
) -> Answer:  # fmt: skip
    """Score each RECIPE as it is; `floors` stands for every floor of the rows, and packaged encoders.

    What has nothing to say untrained learns from --data, with one seed.
    """
    from aloi.workbench.models.floors import evaluation_plans

    with store_of((*tests, *learn_from)) as store:
        found, skipped = evaluation_plans(
            store,
            recipe,
            tests=tests,
            data=learn_from,
            settings=read_settings(settings),
            scales=_scales(scales),
            split=split,
        )
    for one in skipped:
        warn(f"{one.name} is left out. {one.reason}")
    return _run(found, skipped=[to_json(one) for one in skipped])


def _run(found: Sequence[Any], **more: object) -> Answer:
    """Return the answer after running what was planned; exit status 1 if a run fails or is stopped."""
    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.workbench.models.runs import runs_folder
    from aloi.workbench.models.training import CACHE, is_writer, run_plans
    from aloi.workbench.progress import silent

    folder, cache = runs_folder(data_folder()), data_folder() / CACHE
    try:
        done = run_plans(found, folder, show_progress() if is_writer() else silent, cache=cache)
    except AloiError as error:
        warn(told(error))
        return Answer(None, (), status=1)
    except KeyboardInterrupt:
        warn("Stopped. The same command goes on from here.")
        return Answer(None, (), status=1)
    if not is_writer():
        return Answer(None, ())  # one of several processes of a launcher: the first one tells
    lines = run_tables(done)
    document = {"runs": [run_document(one, folder) for one in done], **more}
    return Answer(document, [*lines, *_notes(done), f"Each run is a folder in {folder}."])


def _notes(done: Sequence[Any]) -> list[str]:
    """Return each note once, after the runs it is about unless it is about all of them."""
    about: dict[str, list[str]] = {}
    for one in done:
        for note in one.notes:
            about.setdefault(note, []).append(one.id)
    return [note if len(ids) == len(done) else f"{', '.join(ids)}: {note}" for note, ids in about.items()]


def _asked(recipe: str, **options: Any) -> Any:
    """Return the request of a command line; what it names goes before what its file says."""
    from aloi.workbench.models.config import read_train_file
    from aloi.workbench.models.training import TrainRequest

    is_file = recipe.endswith(_SUFFIX)
    asked = read_train_file(Path(recipe)) if is_file else TrainRequest(recipe)
    shares = _percents(options["curve"]) or asked.shares
    return replace(
        asked,
        train=options["train_on"] or asked.train,
        tests=options["tests"] or asked.tests,
        dev=options["dev"] or asked.dev,
        settings={**asked.settings, **read_settings(options["settings"])},
        seeds=_whole(options["seeds"], "--seeds") if options["seeds"] is not None else asked.seeds,
        train_items=asked.train_items if options["items"] is None else options["items"],
        subset=asked.subset if options["subset"] is None else options["subset"],
        scales={**asked.scales, **_scales(options["scales"])},
        shares=shares,
        subsets=asked.subsets if options["subsets"] is None else options["subsets"],
        grid=options["grid"] or asked.grid,
        untuned=options["untuned"] or asked.untuned,
        split=options["split"] or asked.split,
    )


@contextmanager
def store_of(sources: Sequence[str]) -> Iterator[Any]:
    """Yield the store; None where every source is a path, or there is none: a store is not made for this."""
    from aloi.workbench.store.opening import open_known

    paths = (part for one in sources for part in (one, one.rpartition(":")[0]))
    known = {one for one in paths if one and Path(one).expanduser().exists()}
    every = all(one in known or one.rpartition(":")[0] in known for one in sources)
    store = None if every else open_known(store_url())
    try:
        yield store
    finally:
        if store is not None:
            store.close()


def read_settings(given: Sequence[str]) -> dict[str, Any]:
    """Return settings as JSON reads them: numbers, true, false, null; any other value is a text."""
    found: dict[str, Any] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not key.strip() or not equals:
            raise AloiError("terminal.train-set", value=repr(one))
        try:
            found[key.strip()] = json.loads(value)
        except ValueError:
            found[key.strip()] = value
    return found


def _scales(given: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return source -> ends of its scale; the empty source stands for all others."""
    found = {}
    for one in given:
        source, _, ends = one.rpartition("=")
        low, high = numbers(ends, "--scale", (2,))
        found[source] = (low, high)
    return found


def _whole(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in split_list(text))
    except ValueError:
        raise AloiError("terminal.whole-numbers-commas-between", option=option, text=repr(text)) from None


def _percents(text: str | None) -> tuple[float, ...]:
    if text is None:
        return ()
    return numbers(text.replace("%", ""), "--curve", range(1, 101))
