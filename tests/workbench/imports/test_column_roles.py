"""Roles of columns in use cases: guessed, named in part, remembered by header."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers.roles import ColumnRole, table_head
from aloi.storage.store import Store
from aloi.workbench.imports.column_roles import remember_roles, remembered_guess, roles_of_table

NOW = datetime(2026, 5, 4, tzinfo=UTC)
PAIRS = "a\tb\tdegré\nUn chat noir dort ici.\tUn chien dort ici aussi.\t1\nIl pleut.\tIl neige.\t3\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return a table with names that say nothing."""
    path = tmp_path / "pairs.tsv"
    path.write_text(PAIRS, encoding="utf-8")
    return path


def test_a_doubt_is_an_error_until_people_choose(store: Store, table: Path) -> None:
    with pytest.raises(AloiError) as refused:
        roles_of_table(store, table)
    assert refused.value.values["proposed"] == "left=a,right=b,score=degré"
    roles = roles_of_table(store, table, ("left=b", "right=a"))
    assert roles.written() == ("right=a", "left=b", "metadata=degré")  # a doubtful guess is not used
    head = table_head(table)
    remember_roles(store, table, ("left=b", "right=a"), NOW)
    assert roles_of_table(store, table) == roles
    assert {guess.reason.value for guess in remembered_guess(store, head).columns} == {"remembered"}
    store.cached_results.keep_names(())  # a new version drops results, not choices
    assert roles_of_table(store, table) == roles


def test_a_required_role_is_named(store: Store, table: Path) -> None:
    with pytest.raises(AloiError) as refused:
        roles_of_table(store, table, ("left=a", "right=b"), required=(ColumnRole.SCORE,))
    assert refused.value.code == "corpora.role-missing"
