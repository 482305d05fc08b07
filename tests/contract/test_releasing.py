"""What a release states agrees: versions, dates, commands of the workflow, versions of Python."""

from __future__ import annotations

import re
import tomllib

import yaml

from tests.sources import ROOT

_SECTION = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^):]+?)(?:#[^)]*)?\)")
MOST_LINES = 60  # of the section of a release


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _project() -> dict:
    return tomllib.loads(_text("pyproject.toml"))["project"]


def _workflow() -> dict:
    return yaml.safe_load(_text(".github/workflows/check.yml"))["jobs"]


def test_version_and_date_agree() -> None:
    citation = yaml.safe_load(_text("CITATION.cff"))
    (version, date), *_ = _SECTION.findall(_text("CHANGELOG.md"))
    assert _project()["version"] == citation["version"] == version
    assert str(citation["date-released"]) == date


def test_a_section_of_the_changelog_is_short() -> None:
    head, *sections = re.split(r"^## ", _text("CHANGELOG.md"), flags=re.MULTILINE)
    assert head.startswith("# Changelog\n")
    for section in sections:
        assert len(section.splitlines()) <= MOST_LINES
        headings = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert set(headings) <= {"Added", "Changed", "Fixed", "Security", "Removed", "Known limits"}
        assert not re.search(r"^ +\S", section, re.MULTILINE)  # an entry is one line


def test_steps_of_the_workflow_are_targets_of_make() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", _text("Makefile"), re.MULTILINE))
    commands = [step["run"] for job in _workflow().values() for step in job["steps"] if "run" in step]
    called = {command.split()[1] for command in commands if command.startswith("make ")}
    assert called == {"check", "test-core"}
    assert called <= targets
    assert all(command.startswith(("make ", "git config ")) for command in commands)


def test_versions_of_python_agree() -> None:
    matrices = {name: job["strategy"]["matrix"]["python"] for name, job in _workflow().items()}
    supported = re.findall(r"^\| (3\.\d+) \|", _text("RELEASING.md"), re.MULTILINE)
    assert matrices["linux"] == supported
    assert set(matrices["core"]) == {supported[0], supported[-1]}
    assert _project()["requires-python"] == f">={supported[0]}"
    classified = [
        name.rpartition(" ")[2] for name in _project()["classifiers"] if re.search(r":: 3\.\d+$", name)
    ]
    assert classified == supported


def test_templates_and_hooks_are_what_their_readers_expect() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    assert [form.stem for form in forms] == ["bug", "config", "feature", "wrong_number"]
    for form in forms:
        content = yaml.safe_load(form.read_text(encoding="utf-8"))
        if form.stem == "config":
            continue
        assert {"name", "description", "body"} <= content.keys()
        fields = [field for field in content["body"] if field["type"] != "markdown"]
        assert len({field["id"] for field in fields}) == len(fields)
        assert all(field["attributes"]["label"] for field in fields)
    (repository,) = yaml.safe_load(_text(".pre-commit-config.yaml"))["repos"]
    assert [hook["id"] for hook in repository["hooks"]] == ["ruff-format", "ruff-check", "prose", "names"]


def test_links_of_the_documents_at_the_root_lead_somewhere() -> None:
    for name in ("CHANGELOG.md", "RELEASING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"):
        missing = [target for target in _LINK.findall(_text(name)) if not (ROOT / target).exists()]
        assert missing == []
