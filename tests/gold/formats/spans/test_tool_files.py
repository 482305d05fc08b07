"""Exports for doccano, Prodigy and INCEpTION: what the tools read, what is refused, imports of the files."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from cassis import load_typesystem

from aloi.annotation.rows import LabelledRelation, LabelledSpan, TaggedTokens
from aloi.annotation.spans import covered_text, in_order, tokens_and_tags
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.gold.formats import format_named
from aloi.gold.formats.projects.discontinuous import NEXT_PART
from aloi.gold.formats.projects.inception.feature_names import decoded_name, encoded_name
from aloi.workbench.imports.layouts import find_layout
from aloi.workbench.imports.layouts.base import ReadOptions
from tests.gold.formats.test_round_trips import release_of_rows

TEXT = "  Pas de cancer\n\ndu poumon 𝛼 droit.\n"
SPANS = (
    LabelledSpan("DIS", ((9, 15), (29, 34)), (("n-1", ("a|b",)),)),
    LabelledSpan("DIS", ((9, 26),)),
    LabelledSpan("ANA", ((20, 26),), (("label", ("left", "right")), ("n-1", ("_",)))),
)
ROW = TaggedTokens(
    "a/b", "", *tokens_and_tags(TEXT, SPANS), TEXT, in_order(SPANS),
    (LabelledRelation("in", 0, 2), LabelledRelation("same", 1, 0), LabelledRelation("same", 2, 0)),
)  # fmt: skip
ENDS = ("Governor", "Dependent")  # of a relation
LAYERS_FILE = Path(__file__).parents[3] / "golden/formats/uima_cas/layers.json"
TOOLS = ("doccano", "prodigy", "webanno_tsv", "uima_cas")
# INCEpTION ends the line of a token with a tab.
TSV = re.sub(
    r"(?m)^(\d+-\d+\t.*)$",
    "\\1\t",
    """#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.Span|label|n_x_label|n_x002D_1
#T_RL=webanno.custom.Relation|label|BT_webanno.custom.Span


#Text=  Pas de cancer
1-1	2-5	Pas	_	_	_	_	_
1-2	6-8	de	_	_	_	_	_
1-3	9-15	cancer	DIS[1]|DIS[3]	*[1]|*[3]	a\\|b[1]|*[3]	same|same	1-3[3_1]|2-2[4_1]

#Text=du poumon 𝛼 droit.\\n
2-1	17-19	du	DIS[3]	*[3]	*[3]	_	_
2-2	20-26	poumon	DIS[3]|ANA[4]	*[3]|left[4]	*[3]|\\_[4]	in	1-3[1_4]
2-3	27-29	𝛼	_	_	_	_	_
2-4	30-35	droit	DIS	*	a\\|b	next-part-of-span	1-3[1_0]
2-5	35-36	.	_	_	_	_	_
""",
)


def described(row: TaggedTokens) -> list[tuple[str, str, object]]:
    return [(span.label, covered_text(row.text, span), span.attributes) for span in row.spans]


def written(name: str, row: TaggedTokens, folder: Path) -> dict[str, int]:
    return dict(format_named(name).write({"p": [row]}, folder, release_of_rows((row,), named=False)).lost)


@pytest.mark.parametrize("name", TOOLS)
def test_exports_for_tools_are_imported_as_projects_of_these_tools(name: str, tmp_path: Path) -> None:
    lost = written(name, ROW, tmp_path / "out")
    assert {count for what, count in lost.items() if "attribute" in what} == {
        "doccano": {4}, "webanno_tsv": {1}
    }.get(name, set())  # fmt: skip
    layout = find_layout(tmp_path / "out")
    source = layout.read(tmp_path / "out", ReadOptions())
    assert (layout.name, source.notes) == (name, ())
    [row] = [each.row for each in source.rows]
    restored = format_named(name).restored(ROW)
    assert row.text == TEXT.strip()
    assert described(row) == described(restored)
    assert row.relations == ROW.relations


def test_lines_of_tsv_are_those_of_inception(tmp_path: Path) -> None:
    written("webanno_tsv", ROW, tmp_path / "out")
    assert (tmp_path / "out/p/a%2Fb.tsv").read_text(encoding="utf-8") == TSV


def test_tokens_of_prodigy_give_the_text_and_spans_name_them(tmp_path: Path) -> None:
    written("prodigy", ROW, tmp_path / "out")
    task = json.loads((tmp_path / "out/p.jsonl").read_text(encoding="utf-8"))
    tokens = task["tokens"]
    assert "".join(each["text"] + " " * each["ws"] for each in tokens) == TEXT
    assert all(
        (tokens[each["token_start"]]["start"], tokens[each["token_end"]]["end"])
        == (each["start"], each["end"])
        for each in task["spans"]
    )


def test_layers_for_inception_equal_the_golden_file_and_the_types_of_the_cas(
    tmp_path: Path, rewrite_golden: bool
) -> None:
    settings = task("spans").check_settings(
        {
            "labels": [{"name": "DIS"}, {"name": "ANA"}],
            "attributes": [
                {"name": "n-1", "title": "Côté", "values": [{"name": "a|b", "gloss": "Both."}, "_"]},
                {"name": "label", "values": ["left", "right"], "labels": ["ANA"], "multiple": True},
            ],
            "relations": [{"name": "in", "gloss": "Where it is."}, {"name": "same", "directed": False}],
            "nested": True,
            "broken": True,
        }
    )
    release = release_of_rows((ROW,), named=False)
    campaign = {"name": "c", "task": "spans", "settings": settings}
    release = replace(release, manifest={**release.manifest, "campaign": campaign})
    for name in ("uima_cas", "webanno_tsv"):
        format_named(name).write({"p": [ROW]}, tmp_path / name, release)
    text = (tmp_path / "uima_cas/layers.json").read_text(encoding="utf-8")
    if rewrite_golden:
        LAYERS_FILE.write_text(text, encoding="utf-8")
    assert text == LAYERS_FILE.read_text(encoding="utf-8")
    span, relation = layers = json.loads(text)
    types = load_typesystem((tmp_path / "uima_cas/TypeSystem.xml").read_text(encoding="utf-8"))
    for layer in layers:
        features = {each.name: each.rangeType.name for each in types.get_type(layer["name"]).features}
        listed = {each["name"]: each["type"] for each in layer["features"]}
        assert listed == {name: kind for name, kind in features.items() if name not in ENDS}
    ends = types.get_type(relation["name"]).get_feature(ENDS[0])
    assert relation["attach_type"]["name"] == ends.rangeType.name == span["name"]
    flat = json.loads((tmp_path / "webanno_tsv/layers.json").read_text(encoding="utf-8"))
    columns = [each["name"] for each in flat[0]["features"]]
    header = (tmp_path / "webanno_tsv/p/a%2Fb.tsv").read_text(encoding="utf-8").split("\n")[1]
    assert header == f"#T_SP={flat[0]['name']}|{'|'.join(columns)}"
    assert {each["type"] for each in flat[0]["features"]} == {"uima.cas.String"}


@pytest.mark.parametrize("name", TOOLS)
def test_what_tools_cannot_show_is_refused(name: str, tmp_path: Path) -> None:
    tied = replace(ROW, relations=(LabelledRelation(NEXT_PART, 0, 1),))
    with pytest.raises(AloiError, match=NEXT_PART):
        written(name, tied, tmp_path / "a")
    with pytest.raises(AloiError) as refused:
        written(name, TaggedTokens("r", "", (), (), " \n"), tmp_path / "b")
    assert refused.value.code == "gold.blank-text"
    assert [*tmp_path.iterdir()] == []


NAMES = ("certainty", "n-1", "label", "_x", "a_x002D_", "BT_a", "é²", "class", "2", "n_x_a", "-")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_features_are_identifiers_and_come_back(name: str) -> None:
    assert encoded_name(name).isidentifier()
    assert encoded_name(name)[0].isalpha()
    assert decoded_name(encoded_name(name)) == name
