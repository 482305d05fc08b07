"""What a server, its worker and the apps of widgets load: one process loads it, and they are its copies."""

from __future__ import annotations

import aloi.terminal.main
import aloi.workbench.jobs  # noqa: F401
from aloi.ui.server.app import load_pages

load_pages()
