"""Tasks of Label Studio with the gold as ground truth, people's answers next to it, and the configuration."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import LabelledText, MultipleChoice, Row, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.gold.formats.base import Format, part_files, read_text
from aloi.gold.formats.label_studio.shapes import CONTROL, SHAPES, StudioShape
from aloi.gold.formats.losses import UNTEXTED_TOKENS, Loss
from aloi.gold.formats.projects.label_studio import GOLD, read_tasks
from aloi.gold.formats.projects.label_studio_config import CONFIG_FILE, StudioConfig, parse_config
from aloi.gold.formats.projects.model import ProjectOptions
from aloi.gold.formats.source_ids import SOURCE_FIELD, release_source_ids
from aloi.gold.formats.span_schema import SpanSchema
from aloi.gold.model import Release
from aloi.gold.releasing.answers import ReleasedAnswer
from aloi.gold.releasing.companions import MANIFEST
from aloi.gold.releasing.manifest import rows_of
from aloi.gold.releasing.release_files import opened


class LabelStudioTasks(Format):
    """`<part>.json`, a task an item, and `labeling_config.xml`, which a new project is given first.

    The data of a task contain `source_id`, the id of the item in its source, if it is unique there;
    not of a restricted corpus. The gold is the annotation with `ground_truth`; the
    others are people's answers, by pseudonym.
    """

    name: ClassVar[str] = "label_studio"
    title: ClassVar[str] = Phrase(
        "format-tasks-label-studio", "tasks of Label Studio (JSON) and their labelling configuration"
    )
    extensions: ClassVar[tuple[str, ...]] = (".json",)
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair, LabelledText, TaggedTokens, MultipleChoice)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        UNTEXTED_TOKENS,
        Loss(
            Phrase("loss-texts-guidelines", "texts of the guidelines"),
            lambda rows, release: len(rows_of(release.manifest, "guidelines")),
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return a file a part, rows by id, and the configuration.

        Raises
        ------
        AloiError
            A text of white space alone, which no task shows.
        """
        all_rows = [row for part_rows in rows.values() for row in part_rows]
        shape = next(one for one in SHAPES if isinstance(all_rows[0], one.kind))
        answers: dict[str, list[ReleasedAnswer]] = defaultdict(list)
        for answer in opened(release).answers if release.manifest.get("annotations") else ():
            if isinstance(answer.row, shape.kind):
                answers[answer.item_id].append(answer)
        files = {
            CONFIG_FILE: shape.config(
                [*all_rows, *(answer.row for each in answers.values() for answer in each)],
                SpanSchema.of_release(release, {}),
            )
        }
        source_ids = release_source_ids(release)
        for part, part_rows in rows.items():
            tasks = [
                json.dumps(
                    _task(row, answers.get(row.id, ()), shape, source_ids.of_item(row.id)),
                    ensure_ascii=False,
                )
                for row in sorted(part_rows, key=lambda row: row.id)
            ]
            files[f"{part}.json"] = "[\n" + ",\n".join(tasks) + "\n]\n"
        return files

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the configuration has the scale and the labels."""
        del scale
        config = parse_config(read_text(folder / CONFIG_FILE), CONFIG_FILE)
        shape = _shape_of(config)
        parts: dict[str, tuple[Row, ...]] = {}
        for path in part_files(folder, ".json"):
            if path.name == MANIFEST:
                continue
            project = read_tasks(path, ProjectOptions(fields=shape.shown), gold=True)
            answers = {answer.document: answer for answer in project.answers}
            parts[path.stem] = tuple(
                shape.row(document, answers[document.id], config)
                for document in project.documents
                if document.id in answers
            )
        return parts


def _shape_of(config: StudioConfig) -> StudioShape:
    """Return the kind of row that the control asks for, or raise AloiError for a configuration of others."""
    control = config.controls.get(CONTROL)
    kinds = {"Number": ScoredPair, "Labels": TaggedTokens, "Choices": LabelledText}
    if control is not None and None not in control.facts.values():
        kind = MultipleChoice if control.options else kinds.get(control.tag)
        shape = next((one for one in SHAPES if one.kind is kind), None)
        if shape is not None:
            return shape
    raise AloiError("gold.label-studio-config", name=CONFIG_FILE, control=CONTROL)


def _task(
    row: Row, answers: Sequence[ReleasedAnswer], shape: StudioShape, its_source_id: str
) -> dict[str, Any]:
    data = shape.data(row)
    if not all(str(data[name]).strip() for name in shape.shown):
        raise AloiError("gold.blank-text", id=repr(row.id))
    annotations = [
        {
            "completed_by": {"email": answer.annotator},
            "result": [*shape.results(answer.row), *_comment(answer.comment, shape)],
            "was_cancelled": False,
            "ground_truth": False,
            "lead_time": answer.seconds,
            "created_at": answer.created_at or None,
        }
        for answer in answers
    ]
    gold = {
        "completed_by": {"email": GOLD},
        "result": shape.results(row),
        "was_cancelled": False,
        "ground_truth": True,
    }
    named = {SOURCE_FIELD: its_source_id} if its_source_id else {}
    return {"id": row.id, "data": {**data, **named}, "annotations": [gold, *annotations], "predictions": []}


def _comment(words: str, shape: StudioShape) -> list[dict[str, Any]]:
    if not words.strip():
        return []
    return [
        {
            "id": "c1",
            "from_name": "comment",
            "to_name": shape.shown[0],
            "type": "textarea",
            "value": {"text": [words]},
        }
    ]
