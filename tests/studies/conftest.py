"""Fixtures of tests of studies: those of the use cases, commands and pages that a study has."""

from __future__ import annotations

from tests.modeling.conftest import tiny_encoder as tiny_encoder
from tests.terminal.conftest import folder as folder
from tests.terminal.conftest import invoke as invoke
from tests.terminal.conftest import refused as refused
from tests.terminal.conftest import told as told
from tests.ui.conftest import asked_at_once as asked_at_once
from tests.ui.conftest import figures_at_once as figures_at_once
from tests.ui.conftest import own_main as own_main
from tests.ui.conftest import site as site
from tests.workbench.conftest import about as about
from tests.workbench.conftest import content as content
from tests.workbench.conftest import corpus as corpus
from tests.workbench.conftest import small_encoder as small_encoder
from tests.workbench.conftest import texts as texts
