"""Every reference key of a registry stands in docs/references.bib, and nothing else does."""

from __future__ import annotations

import re
from pathlib import Path

from aloi.agreement import population
from aloi.agreement.diagnosis import labels, prevalence
from aloi.agreement.machine import alternative, corrected
from aloi.agreement.measures import MEASURES
from aloi.agreement.parts import gamma_cat
from aloi.annotation.tasks import TASKS
from aloi.evaluation import ceiling, curve, resampling
from aloi.evaluation.comparison import compare
from aloi.evaluation.metrics import METRICS
from aloi.gold.making.models import REFERENCES
from aloi.studies import neighbours

BIB = Path(__file__).parents[2] / "docs" / "references.bib"


def test_references_are_those_the_registries_name():
    named = {one.reference for one in MEASURES}
    named |= {key for one in (*TASKS, *METRICS) for key in one.references}
    named |= {*REFERENCES, *labels.REFERENCES, *prevalence.REFERENCES, *compare.REFERENCES, *curve.REFERENCES}
    named |= {*neighbours.REFERENCES, *ceiling.REFERENCES, *resampling.REFERENCES, *population.REFERENCES}
    named |= {*alternative.REFERENCES, *corrected.REFERENCES, *gamma_cat.REFERENCES}
    written = set(re.findall(r"^@\w+\{(\w+),", BIB.read_text(encoding="utf-8"), re.MULTILINE))
    assert written == named
