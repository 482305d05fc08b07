"""Predictions of a run on an uploaded file, over HTTP: those that the run recorded."""

from __future__ import annotations

from pathlib import Path

from aloi.corpora.readers import read_table
from aloi.workbench.models.runs import runs_folder, stored_run
from tests.api.conftest import Server
from tests.workbench.models.test_prediction import WORDS, table, trained


def test_an_uploaded_file_has_the_predictions_of_the_run(server: Server, tmp_path: Path) -> None:
    rows: list[tuple[object, ...]] = [
        (f"t{n}", f"{WORDS[n % 10]} and {WORDS[n % 3]}", "odd" if n % 2 else "even") for n in range(40)
    ]
    source = table(tmp_path / "texts.tsv", ("id", "text", "label"), rows)
    run = trained(server.folder, "tfidf_linear", source)
    server.store.members.record_author("run", run)
    new = table(tmp_path / "new.tsv", ("id", "text"), [row[:2] for row in rows])
    body = {"file": server.upload("new.tsv", new.read_bytes()), "split": "train=.6,test=.4"}
    done = server.done(server.send("POST", f"/runs/{run}/predictions", json=body))
    assert (done["rows"], done["as_run"], done["saved"]) == (40, True, False)
    written = read_table(server.folder / "exports" / done["file"])
    labels = {row.text("id"): row.text("labels") for row in written.rows}
    [(test, [answers])] = stored_run(runs_folder(server.folder), run).answers.items()
    ids = stored_run(runs_folder(server.folder), run).tests[test].ids
    assert [labels[name] for name in ids] == ["|".join(answer) for answer in answers]
    assert {*labels.values()} == {"even", "odd"}
