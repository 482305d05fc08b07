"""Files are read in a process of their own: whatever one does to it, the server goes on."""

import os
import time
from collections.abc import Iterator

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import preview
from aloi.workbench.isolation import _PRELOADED, CallLimits, Isolation
from tests.sources import PACKAGES, page_files


@pytest.fixture(scope="module")
def isolation() -> Iterator[Isolation]:
    isolation = Isolation(CallLimits(megabytes=300))
    isolation.start()
    yield isolation
    isolation.close()


def test_a_result_and_an_error_come_back(isolation, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,text\n1,abc\n")
    assert isolation.call(preview, path).columns == ("id", "text")
    with pytest.raises(AloiError) as refused:
        isolation.call(preview, tmp_path / "none.csv")
    assert refused.value.code == "aloi.no-file"
    with pytest.raises(ZeroDivisionError):
        isolation.call(divmod, 1, 0)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(os.abort, ()), (bytearray, (10**9,)), (time.sleep, (60,)), (sum, (range(10**12),)), (os._exit, (3,))],
)
def test_what_ends_its_process_is_an_error(isolation, monkeypatch, function, arguments):
    with monkeypatch.context() as patch:
        patch.setattr(isolation, "limits", CallLimits(megabytes=300, seconds=1.0))
        with pytest.raises(AloiError) as refused:
            isolation.call(function, *arguments)
    assert refused.value.code == "workbench.reading-broke-down"
    assert isolation.call(len, "abc") == 3


def test_a_prepared_process_that_ended_is_started_anew(isolation):
    first = isolation.call(os.getppid)
    os.kill(first, 9)
    isolation._process.wait()
    assert isolation.call(len, "abc") == 3
    assert isolation.call(os.getppid) != first


def test_a_call_finds_its_readers_loaded(isolation):
    for name in _PRELOADED:
        assert isolation.call(eval, f"{name!r} in __import__('sys').modules"), name


def test_calls_of_the_pages_name_functions_of_modules():
    readers = ("read_preview(", "find_layout(", "fitting_layouts(", "typology_settings(", "settings_in(")
    for path in page_files():
        text = path.read_text()
        for reader in readers:
            assert reader not in text, f"{path} reads an upload in the process of the server: {reader}"


def test_no_file_of_the_current_folder_is_loaded_beforehand(tmp_path, monkeypatch):
    assert not {name.partition(".")[0] for name in _PRELOADED} & set(PACKAGES)
    for name in (*PACKAGES, "aloi"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit\n")
    (tmp_path / "t.csv").write_text("id,text\n1,abc\n")
    monkeypatch.chdir(tmp_path)
    isolation = Isolation(CallLimits(megabytes=300))
    isolation.start()
    assert isolation.call(preview, tmp_path / "t.csv").columns == ("id", "text")
    isolation.close()
