"""Lexical substitution: `aloi score lexsub`, and baselines to score beside one's own: `aloi lexsub`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aloi.terminal.base import (
    BOOTSTRAP,
    IN,
    OUT,
    Answer,
    Command,
    Group,
    design_effects,
    difference,
    measured,
    p_cell,
    stated,
    table,
)


@click.command("lexsub", cls=Command)
@click.argument("gold", type=IN)
@click.argument("systems", type=IN, nargs=-1, required=True)
@click.option("--mapping", type=IN, help="File of equivalent forms, one `form(lemma.pos)-->form` per line.")
@click.option("--scorer", default="semdis", show_default=True, help="Scorer: semdis or semeval2007.")
@click.option(
    "--harmonise",
    is_flag=True,
    help="French: participles count for infinitives given for adjectives, bare verbs for pronominal ones.",
)
@click.option(
    "--cluster",
    default="target",
    show_default=True,
    help="Resampled unit: target (all items of a word) or item.",
)
@BOOTSTRAP
def lexsub(gold: Path, systems: tuple[Path, ...], **options: Any) -> Answer:
    """Score files of substitutes against a gold; several files are also compared with one another."""
    from aloi.workbench.files.score_substitutes import score_files

    report = score_files(gold, systems, **options)
    rows = [
        (system.name, score.metric, measured(score), score.n)
        for system in report.systems
        for score in system.scores.scores
    ]
    lines = table(("system", "score", ("value", "95% interval"), "items"), rows)
    first = report.systems[0].scores
    parts = [name for name in next(iter(first.by_pos.values())) if name != "items"]
    lines += ["", "by part of speech"]
    lines += table(
        ("system", "pos", "items", *parts),
        [
            (system.name, pos, row["items"], *(row[name] for name in parts))
            for system in report.systems
            for pos, row in system.scores.by_pos.items()
        ],
    )
    if report.differences:
        lines += ["", "differences on the same items"]
        lines += table(
            ("first", "second", "score", ("difference", "95% interval"), "test", "p", "p (Holm)"),
            [
                (
                    pair.a,
                    pair.b,
                    metric,
                    difference(pair),
                    pair.tested_by,
                    p_cell(pair.p),
                    p_cell(pair.p_holm),
                )
                for metric, family in report.differences.items()
                for pair in family
            ],
        )
    answered = ", ".join(f"{one.name} {one.scores.answered}" for one in report.systems)
    ceiling = measured(first, value=first.ceiling)
    lines += ["", f"{first.items} items; answered: {answered}; highest best possible: {ceiling}"]
    lines += design_effects(first.scores, first.units.caution)
    if report.repeating:
        lines += [f"gold lines with a substitute twice, whose last count holds: {report.repeating}"]
    return Answer(report.to_json(), lines)


@click.group("lexsub", cls=Group)
def lexsub_() -> None:
    """Make the answers of a baseline of lexical substitution."""


@lexsub_.command("baseline")
@click.option("--sentences", required=True, type=IN, help="Sentences with their targets, in XML.")
@click.option(
    "--dictionary", required=True, type=IN, help="Synonyms: a table, or lines `lemma.pos :: a ; b`."
)
@click.option("--frequencies", type=click.Path(path_type=Path), help="Texts in which synonyms are counted.")
@click.option("--language", default="fr", show_default=True, help="Language of these texts.")
@click.option("--encoder", help="Rank by how little a synonym changes the vector of the sentence.")
@click.option("--out", required=True, type=OUT, help="File to write.")
def baseline(sentences: Path, dictionary: Path, encoder: str | None, out: Path, **texts: Any) -> Answer:
    """Answer with the single-word synonyms of a dictionary, by frequency or by how well they fit."""
    from aloi.workbench.studies.substitution.baselines import baseline_answers, write_baseline

    answers = baseline_answers(sentences, dictionary, encoder=encoder, **texts)
    write_baseline(answers, out)
    answered = sum(bool(one.answers) for one in answers)
    system = encoder or "dictionary"
    return stated({"items": len(answers), "answered": answered, "out": str(out), "system": system})
