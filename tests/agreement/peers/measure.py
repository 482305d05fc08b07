"""Measure the tables of `tables.py` by packages that are not ours, and write `values.json`.

Run from the root of the repository in environments of their own (`irrCAC` asks for old numpy and scipy):

    python -m venv /tmp/peers && /tmp/peers/bin/pip install pingouin statsmodels crowd-kit pygamma-agreement
    python -m venv /tmp/irrcac && /tmp/irrcac/bin/pip install irrCAC
    python -m venv /tmp/crowdtruth && /tmp/crowdtruth/bin/pip install crowdtruth
    for peers in /tmp/peers /tmp/irrcac /tmp/crowdtruth; do
        PYTHONPATH=. $peers/bin/python tests/agreement/peers/measure.py; done

Each run adds the values of the packages it finds. No package is needed to run the tests.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from tests.agreement.peers.tables import continua, tables

VALUES = Path(__file__).parent / "values.json"


def pingouin_icc() -> dict:
    """Return the six intraclass correlations of each table."""
    import pandas
    import pingouin

    found = {}
    for name, rows in tables().items():
        long = [(u, f"A{a}", float(value)) for u, row in enumerate(rows) for a, value in enumerate(row)]
        frame = pandas.DataFrame(long, columns=["unit", "who", "value"])
        result = pingouin.intraclass_corr(frame, targets="unit", raters="who", ratings="value")
        ends = next(column for column in result.columns if column.startswith("CI95"))
        found[name] = [
            [float(value), *map(float, interval)]
            for value, interval in zip(result["ICC"], result[ends], strict=True)
        ]
    return found


def irrcac_pairs() -> dict:
    """Return weighted coefficients with their standard errors of each table and of each two annotators."""
    import pandas
    from irrCAC.raw import CAC

    found = {}
    for name, rows in tables().items():
        for weights in ("quadratic", "ordinal"):
            for a in range(len(rows[0])):
                for b in range(a + 1, len(rows[0])):
                    frame = pandas.DataFrame([[row[a], row[b]] for row in rows])
                    cac = CAC(frame, weights=weights, categories=list(range(6)), digits=12)
                    gwet = cac.gwet()["est"]
                    found[f"{name} {weights} {a} {b}"] = [gwet["coefficient_value"], gwet["se"]]
            fleiss = CAC(pandas.DataFrame(rows), weights=weights, categories=list(range(6)), digits=12)
            fleiss = fleiss.fleiss()["est"]
            found[f"{name} {weights} fleiss"] = [fleiss["coefficient_value"], fleiss["se"]]
    return found


def irrcac_benchmarks() -> dict:
    """Return the cumulative probabilities of three scales for some values and standard errors."""
    from irrCAC.benchmark import Benchmark

    found = {}
    for value, error in ((0.67, 0.15), (0.2, 0.05), (0.85, 0.03), (-0.1, 0.2)):
        scale = Benchmark(coeff=value, se=error)
        found[f"{value} {error}"] = {
            "altman": scale.altman()["CumProb"],
            "landis_koch": scale.landis_koch()["CumProb"],
            "fleiss": scale.fleiss()["CumProb"],
        }
    return found


def gamma_disorders() -> dict:
    """Return the disorder of the best alignment, summed over its groups, and gamma with many samples."""
    import numpy
    from pyannote.core import Segment
    from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum, ShuffleContinuumSampler

    found = {}
    for name, lines in continua().items():
        continuum = Continuum()
        for place, line in enumerate(lines):
            for start, end, label in line:
                continuum.add(f"A{place}", Segment(start, end), label)
        measure = CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1)
        best = continuum.get_best_alignment(measure)
        mean = numpy.mean([len(line) for line in lines])
        numpy.random.seed(1)
        result = continuum.compute_gamma(measure, n_samples=200, sampler=ShuffleContinuumSampler())
        found[name] = {"disorder": float(best.disorder * mean), "gamma": float(result.gamma)}
    return found


def crowdtruth_qualities() -> dict:
    """Return the qualities of units, annotators and labels of a table of labels."""
    from collections import Counter
    from types import SimpleNamespace

    import pandas
    from crowdtruth.models.metrics import Metrics

    found = {}
    config = SimpleNamespace(output={"label": "output.label"}, open_ended_task=False)
    for name, rows in tables().items():
        lines = [
            {"unit": f"u{u:03}", "worker": f"A{a}", "output.label": Counter({f"{value}": 1})}
            for u, row in enumerate(rows)
            for a, value in enumerate(row)
        ]
        labels = sorted({f"{value}" for row in rows for value in row})
        units = {
            f"u{u:03}": Counter({one: sum(f"{value}" == one for value in row) for one in labels})
            for u, row in enumerate(rows)
        }
        results = Metrics.run(
            {
                "judgments": pandas.DataFrame(lines),
                "units": pandas.DataFrame({"output.label": units}),
                "workers": pandas.DataFrame(index=[f"A{a}" for a in range(len(rows[0]))]),
                "annotations": pandas.DataFrame(index=labels),
            },
            config,
        )
        found[name] = {
            "units": results["units"]["uqs"].to_dict(),
            "annotators": results["workers"]["wqs"].to_dict(),
            "labels": results["annotations"]["aqs"].to_dict(),
        }
    return found


PEERS = {
    "pygamma_agreement": [gamma_disorders],
    "crowdtruth": [crowdtruth_qualities],
    "pingouin": [pingouin_icc],
    "irrCAC": [irrcac_pairs, irrcac_benchmarks],
}


def main() -> None:
    """Measure with every package there is, and keep what the others found before."""
    values = json.loads(VALUES.read_text()) if VALUES.exists() else {}
    for package, functions in PEERS.items():
        if importlib.util.find_spec(package):
            values.update({function.__name__: function() for function in functions})
    VALUES.write_text(json.dumps(values, indent=1) + "\n")


if __name__ == "__main__":
    main()
