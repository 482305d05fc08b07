"""Every use case that writes takes its request, whichever interface calls it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from aloi.base.requests import info_of
from aloi.workbench.requests import all_requests, queries
from tests.sources import nodes

# Commands whose use cases take arguments, and why.
_READS = "It reads, and its function is also that of pages, which have other arguments."
_MACHINE = "It works on the files of a store that is closed, or starts a process."
EXCEPTIONS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "linking bias", "loop population", "neighbours candidates", "neighbours compare",
            "neighbours score", "neighbours show", "release exports",
            "release verify", "round difference", "round plan", "run show",
            "run verify",
            "suite check", "suite leaderboard", "suite list", "suite protocols", "suite table",
            "linking dictionary", "linking read", "linking table", "operations stats",
        ),
        _READS,
    ),
    **dict.fromkeys(("demo", "restore", "salvage", "serve", "store move", "work"), _MACHINE),
}  # fmt: skip
# Its job reads the request, and calls the use case with its values.
_WITH_JOB = ("restore",)


_INTERFACES = {"requests", "requests.py", "commands.py", "pages"}


def _functions() -> Iterator[ast.FunctionDef]:
    """Yield the functions of use cases: those of the workbench and of studies, without interfaces."""
    for path, function in nodes(ast.FunctionDef):
        parts = path.split("/")
        if parts[:2] in (["aloi", "workbench"], ["aloi", "studies"]) and not _INTERFACES & set(parts):
            yield function


@cache
def _requests_of_use_cases() -> frozenset[str]:
    """Return the names of the classes that parameters of use cases are annotated with."""
    return frozenset(
        name.id
        for function in _functions()
        for parameter in (*function.args.args, *function.args.kwonlyargs)
        if parameter.annotation is not None
        for name in ast.walk(parameter.annotation)
        if isinstance(name, ast.Name)
    )


@pytest.mark.parametrize(
    "kind",
    [one for one in all_requests() if one.__module__ != queries.__name__],
    ids=lambda one: one.__name__,
)
def test_a_use_case_takes_its_request_or_says_why(kind: type) -> None:
    takes = kind.__name__ in _requests_of_use_cases()
    problem = "its exception is out of date" if takes else "no use case takes its request"
    assert takes != (info_of(kind).name in EXCEPTIONS), problem


def test_every_exception_is_a_command_without_a_job() -> None:
    jobs = {info_of(one).name: info_of(one).job for one in all_requests()}
    assert {
        name: jobs.get(name) for name in EXCEPTIONS if jobs.get(name) != "" and name not in _WITH_JOB
    } == {}
