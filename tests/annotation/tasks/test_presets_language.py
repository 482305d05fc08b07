"""The words of ready schemas are all in one language."""

from __future__ import annotations

import json
import re

import pytest

from aloi.annotation.tasks import TASKS
from aloi.annotation.tasks.base import TaskType
from aloi.workbench.rounds.campaigns import scale_settings


@pytest.mark.parametrize("kind", TASKS, ids=lambda kind: kind.name)
def test_an_english_schema_has_no_french_words(kind: TaskType) -> None:
    words = json.dumps([kind.presets("en"), kind.empty_settings("en")], ensure_ascii=False)
    assert not re.findall(r"[éèàùçêœ]|\b(?:une|les|des|il|dans)\b", words)


def test_examples_of_degrees_and_operations_follow_the_language() -> None:
    for language, left in (("en", "The patient did not smoke."), ("fr", "Le patient ne fumait pas.")):
        [scale] = scale_settings(0, 5, language=language)["scales"]
        assert scale["degrees"][5]["left"] == left
    assert scale_settings(0, 3, language="fr")["scales"][0]["title"] == "Similarité"
    operations = next(kind for kind in TASKS if kind.name == "operations").presets("en")
    assert operations["words"]["typology"]["operations"][0]["source"] == "Yesterday, he saw a doctor."
