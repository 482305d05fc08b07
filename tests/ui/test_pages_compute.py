"""No page computes: what takes long is a cached result, which the worker computes and pages read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aloi.workbench.cache.refresh import USE_CASES
from tests.sources import page_files
from tests.ui.calls import ROOT, below, called, read_module, way_to

# Nothing may lead from a page to these: they read all answers of a round, measure, compare or resample.
COMPUTING = {
    ".answers.latest",
    ".answers.revisions",
    "aloi.agreement.compute.compute",
    "aloi.agreement.ratings.Ratings.from_triples",
    "aloi.evaluation.people.people_and_systems",
    "aloi.evaluation.comparison.compare.compare",
    "aloi.evaluation.comparison.compare.compare_sums",
    "aloi.evaluation.curve.learning_curve",
    "aloi.gold.making.aggregate.make_gold",
    "aloi.gold.releasing.release.verify",
    "aloi.gold.splitting.leaks.check_leaks",
    "aloi.workbench.cache.results.compute",
    "aloi.workbench.files.score_substitutes.score_files",
    "aloi.workbench.starting.own_texts.from_file",
    "aloi.studies.neighbours.contexts.behind",
    "aloi.studies.neighbours.contexts.judging_rows",
    "aloi.studies.neighbours.contexts.plot",
    "aloi.studies.neighbours.lists.neighbours",
    "aloi.studies.neighbours.scores.score",
    "aloi.studies.simplification.corpus.describe",
    "aloi.studies.simplification.corpus.subset_files",
    "aloi.workbench.corrections.exclusion.exclusion_effect",
    "aloi.workbench.corrections.texts.merge_effect",
    "aloi.workbench.corrections.texts.texts_effect",
    "aloi.workbench.releases.gold.describe_gold",
}
# What use cases call of workbench/ that costs nothing to speak of, so that pages may call it too.
CHEAP = {
    "aloi.workbench.agreement.report.main_view",
    "aloi.workbench.agreement.sections.latex_report",  # writes what was measured
    "aloi.workbench.models.runs.runs_folder",
    "aloi.workbench.progress.go_on",
    "aloi.workbench.rounds.cleaning.kept_lexicon",  # read once, then remembered
    "aloi.workbench.rounds.counted_answers.excluded_people",
    "aloi.workbench.rounds.counted_answers.exclusions",
    "aloi.studies.neighbours.lists.asking",
    "aloi.studies.neighbours.prepare.find_prepared",  # reads what is prepared, a few lines each
}
# What reads the answers of one item, or of the few that came too late.
OF_ONE = {
    ("aloi.ui.pages.adjudicate.page", "aloi.workbench.rounds.adjudicating.decide"),
    ("aloi.ui.pages.adjudicate.page", "aloi.workbench.rounds.adjudicating.dispute"),
    ("aloi.ui.pages.adjudicate.page", "aloi.workbench.rounds.adjudicating.noted_answers"),
    ("aloi.ui.pages.cleaning.page", "aloi.workbench.rounds.adjudicating.noted_answers"),
    ("aloi.ui.shared.corrections.noted_answers", "aloi.workbench.corrections.reopening.reopen"),
    ("aloi.ui.pages.rounds.late_answers", "aloi.workbench.rounds.late_answers.late_answers"),
}


def of_use_cases() -> set[str]:
    """Return the functions of workbench/ that compute cached results."""
    found: set[str] = set()
    for use_case in USE_CASES.values():
        home = use_case.compute.__module__
        own = {use_case.compute.__name__}
        while (
            more := {
                name.rpartition(".")[2]
                for each in own
                for name in called(f"{home}.{each}")
                if name.startswith(f"{home}.") and "." not in name[len(home) + 1 :]
            }
            - own
        ):
            own |= more
        for each in own:
            found |= {name for name in called(f"{home}.{each}") if is_verb(name)}
    return found - CHEAP


def is_verb(name: str) -> bool:
    """Return whether a full name is that of a use case, of workbench/ or a study, outside the cache."""
    module, _, function = name.rpartition(".")
    inside = below(module)
    return (
        inside is not None
        and module.startswith(("aloi.workbench.", "aloi.studies."))
        and not module.startswith("aloi.workbench.cache.")
        and not module.endswith(".cached")
        and function in inside.verbs
    )


def ways(name: str, source: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what a page's module names that computes, and the way from it to what takes long."""
    module = read_module(name, source)
    ends = COMPUTING | of_use_cases()
    for each in sorted({one for part in module.functions.values() for one in part}):
        way = way_to([each], ends)
        if way is not None:
            yield each, way


def test_each_cached_result_is_made_of_what_no_page_may_call() -> None:
    found = of_use_cases()
    assert {
        "aloi.workbench.agreement.report.round_report",
        "aloi.workbench.agreement.spans.span_report",
        "aloi.workbench.models.comparison.compare_runs",
        "aloi.workbench.releases.checking.summarise",
        "aloi.workbench.rounds.cleaning.typed_answers",
        "aloi.workbench.status.count_round",
    } <= found
    for use_case in USE_CASES.values():
        assert called(f"{use_case.compute.__module__}.{use_case.compute.__name__}"), use_case.name


def test_no_page_computes() -> None:
    found = {}
    for path in page_files():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for each, way in ways(name, path.read_text(encoding="utf-8")):
            found[name, each] = " > ".join(way)
    assert {pair: way for pair, way in found.items() if pair not in OF_ONE} == {}
    assert set(found) >= OF_ONE, "an exception that is none any more"


@pytest.mark.parametrize(
    "source",
    [
        "from aloi.workbench.agreement.spans import span_report\nspan_report(store, 'c', 1)",
        "from aloi.workbench.agreement import report as agreements\nagreements.round_report(store, 'c', 1)",
        "from aloi.workbench.releases import checking\ndef draw():\n    return checking.verify(store, 'r')",
        "answers = store.answers.latest('r')",
        "from aloi.workbench.rounds import cleaning\ncleaning.queue(store, 'c')",
    ],
)
def test_a_page_that_computes_is_found(source: str) -> None:
    assert list(ways("aloi.ui.pages.planted.page", source))
