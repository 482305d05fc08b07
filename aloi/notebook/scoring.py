"""Scores of systems and comparisons of runs: `aloi.score` and `aloi.compare`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.records import to_json
from aloi.base.terms import Phrase
from aloi.notebook.tables import (
    Tabular,
    bounds,
    frame,
    readable,
    request_of,
    sheet_read,
    told_in_notebook,
)

if TYPE_CHECKING:
    import pandas as pd

    from aloi.corpora.model import Json
    from aloi.corpora.readers import SourceTable
    from aloi.evaluation.metrics.base import Score
    from aloi.evaluation.reports.labels import LabelScores
    from aloi.workbench.models.comparison import Comparison

R = TypeVar("R")
Options: TypeAlias = Mapping[str, object]
# A file, or its lines.
Lines: TypeAlias = "str | os.PathLike[str] | Iterable[str]"


class Report(Protocol):
    """The result of a scoring function."""

    def to_json(self) -> dict[str, Json]:
        """Return the document that the command prints."""
        ...


class Scores:
    """The scores of one system: an attribute a metric, such as `.spearman.value`.

    Parameters
    ----------
    report : object
        The result of the function; its counts, such as `.n` and `.missing`, are attributes here too.
    metrics : mapping
        Name -> a metric, with `.value`, `.interval`, `.reason`, `.n` and `.signature`.
    """

    def __init__(self, report: Report, metrics: Mapping[str, Score]) -> None:
        self.report = report
        self.metrics = dict(metrics)

    def __getattr__(self, name: str) -> Any:
        """Return a metric, or what the report knows under that name."""
        metrics = self.__dict__.get("metrics", {})
        if name in metrics:
            return metrics[name]
        if name.startswith("_") or not hasattr(self.__dict__.get("report"), name):
            raise AttributeError(f"there is no score {name!r}; there are {', '.join(metrics)}")
        return getattr(self.report, name)

    def __getitem__(self, name: str) -> Score:
        """Return a metric whose name is no Python name, such as `lix of source`."""
        return self.metrics[name]

    def __dir__(self) -> list[str]:
        """Return the metrics beside the methods."""
        return sorted({*super().__dir__(), *(one for one in self.metrics if one.isidentifier())})

    def __repr__(self) -> str:
        """Return the metrics and their values."""
        return f"Scores({', '.join(f'{name}={one.value}' for name, one in self.metrics.items())})"

    def to_json(self) -> dict[str, Json]:
        """Return the document that `aloi score … --json` prints."""
        return self.report.to_json()

    def table(self) -> pd.DataFrame:
        """Return a row a metric: metric, value, interval, why undefined, items, signature."""
        return frame(
            {
                "metric": name,
                "value": metric_score.value,
                **bounds(metric_score.interval),
                "reason": metric_score.reason,
                "n": metric_score.n,
                "signature": metric_score.signature,
            }
            for name, metric_score in self.metrics.items()
        )


@told_in_notebook()
def score(kind: str, gold: Any, predicted: Any, *, sheet: str | None = None, **options: object) -> Scores:
    """Return the scores of predictions against gold, as the command `aloi score` computes them.

    Parameters
    ----------
    kind : str
        Kinds of data:

        - `sts`, `labels` or `choices`: tables of pandas, of pyarrow, or paths;
        - `tags`: a path of a CoNLL file, or a table with the columns sentence, token, tag and optionally
          document;
        - `spans`: paths of brat folders or JSON lines;
        - `sari`: paths, or lists of sentences; `gold` may be several references;
        - `lexsub`: paths.
    gold, predicted
        The expected answers and those of the system, with the columns of the command: `id, score` for sts;
        `id, label` or `id, labels` for labels and choices.
    sheet : str or None
        Sheet of workbooks; by default the first one with cells.
    **options
        The options of the command:

        - sts: `scale=(0, 5)`, `variant` and `clip`;
        - labels: `threshold`;
        - tags: `scheme`, `bare` and `unit`;
        - sari: `source`, `variant` and `beside`;
        - lexsub: `scorer`, `mapping` and `harmonise`;
        - all: `replicates` and `seed`.

    Raises
    ------
    AloiError
        An unknown kind, or tables that do not fit each other.

    Examples
    --------
    >>> import aloi, pandas
    >>> gold = pandas.DataFrame({"id": ["a", "b", "c"], "score": [0, 2.5, 5]})
    >>> system = pandas.DataFrame({"id": ["a", "b", "c"], "score": [1, 2, 4]})
    >>> scores = aloi.score("sts", gold, system, scale=(0, 5), replicates=0)
    >>> round(scores.spearman.value, 6)
    1.0
    >>> list(scores.table()["metric"])
    ['spearman', 'pearson', 'edrm']
    """
    known_name(kind, KINDS, Phrase("kind-kind-of-scores", "kind of scores"))
    with sheet_read(sheet, gold, predicted):
        return KINDS[kind](gold, predicted, options)


def _sts(gold: Any, predicted: Any, options: Options) -> Scores:
    from aloi.workbench.files.score_pairs import score_sts
    from aloi.workbench.requests.files.scores import StsRequest

    tables, request = _tables(StsRequest, gold, predicted, options)
    scores = score_sts(request, tables)
    return Scores(scores, {one.metric: one for one in (scores.spearman, scores.pearson, scores.edrm)})


def _labels(gold: Any, predicted: Any, options: Options) -> Scores:
    from aloi.workbench.files.score_labels import score_labels
    from aloi.workbench.requests.files.scores import LabelsRequest

    tables, request = _tables(LabelsRequest, gold, predicted, options)
    return _label_scores(score_labels(request, tables))


def _choices(gold: Any, predicted: Any, options: Options) -> Scores:
    from aloi.workbench.files.score_labels import score_choices
    from aloi.workbench.requests.files.scores import ChoicesRequest

    tables, request = _tables(ChoicesRequest, gold, predicted, options)
    return _label_scores(score_choices(request, tables))


def _tables(
    kind: type[R], gold: Tabular, predicted: Tabular, options: Options
) -> tuple[Sequence[Path | SourceTable], R]:
    """Return the tables of the gold and of the predictions, and the request that names them."""
    tables = {"gold": readable(gold, "gold"), "predicted": readable(predicted, "predicted")}
    paths = {name: one if isinstance(one, Path) else one.path for name, one in tables.items()}
    return [*tables.values()], request_of(kind, {**options, **paths})


def _label_scores(label_scores: LabelScores) -> Scores:
    return Scores(label_scores, {one.metric: one for one in label_scores.scores})


def _tags(gold: Tabular, predicted: Tabular, options: Options) -> Scores:
    from aloi.evaluation.metrics.base import Score
    from aloi.workbench.files.score_tags import score_tags
    from aloi.workbench.requests.files.scores import TagsRequest

    with _Files() as files:
        paths = {"gold": files.conll(gold, "gold"), "predicted": files.conll(predicted, "predicted")}
        tag_scores = score_tags(request_of(TagsRequest, {**options, **paths}))
    metrics = {
        f"{before}{part}": Score(
            part,
            getattr(reading.micro, part),
            reading.reason,
            None,
            tag_scores.sentences,
            reading.micro.interval[part],
            reading.signature,
        )
        for before, reading in (("", tag_scores.lenient), ("strict_", tag_scores.strict))
        for part in ("precision", "recall", "f1")
    }
    return Scores(tag_scores, metrics)


def _spans(gold: os.PathLike[str], predicted: os.PathLike[str], options: Options) -> Scores:
    from aloi.evaluation.metrics.base import Score
    from aloi.workbench.files.score_tags import score_spans
    from aloi.workbench.requests.files.scores import MarkedSpansRequest

    paths = {"gold": Path(gold), "predicted": Path(predicted)}
    report = score_spans(request_of(MarkedSpansRequest, {**options, **paths}))
    matches = {
        "": report.exact,
        "partial_": report.partial,
        "relations_": report.relations.exact,
        "relations_partial_": report.relations.partial,
    }
    metrics = {
        f"{before}{part}": Score(
            part,
            getattr(matched, part),
            None,
            None,
            report.texts,
            matched.interval[part],
            report.signature,
        )
        for before, matched in matches.items()
        for part in ("precision", "recall", "f1")
    }
    return Scores(report, metrics)


def _sari(gold: Any, predicted: Lines, options: Options) -> Scores:
    from aloi.workbench.files.score_simplifications import score_sari
    from aloi.workbench.requests.files.scores import SariRequest

    several = not isinstance(gold, (str, os.PathLike)) and not all(isinstance(one, str) for one in gold)
    references: Sequence[Any] = list(gold) if several else [gold]
    source: Any = options.get("source")
    with _Files() as files:
        paths: dict[str, object] = {
            "source": None if source is None else files.lines(source, "source"),
            "system": files.lines(predicted, "predicted"),
            "reference": [files.lines(one, f"reference {at}") for at, one in enumerate(references, start=1)],
        }
        sari_scores = score_sari(request_of(SariRequest, {**options, **paths}))
    return Scores(sari_scores, dict(sari_scores.scores))


def _lexsub(gold: os.PathLike[str], predicted: os.PathLike[str], options: Options) -> Scores:
    from aloi.workbench.files.score_substitutes import score_files
    from aloi.workbench.requests.files.scores import LexsubRequest

    paths = {"gold": Path(gold), "systems": [Path(predicted)]}
    report = score_files(request_of(LexsubRequest, {**options, **paths}))
    return Scores(report, {one.metric: one for one in report.systems[0].scores.scores})


KINDS: Mapping[str, Callable[..., Scores]] = {
    "sts": _sts,
    "lexsub": _lexsub,
    "sari": _sari,
    "tags": _tags,
    "spans": _spans,
    "labels": _labels,
    "choices": _choices,
}


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Stored runs set beside each other; `comparison` holds everything that was computed."""

    comparison: Comparison

    def table(self) -> pd.DataFrame:
        """Return a row a run and test: run, system, training data, test, value, interval, rank letters."""
        comparison = self.comparison
        return frame(
            {
                "run": row.run.id,
                "system": row.run.system,
                "train": row.run.train,
                "test": test.label,
                "metric": comparison.metric,
                "value": cell.value,
                **bounds(cell.interval),
                "letters": cell.letters,
                "signature": test.family.signature,
            }
            for row in comparison.grid
            for test, cell in zip(comparison.tests, row.cells, strict=True)
            if cell is not None
        )

    def differences(self) -> pd.DataFrame:
        """Return a row for every two runs on each test: difference, interval, test, p, p by Holm's rule."""
        return frame(
            {
                "test": test.label,
                "run": difference.a,
                "against": difference.b,
                "difference": difference.difference,
                **bounds(difference.interval),
                **to_json(difference, "a", "b", "difference", "interval", "better"),
            }
            for test in self.comparison.tests
            for difference in test.family.differences
        )


@told_in_notebook()
def compare(
    runs: str | Sequence[str], *, data: str | os.PathLike[str] | None = None, **options: object
) -> RunComparison:
    """Return a comparison of stored runs, as the command `aloi compare` does.

    Parameters
    ----------
    runs : str or sequence of str
        Ids, or prefixes of ids that only one run has.
    data : path or None
        The data folder that contains their `runs`; that of the settings by default.
    **options
        `metric`, `test`, `cut`, `cluster`, `method`, `replicates` and `seed` of the command.

    Raises
    ------
    AloiError
        A run that does not exist or is not finished, or runs that cannot be compared.

    Examples
    --------
    >>> import aloi
    >>> aloi.compare("no-such-run", data="no-such-folder")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ...
    aloi.base.errors.AloiError: ...
    """
    from aloi.base.settings import Settings
    from aloi.workbench.models.comparison import compare_runs
    from aloi.workbench.requests.models.evaluation import CompareRequest

    folder = Path(data).expanduser() if data is not None else Settings.read().data
    return RunComparison(compare_runs(folder / "runs", request_of(CompareRequest, {**options, "runs": runs})))


class _Files(ExitStack):
    """Writes what notebooks hold into files of a folder that goes with it."""

    def lines(self, source: Lines, name: str) -> Path:
        """Return the path of lines: their own file, or one made of a list of texts."""
        if isinstance(source, (str, os.PathLike)):
            return Path(source).expanduser()
        texts = list(source)
        wrong = next((at for at, one in enumerate(texts, start=1) if set(str(one)) & {"\n", "\r"}), None)
        if wrong is not None:
            raise AloiError("aloi.text-several-lines", name=name, wrong=wrong)
        return self._write(name, (f"{one}\n" for one in texts))

    def conll(self, source: Tabular, name: str) -> Path:
        """Return the path of tagged tokens: their own file, or one made of a table."""
        table = readable(source, name)
        if isinstance(table, Path):
            return table
        table.require("sentence", "token", "tag")
        lines: list[str] = []
        before = None
        for row in table.rows:
            if row.text("sentence") != before:
                document = f"# document = {row.text('document')}\n" if "document" in table.columns else ""
                lines.append(f"\n{document}" if lines else document)
            before = row.text("sentence")
            lines.append(f"{row.text('token')}\t{row.text('tag')}\n")
        return self._write(name, lines)

    def _write(self, name: str, lines: Iterable[str]) -> Path:
        path = Path(self.enter_context(tempfile.TemporaryDirectory(prefix="aloi-"))) / name
        path.write_text("".join(lines), encoding="utf-8")
        return path
