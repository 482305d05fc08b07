"""The datasheet says what the release holds, in both languages, and what nobody told the store."""

from __future__ import annotations

from dataclasses import replace

from aloi.agreement.result import Agreement, Interval
from aloi.gold.releasing.documents.datasheet import datasheets
from aloi.gold.releasing.manifest import RoundAgreement
from aloi.gold.releasing.release import build_release
from tests.gold.campaign import NOW, Ids, make_inputs

_ALPHA = Agreement(
    "krippendorff_alpha",
    "ordinal",
    None,
    0.6125,
    None,
    0.1,
    Interval(0.41, 0.78, "bootstrap"),
    5,
    3,
    15,
    0,
    "s",
)
_NONE = replace(_ALPHA, value=None, reason="one label only was used", interval=None)


def test_each_section_is_there_with_the_facts_of_the_release() -> None:
    inputs = replace(
        make_inputs(Ids()), agreement=(RoundAgreement(2, 2, (_ALPHA, replace(_NONE, level="nominal"))),)
    )
    found = datasheets(build_release(inputs, NOW).manifest)
    english, french = found["DATASHEET.md"], found["DATASHEET.fr.md"]
    titles = [line for line in english.splitlines() if line.startswith("## ")]
    assert len(titles) == 8
    assert titles[1] == "## Composition"
    assert [line.count("|") for line in english.splitlines()] == [
        line.count("|") for line in french.splitlines()
    ]
    for line in (
        "- Items: 6, 6 with gold",
        "- Origin of the gold: adjudicated 1, aggregated 4, assumed 1",
        "- Annotators: 3 × medical student, 1 × physician",
        "- Consent, ethical review: not recorded",
        "| Items decided on | 1 |",
        "| Round 2, krippendorff_alpha, ordinal | 0.613 [0.410, 0.780] |",
        "| Round 2, krippendorff_alpha, nominal | undefined (one label only was used) |",
    ):
        assert line in english.splitlines()
    assert "- Obtention de la référence\u00a0: décidés 1, agrégés 4, supposés 1" in french.splitlines()
    assert "- Consentement, avis éthique\u00a0: non renseigné" in french.splitlines()
