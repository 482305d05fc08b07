"""Drawing of terminologies: the list, the results of a search, a concept with all its names."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from aloi.corpora.terminologies.concepts import Concept, ConceptMatch, Terminology
from aloi.ui.numbers import number
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.workbench.jobs import Job

_SHOWN = 3  # languages or groups named in a row


def terminology_table(terminologies: Sequence[Terminology]) -> None:
    """Draw the terminologies of the store, one a row."""
    rows = [
        {
            t("app.name_label"): terminology.name,
            t("terminologies.concepts"): terminology.concepts,
            t("terminologies.names"): terminology.names,
            t("terminologies.languages"): _some(terminology.languages),
            t("corpora.licence"): terminology.licence,
            t("terminologies.groups"): _some(terminology.groups),
            t("app.source"): terminology.source,
        }
        for terminology in terminologies
    ]
    text_table(rows)


def _some(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    if not names:
        return t("terminologies.unstated")
    more = len(names) - _SHOWN
    shown = ", ".join(names[:_SHOWN])
    return t("terminologies.and_more", names=shown, count=more) if more > 0 else shown


def imported(job: Job) -> None:
    """Show the result of an import."""
    result = job.result
    if isinstance(result, dict):
        counts = {name: number(int(result[name]), ",") for name in ("names", "concepts")}
        st.success(t("terminologies.imported", name=no_markup(str(result["name"])), **counts))


def found_table(matches: Sequence[ConceptMatch], key: str) -> ConceptMatch | None:
    """Draw the concepts found; return the selected one, by default the first."""
    if not matches:
        st.info(t("terminologies.none"))
        return None
    rows = [
        {
            t("terminologies.concept"): match.concept_id,
            t("app.name_label"): match.name,
            t("terminologies.in_language"): match.language,
            t("terminologies.in_group"): match.group,
            t("terminologies.fits"): t(f"terminologies.fits_{match.rank}"),
        }
        for match in matches
    ]
    chosen = st.dataframe(
        rows,
        hide_index=True,
        width="stretch",
        on_select="rerun",
        selection_mode="single-row",
        key=key,
    )
    st.caption(t("terminologies.choose", count=len(matches)))
    picked = [place for place in chosen.selection.rows if place < len(matches)]
    return matches[picked[0] if picked else 0]


def concept(concept_: Concept) -> None:
    """Draw a concept with its names, preferred ones first."""
    st.markdown(f"**{no_markup(concept_.name)}**")
    st.caption(
        t(
            "terminologies.about",
            id=no_markup(concept_.id),
            groups=no_markup(", ".join(concept_.groups)) or t("terminologies.unstated"),
            count=len(concept_.names),
        )
    )
    rows = [
        {
            t("app.name_label"): name.name,
            t("terminologies.in_language"): name.language,
            t("terminologies.preferred"): t("app.yes") if name.preferred else "",
        }
        for name in concept_.names
    ]
    text_table(rows)
