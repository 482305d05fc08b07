"""The inputs and findings of a release check: counts, ids and a sentence, never a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aloi.annotation.model import Annotator
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, to_json
from aloi.corpora.model import Json
from aloi.gold.releasing.gate.identifier_rules import Identifier
from aloi.gold.releasing.manifest import ReleaseInputs

_MOST_IDS = 100


@dataclass(frozen=True, slots=True)
class GateInputs:
    """The inputs of the release checks.

    Parameters
    ----------
    people : tuple of Annotator
        Everybody in the store, whether they worked on the campaign or not.
    identifiers : tuple of Identifier
        The patterns of likely identifiers.
    stand_off : bool
        Whether the release is stand-off: ids and offsets without texts.
    """

    inputs: ReleaseInputs
    people: tuple[Annotator, ...]
    identifiers: tuple[Identifier, ...]
    stand_off: bool = False


@dataclass(frozen=True, slots=True)
class GateFinding:
    """Why a release breaks a rule.

    Parameters
    ----------
    rule : str
        The name of the rule.
    counts : mapping
        The findings, and the number of each.
    ids : tuple of str
        The first hundred affected items, documents or rounds.
    message : mapping
        The sentences about it, as `AloiError.to_json` gives them.
    """

    rule: str
    counts: Mapping[str, int]
    ids: tuple[str, ...]
    message: Mapping[str, Any] = field(metadata={JSON_NAME: "told"})

    @classmethod
    def of(
        cls, rule: str, error: AloiError, counts: Mapping[str, int], ids: Iterable[str] = ()
    ) -> GateFinding:
        """Return the finding of a rule; of its ids the first hundred, sorted."""
        return cls(rule, dict(counts), tuple(sorted(ids)[:_MOST_IDS]), error.to_json())

    @property
    def error(self) -> AloiError:
        """The sentences about it: what was found, what was expected, what to do."""
        return AloiError.from_json(self.message)


Check: TypeAlias = Callable[[GateInputs], GateFinding | None]


@dataclass(frozen=True, slots=True)
class GateRule:
    """A rule for releases: its name, and its check, which returns a finding or None."""

    name: str
    check: Check


@dataclass(frozen=True, slots=True)
class GateOverride:
    """A rule that a release breaks all the same: why, who says so (a pseudonym or empty), what was found."""

    rule: str
    why: str
    by: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GateReport:
    """The report of the release checks: the checked rules, and those overridden with a reason."""

    rules: tuple[str, ...]
    overridden: tuple[GateOverride, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the report in the form of the manifest."""
        return to_json(self)
