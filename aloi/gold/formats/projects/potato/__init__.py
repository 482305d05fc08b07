"""Projects of Potato: their records, what their schemes ask, and the project that they make."""

from __future__ import annotations

from aloi.gold.formats.projects.potato.project import Potato

__all__ = ["Potato"]
