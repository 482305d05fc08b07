"""The columns of an uploaded table: guessed, corrected by hand, remembered for the same header."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from aloi.storage.store import Store
from aloi.ui.texts import t
from tests.ui.pages import open_page, press, said

ROWS = (
    "Réf\tPhrase A\tAutre",
    "1\tUn chat noir dort ici.\tUn chien dort ici aussi.",
    "2\tIl pleut sur la ville.\tIl neige sur la ville.",
)


def upload(site: Store) -> AppTest:
    """Open the page of corpora with the table in the field of files."""
    at = open_page(site, "corpora")
    at.file_uploader(key="corpora:import:file").upload(
        "pairs.tsv", "\n".join(ROWS).encode(), "text/plain"
    ).run()
    return at


def roles(at: AppTest) -> dict[str, str]:
    """Return the role shown for each column."""
    return {box.label: box.value for box in at.selectbox if ":columns:" in str(box.key)}


def test_roles_are_corrected_by_hand_and_remembered(site: Store) -> None:
    at = upload(site)
    assert roles(at) == {"Réf": "metadata", "Phrase A": "left", "Autre": "right"}
    assert said(at).count(t("columns.check")) == 2  # no name tells left from right
    for name, role, is_wrong in (("Autre", "left", True), ("Phrase A", "right", False)):
        next(box for box in at.selectbox if box.label == name).set_value(role).run()
        assert (t("columns.twice", roles=t("columns.role_left")) in said(at)) == is_wrong
        assert next(box for box in at.button if box.label == t("corpora.do_import")).disabled == is_wrong
    next(box for box in at.text_input if box.label == t("corpora.licence")).set_value("CC0-1.0")
    press(at, t("corpora.do_import"))
    (corpus,) = site.texts.corpora()
    lefts = {item.texts[0] for item in site.texts.corpus_items(corpus.id)}
    assert lefts == {"Un chien dort ici aussi.", "Il neige sur la ville."}
    again = upload(site)
    assert roles(again) == {"Réf": "metadata", "Phrase A": "right", "Autre": "left"}
    assert t("columns.check") not in said(again)
