"""What the server loads before anybody opens a page."""

from __future__ import annotations

import pytest

from aloi.ui.server import app


def test_the_server_loads_what_pages_import_but_draws_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's imports at its first visit cost that visitor up to 1.7 processor seconds."""
    loaded: list[str] = []
    monkeypatch.setattr(app.importlib, "import_module", loaded.append)
    app.load_pages()
    assert {
        "aloi.workbench.cache.agreement",
        "aloi.ui.pages.agreement.view",
        "aloi.ui.pages.releases.view",
    } < {*loaded}
    assert {"pandas", "pyarrow"} < {*loaded}
    assert not [name for name in loaded if name.endswith(".page")]
