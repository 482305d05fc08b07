"""How each kind of row is stored in the columns of a Hugging Face dataset, and how it is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from aloi.annotation.rows import LinkedMention, MultipleChoice, Row, ScoredPair, Substitutes, TaggedPair
from aloi.annotation.tasks.base import row_as
from aloi.base.records import from_json, to_json
from aloi.gold.formats.base import score_in

if TYPE_CHECKING:
    import pyarrow as pa

# The columns of a pair, in their order: a release has three answers or more to each.
_OF_A_PAIR = attrgetter("id", "left", "right", "score", "left_id", "right_id")
ENDS = "code points, half open"


class RowShape(ABC):
    """The columns of a kind of row.

    Attributes
    ----------
    kind : type
        Of the rows.
    mark : str
        A column that only this kind has, for files that do not name their kind; empty for a kind that
        such files do not contain.
    category : str or None
        The task as the hub names it; None if it has no name for it.
    columns : mapping
        The columns in order, each with its content.
    """

    kind: ClassVar[type[Row]]
    mark: ClassVar[str] = ""
    category: ClassVar[str | None] = None
    columns: Mapping[str, str]

    @abstractmethod
    def types(self) -> dict[str, pa.DataType]:
        """Return the types of the columns that contain no text."""

    @abstractmethod
    def piece_types(self) -> dict[str, pa.DataType]:
        """Return what a piece of an answer is made of: a score, a label, a span ..."""

    @abstractmethod
    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the pieces of an answer, each once; none if it has none."""

    def values(self, row: Row) -> dict[str, object]:
        """Return the cells of a row by column."""
        columns: dict[str, object] = to_json(row_as(self.kind, row))
        return columns

    def row(self, values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
        """Return the row of a line, or raise AloiError."""
        del where, scale  # nothing in it is a score
        return from_json(self.kind, {name: values[name] for name in self.columns})

    def about(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return what the card says of the values, in whole sentences."""
        del rows
        return ()

    def features(self) -> dict[str, object]:
        """Return the features that the datasets library needs for columns, beyond their types."""
        return {}


class PairShape(RowShape):
    """Scored pairs."""

    kind = ScoredPair
    mark = "sentence1"
    category = "sentence-similarity"

    def __init__(self) -> None:
        self.columns = {
            "id": "the pair",
            "sentence1": "the first text",
            "sentence2": "the second text",
            "score": "the gold score",
            "left_id": "the first sentence in its corpus",
            "right_id": "the second sentence in its corpus",
        }

    def types(self) -> dict[str, pa.DataType]:
        """Return the type of scores."""
        import pyarrow as pa

        return {"score": pa.float64()}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return a score."""
        return self.types()

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the score."""
        return [{"score": float(row.score)}]

    def values(self, row: Row) -> dict[str, object]:
        """Return the pair, its texts called as the hub calls them."""
        pair = row_as(ScoredPair, row)
        columns: dict[str, object] = dict(zip(self.columns, _OF_A_PAIR(pair), strict=True))
        columns["score"] = float(pair.score)
        return columns

    def row(self, values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
        """Return the pair, its score on the scale."""
        ids = (str(values["id"]), str(values["left_id"]), str(values["right_id"]))
        score = score_in(values["score"], scale, where)
        return ScoredPair(*ids, str(values["sentence1"]), str(values["sentence2"]), score, *scale)

    def about(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return the ends of the scale."""
        first = next(one for one in rows if isinstance(one, ScoredPair))
        return (f"Scores run from {first.low:g} to {first.high:g}.",)


class OperationShape(RowShape):
    """Pairs with the operations that link their tokens."""

    kind = TaggedPair
    mark = "groups"

    def __init__(self) -> None:
        self.columns = {
            "id": "the pair",
            "source": "the tokens of the first text",
            "target": "the tokens of the second text",
            "groups": "the operations: indices of tokens on both sides, from 0, and a label",
            "broken": "whether the pair as a whole is marked as faulty",
            "left_id": "the first sentence in its corpus",
            "right_id": "the second sentence in its corpus",
        }

    def types(self) -> dict[str, pa.DataType]:
        """Return tokens, groups and the mark of faulty pairs."""
        import pyarrow as pa

        tokens = pa.list_(pa.string())
        groups = pa.list_(pa.struct(list(self.piece_types().items())))
        return {"source": tokens, "target": tokens, "groups": groups, "broken": pa.bool_()}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return an operation."""
        import pyarrow as pa

        places = pa.list_(pa.int32())
        return {"source": places, "target": places, "label": pa.string()}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the operations."""
        return [to_json(one) for one in row_as(TaggedPair, row).groups]


class MentionShape(RowShape):
    """Mentions with their concepts."""

    kind = LinkedMention

    def __init__(self) -> None:
        self.columns = {
            "id": "the mention",
            "document_id": "the document that contains it",
            "text": "the text around it",
            "spans": f"its offsets in the text, several if it is discontinuous: {ENDS}",
            "mention": "the mention as written",
            "group": "its type or semantic group",
            "concept": "its concept; several with | or + between them; CUILESS and the like for none",
        }

    def types(self) -> dict[str, pa.DataType]:
        """Return the type of places."""
        import pyarrow as pa

        return {"spans": pa.list_(pa.list_(pa.int32()))}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return a concept."""
        import pyarrow as pa

        return {"concept": pa.string()}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the concept as it was given: a composite one, and none at all, are answers too."""
        return [{"concept": row_as(LinkedMention, row).concept}]


class SubstituteShape(RowShape):
    """Words in their sentences, and their possible substitutes."""

    kind = Substitutes

    def __init__(self) -> None:
        self.columns = {
            "id": "the target",
            "sentence_id": "its sentence in the corpus",
            "lemma": "the dictionary form of the target",
            "pos": "its part of speech (Universal Dependencies)",
            "sentence": "the sentence",
            "start": "start of the target in the sentence, in code points",
            "end": "where it ends",
            "substitutes": "the substitutes, the most frequent first, and how many annotators gave each",
            "annotators": "number of annotators, including those who answered that no substitute fits",
        }

    def types(self) -> dict[str, pa.DataType]:
        """Return places, counts and substitutes."""
        import pyarrow as pa

        counted = pa.struct([("substitute", pa.string()), ("count", pa.int32())])
        offsets = dict.fromkeys(("start", "end", "annotators"), pa.int32())
        return {**offsets, "substitutes": pa.list_(counted)}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return a substitute."""
        import pyarrow as pa

        return {"substitute": pa.string()}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the substitutes."""
        return [{"substitute": word} for word, _ in row_as(Substitutes, row).counts]

    def values(self, row: Row) -> dict[str, object]:
        """Return the target, its counts by name."""
        substitutes = row_as(Substitutes, row)
        counted = [{"substitute": word, "count": count} for word, count in substitutes.counts]
        return {**to_json(substitutes, "counts"), "substitutes": counted}

    def row(self, values: Mapping[str, Any], where: str, scale: tuple[float, float]) -> Row:
        """Return the target."""
        del where, scale
        counts = tuple((one["substitute"], one["count"]) for one in values["substitutes"])
        fields = {name: values[name] for name in self.columns if name != "substitutes"}
        return from_json(Substitutes, fields, counts=counts)


class QuestionShape(RowShape):
    """Questions with options."""

    kind = MultipleChoice
    mark = "options"
    category = "multiple-choice"

    def __init__(self) -> None:
        self.columns = {
            "id": "the question",
            "question": "the question itself",
            "options": "its options",
            "correct": "the indices of the correct options, from 0",
        }

    def types(self) -> dict[str, pa.DataType]:
        """Return options and places."""
        import pyarrow as pa

        return {"options": pa.list_(pa.string()), "correct": pa.list_(pa.int32())}

    def piece_types(self) -> dict[str, pa.DataType]:
        """Return the place of an option."""
        import pyarrow as pa

        return {"option": pa.int32()}

    def pieces(self, row: Row) -> list[dict[str, object]]:
        """Return the options taken for correct."""
        return [{"option": place} for place in row_as(MultipleChoice, row).correct]
