"""Projects as other annotation tools export them: one file a tool, and the type that all become."""

from __future__ import annotations

from gold.formats.projects.argilla import Argilla
from gold.formats.projects.doccano import Doccano
from gold.formats.projects.inception.project import UimaCas, WebAnnoTsv
from gold.formats.projects.label_studio import LabelStudio
from gold.formats.projects.model import Tool
from gold.formats.projects.potato import Potato
from gold.formats.projects.prodigy import Prodigy
from gold.formats.projects.sheet import AnswerSheet

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
