"""Candidate pairs of a table of sentences, from file to file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.mining.base import has_text
from aloi.corpora.model import Sentence
from aloi.corpora.readers import SourceTable, read_table
from aloi.corpora.readers.values import require_text
from aloi.workbench.candidates.memory import MemoryNeeded
from aloi.workbench.candidates.pairs import MineReport, mine, spec_of, work_beside, write_candidates
from aloi.workbench.progress import Progress, silent
from aloi.workbench.reports.files import check_out
from aloi.workbench.requests.candidates import MineFileRequest


def mine_file(
    request: MineFileRequest,
    progress: Progress = silent,
    *,
    before: Callable[[MemoryNeeded], None] = lambda needed: None,
) -> MineReport:
    """Return the report after writing the candidate pairs of a table `id, text` (optional `document_id`).

    A lexical run that was stopped or killed leaves its progress next to the table, and `resume` continues it.
    `before` is called with the memory that the run needs. Rows without text are counted and in no pair.

    Raises
    ------
    AloiError
        A column that is missing, an empty id, a repeated id, or fewer than two sentences with text.
    """
    check_out(request.out)
    spec, sentences = spec_of(request), _sentences(read_table(request.sentences))
    candidates, report = mine(
        sentences,
        spec,
        progress,
        work=work_beside(request.out),
        resume=request.resume,
        scheduler=request.scheduler,
        before=before,
    )
    write_candidates(request.out, candidates, spec)
    return report


def _sentences(table: SourceTable) -> Sequence[Sentence]:
    """Return the sentences of a table, in its order, under the ids it gives them."""
    table.require("id", "text")
    sentences: list[Sentence] = []
    first: dict[str, int] = {}
    for index, row in enumerate(table.rows):
        name, text = row.text("id"), row.text("text")
        if not name.strip():
            raise AloiError(
                "aloi.missing", name=table.where(row), missing=Term("row-id"), todo=Term("fill-in-or-remove")
            )
        if has_text(text):
            require_text(row, "text", table.where(row))
        if name in first:
            raise AloiError(
                "aloi.value",
                name=Term("row-id"),
                value=Term("name-which-line", first=first[name], name=quoted(name)),
                expected=Term("a-unique-id"),
                todo=Term("correct-the-ids"),
            ).at(table.where(row))
        first[name] = row.number
        sentences.append(Sentence(name, row.text("document_id"), index, 0, len(text), text))
    return sentences
