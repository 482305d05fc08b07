"""Projects as other annotation tools export them: one file a tool, and the type that all become."""

from __future__ import annotations

from aloi.gold.formats.projects.argilla import Argilla
from aloi.gold.formats.projects.doccano import Doccano
from aloi.gold.formats.projects.inception.project import UimaCas, WebAnnoTsv
from aloi.gold.formats.projects.label_studio import LabelStudio
from aloi.gold.formats.projects.model import Tool
from aloi.gold.formats.projects.potato import Potato
from aloi.gold.formats.projects.prodigy import Prodigy
from aloi.gold.formats.projects.sheet import AnswerSheet

TOOLS: tuple[Tool, ...] = (
    Prodigy(),
    Potato(),
    Argilla(),
    LabelStudio(),
    Doccano(),
    WebAnnoTsv(),
    UimaCas(),
    AnswerSheet(),
)
