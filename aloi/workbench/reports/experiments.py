"""Experiment files: the commands behind the tables of a paper, checked first, run if something changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aloi.agreement.result import program_version
from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.requests import FILE, RequestError, from_data, info_of, read_file
from aloi.base.terms import Term
from aloi.corpora.identity import checksum, file_checksum
from aloi.corpora.model import Json
from aloi.corpora.readers.writing import whole_file
from aloi.workbench.requests import all_requests
from aloi.workbench.requests.models.training import ExperimentRequest

_STEPS = "steps"
_FIELDS = ("name", "command", "options", "write")
PRINTED = ("json", "text")  # what a command prints, as files
RUNS_OF = "@"  # begins the name of a step whose runs are meant
_ITSELF = "experiment run"


@dataclass(frozen=True, slots=True)
class ExperimentStep:
    """One command of an experiment.

    Parameters
    ----------
    command : str
        Its name, such as `train` or `study clister-table`.
    options : mapping
        Fields of its request. A text such as `@grid` stands for the runs of the step `grid`.
    write : mapping
        Output of the command (`latex`, `csv`, `out`; `json` and `text` for what it prints) -> file.
    """

    name: str
    command: str
    options: Mapping[str, Json] = field(default_factory=dict)
    write: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step that was done: the checksum of its inputs, its runs, and the checksums of its files."""

    inputs: str
    runs: tuple[str, ...]
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step that was run or reused; `reused` if nothing had changed since it was run."""

    name: str
    command: str
    reused: bool
    runs: tuple[str, ...]
    files: tuple[str, ...]


# Runs a step with the given options, and returns the ids of its runs; its files are written.
RunStep = Callable[[ExperimentStep], Sequence[str]]


def read_experiment(
    request: ExperimentRequest, outputs: Callable[[str], Mapping[str, bool]]
) -> tuple[ExperimentStep, ...]:
    """Return the steps of an experiment file (TOML or JSON), each checked by the request of its command.

    Parameters
    ----------
    outputs : callable
        Returns the outputs that a command can write, and whether it needs a file for them.

    Raises
    ------
    AloiError
        An unknown command, option, output or step, a name that occurs twice, or a value that the request
        does not accept. The error names the step.
    """
    path = request.file
    document = read_file(path)
    entries = document.get(_STEPS)
    if set(document) != {_STEPS} or not isinstance(entries, list) or not entries:
        raise AloiError(
            "aloi.missing", name=str(path), missing=Term("steps-of-experiment"), todo=Term("write-steps")
        )
    kinds = {info_of(kind).name: kind for kind in all_requests()}
    steps: list[ExperimentStep] = []
    for number, entry in enumerate(entries, start=1):
        label = entry.get("name", number) if isinstance(entry, dict) else number
        try:
            steps.append(_checked(entry, kinds, outputs, steps, path))
        except AloiError as error:
            raise error.at(f"{path}, step {label}") from None
    return tuple(steps)


def _checked(
    entry: object,
    kinds: Mapping[str, type],
    outputs: Callable[[str], Mapping[str, bool]],
    earlier: Sequence[ExperimentStep],
    path: Path,
) -> ExperimentStep:
    if not isinstance(entry, dict):
        raise RequestError("aloi.request-no-object", value=repr(entry))
    for name in entry.keys() - set(_FIELDS):
        raise _not_listed(Term("field-of-step"), name, _FIELDS)
    for name in ("name", "command"):
        if not isinstance(entry.get(name), str) or not entry[name]:
            raise AloiError("aloi.missing", name=Term("the-step"), missing=name)
    step = from_json(ExperimentStep, {"options": {}, "write": {}, **entry})
    before = [each.name for each in earlier]
    if step.name in before:
        raise AloiError("aloi.repeated", name=Term("name-of-step"), value=repr(step.name))
    commands = sorted(kinds.keys() - {_ITSELF})
    if step.command not in commands:
        raise _not_listed(Term("command-of-step"), step.command, commands)
    writable = outputs(step.command)
    for name in step.write:
        if name not in (*writable, *PRINTED):
            raise _not_listed(Term("output-of-command"), name, (*writable, *PRINTED))
    for name, is_required in writable.items():
        if is_required and name not in step.write:
            raise AloiError("aloi.missing", name="write", missing=name)
    for name in _references(step.options):
        if name not in before:
            raise _not_listed(Term("earlier-step"), name, before)
    # A file that an earlier step writes need not exist yet: the experiment file stands for it.
    later_files = {file for each in earlier for file in each.write.values()}
    options = {
        name: str(path) if isinstance(value, str) and value in later_files else value
        for name, value in step.options.items()
    }
    from_data(kinds[step.command], options, FILE)
    return step


def _not_listed(kind: Term, name: str, names: Sequence[str]) -> AloiError:
    return AloiError(
        "aloi.not-listed", kind=kind, name=repr(name), known=names, todo=Term("correct-the-file")
    )


def run_experiment(
    path: Path,
    steps: Sequence[ExperimentStep],
    run_step: RunStep,
    *,
    stamp: Callable[[], str] = str,
    report: Callable[[StepDone], None] = lambda done: None,
) -> tuple[StepDone, ...]:
    """Return all steps with their files, in order; steps whose inputs and files did not change are not run.

    Inputs are the options, the content of every file and folder they name, the runs of earlier steps, the
    version of the program, and `stamp`. Done steps are recorded beside the file after each step.

    Parameters
    ----------
    stamp : callable
        Returns a text that changes with the store.
    report : callable
        Called after each step.

    Raises
    ------
    AloiError
        A step failed; those before it are recorded.
    """
    record_path = path.with_name(f"{path.name}.done.json")
    records = _read_records(record_path)
    runs: dict[str, tuple[str, ...]] = {}
    done = []
    for step in steps:
        resolved = ExperimentStep(step.name, step.command, _resolved(step.options, runs), step.write)
        inputs = _inputs(resolved, stamp())
        record = records.get(step.name)
        reused = record is not None and record.inputs == inputs and record.files == _files(step.write)
        if record is None or not reused:
            try:
                ids = tuple(run_step(resolved))
            except AloiError as error:
                raise error.at(f"{path}, step {step.name}") from error
            # The store may have changed meanwhile, by the step itself: it is not a reason to repeat it.
            record = StepRecord(_inputs(resolved, stamp()), ids, _files(step.write))
            records = {**records, step.name: record}
            with whole_file(record_path) as part:
                part.write_text(json.dumps({name: to_json(each) for name, each in records.items()}, indent=1))
        runs[step.name] = record.runs
        done.append(StepDone(step.name, step.command, reused, record.runs, tuple(step.write.values())))
        report(done[-1])
    return tuple(done)


def _read_records(path: Path) -> dict[str, StepRecord]:
    """Return what was done before; nothing if the file is missing or damaged, so that steps are run again."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {name: from_json(StepRecord, record) for name, record in document.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _texts(value: Json) -> Iterator[str]:
    """Yield all texts among the values of options, keys of tables too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield key
            yield from _texts(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _texts(member)


def _references(options: Mapping[str, Json]) -> list[str]:
    return [
        text.removeprefix(RUNS_OF)
        for value in options.values()
        for text in _texts(value)
        if text.startswith(RUNS_OF)
    ]


def _resolved(options: Mapping[str, Json], runs: Mapping[str, Sequence[str]]) -> dict[str, Json]:
    """Return the options with the ids of runs instead of the names of their steps."""
    return {name: _with_ids(value, runs) for name, value in options.items()}


def _with_ids(value: Any, runs: Mapping[str, Sequence[str]]) -> Any:
    if isinstance(value, list):
        return [
            member
            for entry in value
            for member in (_runs_of(entry, runs) if _is_reference(entry) else [_with_ids(entry, runs)])
        ]
    if not _is_reference(value):
        return value
    ids = _runs_of(value, runs)
    if len(ids) != 1:
        raise AloiError(
            "aloi.matches",
            kind=Term("runs"),
            name=repr(value),
            count=len(ids),
            known=ids,
            todo=Term("write-list"),
        )
    return ids[0]


def _is_reference(value: object) -> bool:
    return isinstance(value, str) and value.startswith(RUNS_OF)


def _runs_of(value: str, runs: Mapping[str, Sequence[str]]) -> Sequence[str]:
    return runs[value.removeprefix(RUNS_OF)]


def _inputs(step: ExperimentStep, stamp: str) -> str:
    """Return the checksum of everything that a step depends on."""
    paths = {text: _content(path) for text in _texts(dict(step.options)) for path in _paths(text)}
    return checksum([program_version(), to_json(step), paths, stamp])


def _paths(text: str) -> list[Path]:
    """Return the path that a text names, also with the name of a part after it; none for other texts."""
    candidates = [Path(part).expanduser() for part in (text, text.rpartition(":")[0]) if part]
    return [path for path in candidates if len(str(path)) < _LONGEST and path.exists()][:1]


_LONGEST = 1000  # characters; a longer text is no path, and the system would refuse to look for it


def _content(path: Path) -> str:
    """Return the checksum of a file, or of all files of a folder with their names."""
    if path.is_file():
        return file_checksum(path.read_bytes())
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return checksum([[str(file.relative_to(path)), file_checksum(file.read_bytes())] for file in files])


def _files(write: Mapping[str, str]) -> dict[str, str]:
    """Return the checksums of the files of a step, for those that exist."""
    return {name: _content(Path(name)) for name in write.values() if Path(name).exists()}
