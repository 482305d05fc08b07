"""A task of MTEB: Parquet files a part, and `task.py`, which evaluates any encoder on them."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import ClassVar

from babel.core import get_global

from aloi.annotation.rows import LabelledText, LinkedMention, Row, ScoredPair
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.model import Json
from aloi.gold.formats.base import Format
from aloi.gold.formats.huggingface.card import title_of
from aloi.gold.formats.huggingface.folder import HuggingFace
from aloi.gold.formats.huggingface.tables import PartTable
from aloi.gold.formats.losses import Loss, Parts, answers
from aloi.gold.formats.mteb.shapes import BenchmarkTask, task_of
from aloi.gold.model import Release
from aloi.gold.releasing.licences import listed_name
from aloi.gold.releasing.manifest import entries

_FILE = "task.py"
_TRAIN = "train"
_RETRIEVAL = "Retrieval"
# Codes of languages by their English names, which ISO 639-3 and MTEB do not have.
_BIBLIOGRAPHIC = frozenset(
    (
        "alb", "arm", "baq", "bur", "chi", "cze", "dut", "fre", "geo", "ger", "gre", "ice", "mac", "mao",
        "may", "per", "rum", "scc", "scr", "slo", "tib", "wel",
    )
)  # fmt: skip


def _unnamed(rows: Parts, release: Release) -> int:
    del release
    return concept_search(rows, _learnt(rows)).unnamed


class Mteb(Format):
    """`<part>.parquet` and `task.py`: `python task.py MODEL` prints the scores of an encoder.

    Tasks with training use the split `train`, else the largest one, and evaluate on the others. The names of
    concepts are the mentions of that split: a release contains no terminology.
    """

    name: ClassVar[str] = "mteb"
    title: ClassVar[str] = Phrase(
        "format-task-mteb-parquet", "task of MTEB (Parquet and a Python file that runs)"
    )
    extensions: ClassVar[tuple[str, ...]] = (".parquet",)
    row_kinds: ClassVar[tuple[type, ...]] = (ScoredPair, LabelledText, LinkedMention)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(
            Phrase(
                "loss-mentions-concepts-without",
                "mentions of concepts without a name: they are in the files, but not evaluated",
            ),
            _unnamed,
        ),
        answers(Phrase("loss-annotations-support-spread", "annotations, support and spread behind each row")),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str | bytes]:
        """Return the Parquet files of each part, rows by id, and the task.

        Raises
        ------
        AloiError
            Of a task with training: no other split, or no mention there with a named concept.
        """
        ordered = {part: sorted(part_rows, key=lambda one: one.id) for part, part_rows in rows.items()}
        task = task_of([one for part_rows in ordered.values() for one in part_rows])
        learnt = _learnt(rows)
        search = concept_search(ordered, learnt)
        queries = search.queries if task.type == _RETRIEVAL else rows
        evaluated = [part for part in queries if not task.learns or part != learnt]
        if not evaluated:
            raise AloiError("gold.mteb-one-part", part=learnt, kind=task.type)
        written: dict[str, str | bytes] = {
            f"{part}.parquet": PartTable(
                title_of(release),
                part,
                task.shape,
                task.shape.columns,
                part_rows,
                map(task.shape.values, part_rows),
            ).parquet()
            for part, part_rows in ordered.items()
        }
        if task.type == _RETRIEVAL:
            written |= search.files()
        written[_FILE] = _python(task, release, [*rows], learnt, evaluated)
        return written

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the files have the scale and the labels."""
        return HuggingFace().read(folder, scale)


def _learnt(rows: Parts) -> str:
    """Return the training split: `train`, else the largest one."""
    return _TRAIN if _TRAIN in rows else max(rows, key=lambda part: len(rows[part]))


def _python(
    task: BenchmarkTask, release: Release, parts: Sequence[str], learnt: str, evaluated: Sequence[str]
) -> str:
    """Return the source text of the task's file; values from the release are literals in it."""
    settings = dict(task.settings)
    if task.learns and task.type != _RETRIEVAL:
        settings["train_split"] = learnt
    lines = [
        '"""A gold corpus as a task of MTEB 2: `python task.py MODEL` prints the scores of an encoder."""',
        "",
        "import sys",
        "from pathlib import Path",
        "",
        "import mteb",
        "import pyarrow.parquet as pq",
        "from datasets import Dataset, DatasetDict",
        f"from mteb.abstasks import {task.base}",
        "from mteb.abstasks.task_metadata import TaskMetadata",
        "",
        "FOLDER = Path(__file__).resolve().parent",
        f"PARTS = {[*parts]!r}",
        "",
        "",
        f"class GoldTask({task.base}):",
        "    metadata = TaskMetadata(",
        *(f"        {key}={value!r}," for key, value in _metadata(task, release, evaluated).items()),
        "    )",
        *(f"    {key} = {value!r}" for key, value in settings.items()),
        *_METHOD,
        *(_LOAD_RETRIEVAL if task.type == _RETRIEVAL else _LOAD),
        *_MAIN,
    ]
    return "\n".join(lines) + "\n"


def _metadata(task: BenchmarkTask, release: Release, evaluated: Sequence[str]) -> dict[str, object]:
    """Return the MTEB metadata of a task."""
    corpus = entries(release.manifest, "corpus")
    title = title_of(release)
    licence = listed_name(str(corpus["licence"]))
    positive = " Positive pairs are those with the first label of the list."
    more = positive if task.type == "PairClassification" else ""
    return {
        "name": _class_name(title),
        "description": f"{title}: a gold corpus. Content checksum {release.checksum}.{more}",
        "type": task.type,
        "category": task.category,
        "modalities": ["text"],
        "dataset": {"path": title, "revision": release.checksum},
        "eval_splits": [*evaluated],
        "eval_langs": [_language(corpus)],
        "main_score": task.main_score,
        "license": f"https://spdx.org/licenses/{licence}.html" if licence else "not specified",
        "annotations_creators": "human-annotated",
        "bibtex_citation": "",
    }


_METHOD = (
    "",
    "    def load_data(self, num_proc=None, **more):",
    "        if not self.data_loaded:",
    "            self.dataset = load()",
    "            self.data_loaded = True",
    "",
    "",
    "def table(name):",
    '    return Dataset(pq.read_table(FOLDER / f"{name}.parquet"))',
    "",
    "",
)
_MAIN = (
    "",
    "",
    'if __name__ == "__main__":',
    "    found = mteb.evaluate(mteb.get_model(sys.argv[1]), GoldTask(), cache=None)",
    "    for result in found.task_results:",
    "        print(result.to_dict())",
)
_LOAD = (
    "def load():",
    "    return DatasetDict({part: table(part) for part in PARTS})",
)
_LOAD_RETRIEVAL = (
    "def load():",
    '    return {"default": {part: split(part) for part in GoldTask.metadata.eval_splits}}',
    "",
    "",
    "def split(part):",
    "    relevant = {}",
    '    for one in table(f"retrieval/relevant-{part}"):',
    '        relevant.setdefault(one["query-id"], {})[one["corpus-id"]] = 1',
    '    queries = table(part).select_columns(["id", "mention"]).rename_column("mention", "text")',
    "    return {",
    '        "corpus": table("retrieval/names"),',
    '        "queries": queries,',
    '        "relevant_docs": relevant,',
    '        "top_ranked": None,',
    "    }",
)


def _class_name(title: str) -> str:
    """Return what MTEB calls the task: the words of the title run together."""
    name = "".join(word[:1].upper() + word[1:] for word in re.findall(r"\w+", title.replace(".", "_")))
    return name if name[:1].isalpha() else f"Gold{name}"


def _language(corpus: Mapping[str, Json]) -> str:
    """Return the language as MTEB names it: three letters of ISO 639-3 and the script; `und` if unknown.

    Examples
    --------
    >>> _language({"language": "fr"}), _language({"language": "a dialect"})
    ('fra-Latn', 'und-Zyyy')
    """
    language = str(corpus["language"]).strip().lower()
    usual = str(get_global("likely_subtags").get(language, "")).split("_")
    longer = [code for code, meant in get_global("language_aliases").items() if meant == language]
    code = next((one for one in longer if len(one) == 3 and one not in _BIBLIOGRAPHIC), language)
    script = next((part for part in usual if len(part) == 4), "Zyyy")
    return f"{code if re.fullmatch('[a-z]{3}', code) else 'und'}-{script}"


NAMES = "retrieval/names.parquet"


@dataclass(frozen=True, slots=True)
class ConceptSearch:
    """The queries of a retrieval task, and their correct results.

    Parameters
    ----------
    names : sequence of tuple
        Id and text of each name of a concept.
    queries : mapping
        Part -> mention and name, by their ids, for each correct name; only parts with any.
    unnamed : int
        Mentions of the other parts without a named concept.
    """

    names: Sequence[tuple[str, str]]
    queries: Mapping[str, Sequence[tuple[str, str]]]
    unnamed: int

    def files(self) -> dict[str, bytes]:
        """Return the names, and for each part which of them are right, as Parquet."""
        contents = {NAMES: _parquet(("id", "text"), self.names)}
        for part, right in self.queries.items():
            contents[f"retrieval/relevant-{part}.parquet"] = _parquet(("query-id", "corpus-id"), right)
        return contents


def concept_search(rows: Parts, learnt: str) -> ConceptSearch:
    """Return what the mentions of parts are to find; the mentions of the part `learnt` name the concepts."""
    mentions = {
        part: [mention for mention in each if isinstance(mention, LinkedMention)]
        for part, each in rows.items()
    }
    named = sorted(
        {(concept, mention.mention) for mention in mentions[learnt] for concept in mention.concepts}
    )
    ids = {
        concept: [f"{concept}#{place}" for place, _ in enumerate(group, start=1)]
        for concept, group in groupby(named, key=lambda mention: mention[0])
    }
    flat = [its_id for part_mentions in ids.values() for its_id in part_mentions]
    queries: dict[str, list[tuple[str, str]]] = {}
    unnamed = 0
    for part, part_mentions in mentions.items():
        for mention in part_mentions if part != learnt else ():
            right = [(mention.id, its_id) for concept in mention.concepts for its_id in ids.get(concept, ())]
            queries.setdefault(part, []).extend(right)
            unnamed += not right
    return ConceptSearch(
        [(its_id, text) for its_id, (_, text) in zip(flat, named, strict=True)],
        {part: right for part, right in queries.items() if right},
        unnamed,
    )


def _parquet(names: Sequence[str], lines: Sequence[tuple[str, str]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {name: [line[place] for line in lines] for place, name in enumerate(names)}
    target = io.BytesIO()
    pq.write_table(pa.table(columns, schema=pa.schema([(name, pa.string()) for name in names])), target)
    return target.getvalue()
