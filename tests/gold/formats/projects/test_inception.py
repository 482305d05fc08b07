"""Projects of INCEpTION: who is an annotator, which file is of which document, escapes and values."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import cassis
import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.projects.inception.project import UimaCas, WebAnnoTsv
from aloi.gold.formats.projects.model import Project, ProjectOptions

HEAD = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Span|value\n\n\n"
TOUX = HEAD + "#Text=Toux .\n1-1\t0-4\tToux\t{}\t\n1-2\t5-6\t.\t_\t\n"
TEXT = "💊 Fièvre et toux"


def write(folder: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def xmi(*values: str | None) -> tuple[str, str]:
    """Return a CAS with a span of the first word for each value, and its type system."""
    types = cassis.TypeSystem()
    kind = types.create_type("webanno.custom.Sign", supertypeName="uima.tcas.Annotation")
    types.create_feature(kind, "value", "uima.cas.String")
    types.create_feature(kind, "score", "uima.cas.Integer")
    cas = cassis.Cas(typesystem=types)
    cas.sofa_string, cas.sofa_mime = TEXT, "text/plain"
    for value in values:
        cas.add(kind(begin=2, end=8, value=value))
    cas.add(kind(begin=9, end=9, value="EMPTY"))
    cas.add(kind(begin=12, end=16, value="SCORED", score=3))
    return cas.to_xmi(), types.to_xml()


def packed(**files: str | bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def spans(project: Project) -> dict[tuple[str, str], list[tuple[str, str]]]:
    texts = {one.id: one.texts[0] for one in project.documents}
    return {
        (one.document, one.annotator): [
            (texts[one.document][start:end], span.label)
            for value in one.values.values()
            for span in value
            for start, end in span.parts
        ]
        for one in project.answers
    }


def noted(project: Project) -> dict[str, int]:
    return {note.description: note.count for note in project.notes}


def test_initial_documents_and_curated_ones_are_of_no_annotator(tmp_path: Path) -> None:
    path = write(tmp_path, **{
        "p/annotation/d1.txt/INITIAL_CAS.tsv": TOUX.format("_"),
        "p/annotation/d1.txt/ann.tsv": TOUX.format("SIGN"),
        "p/annotation/d1.txt/bob.tsv": TOUX.format("_"),
        "p/annotation/d1.txt/CURATION_USER.tsv": TOUX.format("SIGN"),
        "p/curation/d1.txt/CURATION_USER.tsv": TOUX.format("SIGN"),
    })  # fmt: skip
    project = WebAnnoTsv().read(path / "p", ProjectOptions())
    assert spans(project) == {("d1.txt", "ann"): [("Toux", "SIGN")], ("d1.txt", "bob"): []}
    assert noted(project) == {
        "documents before anybody annotated them (INITIAL_CAS), excluded": 1,
        "documents of a curator, excluded": 2,
    }
    with pytest.raises(AloiError, match="INITIAL_CAS"):
        WebAnnoTsv().read(path / "p/annotation/d1.txt/INITIAL_CAS.tsv", ProjectOptions())


ANN, TYPES = xmi("SIGN", "SIGN")
BOB, _ = xmi(None)
FILES = {"ann": ANN, "bob": BOB, "INITIAL_CAS": BOB}
FORMS = {
    "zips": {f"annotation/d1.txt/{name}.zip": packed(**{f"{name}.xmi": cas, "TypeSystem.xml": TYPES})
             for name, cas in FILES.items()},
    "directories": {f"annotation/d1.txt/{name}/{part}": text for name, cas in FILES.items()
                    for part, text in ((f"{name}.xmi", cas), ("TypeSystem.xml", TYPES))},
    "files": {f"annotation/d1.txt/{part}": text for name, cas in FILES.items()
              for part, text in ((f"{name}.xmi", cas), ("TypeSystem.xml", TYPES))},
    "directories of annotators": {f"{name}/{part}": text for name, cas in FILES.items()
                                  for part, text in (("d1.txt.xmi", cas), ("TypeSystem.xml", TYPES))},
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("is_packed", [False, True])
def test_every_form_of_a_project_in_xmi_is_read_alike(form: str, is_packed: bool, tmp_path: Path) -> None:
    if is_packed:
        path = tmp_path / "project.zip"
        path.write_bytes(packed(**FORMS[form]))
    else:
        path = write(tmp_path / "project", **FORMS[form])
    assert UimaCas().accepts(path)
    project = UimaCas().read(path, ProjectOptions())
    assert spans(project) == {
        ("d1.txt", "ann"): [("Fièvre", "SIGN"), ("toux", "SCORED")],
        ("d1.txt", "bob"): [("Fièvre", "Sign"), ("toux", "SCORED")],
    }
    assert noted(project) == {
        "documents before anybody annotated them (INITIAL_CAS), excluded": 1,
        "spans of no character (zero width), excluded": 2,
        "spans that repeat another one (same words, same value), excluded": 1,
        "spans without a value, which have the name of their layer as label": 1,
    }


def test_documents_of_one_name_in_several_directories_stay_apart(tmp_path: Path) -> None:
    other = TOUX.replace("Toux", "Rien")
    path = write(tmp_path / "p", **{
        "a/d1.tsv": TOUX.format("X"), "a/d2.tsv": other.format("X"),
        "b/d1.tsv": other.format("Y"), "b/d3.tsv": TOUX.replace("Toux", "Cœur").format("Y"),
    })  # fmt: skip
    found = spans(WebAnnoTsv().read(path, ProjectOptions()))
    assert len(found) == 4
    assert sorted(found.values()) == [[("Cœur", "Y")], [("Rien", "X")], [("Rien", "Y")], [("Toux", "X")]]


def test_escaped_values_and_spans_without_a_value_stay_apart(tmp_path: Path) -> None:
    cells = (r"\*", "*", r"a\|b[1]", r"a\|b[1]|A\\[2]", r"x\[1\]", r"\_", "Span")
    words = [f"m{place}" for place in range(len(cells))]
    rows = [f"1-{i + 1}\t{3 * i}-{3 * i + 2}\t{words[i]}\t{cell}\t" for i, cell in enumerate(cells)]
    content = HEAD + f"#Text={' '.join(words)}\n" + "\n".join(rows) + "\n"
    path = write(tmp_path, **{"d.tsv": content}) / "d.tsv"
    project = WebAnnoTsv().read(path, ProjectOptions())
    assert list(spans(project).values()) == [[
        ("m0", "*"), ("m1", "Span without value"), ("m2 m3", "a|b"), ("m3", "A\\"), ("m4", "x[1]"),
        ("m5", "_"), ("m6", "Span"),
    ]]  # fmt: skip
    assert noted(project) == {"spans without a value, which have the name of their layer as label": 1}


def test_what_is_no_span_of_a_tsv_file_is_counted(tmp_path: Path) -> None:
    content = (
        "#FORMAT=WebAnno TSV 3.3\n"
        "#T_SP=custom.Pred|identifier|value|ROLE_custom.Pred:args_custom.Link|uima.tcas.Annotation\n"
        "#T_RL=custom.Rel|kind|BT_custom.Pred\n#T_CH=custom.CorefLink|type|relation\n\n\n#Text=Toux x\n"
        "1-1\t0-4\tToux\t*[1]\tP[1]\tagent[1]|agent[1]\t1-2\tcause\t1-2\t*->1-1\tr\t\n"
        "1-2\t5-6\tx\t_\t_\t_\t_\t_\t_\t_\t_\t\n"
        "1-2.1\t6-6\t\t*\tP\t_\t_\t_\t_\t_\t_\t\n"
    )
    project = WebAnnoTsv().read(write(tmp_path, **{"d.tsv": content}) / "d.tsv", ProjectOptions())
    assert [one.name for one in project.questions] == ["Pred.value"]
    assert list(spans(project).values()) == [[("Toux", "P")]]
    assert noted(project) == {
        "relations, excluded": 1,
        "chains, excluded": 1,
        "slots of spans (links), excluded": 2,
        "spans of no character (zero width), excluded": 1,
    }


@pytest.mark.parametrize("offsets", ["3000000000-3000000005", "99999999-100000000", "0-3000000000"])
def test_offsets_far_beyond_the_file_are_refused(offsets: str, tmp_path: Path) -> None:
    content = HEAD + f"#Text=Toux\n1-1\t{offsets}\tToux\t_\t\n"
    with pytest.raises(AloiError, match="line 6"):
        WebAnnoTsv().read(write(tmp_path, **{"d.tsv": content}) / "d.tsv", ProjectOptions())


@pytest.mark.parametrize("name", ["exportedproject.json", "exportedproject8731.json"])
def test_states_of_documents_are_those_of_the_exported_project(tmp_path: Path, name: str) -> None:
    states = [
        ("a.txt", "ann", "FINISHED", None),
        ("a.txt", "bob", "IN_PROGRESS", "à revoir"),
        ("a.txt", "cat", "IGNORE", "illisible"),  # locked documents are not exported
        ("a.txt", "dan", "NEW", None),
        ("b.txt", "ann", "IGNORE", None),  # a file of an earlier version
        ("b.txt", "bob", "LOCKED", None),
        ("b.txt", "cat", "NEW", None),  # reset, and the file is there all the same
        ("b.txt", "dan", "FINISHED", None),
        ("c.txt", "ann", "IGNORE", None),
        ("d.txt", "ann", "IGNORE", None),
    ]
    project = {
        "annotation_documents": [
            {"name": document, "user": user, "state": state, "annotatorComment": comment}
            for document, user, state, comment in states
        ]
    }
    text = TOUX.format("S")
    files = {
        f"annotation/{file}.tsv": text
        for file in ("a.txt/ann", "a.txt/bob", "b.txt/ann", "b.txt/cat", "c.txt/INITIAL_CAS")
    }
    path = tmp_path / "export.zip"
    path.write_bytes(packed(**files, **{name: json.dumps(project)}))
    read = WebAnnoTsv().read(path, ProjectOptions())
    assert [(one.document, one.annotator, one.outcome.value, one.comment) for one in read.answers] == [
        ("a.txt", "ann", "answer", ""),
        ("a.txt", "bob", "answer", "à revoir"),
        ("b.txt", "ann", "skip", ""),
        ("a.txt", "cat", "skip", "illisible"),
        ("b.txt", "bob", "skip", ""),
        ("c.txt", "ann", "skip", ""),
    ]
    assert noted(read) == {
        "documents before anybody annotated them (INITIAL_CAS), excluded": 1,
        "documents that an annotator has not finished (IN_PROGRESS), read as answers": 1,
        "documents locked for an annotator (IGNORE), read as skips": 4,
        "documents that an annotator has not begun (NEW), excluded": 1,
        "documents that an annotator began, of which there is no file, excluded": 1,
        "documents locked for an annotator (IGNORE) whose text no file holds, excluded": 1,
    }


def test_a_damaged_exported_project_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(packed(**{"annotation/a/b.tsv": TOUX.format("S"), "exportedproject.json": "{"}))
    with pytest.raises(AloiError) as refused:
        WebAnnoTsv().read(path, ProjectOptions())
    assert refused.value.code == "aloi.not-json"
