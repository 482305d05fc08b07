"""Every reference key of a registry stands in docs/references.bib, and nothing else does."""

from __future__ import annotations

import re
from pathlib import Path

from agreement import population
from agreement.diagnosis import labels, prevalence
from agreement.measures import MEASURES
from annotation.tasks import TASKS
from corpora import neighbours
from evaluation import ceiling, curve, resampling
from evaluation.comparison import compare
from evaluation.metrics import METRICS
from gold.making.models import REFERENCES

BIB = Path(__file__).parents[2] / "docs" / "references.bib"


def test_references_are_those_the_registries_name():
    named = {one.reference for one in MEASURES}
    named |= {key for one in (*TASKS, *METRICS) for key in one.references}
    named |= {*REFERENCES, *labels.REFERENCES, *prevalence.REFERENCES, *compare.REFERENCES, *curve.REFERENCES}
    named |= {*neighbours.REFERENCES, *ceiling.REFERENCES, *resampling.REFERENCES, *population.REFERENCES}
    written = set(re.findall(r"^@\w+\{(\w+),", BIB.read_text(encoding="utf-8"), re.MULTILINE))
    assert written == named
