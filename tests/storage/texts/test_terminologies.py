"""Terminologies in the store: all or nothing, search as you type, signs that are no operators."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.terminologies.concepts import ConceptName, Terminology, names_checksum
from aloi.storage.store import Store
from tests.storage.world import NOW

NAMES = (
    ConceptName("C1", "Fièvre", "fr", "DISO", True),
    ConceptName("C1", "Fever", "en", "DISO", True),
    ConceptName("C1", "Élévation de la température", "fr", "DISO"),
    ConceptName("C2", "Fièvre typhoïde", "fr", "DISO", True),
    ConceptName("C3", "Œdème du poumon", "fr", "DISO", True),
    ConceptName("C3", "Lung oedema", "en", "DISO"),
    ConceptName("C4", "Infarctus du myocarde", "fr", "DISO", True),
    ConceptName("C5", "Lung", "en", "ANAT", True),
    ConceptName("C6", "COVID-19 (100%)", "en", "DISO"),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    yield opened
    opened.close()


@pytest.fixture
def kept(store: Store) -> Terminology:
    return store.terminologies.add(Terminology.of("Little", "CC0-1.0", "written"), NAMES, NOW)


def _found(store: Store, kept: Terminology, text: str, **more: str) -> list[tuple[str, str]]:
    return [(one.concept_id, one.name) for one in store.terminologies.search(kept.id, text, **more)]


def test_what_was_added_is_counted_and_comes_back(store: Store, kept: Terminology) -> None:
    assert (kept.concepts, kept.names) == (6, 9)
    assert kept.languages == ("en", "fr")
    assert kept.groups == ("ANAT", "DISO")
    assert kept.checksum == names_checksum(NAMES)
    assert store.terminologies.list() == [kept]
    assert store.terminologies.get(kept.id) == store.terminologies.named("Little") == kept
    assert tuple(store.terminologies.names(kept.id)) == NAMES


def test_a_search_knows_neither_case_nor_accents_and_takes_the_last_word_as_a_beginning(
    store: Store, kept: Terminology
) -> None:
    assert _found(store, kept, "FIEVRE") == [("C1", "Fièvre"), ("C2", "Fièvre typhoïde")]
    assert _found(store, kept, "fievre ty") == [("C2", "Fièvre typhoïde")]
    assert _found(store, kept, "oedem") == [("C3", "Œdème du poumon")]
    assert _found(store, kept, "myocarde inf") == [("C4", "Infarctus du myocarde")]
    assert _found(store, kept, "infar myocarde") == []


def test_the_same_name_comes_first_then_beginnings_then_words(store: Store, kept: Terminology) -> None:
    found = store.terminologies.search(kept.id, "lung")
    assert [(one.name, one.rank) for one in found] == [("Lung", 0), ("Lung oedema", 1)]
    assert [one.rank for one in store.terminologies.search(kept.id, "poumon")] == [2]


def test_a_search_in_one_language_or_group(store: Store, kept: Terminology) -> None:
    assert _found(store, kept, "f", language="en") == [("C1", "Fever")]
    assert _found(store, kept, "lung", group="ANAT") == [("C5", "Lung")]
    assert _found(store, kept, "température", language="en") == []


@pytest.mark.parametrize(
    "typed",
    [
        '"',
        "%",
        "*",
        "-",
        "AND",
        "fever OR",
        "NEAR(",
        "\ud800",
        "\0",
        "a b c d e " * 100,
        "a^b",
        "key:",
        "'; --",
        "_",
        "(",
        "\\",
        "100%",
        ":*",
    ],
)
def test_no_sign_is_an_operator(store: Store, kept: Terminology, typed: str) -> None:
    assert len(store.terminologies.search(kept.id, typed)) <= 1


def test_signs_between_words_make_no_difference(store: Store, kept: Terminology) -> None:
    assert _found(store, kept, "covid 19") == _found(store, kept, "COVID-19") == [("C6", "COVID-19 (100%)")]
    assert _found(store, kept, "  ") == []


def test_a_concept_has_its_preferred_names_first(store: Store, kept: Terminology) -> None:
    one = store.terminologies.concept(kept.id, "C1")
    assert [name.name for name in one.names] == ["Fever", "Fièvre", "Élévation de la température"]
    assert one.groups == ("DISO",)
    assert list(store.terminologies.concepts(kept.id, ["C5", "C9", "C2"])) == ["C5", "C2"]
    with pytest.raises(AloiError, match="The concept 'C9' does not exist"):
        store.terminologies.concept(kept.id, "C9")


def test_terminologies_are_searched_apart_and_removed_whole(store: Store, kept: Terminology) -> None:
    other = store.terminologies.add(Terminology.of("Other"), [ConceptName("D1", "Fièvre jaune")], NOW)
    assert _found(store, other, "fievre") == [("D1", "Fièvre jaune")]
    assert store.terminologies.remove(kept.id) == kept
    assert _found(store, other, "jaune") == [("D1", "Fièvre jaune")]
    assert store.terminologies.list() == [other]
    assert store.check() == []
    with pytest.raises(AloiError, match="'Other'"):
        store.terminologies.search(kept.id, "fievre")


def test_the_same_again_changes_nothing_and_other_names_are_refused(store: Store, kept: Terminology) -> None:
    assert store.terminologies.add(Terminology.of("Little"), NAMES, NOW) == kept
    with pytest.raises(AloiError, match="with other names, already exists"):
        store.terminologies.add(Terminology.of("Little"), NAMES[:2], NOW)
    assert store.terminologies.list() == [kept]


def test_names_that_fail_midway_leave_nothing(store: Store) -> None:
    def failing() -> Iterator[ConceptName]:
        for place in range(20_500):
            yield ConceptName(f"C{place}", f"name {place}")
        raise AloiError("made-up.torn-line", number=20_501)

    with pytest.raises(AloiError, match="torn-line"):
        store.terminologies.add(Terminology.of("Torn"), failing(), NOW)
    assert store.terminologies.list() == []
    assert store.check() == []
    with pytest.raises(AloiError, match="contains no name"):
        store.terminologies.add(Terminology.of("Empty"), [], NOW)


def test_what_a_killed_import_left_is_unseen_and_goes_with_a_later_one(store: Store) -> None:
    store.terminologies._begin(Terminology.of("Killed"), NOW)
    assert store.terminologies.list() == []
    store.terminologies.add(Terminology.of("Next"), NAMES, NOW + timedelta(hours=7))
    kept = store.terminologies.add(Terminology.of("Killed"), NAMES, NOW + timedelta(hours=7))
    assert [one.name for one in store.terminologies.list()] == ["Next", "Killed"]
    assert _found(store, kept, "typh") == [("C2", "Fièvre typhoïde")]


def test_many_names_come_back_in_parts(store: Store) -> None:
    many = [ConceptName(f"C{place:05}", f"nom {place}") for place in range(22_345)]
    kept = store.terminologies.add(Terminology.of("Many"), iter(many), NOW)
    assert kept.names == kept.concepts == 22_345
    assert list(store.terminologies.names(kept.id)) == many
    assert _found(store, kept, "nom 22344") == [("C22344", "nom 22344")]
    assert len(store.terminologies.search(kept.id, "nom", limit=5)) == 5


def test_a_repeated_name_is_kept_once_and_one_without_text_is_refused(store: Store) -> None:
    twice = [NAMES[0], NAMES[0], NAMES[1]]
    assert store.terminologies.add(Terminology.of("Twice"), twice, NOW).names == 2
    with pytest.raises(AloiError, match="'C1' has the name ' '"):
        store.terminologies.add(Terminology.of("Blank"), [ConceptName("C1", " ")], NOW)
