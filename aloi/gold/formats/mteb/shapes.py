"""The task of MTEB that rows make: its kind, the columns it asks for, and the class of its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aloi.annotation.rows import LabelledText, Row, ScoredPair
from aloi.annotation.tasks.base import row_as
from aloi.gold.formats.huggingface.labels import SEVERAL, LabelShape
from aloi.gold.formats.huggingface.shapes import RowShape
from aloi.gold.formats.huggingface.tables import shape_of

if TYPE_CHECKING:
    import pyarrow as pa

POSITIVE = "positive"


@dataclass(frozen=True, slots=True)
class BenchmarkTask:
    """A kind of task of MTEB.

    Parameters
    ----------
    type, base, main_score : str
        As MTEB calls the kind of task, its class, and the score that stands for it.
    settings : mapping
        Attributes of the class other than its metadata.
    learns : bool
        Whether one part is what the task learns from, or takes names from, and the others are evaluated.
    """

    type: str
    base: str
    main_score: str
    category: str
    shape: RowShape
    settings: Mapping[str, object] = field(default_factory=dict)
    learns: bool = False


class PositiveShape(LabelShape):
    """Pairs of texts with labels, and whether the first label applies: 1 or 0."""

    def __init__(self, column: str, label_names: Sequence[str]) -> None:
        super().__init__(column, label_names)
        self.columns = {**self.columns, POSITIVE: "1 for the first label of the list, else 0"}

    def types(self) -> dict[str, pa.DataType]:
        """Return the type of labels."""
        import pyarrow as pa

        return {**super().types(), POSITIVE: pa.int64()}

    def values(self, row: Row) -> dict[str, object]:
        """Return a pair with its labels as numbers."""
        text = row_as(LabelledText, row)
        return {**super().values(row), POSITIVE: int(text.all_labels[0] in text.labels)}


def task_of(rows: Sequence[Row]) -> BenchmarkTask:
    """Return the task for rows of one kind.

    - Scored pairs: STS.
    - Texts with a second text: pair classification; the first label counts.
    - Other labelled texts: classification, multilabel if any text has several labels or none.
    - Mentions: retrieval of the names of their concept.
    """
    first = rows[0]
    if isinstance(first, ScoredPair):
        ends = {"min_score": first.low, "max_score": first.high}
        return BenchmarkTask("STS", "AbsTaskSTS", "cosine_spearman", "t2t", shape_of(rows), ends)
    if not isinstance(first, LabelledText):
        return BenchmarkTask("Retrieval", "AbsTaskRetrieval", "ndcg_at_10", "t2t", shape_of(rows), {}, True)
    texts = [one for one in rows if isinstance(one, LabelledText)]
    if all(one.second for one in texts):
        columns = {"input1_column_name": "text", "input2_column_name": "second"}
        return BenchmarkTask(
            "PairClassification", "AbsTaskPairClassification", "max_ap", "t2t", PositiveShape.of(texts),
            {**columns, "label_column_name": POSITIVE},
        )  # fmt: skip
    if all(len(one.labels) == 1 for one in texts):
        return BenchmarkTask(
            "Classification", "AbsTaskClassification", "accuracy", "t2c", LabelShape.of(texts), {}, True
        )
    return BenchmarkTask(
        "MultilabelClassification", "AbsTaskMultilabelClassification", "accuracy", "t2c",
        LabelShape.of(texts), {"label_column_name": SEVERAL}, True,
    )  # fmt: skip
