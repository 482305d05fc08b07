"""The demo's release in every format, file by file: a change in what is exported shows in a review."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.rows import ScoredPair
from aloi.gold.formats import formats_for
from aloi.gold.releasing.companions import companion_files
from aloi.storage.store import Store
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.releases import exporting
from aloi.workbench.requests.releases import ExportRequest
from tests.golden.comparable import comparable

NOW = datetime(2026, 3, 20, tzinfo=UTC)
GOLDEN = Path(__file__).parent / "demo"


def test_the_demo_release_equals_the_golden_files(
    demo: Demo, store: Store, tmp_path: Path, rewrite_golden: bool
) -> None:
    for one in formats_for(ScoredPair):
        out = tmp_path / "out" / one.name
        exporting.export(store, ExportRequest(demo.release.id, one.name), out, now=NOW)
        for name, content in companion_files(demo.release).items():
            assert (out / name).read_text(encoding="utf-8") == content
            # They are those of every format: one folder shows them, but for what the manifest repeats.
            if one.name != "sts_tsv" or name in ("manifest.json", "STATEMENT.md"):
                (out / name).unlink()
        if rewrite_golden:
            shutil.rmtree(GOLDEN / one.name, ignore_errors=True)
            shutil.copytree(out, GOLDEN / one.name)
        made, kept = comparable(out), comparable(GOLDEN / one.name)
        assert made == kept, f"{one.name} changed: run `make golden` and review the diff"
