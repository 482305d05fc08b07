"""docs/checks.md names, for every number, what it was checked against: no line is missing, none is untrue."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from aloi.agreement import benchmarks, difference, pairs, population, reliability
from aloi.agreement.diagnosis import annotators, labels, numbers, prevalence, repeats
from aloi.agreement.measures import MEASURES
from aloi.agreement.parts import alpha_u, attributes, gamma, gamma_cat, groups, relations, spans
from aloi.agreement.quality import crowdtruth, items, rasch
from aloi.evaluation.metrics import METRICS

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = (
    benchmarks, difference, pairs, population, reliability, annotators, labels, numbers, prevalence, repeats,
    alpha_u, attributes, gamma, gamma_cat, groups, relations, spans, crowdtruth, items, rasch,
)  # fmt: skip
# What gives no number of its own: a band of a result, labels with other names, counts behind a number, the
# part that spans and groups share.
NO_NUMBER = {
    "aloi.agreement.benchmarks.benchmark_of", "aloi.agreement.parts.groups.merge_labels",
    "aloi.agreement.diagnosis.labels.coincidences", "aloi.agreement.parts.spans.match_figures",
    "aloi.agreement.parts.attributes.matched_spans", "aloi.agreement.parts.gamma.best_alignment",
    "aloi.agreement.parts.gamma.chance_continuum", "aloi.agreement.parts.gamma_cat.category_weights",
    "aloi.agreement.parts.relations.relation_counts", "aloi.agreement.parts.relations.types_of",
}  # fmt: skip
COLUMNS = 7


def lines() -> dict[str, list[str]]:
    """Return the cells of each line by the name of its measure."""
    text = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    found = {}
    for table in re.findall(r"<!-- checks -->\n(.*?)<!-- end -->", text, re.DOTALL):
        for line in table.splitlines()[2:]:
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            assert len(cells) == COLUMNS, line
            assert cells[0].strip("`") not in found, cells[0]
            found[cells[0].strip("` ")] = cells
    return found


LINES = lines()
EACH = pytest.mark.parametrize("name", sorted(LINES))


def functions(module: ModuleType) -> set[str]:
    """Return the public functions that a module defines, by their full names."""
    return {
        f"{module.__name__}.{name}"
        for name, one in inspect.getmembers(module, inspect.isfunction)
        if one.__module__ == module.__name__ and not name.startswith("_")
    }


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def functions_of(path: str) -> dict[str, str]:
    """Return the test functions of a file, and their sources."""
    source = (ROOT / path).read_text(encoding="utf-8")
    nodes = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef)]
    lines = source.splitlines(keepends=True)
    return {one.name: "".join(lines[one.lineno - 1 : one.end_lineno]) for one in nodes}


def text_of(place: str) -> str:
    """Return the text of a file, of a test in it, or the documentation of a class or function."""
    if "::" in place:
        path, test = place.split("::")
        return functions_of(path)[test]
    if place.endswith(".py"):
        return (ROOT / place).read_text(encoding="utf-8")
    module, name = place.rsplit(".", 1)
    return inspect.getdoc(getattr(importlib.import_module(module), name)) or ""


def test_every_measure_has_a_line_and_every_line_a_measure() -> None:
    registered = {one.name for one in (*MEASURES, *METRICS)}
    assert set(LINES) == registered | {name for one in NUMBERS for name in functions(one)} - NO_NUMBER


@EACH
def test_what_it_was_compared_with_is_a_test_that_exists(name: str) -> None:
    _, defined, against, compared, *_ = LINES[name]
    assert defined
    assert against
    assert quoted(compared)
    for place in quoted(compared):
        path, test = place.split("::")
        assert test.startswith("test_")
        assert test in functions_of(path), place


@EACH
def test_a_printed_value_stands_where_it_is_shown(name: str) -> None:
    *_, example, printed, shown = LINES[name]
    if printed == "-":
        assert example.startswith("none printed")
        assert shown == "-"
        return
    text = text_of(quoted(shown)[0])
    for value in printed.split(", "):
        assert re.search(rf"(?<![\d.]){re.escape(value)}(?!\d)", text), f"{value} is not in {shown}"


@pytest.mark.parametrize("one", [*MEASURES, *METRICS], ids=lambda one: one.name)
def test_the_source_is_that_of_the_registry(one) -> None:
    for key in (one.reference,) if hasattr(one, "reference") else one.references:
        assert re.search(r"\d{4}", key).group() in LINES[one.name][1], key
