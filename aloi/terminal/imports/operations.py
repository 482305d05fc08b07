"""Annotated operations of simplification: `aloi operations`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    IN,
    OUT,
    Answer,
    Decorator,
    Group,
    as_asked,
    facts,
    now,
    split_list,
    stated,
    store_option,
    store_url,
    table,
    together,
    with_store,
)
from aloi.terminal.imports.projects import about, about_texts
from aloi.terminal.studies.sari_study import sari_study

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

_SHOWN = 10  # pairs of labels that are printed


def _of_triples(required: bool) -> Decorator:
    """Return a decorator that adds the options naming YAWAT files."""
    file_settings: Any = {"multiple": True, "type": IN, "required": required}
    return together(
        click.option("--source", "sources", help="Original sentences.", **file_settings),
        click.option("--target", "targets", help="Their simplifications.", **file_settings),
        click.option("--aln", "files", help="The groups, a pair a line.", **file_settings),
    )


_of_corpus = together(  # YAWAT files, or a campaign's gold
    store_option,
    _of_triples(required=False),
    click.option("--typology", type=IN, help="Typology of the files, as TOML."),
    click.option("--campaign", help="A campaign with frozen gold, in place of files."),
    click.option("--gold", help="Gold of the campaign (default: the last one)."),
    click.option("--release", help="Release of the campaign, instead of its gold."),
)


@click.group("operations", cls=Group)
def operations() -> None:
    """Count annotated operations, cut a corpus by them, and see what SARI sees of them."""


@operations.command("stats")
@_of_corpus
def stats(**corpus: Any) -> Answer:
    """Count pairs, groups and labels, co-occurring labels, and lengths of simplifications.

    The corpus is YAWAT files (--source, --target and --aln, repeated together for several sets), or the
    frozen gold or a release of a campaign.
    """
    from aloi.workbench.studies.simplification.corpus import PairFilter, choose, describe

    with _corpus(**corpus) as (_, pairs):
        report = describe(pairs)
        subsets = {
            subset.name: len(choose(pairs, PairFilter(subsets=(subset.name,))))
            for subset in pairs.typology.subsets
        }
    counts = to_json(report.counts)
    document = {
        **counts,
        "labels": report.labels,
        "cooccurrence": report.together,
        "length_ratio": report.lengths,
        "subsets": subsets,
        "corpus": pairs.origin,
    }
    numbers = {name: value for name, value in counts.items() if isinstance(value, int | float)}
    rows = [
        (
            label.label,
            label.groups,
            label.share_of_groups,
            label.pairs,
            label.share_of_pairs,
            label.share_of_distinct,
        )
        for label in report.labels
    ]
    head = ("label", "groups", "of groups", "annotated pairs", "of pairs", "of distinct labels")
    often = sorted((one for one in report.together if one.both), key=lambda one: -one.both)[:_SHOWN]
    lines = [*facts(**numbers), "", *table(head, rows), ""]
    lines += table(
        ("labels in one pair", "pairs", "lift", "phi"),
        [(f"{one.a} + {one.b}", one.both, one.lift, one.phi) for one in often],
    )
    if report.lengths is not None:
        ratio = report.lengths
        quartiles = (ratio.first_quartile, ratio.median, ratio.third_quartile)
        lines += ["", *facts(target_tokens_a_source_token=quartiles)]
    lines += ["", *table(("subset", "pairs"), list(subsets.items()))]
    if report.counts.notes:
        lines += ["", f"{len(report.counts.notes)} notes, the first: {report.counts.notes[0]}"]
    return Answer(document, lines)


@operations.command("subset")
@_of_corpus
@click.option(
    "--named", multiple=True, metavar="NAME", help="A subset the typology names, such as lexical; repeatable."
)
@click.option("--with", "having", multiple=True, metavar="LABEL", help="A label each pair has; repeatable.")
@click.option("--without", multiple=True, metavar="LABEL", help="A label no pair has; repeatable.")
@click.option("--out", type=OUT, required=True, help="Folder to write into.")
@click.option("--reason", default="", help="Why texts of a restricted corpus are given on.")
def subset(
    named: tuple[str, ...], having: tuple[str, ...], without: tuple[str, ...], out: Path, reason: str,
    **corpus: Any,
) -> Answer:  # fmt: skip
    """Write the pairs with some operations as files aligned by line, with their references.

    subset.source.txt, subset.target.txt, subset.aln, subset.ids.tsv, and subset.ref.K.txt: the other
    simplifications of the same source, as many as every pair of the subset has.
    """
    from aloi.workbench.studies.simplification.corpus import PairFilter, write_subset

    with _corpus(**corpus) as (store, selection):
        done = write_subset(
            selection, PairFilter(named, having, without), out, store=store, reason=reason, now=now()
        )
    return stated(
        {
            "pairs": len(done.pairs), "of": len(selection.pairs), "references": done.references,
            "references_left_out": done.left_out, "files": sorted(done.files), "out": str(out),
        }
    )  # fmt: skip


@operations.command("import")
@_of_triples(required=True)
@click.option("--campaign", required=True, help="Id or name; one not known yet is made.")
@click.option("--round", "number", default="new", show_default=True, metavar="R|new", help="Number, or new.")
@click.option("--annotator", required=True, help="Annotator of the groups.")
@click.option("--others", metavar="B,C", help="Further annotators of a new round.")
@click.option("--add-annotators", is_flag=True, help="Make the annotator if not known yet.")
@about_texts(source_flag="--text-source")
@click.option("--typology", type=IN, help="Typology of a new campaign, as TOML.")
@with_store
def import_(
    store: Store, sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...],
    campaign: str, number: str, annotator: str, others: str | None, typology: Path | None, **fields: Any,
) -> Answer:  # fmt: skip
    """Import YAWAT files as pairs and submitted answers of a round; all of them or nothing.

    A new campaign is created with a corpus of these texts. This needs --language, --licence and all files
    of the corpus in one command. Labels outside the typology are added to its schema and reported.
    Importing the same files into the same round again changes nothing.
    """
    from aloi.workbench.imports.importing import ImportOptions, bring
    from aloi.workbench.imports.layouts import layout_named
    from aloi.workbench.imports.layouts.operations import operation_source
    from aloi.workbench.rounds.campaigns import typology_settings

    settings: Any = None if typology is None else typology_settings(typology, "spaces")
    options = ImportOptions(
        campaign, about(campaign, fields), _number(number), settings, annotator, split_list(others), **fields
    )
    operations = None if settings is None else {one["name"] for one in settings["typology"]["operations"]}
    source = operation_source(_triples(sources, targets, files), operations)
    done: Any = bring(store, [source], options, now(), layout_named("yawat"))
    (number_,) = (one.number for one in done.rounds.values())
    document = {
        "campaign": done.campaign.name, "campaign_id": done.campaign.id, "round": number_,
        "pairs": done.answers, "new_pairs": done.new_items, "new": done.new, "known": done.already_stored,
        "notes": done.counts["notes"],
    }  # fmt: skip
    lines = {name: value for name, value in document.items() if name != "notes"}
    return Answer(document, [*facts(**lines, notes=len(document["notes"])), *document["notes"][:_SHOWN]])


def _number(text: str) -> int | None:
    """Return the number of a round; None for a new one."""
    if text == "new":
        return None
    if not text.isdecimal():
        raise AloiError("terminal.operations-round", text=repr(text))
    return int(text)


def _triples(sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...]) -> list[Any]:
    """Return the named files set by set."""
    from aloi.gold.formats.operations.triples import Triple

    if not len(sources) == len(targets) == len(files):
        raise AloiError(
            "terminal.source-stands-time-target-aln",
            sources=len(sources),
            targets=len(targets),
            files=len(files),
        )
    return [Triple(*one) for one in zip(sources, targets, files, strict=True)]


@contextmanager
def _corpus(
    sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...], typology: Path | None,
    campaign: str | None, gold: str | None, release: str | None,
) -> Iterator[tuple[Any, Any]]:  # fmt: skip
    """Give the store, None for files, and the corpus that the options name."""
    from aloi.workbench.store.opening import open_store
    from aloi.workbench.studies.simplification.corpus import (
        corpus_of_files,
        corpus_of_gold,
        corpus_of_release,
    )

    named = bool(sources or targets or files or typology)
    if named == (campaign is not None) or (campaign is None and (gold or release)) or (gold and release):
        raise AloiError("terminal.options-name-no-corpus-or")
    if campaign is None:
        yield None, corpus_of_files(_triples(sources, targets, files), typology)
        return
    store = as_asked(open_store(store_url()))
    try:
        if release is not None:
            yield store, corpus_of_release(store, campaign, release)
        else:
            yield store, corpus_of_gold(store, campaign, gold)
    finally:
        store.close()


operations.add_command(sari_study)
