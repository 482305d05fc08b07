"""Release checks as an operation: findings that stop a release, and logged overrides with reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.gold.model import Release
from aloi.gold.releasing.gate import RULE_NAMES, broken_rules
from aloi.gold.releasing.gate.base import GateFinding, GateInputs, GateOverride, GateReport
from aloi.gold.releasing.gate.identifier_rules import identifier_rules
from aloi.gold.releasing.manifest import ReleaseInputs
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.people import decider

_IDENTIFIERS = "identifiers.toml"


@dataclass(frozen=True, slots=True)
class GateTerms:
    """The terms on which a release passes the release checks.

    Parameters
    ----------
    overrides : mapping
        Rule -> why it may be broken. A reason for a rule that is not broken is ignored.
    by : str
        The author of the overrides: id, pseudonym or name; empty if nobody is named.
    identifiers : Path or None
        Further rules for patterns of identifiers.
    stand_off : bool
        A stand-off release of ids and offsets, without texts.
    """

    overrides: Mapping[str, str] = field(default_factory=dict)
    by: str = ""
    identifiers: Path | None = None
    stand_off: bool = False


def identifiers_file(folder: Path) -> Path | None:
    """Return the file of a data folder with rules of identifiers; None if there is none."""
    path = folder / _IDENTIFIERS
    return path if path.is_file() else None


def find_broken(
    store: Store, inputs: ReleaseInputs, identifiers: Path | None, *, stand_off: bool
) -> tuple[GateFinding, ...]:
    """Return the rules that a release would break, and the findings."""
    people = tuple(store.people.list())
    return broken_rules(GateInputs(inputs, people, identifier_rules(identifiers), stand_off))


def check_terms(store: Store, terms: GateTerms) -> str:
    """Return the pseudonym of the person who overrides rules.

    Raises
    ------
    AloiError
        An unknown rule, one overridden without a reason, or somebody unknown.
    """
    for rule, why in terms.overrides.items():
        known_name(rule, RULE_NAMES, Phrase("kind-rule-of-the-release-checks", "rule of the release checks"))
        if not why.strip():
            raise AloiError("workbench.gate-no-reason", rule=rule)
    return decider(store, terms.by).pseudonym if terms.by else ""


def gate_report(findings: Sequence[GateFinding], terms: GateTerms, by: str) -> GateReport:
    """Return the report of the release checks for a release."""
    broken = [one for one in findings if one.rule in terms.overrides]
    return GateReport(
        RULE_NAMES,
        tuple(GateOverride(one.rule, terms.overrides[one.rule].strip(), by, one.counts) for one in broken),
    )


def refuse_broken(name: str, version: str, findings: Sequence[GateFinding], terms: GateTerms) -> None:
    """Raise AloiError with the findings and each rule that is broken without a reason."""
    broken = [one for one in findings if one.rule not in terms.overrides]
    if broken:
        raise AloiError(
            "workbench.gate-refused",
            name=repr(name),
            version=repr(version),
            rules=[one.rule for one in broken],
            findings=reduce(_joined, (one.error for one in broken)),
        )


def log_overrides(store: Store, release: Release, report: GateReport) -> None:
    """Record in the log of the store the rules that a release breaks, the reasons and the author."""
    for override in report.overridden:
        store.corrections.add(
            CorrectionKind.OVERRIDE,
            why=override.why,
            by=override.by,
            now=release.created_at,
            campaign_id=release.campaign_id,
            details={"rule": override.rule, "release": release.version, "counts": dict(override.counts)},
        )


def _joined(before: AloiError, after: AloiError) -> AloiError:
    return AloiError("workbench.gate-and", before=before, after=after)
