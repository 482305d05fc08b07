"""Attributes of spans and relations, read from our files by the libraries that the files are made for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.gold.formats.spans.test_tool_files import ROW, TEXT, written

pytestmark = pytest.mark.consumer
WORDS = ["cancer … droit", "cancer\n\ndu poumon", "poumon"]
ATTRIBUTES = [{"n-1": ["a|b"]}, {}, {"label": ["left", "right"], "n-1": ["_"]}]
RELATIONS = [("in", 0, 2), ("same", 1, 0), ("same", 2, 0)]


def covered(parts: list[list[int]]) -> str:
    return " … ".join(TEXT[start:end] for start, end in parts)


def lists(attributes: dict[str, Any] | None) -> dict[str, list[str]]:
    """Return attributes with a list of values each."""
    return {
        name: [value] if isinstance(value, str) else [*value] for name, value in (attributes or {}).items()
    }


def test_spacy_gives_them_as_extensions_of_a_document(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy", reason="NOT RUN: pip install spacy")
    from spacy.tokens import Doc, DocBin

    written("docbin", ROW, tmp_path)
    for name in ("attributes", "relations"):
        Doc.set_extension(name, default=None)
    try:
        [doc] = DocBin().from_disk(tmp_path / "p.spacy").get_docs(spacy.vocab.Vocab())
        ids = list(dict.fromkeys(span.id_ for span in doc.spans["sc"]))
        parts = {id_: [span.text for span in doc.spans["sc"] if span.id_ == id_] for id_ in ids}
        assert [" … ".join(parts[id_]) for id_ in ids] == WORDS
        assert [lists(doc._.attributes.get(id_)) for id_ in ids] == ATTRIBUTES
        assert [(one["type"], ids.index(one["head"]), ids.index(one["tail"])) for one in doc._.relations] == (
            RELATIONS
        )
    finally:
        for name in ("attributes", "relations"):
            Doc.remove_extension(name)


def test_conllu_gives_them_in_misc_of_the_first_token_of_a_span(tmp_path: Path) -> None:
    import conllu

    written("conllu", ROW, tmp_path)
    [sentence] = conllu.parse((tmp_path / "p.conllu").read_text(encoding="utf-8"))
    spans = json.loads(sentence.metadata["spans"])
    assert [covered(span["parts"]) for span in spans] == WORDS
    entries = [
        (token["form"], key, value)
        for token in sentence
        for key, value in (token["misc"] or {}).items()
        if key.startswith(("Span", "Rel"))
    ]
    assert entries == [
        ("cancer", "Span1", "DIS"),
        ("cancer", "Span1[n-1]", r"a\pb"),
        ("cancer", "Rel1[in]", "3"),
        ("cancer", "Span2", "DIS"),
        ("cancer", "Rel2[same]", "1"),
        ("poumon", "Span3", "ANA"),
        ("poumon", "Span3[label]", "left,right"),
        ("poumon", "Span3[n-1]", None),  # the library reads `_` as no value
        ("poumon", "Rel3[same]", "1"),
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_datasets_gives_them_as_columns(tmp_path: Path) -> None:
    import datasets

    datasets.disable_progress_bars()
    written("huggingface", ROW, tmp_path / "out")
    [row] = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))["p"]
    assert [covered(span["parts"]) for span in row["spans"]] == WORDS
    named = [{each["name"]: each["values"] for each in span["attributes"]} for span in row["spans"]]
    assert named == ATTRIBUTES
    assert [(one["type"], one["head"], one["tail"]) for one in row["relations"]] == RELATIONS


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_datasets_reads_relations_and_attributes_in_the_schema_of_bigbio(tmp_path: Path) -> None:
    import datasets

    datasets.disable_progress_bars()
    written("bigbio", ROW, tmp_path / "out")
    text = datasets.Value("string")
    linked = [{"db_name": text, "db_id": text}]
    words = {"text": [text], "offsets": [[datasets.Value("int32")]]}
    schema = datasets.Features(
        {
            "id": text,
            "document_id": text,
            "passages": [{"id": text, "type": text, **words}],
            "entities": [{"id": text, "type": text, **words, "normalized": linked}],
            "events": [
                {"id": text, "type": text, "trigger": words, "arguments": [{"role": text, "ref_id": text}]}
            ],
            "coreferences": [{"id": text, "entity_ids": [text]}],
            "relations": [{"id": text, "type": text, "arg1_id": text, "arg2_id": text, "normalized": linked}],
        }
    )
    [row] = datasets.load_dataset(
        "json", data_files={"p": str(tmp_path / "out/p.jsonl")}, features=schema,
        cache_dir=str(tmp_path / "cache"),
    )["p"]  # fmt: skip
    entities = row["entities"]
    assert [covered(one["offsets"]) for one in entities] == WORDS
    ids = [one["id"] for one in entities]
    drawn = [(one["type"], ids.index(one["arg1_id"]), ids.index(one["arg2_id"])) for one in row["relations"]]
    assert drawn == RELATIONS
    values = [sorted((each["db_name"], each["db_id"]) for each in one["normalized"]) for one in entities]
    expected = [
        sorted((name, value) for name, listed in each.items() for value in listed) for each in ATTRIBUTES
    ]
    assert values == expected


def test_cassis_gives_them_as_features_and_relations(tmp_path: Path) -> None:
    cassis = pytest.importorskip("cassis", reason="NOT RUN: pip install dkpro-cassis")

    written("uima_cas", ROW, tmp_path)
    types = cassis.load_typesystem((tmp_path / "TypeSystem.xml").read_text(encoding="utf-8"))
    [path] = (tmp_path / "p").glob("*.xmi")
    cas = cassis.load_cas_from_xmi(path.read_text(encoding="utf-8"), typesystem=types)
    spans = [*cas.select("webanno.custom.Span")]
    assert [span.get_covered_text() for span in spans] == ["cancer", "cancer\n\ndu poumon", "poumon", "droit"]
    assert [span.n_x002D_1 for span in spans] == ["a|b", None, "_", "a|b"]
    assert [span.n_x_label and span.n_x_label.elements for span in spans] == [
        None, None, ["left", "right"], None,
    ]  # fmt: skip
    index = {id(span): at for at, span in enumerate(spans)}
    relations = {
        (link.label, index[id(link.Governor)], index[id(link.Dependent)])
        for link in cas.select("webanno.custom.Relation")
    }
    assert relations == {*RELATIONS, ("next-part-of-span", 0, 3)}
