"""Settings: where each value comes from, and what is refused."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest

from aloi.base.errors import AloiError
from aloi.base.settings import Settings


def test_defaults_keep_everything_in_one_folder(tmp_path: Path) -> None:
    settings = Settings.read({}, tmp_path)
    assert settings.store == f"sqlite:///{tmp_path / 'aloi-data' / 'aloi.db'}"
    assert settings.data == tmp_path / "aloi-data"
    assert (settings.host, settings.port) == ("127.0.0.1", 8501)
    assert (settings.lease_minutes, settings.upload_megabytes, settings.language) == (30, 200, "en")


def test_the_file_sets_and_the_environment_wins(tmp_path: Path) -> None:
    (tmp_path / "aloi.toml").write_text(
        'port = 9000\nhost = "0.0.0.0"\nlease_minutes = 5\n', encoding="utf-8"
    )
    settings = Settings.read({"ALOI_PORT": "9100"}, tmp_path)
    assert (settings.port, settings.host, settings.lease_minutes) == (9100, "0.0.0.0", 5)


def test_another_data_folder_moves_the_store_unless_it_is_named(tmp_path: Path) -> None:
    moved = Settings.read({"ALOI_DATA": "elsewhere"}, tmp_path)
    assert moved.data == tmp_path / "elsewhere"
    assert moved.store == f"sqlite:///{tmp_path / 'elsewhere' / 'aloi.db'}"
    named = Settings.read({"ALOI_DATA": "elsewhere", "ALOI_STORE": "sqlite:///x.db"}, tmp_path)
    assert named.store == "sqlite:///x.db"


def test_an_empty_variable_counts_as_absent(tmp_path: Path) -> None:
    assert Settings.read({"ALOI_PORT": ""}, tmp_path).port == 8501


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("prot = 80\n", "'prot'"),
        ("port = 80000\n", "80000"),
        ("port = true\n", "True"),
        ('host = ""\n', "''"),
        ("lease_minutes = 0\n", "lease_minutes"),
        ("port = \n", "cannot be read"),
    ],
)
def test_a_bad_file_is_refused_in_three_sentences(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "aloi.toml").write_text(written, encoding="utf-8")
    with pytest.raises(AloiError) as caught:
        Settings.read({}, tmp_path)
    assert said in caught.value.found
    assert caught.value.expected
    assert caught.value.todo


def test_a_bad_variable_is_named(tmp_path: Path) -> None:
    with pytest.raises(AloiError) as caught:
        Settings.read({"ALOI_PORT": "eighty"}, tmp_path)
    assert caught.value.found == "ALOI_PORT gives 'eighty' for port."


def test_a_folder_that_may_not_be_read_sets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root's own, for the account of the service that root changed to."""

    def refuse(path: Path, **named: bool) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refuse)
    assert Settings.read({}, tmp_path).data == tmp_path / "aloi-data"
