"""A lexicon is read from a table; bad rows are told with their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.language.dictionary import Reading, read_lexicon


def test_forms_and_lemmas_have_their_readings_whatever_the_case(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("form\tlemma\tpos\nPetites\tpetit\ta\nsuis\têtre\tverb\nsuis\tsuivre\tVERB\n", "utf-8")
    lexicon = read_lexicon(path)
    assert lexicon.readings("PETITES") == (Reading("petit", "ADJ"),)
    assert lexicon.readings("petit") == (Reading("petit", "ADJ"),)
    assert lexicon.readings("suis") == (Reading("suivre", "VERB"), Reading("être", "VERB"))
    assert lexicon.readings("grand") == ()


def test_an_empty_cell_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("form\tlemma\tpos\nsuis\têtre\tVERB\nva\t\tVERB\n", "utf-8")
    with pytest.raises(AloiError, match="line 3"):
        read_lexicon(path)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("form\tlemma\nsuis\têtre\n", "utf-8")
    with pytest.raises(AloiError, match="pos"):
        read_lexicon(path)
