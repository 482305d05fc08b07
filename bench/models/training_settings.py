"""Compare losses and settings of sentence encoders on 600 French pairs (docs/guide/training.md).

    python bench/models/training_settings.py SHARED OUT [--stop 12] [--model me5-small] [--items 600]

Fits all seeds of the published and the recommended setting, then the others seed by seed. Each cell is
written when it is finished, so that the same command continues an interrupted one. `--stop` ends it after so
many fits; `--stop 0` prints the table only.

The table has the finished cells, with each difference from the published setting: paired over test pairs and
seeds, p-values adjusted (Holm) over all pairs of settings. Each row of the table is a run of `aloi train`.
Not part of `make bench`: a fit takes 6 to 14 minutes of one core.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from aloi.corpora.mining.base import Cancelled
from aloi.evaluation.comparison.compare import Family, compare
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.folder import is_done, read_seed
from aloi.modeling.runs.inputs import gather
from aloi.modeling.runs.predictions import read_predictions
from aloi.modeling.runs.spec import read_run
from aloi.workbench.models.training import RunPlan, plans
from aloi.workbench.requests.models.training import TrainRequest

SEEDS = (0, 1, 2)
PUBLISHED = "published: cosine, 5 epochs, 2e-5"
RECOMMENDED = "recommended: CoSENT, 2 epochs, 5e-5"
# Name -> preset, and what differs from it.
SETTINGS: Mapping[str, tuple[Any, Mapping[str, Any]]] = {
    PUBLISHED: ("published", {}),
    RECOMMENDED: ("recommended", {"loss": "cosent", "epochs": 2, "learning_rate": 5e-5}),
    "AnglE, 2 epochs, 5e-5": ("recommended", {"loss": "angle", "epochs": 2, "learning_rate": 5e-5}),
    "cosine, 2 epochs, 5e-5": ("recommended", {"loss": "cosine", "epochs": 2, "learning_rate": 5e-5}),
    "CoSENT, LoRA of rank 8, 2 epochs, 5e-4": (
        "recommended",
        {"loss": "cosent", "epochs": 2, "learning_rate": 5e-4, "lora_rank": 8},
    ),
}
UNTUNED = "untuned"
_COMMON: Mapping[str, Any] = {"dev_items": 100, "device": "cpu", "keep_model": False}


def planned(source: Path, model: str, items: int, common: Mapping[str, Any]) -> dict[str, RunPlan]:
    """Return the run of each setting, and that of the encoder without training."""
    runs = {}
    for name, (preset, changes) in SETTINGS.items():
        request = TrainRequest(
            recipe="sbert_sts",
            data=(str(source),),
            scale={"": (0.0, 5.0)},
            items=items,
            seeds=SEEDS,
            preset=preset,
            settings={"model": model, **_COMMON, **common, **changes},
            untuned=name == PUBLISHED,
        )
        runs[name], *untuned = plans(None, request)
        if untuned:
            runs[UNTUNED] = untuned[0]
    return runs


def fit(plan: RunPlan, folder: Path, index: int) -> float | None:
    """Fit one seed of a run, unless it is finished; return the seconds of the processor it took, or None."""
    seed = plan.spec.seeds[index]
    if is_done(folder) or read_seed(folder, seed) is not None:
        return None
    begun = time.process_time()

    def up_to(current: int, step: Step) -> bool:
        del step
        return current <= index

    with suppress(Cancelled):  # the next seed is for later
        execute(plan.spec, plan.data, folder, watch=up_to)
    return time.process_time() - begun


def finished(plan: RunPlan, folder: Path) -> list[list[Any]]:
    """Return the predictions of each finished seed, in the order of the test rows."""
    (test,) = gather(plan.spec, plan.data).tests
    if is_done(folder):
        stored = read_predictions(folder, [test.gold], plan.spec.seeds)
        return [list(seed) for seed in stored[test.gold.label]]
    done = [read_seed(folder, seed) for seed in plan.spec.seeds]
    return [[one.answers[test.use.label][row] for row in test.gold.ids] for one in done if one]


def table(family: Family, seeds: Mapping[str, int], seconds: Mapping[str, float]) -> list[str]:
    """Return the lines of the table in Markdown: scores, and differences from the published setting."""
    lines = [
        f"| setting | seeds | {family.metric} | minus published | p (Holm) | CPU seconds a fit |",
        "|---|---|---|---|---|---|",
    ]
    for score in family.scores:
        ends = f" [{score.interval.low:.3f}, {score.interval.high:.3f}]" if score.interval else ""
        apart, p = "", ""
        if score.name != PUBLISHED and PUBLISHED in seeds:
            between = family.between(score.name, PUBLISHED)
            if between.interval and between.difference is not None:
                low, high = between.interval.low, between.interval.high
                apart = f"{between.difference:+.4f} [{low:+.4f}, {high:+.4f}]"
            p = "" if between.p_holm is None else f"{between.p_holm:.3f}"
        cost = f"{seconds[score.name]:.0f}" if score.name in seconds else ""
        value = "" if score.value is None else f"{score.value:.4f}"
        lines.append(f"| {score.name} | {seeds[score.name]} | {value}{ends} | {apart} | {p} | {cost} |")
    return [*lines, "", family.signature]


def cost(plan: RunPlan, folder: Path) -> float | None:
    """Return the mean seconds of the processor of the finished fits of a run; None if there are none."""
    if is_done(folder):
        spent = [one.cpu_seconds for one in read_run(folder).seeds]
    else:
        done = [read_seed(folder, seed) for seed in plan.spec.seeds]
        spent = [one.result.cpu_seconds for one in done if one]
    return sum(spent) / len(spent) if spent else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--stop", type=int, default=len(SEEDS) * len(SETTINGS) + 1)
    parser.add_argument("--model", default="me5-small")
    parser.add_argument("--items", type=int, default=600)
    options = parser.parse_args(arguments)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    runs = planned(options.shared / "data" / "stsb-multi-mt-fr", options.model, options.items, {})
    folders = {name: options.out / "runs" / plan.spec.id for name, plan in runs.items()}
    fitted = 0
    for name, index in order(runs):
        if fitted < options.stop:
            spent = fit(runs[name], folders[name], index)
            if spent is not None:
                fitted += 1
                print(f"{name}, seed {SEEDS[index]}: {spent:.0f} CPU seconds", flush=True)
    print("\n".join(results(runs, folders)))
    return 0


def order(runs: Mapping[str, RunPlan]) -> list[tuple[str, int]]:
    """Return the cells, setting and index of the seed, in the order they are fitted."""
    first = [(name, index) for index in range(len(SEEDS)) for name in (PUBLISHED, RECOMMENDED, UNTUNED)]
    rest = [(name, index) for index in range(len(SEEDS)) for name in SETTINGS]
    return [(name, at) for name, at in dict.fromkeys((*first, *rest)) if at < len(runs[name].spec.seeds)]


def results(runs: Mapping[str, RunPlan], folders: Mapping[str, Path]) -> list[str]:
    """Return the table of the finished cells."""
    answers = {name: finished(plan, folders[name]) for name, plan in runs.items()}
    answers = {name: seeds for name, seeds in answers.items() if seeds}
    if not answers:
        return ["no fit is finished"]
    (test,) = gather(runs[PUBLISHED].spec, runs[PUBLISHED].data).tests
    costs = {name: cost(runs[name], folders[name]) for name in answers}
    family = compare(test.gold, answers, metric_name="spearman")
    seeds = {name: len(several) for name, several in answers.items()}
    return table(family, seeds, {name: one for name, one in costs.items() if one is not None})


if __name__ == "__main__":
    raise SystemExit(main())
