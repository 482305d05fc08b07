"""Docs, docstrings, messages and texts keep the rules of prose.toml; the number of violations only falls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.prose import READERS, RULES, Rules, budget_of, main, paths_of, violations, with_budgets

CHECKED = Rules()
BAD = "The floor was told whoever asked."
LONG = "This is a sentence of words " + "and words " * 12 + "here."
# One file of each kind, what a reader finds on each line, and what it must not read.
SEEDED = {
    "markdown": (
        "docs/page.md",
        f"# What it is\n\nA good line.\n{BAD}\n\n- an item\n- {BAD}\n\n| a | floor |\n|---|---|\n\n{LONG}\n"
        "\n```\nfloor, told\n```\n\nUse `floor(x)`, `left_out` and [a page](https://told.org/floor) at "
        "https://twins.org/floor. A held-out set; there is no room. It stands for a term.\n",
        [1, 1, 4, 4, 4, 7, 7, 7, 9, 12],
    ),
    "fluent": (
        "aloi/messages/en/x.ftl",
        f"## told\n# floor\n\nfloor-told = {{ $told }} is a {{ FLOOR($x) }}.\n    .expected = {BAD}\n"
        f"    .todo =\n      {{ $floor ->\n          [one] A floor.\n          *[other] {LONG}\n        }}\n",
        [5, 5, 5, 6, 7],
    ),
    "texts": (
        "ui/x.en.toml",
        f'[told]\nfloor = "{BAD}"\nx = {{ one = "{{told}} is a floor", other = "fine" }}\ny = "{LONG}"\n',
        [2, 2, 2, 3, 4],
    ),
    "python": (
        "gold/x.py",
        f'"""{BAD}\n\n{LONG}\n"""\n\nfloor = """told"""\n\n\ndef told(floor: int) -> str:\n'
        '    """Return a value.\n\n    Parameters\n    ----------\n    floor : int\n        A floor.\n\n'
        "    Returns\n    -------\n    str, which is told\n        Text of `told`.\n\n"
        "    Examples\n    --------\n"
        '    >>> told(floor)\n    floor\n    """\n    return option(\n        help="What is " "told.", '
        'title="F1 over all decisions")\n',
        [1, 1, 1, 3, 15, 28, 28, 28],
    ),
}


@pytest.mark.parametrize(("kind", "pattern"), CHECKED.sources)
def test_prose_keeps_to_its_budget(kind: str, pattern: str) -> None:
    for name, broken in violations(CHECKED, kind, paths_of(pattern)).items():
        count, budget = len(broken), CHECKED.budgets.get(name, 0)
        listed = "\n".join(map(str, broken[:100]))
        assert count <= budget, f"{name}: {count} violations of prose.toml, {budget} allowed\n{listed}"
        assert count == budget, (
            f"{name}: lower the budget to {count} (python -m tests.contract.prose --lower)"
        )


def test_every_budget_belongs_to_something_that_is_read() -> None:
    names = {budget_of(path, kind) for kind, pattern in CHECKED.sources for path in paths_of(pattern)}
    assert set(CHECKED.budgets) <= names
    assert all(budget > 0 for budget in CHECKED.budgets.values())


@pytest.mark.parametrize("kind", READERS)
def test_a_bad_sentence_is_found_in_each_kind_of_file(kind: str, tmp_path: Path) -> None:
    name, source, lines = SEEDED[kind]
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    (broken,) = violations(CHECKED, kind, [name], tmp_path).values()
    assert sorted(violation.line for violation in broken) == lines, "\n".join(map(str, broken))
    assert {violation.path for violation in broken} == {name}


def test_a_translation_is_read_by_its_keys(tmp_path: Path) -> None:
    (tmp_path / "fr.toml").write_text(f'[told]\n"{BAD}" = "Le floor"\n"fine" = "told"\n', encoding="utf-8")
    (broken,) = violations(CHECKED, "texts", ["fr.toml"], tmp_path).values()
    assert [violation.line for violation in broken] == [2, 2, 2]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("word " * 30, 0),
        ("word " * 31, 1),
        ("word " * 20 + "end. " + "Word " * 20 + "end.", 0),
        ("word " * 20 + "e.g. Word " + "word " * 15, 1),
        ("What do annotators see?", 0),
        ("What annotators see is below.", 1),
        ("Where documents cross, a test is conservative.", 1),
        ("See where documents cross. It is a leave-one-out estimate of inter-rater agreement.", 0),
        ("Leave each unit out in turn.", 1),
        ("A figure says more. See figure 3.", 1),
    ],
)
def test_sentences_are_counted_and_words_matched(text: str, rules: int, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    (broken,) = violations(CHECKED, "markdown", ["page.md"], tmp_path).values()
    assert len(broken) == rules, "\n".join(map(str, broken))


def test_budgets_only_fall() -> None:
    table = RULES.read_text(encoding="utf-8")
    lowered = with_budgets(table, {"a.md": 2, "b.md": 0})
    assert lowered.startswith(table[: table.index("[budgets]")])
    assert lowered.endswith('[budgets]\n"a.md" = 2\n')


def test_violations_are_listed_with_file_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs/guide/no-such-file.md"]) == 0
    assert capsys.readouterr().out == "0 violations\n"
