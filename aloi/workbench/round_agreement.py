"""The agreement of a round with its diagnosis, and its disagreements, as commands and programs get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import Diagnosis, diagnose
from aloi.workbench.agreement.full_report.views import ViewReport
from aloi.workbench.agreement.merged_labels import labels, merged_reports, parse_merges
from aloi.workbench.agreement.report import RoundReport, round_report
from aloi.workbench.agreement.substitutes import SubstituteFigures, substitute_agreement
from aloi.workbench.machines.round_tests import round_machine_tests
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.requests.rounds import RoundAgreementRequest
from aloi.workbench.rounds import adjudicating

_MOST_DISPUTES = 1000  # in the result of a job


@dataclass(frozen=True, slots=True)
class RoundAnalysis:
    """The agreement of a round, its sources, and the coefficients with labels merged."""

    report: RoundReport
    diagnosis: Diagnosis
    figures: Sequence[SubstituteFigures]
    merged: Sequence[ViewReport]

    def document(self) -> dict[str, Any]:
        """Return all of it as JSON: the output of `aloi round agreement`."""
        diagnosis, tests = self.diagnosis, self.report.machines
        return {
            **self.report.to_json(),
            "findings": [to_json(one) for one in diagnosis.findings],
            "annotators": [to_json(one) for one in diagnosis.annotators],
            "labels": [to_json(one) for one in diagnosis.labels],
            "prevalence": to_json(diagnosis.prevalence),
            "repeats": None if diagnosis.repeats is None else to_json(diagnosis.repeats),
            "merged": [
                {"view": view.name, "results": [result.to_json() for result in view.results]}
                for view in self.merged
            ],
            "by_pos": [one.to_json() for one in self.figures],
            **({"alternatives": [test.to_json() for test in tests]} if tests else {}),
            **(diagnosis.details.to_json() if diagnosis.details else {}),
        }


def measure_round(store: Store, request: RoundAgreementRequest) -> RoundAnalysis:
    """Return the agreement of a round; see `round_report` for its errors."""
    of, ci, seed, cleaned = (request.campaign, request.round), request.ci, request.seed, not request.uncleaned
    names = (
        parse_merges(request.merge, labels(store.campaigns.get(request.campaign))) if request.merge else {}
    )
    report = round_report(
        store, *of, ci=ci, seed=seed, scale=request.scale, cleaned=cleaned, whole=request.full
    )
    return RoundAnalysis(
        replace(report, machines=round_machine_tests(store, request)),
        diagnose(store, *of, scale=request.scale),
        substitute_agreement(store, *of, seed=seed, cleaned=cleaned),
        merged_reports(store, *of, names, ci=ci, seed=seed) if names else (),
    )


def measure_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the document of a `RoundAgreementRequest`."""
    del folder
    go_on(progress, 0, 1, "")
    return measure_round(store, from_data(RoundAgreementRequest, arguments)).document()


def disputes_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the items of a round that need a decision: the widest differences, and how many there are."""
    del folder
    go_on(progress, 0, 1, "")
    queue = adjudicating.queue(store, str(arguments["campaign"]), int(str(arguments["round"])))
    return {
        "count": len(queue.disputes),
        "waiting": queue.waiting,
        "decided": queue.decided,
        "settled": queue.settled,
        "disputes": [to_json(one) for one in queue.disputes[:_MOST_DISPUTES]],
    }
