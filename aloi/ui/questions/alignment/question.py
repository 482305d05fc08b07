"""Two sentences as tokens, groups of them on both sides, and the operation that links each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Alignment, Field
from aloi.annotation.rows import AlignedGroup
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.operations.task import groups_of
from aloi.base.records import to_json
from aloi.corpora.model import Json
from aloi.ui.questions.alignment import agreement
from aloi.ui.questions.base import Case, DeskItem, MeasuredRound, QuestionKind
from aloi.ui.questions.label_rows import edit_labels
from aloi.ui.shared.choices import worded
from aloi.ui.shared.tables import text_table
from aloi.ui.shared.uploads import isolated, saved_upload
from aloi.ui.texts import t
from aloi.workbench.rounds.campaigns import typology_settings


class AlignmentQuestion(QuestionKind[Alignment]):
    """Groups of tokens on two sides, each with an operation.

    The annotation interface takes:

    - `alignment`: `{source: [token], target: [token], labels: [{name, title, gloss, example, colour, key,
      sides}]}`. `sides` is source, target, both, any, or pair for a mark on the full pair.
    - `answer` and `draft`: `{groups: [{source: [place], target: [place], label}], err}` or None.
    - `proposals`, for adjudication: `[{source, target, label, by}]`, the groups in which answers differ.
    """

    field: ClassVar[type[Field]] = Alignment
    script: ClassVar[Path] = Path(__file__).with_name("alignment.js")
    sections: ClassVar[tuple[str, ...]] = ("operations",)

    def data(self, fields: Sequence[Alignment], work: DeskItem) -> dict[str, Json]:
        """Return the tokens of both sides and the operations."""
        del work
        return {"alignment": _field_data(fields[0])}

    def decision_data(self, fields: Sequence[Alignment], case: Case) -> dict[str, Json]:
        """Return the groups of all annotators or of the earlier decision, and those that it leaves open."""
        drawn: dict[AlignedGroup, list[str]] = {}
        for answer in case.dispute.answers:
            for group in groups_of(answer.value):
                drawn.setdefault(group, []).append(answer.pseudonym)
        total = len(case.dispute.answers)
        common = {group for group, names in drawn.items() if len(names) == total}
        agreed: Json = {"groups": [to_json(one) for one in drawn if one in common], "err": False}
        earlier = None if case.decision is None else case.decision.value
        decided = {*groups_of(earlier or agreed)}
        return {
            "alignment": _field_data(fields[0]),
            "answer": earlier or agreed,
            "proposals": [
                {**to_json(group), "by": case.by(names)}
                for group, names in drawn.items()
                if group not in common & decided
            ],
        }

    def above_decision(self, case: Case) -> None:
        """Say that common groups are already set."""
        del case
        st.caption(t("adjudicate.agreed"))

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw the operations as rows, or ask for the file of another typology."""
        with st.expander(t("app.more_options")):
            tokens = worded(
                st.radio,
                "campaigns.tokens",
                ["words", "spaces"],
                ["words", "spaces"].index(str(settings["tokens"])),
                horizontal=True,
                key=f"{key}:tokens",
            )
            upload = st.file_uploader(
                t("campaigns.typology"), ["toml"], help=t("campaigns.typology_help"), key=f"{key}:typology"
            )
        if upload is not None:
            return isolated(typology_settings, saved_upload(upload), tokens)
        return {**edit_labels(kind, settings, key), "tokens": tokens}

    def summary(self, field: Alignment, settings: Mapping[str, Json]) -> None:
        """Draw the operations."""
        del settings
        text_table(
            [
                {
                    t("campaigns.key"): operation.key,
                    t("campaigns.operation"): operation.title,
                    t("campaigns.gloss"): operation.gloss,
                    t("campaigns.sides"): t(f"campaigns.sides_{operation.sides}"),
                    t("campaigns.example"): " → ".join(part or "∅" for part in operation.example)
                    if any(operation.example)
                    else "",
                }
                for operation in field.operations
            ],
            download="typology.csv",
        )

    def agreement_tabs(self, measured: MeasuredRound) -> list[tuple[str, Callable[[], None]]]:
        """Return agreement on groups, and the effect of merged labels."""
        return [(t("groups.title"), lambda: agreement.report(measured))]


def _field_data(field: Alignment) -> dict[str, Json]:
    labels = [to_json(one, example=" → ".join(filter(None, one.example))) for one in field.operations]
    return to_json(field, "name", "title", "operations", labels=labels)
