"""The same answers in the layout of each tool are read alike: who said what of which text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from aloi.annotation.rows import LabelledSpan
from aloi.gold.formats.projects.model import AnswerStatus, Value
from tests.gold.formats.projects.test_fuzz import JSON, LINES, PACKED, each, label_studio_min, read
from tests.workbench.imports import project_files as files

WRITERS = [one for one in (*JSON, *LINES, *PACKED) if one[1] is not label_studio_min]
MARKED = [one for one in WRITERS if one[0] in ("webanno_tsv", "uima_cas")]
TEXT_OF = {text: name for name, text in files.TEXTS.items()}
Said = dict[tuple[str, str], tuple[Value, ...]]


def said(name: str, path: Path) -> Said:
    """Return what the last answer of each person to each text holds; of a skip, nothing."""
    project = read(name, path)
    texts = {one.id: TEXT_OF[one.texts[0]] for one in project.documents}
    found: Said = {}
    for one in project.answers:
        who = next((each for each in ("alice", "bob") if each in one.annotator), "")
        if who and one.outcome is not AnswerStatus.PREDICTION:
            found[texts[one.document], who] = tuple(one.values.values())
    return found


@each(*(one for one in WRITERS if one not in MARKED))
def test_labels_are_those_that_each_person_gave(
    name: str, write: Callable[[Path], Path], tmp_path: Path
) -> None:
    found = {key: values for key, values in said(name, write(tmp_path)).items() if values}
    assert found == {(text, who): ((label,),) for text, who, label in files.SAID if label}


@each(*MARKED)
def test_spans_are_those_that_each_person_marked(
    name: str, write: Callable[[Path], Path], tmp_path: Path
) -> None:
    assert said(name, write(tmp_path)) == {
        (text, who): (
            tuple(
                LabelledSpan(label=label, parts=((start, end),))
                for start, end, label in sorted(files.marked(text, who))
            ),
        )
        for text in files.TEXTS
        for who in ("alice", "bob")
    }


@each(*WRITERS)
def test_each_text_is_there_once(name: str, write: Callable[[Path], Path], tmp_path: Path) -> None:
    texts = [one.texts[0] for one in read(name, write(tmp_path)).documents]
    assert sorted(texts) == sorted(files.TEXTS.values())
