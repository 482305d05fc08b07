"""Devices of several processes."""

from __future__ import annotations

import os
import subprocess

import pytest

from aloi.modeling.encoders import devices


def test_each_process_takes_a_device_in_turn_and_hides_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")
    threads: list[int] = []
    monkeypatch.setattr(torch, "set_num_threads", threads.append)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,6")
    for number, name in ((0, "4"), (1, "6"), (2, "4")):
        devices.share_devices(number, 3, ("4", "6"))
        assert os.environ["CUDA_VISIBLE_DEVICES"] == name
    assert threads == [2, 2, 2]
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess((), 0, stdout="2\n"))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,6")
    assert devices.cuda_devices() == ("4", "6")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    assert devices.cuda_devices() == ("0", "1")
