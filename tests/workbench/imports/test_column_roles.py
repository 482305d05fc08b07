"""Roles of columns in use cases: guessed, named in part, remembered by header."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers.roles import ColumnRole, table_head
from aloi.corpora.terminologies.files import Selection, read_terminology
from aloi.storage.store import Store
from aloi.workbench.agreement.tables import table_report
from aloi.workbench.imports.column_roles import remember_roles, remembered_guess, roles_of_table
from aloi.workbench.requests.files.agreement import AgreementRequest

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


def test_agreement_takes_roles_of_columns(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("who,what,code\na,1,x\nb,1,x\na,2,x\nb,2,y\na,3,y\nb,3,y\n", encoding="utf-8")
    columns = ("id=what", "annotator=who", "label=code")
    request = AgreementRequest(path, level="nominal", columns=columns)
    report = table_report(request)
    assert report.read_as.layout == "long"
    named = table_report(AgreementRequest(path, level="nominal", unit="what", annotator="who", value="code"))
    assert [one.value for one in report.results] == [one.value for one in named.results]


def test_a_terminology_takes_roles_of_columns(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("Identifiant,Intitulé FR,Axe\nC1,Toux,SIGN\n", encoding="utf-8")
    columns = ("id=Identifiant", "text=Intitulé FR", "label=Axe")
    (name,) = read_terminology(path, Selection(columns=columns))
    assert (name.concept_id, name.name, name.group) == ("C1", "Toux", "SIGN")


def test_metadata_for_want_of_a_choice_is_not_remembered(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    rows = "".join(f"{n}\tUn chat dort ici.\tUn chien dort là.\t{n}\t{n % 3}\n" for n in range(1, 6))
    path.write_text("id\tsentence1\tsentence2\tA\tB\n" + rows, encoding="utf-8")
    head = table_head(path)
    texts = (ColumnRole.ID, ColumnRole.LEFT, ColumnRole.RIGHT)
    entries = ("id=id", "left=sentence1", "right=sentence2", "metadata=A", "metadata=B")
    remember_roles(store, path, entries, NOW, texts)
    assert [each.reason.value for each in remembered_guess(store, head).columns[:3]] == ["remembered"] * 3
    assert remembered_guess(store, head).columns[3:] == head.guess.columns[3:]
    assert {each.role for each in head.guess.columns[3:]} == {ColumnRole.SCORE}

    remember_roles(store, path, (*entries[:3], "score=A", "metadata=B"), NOW)  # a choice among all roles
    remember_roles(store, path, entries, NOW, texts)
    assert [each.role.value for each in remembered_guess(store, head).columns[3:]] == ["score", "metadata"]
    assert not remembered_guess(store, head).unsure
