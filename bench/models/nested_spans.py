"""Compare the span classifier with flat tagging on all gold spans of E3C French (docs/guide/models.md).

    python bench/models/nested_spans.py SHARED OUT [--model me5-small] [--folds 0]

Layer 1 has 81 documents with 1,327 spans, some nested. `span_classifier`, the frozen `token_classifier` and
`dictionary_tagger` are trained on 49 documents and scored on 32, or cross-validated by document with
`--folds`. Prints exact and partial F1 over all gold spans, and differences with intervals over documents. Run
again, it resumes. The encoder is frozen, so each sentence is encoded once. Not part of `make bench`: with
`me5-small` it costs 2 CPU minutes, and 2 more for the split or for each fold.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aloi.annotation.rows import TaggedTokens
from aloi.evaluation.comparison.compare import Family, compare
from aloi.evaluation.metrics.seqeval import SEQEVAL_F1, SPAN_F1
from aloi.modeling.recipes import span_classifier, token_classifier
from aloi.modeling.runs.finished_run import read_tests
from aloi.modeling.runs.predictions import read_predictions
from aloi.workbench.models.training import plans, run_plans
from aloi.workbench.requests.models.training import TrainRequest

RECIPES: dict[str, dict[str, Any]] = {
    "span_classifier": {"device": "cpu"},
    "token_classifier": {"frozen": True, "device": "cpu"},
    "dictionary_tagger": {},
}
METRICS = ("span_f1", "span_partial_f1", "seqeval_f1")


def brat_folder(shared: Path, out: Path) -> Path:
    """Write the texts and clinical entities of layer 1 as brat files, and return their folder."""
    source, folder = shared / "data" / "e3c-french", out / "e3c-french"
    folder.mkdir(parents=True, exist_ok=True)
    with (source / "layer1_clinentity.tsv").open(encoding="utf-8", newline="") as file:
        marks = list(csv.DictReader(file, delimiter="\t"))
    with (source / "layer1_text_json.tsv").open(encoding="utf-8", newline="") as file:
        texts = {row["doc"]: json.loads(row["text"]) for row in csv.DictReader(file, delimiter="\t")}
    for name, text in texts.items():
        spans = sorted({(int(row["start"]), int(row["end"])) for row in marks if row["doc"] == name})
        lines = [
            f"T{number}\tCLINENTITY {start} {end}\t{' '.join(text[start:end].split())}\n"
            for number, (start, end) in enumerate(spans, start=1)
        ]
        (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="")
        (folder / f"{name}.ann").write_text("".join(lines), encoding="utf-8")
    return folder


def encode_once() -> None:
    """Have both recipes share the vectors of sentences: a frozen encoder gives the same in every fold."""
    stored: dict[tuple[str, tuple[str, ...]], Any] = {}
    encode = token_classifier.word_vectors

    def vectors(loaded: Any, rows: Sequence[TaggedTokens], watch: Any = lambda: None) -> list[Any]:
        missing = [row for row in rows if (loaded.name, row.tokens) not in stored]
        for row, states in zip(missing, encode(loaded, missing, watch), strict=True):
            stored[loaded.name, row.tokens] = states
        return [stored[loaded.name, row.tokens] for row in rows]

    for module in (token_classifier, span_classifier):
        setattr(module, encode.__name__, vectors)


def families(folder: Path, out: Path, model: str, folds: int) -> list[Family]:
    """Return the comparison by each metric; runs that are finished are not repeated."""
    answers, gold = {}, None
    for name, settings in RECIPES.items():
        chosen = {"model": model, **settings} if settings else {}
        split = None if folds else "train=.6,test=.4"
        request = TrainRequest(
            name, (str(folder),), folds=folds or None, split=split, seeds=(0,), settings=chosen
        )
        [run] = run_plans(plans(None, request), out / "runs")
        [gold] = read_tests(out / "runs" / run.id)
        answers[name] = read_predictions(out / "runs" / run.id, [gold], (0,))[gold.label]
        print(f"{name}: {sum(seed.cpu_seconds for seed in run.seeds):.0f} CPU seconds", flush=True)
    assert gold is not None
    spans = [SPAN_F1.spans(tags) for tags in gold.gold]  # type: ignore[arg-type]
    flat = sum(map(len, map(SEQEVAL_F1.spans, gold.gold)))  # type: ignore[arg-type]
    print(f"{sum(map(len, spans))} gold spans, {sum(map(len, spans)) - flat} of them in no flat tags")
    return [compare(gold, answers, metric_name=metric) for metric in METRICS]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--model", default="me5-small")
    parser.add_argument("--folds", type=int, default=0)
    options = parser.parse_args(arguments)
    encode_once()
    folder = brat_folder(options.shared, options.out)
    for family in families(folder, options.out, options.model, options.folds):
        print(f"\n{family.metric}: {family.signature}")
        for score in family.scores:
            ends = score.interval
            print(
                f"  {score.name} {score.value:.4f}" + (f" [{ends.low:.4f}, {ends.high:.4f}]" if ends else "")
            )
        for pair in family.differences:
            ends = pair.interval
            apart = f" [{ends.low:+.4f}, {ends.high:+.4f}]" if ends else ""
            print(f"  {pair.a} - {pair.b}: {pair.difference:+.4f}{apart}, p (Holm) {pair.p_holm:.4f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
