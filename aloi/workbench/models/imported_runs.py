"""Predictions of another system as a run: scored, verified and compared like any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import AloiError
from aloi.corpora.identity import checksum
from aloi.modeling.data.answers import read_answers
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.folder import is_done
from aloi.modeling.runs.imported import ImportedPredictions, write_answers
from aloi.modeling.runs.predictions import plain
from aloi.modeling.runs.spec import Run, RunSpec
from aloi.workbench.models.data import Sources

if TYPE_CHECKING:
    from aloi.storage.store import Store
    from aloi.workbench.requests.models import ImportRunRequest

_MOST_NAMED = 5  # ids in an error


def import_run(store: Store | None, request: ImportRunRequest, folder: Path) -> Run:
    """Return the run of imported predictions, stored in a folder of runs.

    Importing the same predictions again returns the same run.

    Raises
    ------
    AloiError
        A file or test that cannot be read, rows of the test without a prediction, or predictions for ids
        that the test lacks; nothing is stored then.
    """
    sources = Sources(store, request.scale, None, request.split)
    use = sources.use(request.test, "test")
    data = sources.read[use.source]
    ids = {row.id for row in data.part(use.part)}
    answers = read_answers(request.file, data.kind)
    for problem, names in (("missing", ids - answers.keys()), ("unknown", answers.keys() - ids)):
        if names:
            raise AloiError(
                "workbench.predictions-and-test",
                problem=problem,
                count=len(names),
                test=use.label,
                ids=sorted(names)[:_MOST_NAMED],
                rows=len(ids),
            )
    recipe = ImportedPredictions()
    settings = recipe.settings(
        {
            "model": request.name,
            "checksum": checksum({name: plain(value) for name, value in sorted(answers.items())}),
        }
    )
    spec = RunSpec(recipe.name, settings, (), None, (use,), (0,))
    if not is_done(folder / spec.id):
        write_answers(folder / spec.id, spec.seeds[0], answers)
    run = execute(spec, sources.read, folder / spec.id, chosen=recipe)
    if store is not None:
        store.members.record_author("run", run.id)
    return run
