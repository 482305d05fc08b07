"""Attributes and relations of projects of other tools, in their layouts: they come in whole, counts equal."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.values import relations_of, spans_of
from aloi.corpora.model import Passage, Sentence
from aloi.storage.store import Store
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts import find_layout
from aloi.workbench.imports.layouts.base import ReadOptions, Source, SourceRow
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.texts.corpora import About
from tests.workbench.scene import NOW

TEXT = "Pas de fièvre 😀. Aspirine 100 mg le soir, ou paracétamol 1 g."
CONF = """[entities]
signe
médicament
!mesure
\tdose
<DRUG>=médicament

[relations]
<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>
a_dose\tArg1:<DRUG>, Arg2:dose
même\tArg1:médicament, Arg2:médicament, <REL-TYPE>:symmetric-transitive

[events]
prise\tMoment?:moment, Objet:médicament

[attributes]
Negation\tArg:signe
Certitude\tArg:signe|médicament, Value:sûr|possible|exclu
"""


def offsets(words: str) -> str:
    start = TEXT.index(words)
    return f"{start} {start + len(words)}"


def brat(folder: Path) -> Path:
    """brat.nlplab.org/standoff and /configuration: T, A, M, R, *, E, N and # lines, and annotation.conf."""
    path = folder / "brat"
    path.mkdir()
    (path / "a.txt").write_text(TEXT, encoding="utf-8")
    lines = [
        f"T1\tsigne {offsets('fièvre')}\tfièvre",
        f"T2\tmédicament {offsets('Aspirine')}\tAspirine",
        f"T3\tdose {offsets('100 mg')}\t100 mg",
        f"T4\tmédicament {offsets('paracétamol')}\tparacétamol",
        f"T5\tdose {offsets('1 g')}\t1 g",
        f"T6\tprise {offsets('soir')}\tsoir",
        f"T7\tsigne {offsets('Pas')};{offsets('fièvre')}\tPas fièvre",
        "A1\tNegation T1",
        "A2\tCertitude T2 possible",
        "M3\tCertitude E1 sûr",
        "R1\ta_dose Arg1:T2 Arg2:T3",
        "R2\ta_dose Arg2:T5 Arg1:T4\t",
        "*\tmême T2 T4",
        "E1\tprise:T6 Objet:T2 Objet2:T4",
        "N1\tReference T2 ATC:N02BA01\tacide acétylsalicylique",
        "#1\tAnnotatorNotes T5\tà vérifier",
    ]
    (path / "a.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (path / "annotation.conf").write_text(CONF, encoding="utf-8")
    return path


def read(path: Path) -> tuple[Source, TaggedTokens]:
    source = find_layout(path).read(path, ReadOptions())
    [row] = source.rows
    assert isinstance(row, SourceRow)
    assert isinstance(row.row, TaggedTokens)
    return source, row.row


def triples(row: TaggedTokens) -> set[tuple[str, str, str]]:
    """Return type, words of the head and words of the tail of each relation."""

    def words(at: int) -> str:
        return " ".join(row.text[start:end] for start, end in row.spans[at].parts)

    return {(each.type, words(each.head), words(each.tail)) for each in row.relations}


def attributes(row: TaggedTokens) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        " ".join(row.text[start:end] for start, end in span.parts): dict(span.attributes)
        for span in row.spans
        if span.attributes
    }


def test_a_brat_project_comes_in_whole(tmp_path: Path) -> None:
    source, row = read(brat(tmp_path))
    assert len(row.spans) == 7
    assert triples(row) == {
        ("a_dose", "Aspirine", "100 mg"),
        ("a_dose", "paracétamol", "1 g"),
        ("même", "Aspirine", "paracétamol"),
        ("Objet", "soir", "Aspirine"),
        ("Objet", "soir", "paracétamol"),
    }
    assert attributes(row) == {
        "fièvre": {"Negation": ("true",)},
        "Pas fièvre": {"Negation": ("false",)},
        "Aspirine": {"Certitude": ("possible",)},
        "soir": {"Certitude": ("sûr",)},
    }
    assert {note.description: note.count for note in source.notes} == {
        "concepts of spans (normalisations), excluded": 1,
        "notes of annotators on spans, read as comments on their texts": 1,
        "flags of spans that are not set, read as false": 1,
    }
    [only] = source.rows
    assert only.provenance.comment == "1 g: à vérifier"
    settings = find_layout(brat_path(tmp_path)).settings([source])
    assert settings is not None
    listed = {each["name"]: each for each in settings["attributes"]}
    assert [value["name"] for value in listed["Certitude"]["values"]] == ["sûr", "possible", "exclu"]
    assert [value["name"] for value in listed["Negation"]["values"]] == ["true", "false"]
    relations = {each["name"]: each for each in settings["relations"]}
    assert (relations["a_dose"]["from"], relations["a_dose"]["to"]) == (["médicament"], ["dose"])
    assert not relations["même"]["directed"]


def brat_path(folder: Path) -> Path:
    return folder / "brat"


def studio(folder: Path) -> Path:
    """labelstud.io/guide/task_format: choices of regions share their id, relations name two ids."""

    def region(id_: str, words: str, label: str) -> dict[str, object]:
        return {"id": id_, "from_name": "label", "to_name": "text", "type": "labels",
                "value": {**units(words), "labels": [label]}}  # fmt: skip

    def of_region(id_: str, words: str, name: str, kind: str, value: object) -> dict[str, object]:
        return {"id": id_, "from_name": name, "to_name": "text", "type": kind,
                "value": {**units(words), kind: value}}  # fmt: skip

    results = [
        region("r1", "fièvre", "signe"),
        region("r2", "Aspirine", "médicament"),
        region("r3", "100 mg", "dose"),
        of_region("r1", "fièvre", "certitude", "choices", ["nié"]),
        of_region("r2", "Aspirine", "voie", "taxonomy", [["orale", "comprimé"], ["autre"]]),
        of_region("r2", "Aspirine", "sûreté", "rating", 4),
        {"type": "relation", "from_id": "r3", "to_id": "r2", "direction": "left", "labels": ["a_dose"]},
        {"type": "relation", "from_id": "r1", "to_id": "r2", "direction": "right"},
        {"type": "relation", "from_id": "r1", "to_id": "r9", "direction": "right", "labels": ["a_dose"]},
    ]
    task_ = {"id": 1, "data": {"text": TEXT}, "annotations": [{"completed_by": 1, "result": results}]}
    path = folder / "studio"
    path.mkdir()
    (path / "tasks.json").write_text(json.dumps([task_]), encoding="utf-8")
    (path / "labeling_config.xml").write_text(
        '<View><Relations><Relation value="a_dose"/><Relation value="cause"/></Relations>'
        '<Labels name="label" toName="text"><Label value="signe"/><Label value="médicament"/>'
        '<Label value="dose"/></Labels><Text name="text" value="$text"/>'
        '<Choices name="certitude" toName="text" perRegion="true" whenLabelValue="signe">'
        '<Choice value="affirmé"/><Choice value="nié"/></Choices>'
        '<Rating name="sûreté" toName="text" perRegion="true" maxRating="5"/></View>',
        encoding="utf-8",
    )
    return path


def units(words: str) -> dict[str, object]:
    start = len(TEXT[: TEXT.index(words)].encode("utf-16-le")) // 2
    return {"start": start, "end": start + len(words), "text": words}


def test_a_label_studio_project_comes_in_whole(tmp_path: Path) -> None:
    source, row = read(studio(tmp_path))
    assert triples(row) == {("a_dose", "Aspirine", "100 mg"), ("related", "fièvre", "Aspirine")}
    assert attributes(row) == {
        "fièvre": {"certitude": ("nié",)},
        "Aspirine": {"voie": ("autre", "orale_/_comprimé"), "sûreté": ("4",)},
    }
    assert {note.description: note.count for note in source.notes} == {
        "relations of excluded spans, excluded": 1
    }
    settings = source.settings
    assert settings is not None
    assert [each["name"] for each in settings["relations"]] == ["a_dose", "cause", "related"]
    certainty = next(each for each in settings["attributes"] if each["name"] == "certitude")
    assert ([value["name"] for value in certainty["values"]], certainty["labels"]) == (
        ["affirmé", "nié"],
        ["signe"],
    )


def doccano(folder: Path) -> Path:
    """The export of sequence labelling with relations: entities and relations by id."""
    entities = [
        {"id": at, "label": label, "start_offset": units(words)["start"], "end_offset": units(words)["end"]}
        for at, (label, words) in enumerate([("médicament", "Aspirine"), ("dose", "100 mg")], start=40)
    ]
    relations = [{"id": 3, "from_id": 40, "to_id": 41, "type": "a dose"}]
    path = folder / "all.jsonl"
    line = {"id": 5, "text": TEXT, "entities": entities, "relations": relations, "Comments": []}
    path.write_text(json.dumps(line), encoding="utf-8")
    return path


def prodigy(folder: Path) -> Path:
    """prodi.gy/docs/api-interfaces#relations: ends are tokens with the spans that hold them."""
    tokens = [{"text": words, "start": TEXT.index(words), "end": TEXT.index(words) + len(words), "id": at}
              for at, words in enumerate(["Aspirine", "100", "mg"])]  # fmt: skip
    spans = [
        {"start": tokens[0]["start"], "end": tokens[0]["end"], "token_start": 0, "token_end": 0,
         "label": "médicament", "attributes": {"voie": "orale"}},
        {"start": tokens[1]["start"], "end": tokens[2]["end"], "token_start": 1, "token_end": 2,
         "label": "dose"},
    ]  # fmt: skip
    relations = [{"head": 0, "child": 2, "head_span": spans[0], "child_span": spans[1], "label": "a dose"}]
    task_ = {
        "text": TEXT, "tokens": tokens, "spans": spans, "relations": relations, "answer": "accept",
        "_view_id": "relations", "_input_hash": 1, "_annotator_id": "alice",
    }  # fmt: skip
    path = folder / "prodigy.jsonl"
    path.write_text(json.dumps(task_), encoding="utf-8")
    return path


@pytest.mark.parametrize("write", [doccano, prodigy])
def test_relations_of_other_tools_come_in(write: object, tmp_path: Path) -> None:
    source, row = read(write(tmp_path))  # type: ignore[operator]
    assert triples(row) == {("a_dose", "Aspirine", "100 mg")}
    assert not any("relations" in note.description for note in source.notes)
    assert source.settings is not None
    assert [each["title"] for each in source.settings["relations"]] == ["a dose"]
    assert attributes(row) == ({"Aspirine": {"voie": ("orale",)}} if write is prodigy else {})


def webanno(folder: Path) -> Path:
    """WebAnno TSV 3.3: features of a layer, a relation to a token, one to a numbered span, and a chain."""
    rows = [
        ("1-1", "Aspirine", "médicament", "orale", "_", "_", "*->1-1"),
        ("1-2", "100", "dose[1]|partie[2]", "*[1]|*[2]", "a_dose", "1-1[0_1]", "_"),
        ("1-3", "mg", "dose[1]", "*[1]", "_", "_", "_"),
        ("1-4", "le", "_", "_", "_", "_", "_"),
        ("1-5", "soir", "moment", "*", "quand|ici", "1-1|1-4", "_"),
    ]
    lines = [
        "#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Fait|valeur|voie",
        "#T_RL=webanno.custom.Lien|sorte|BT_webanno.custom.Fait", "#T_CH=webanno.custom.CorefLink|type",
        "", "", "#Text=Aspirine 100 mg le soir 😀",
    ]  # fmt: skip
    start = 0
    for address, word, *cells in rows:
        lines.append("\t".join((address, f"{start}-{start + len(word)}", word, *cells, "")))
        start += len(word) + 1
    lines.append("\t".join(("1-6", f"{start}-{start + 2}", "😀", "_", "_", "_", "_", "_", "")))
    path = folder / "d.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def uima(folder: Path) -> Path:
    """UIMA CAS: a layer with a text, a flag and a number, a relation layer, and slots."""
    cassis = pytest.importorskip("cassis")
    types = cassis.TypeSystem()
    span = types.create_type("webanno.custom.Fait", supertypeName="uima.tcas.Annotation")
    types.create_feature(span, "valeur", "uima.cas.String")
    types.create_feature(span, "nié", "uima.cas.Boolean")
    types.create_feature(span, "degré", "uima.cas.Integer")
    link = types.create_type("webanno.custom.FaitLink", supertypeName="uima.cas.TOP")
    types.create_feature(link, "role", "uima.cas.String")
    types.create_feature(link, "target", "webanno.custom.Fait")
    types.create_feature(span, "objets", "uima.cas.FSArray", elementType="webanno.custom.FaitLink")
    relation = types.create_type("webanno.custom.Lien", supertypeName="uima.tcas.Annotation")
    types.create_feature(relation, "Governor", "webanno.custom.Fait")
    types.create_feature(relation, "Dependent", "webanno.custom.Fait")
    types.create_feature(relation, "sorte", "uima.cas.String")
    array = types.get_type("uima.cas.FSArray")
    cas = cassis.Cas(typesystem=types)
    cas.sofa_string, cas.sofa_mime = TEXT, "text/plain"

    def marked(words: str, label: str, **features: object) -> object:
        start = TEXT.index(words)
        annotation = span(begin=start, end=start + len(words), valeur=label, **features)
        cas.add(annotation)
        return annotation

    drug, dose = marked("Aspirine", "médicament", nié=False), marked("100 mg", "dose", degré=3)
    slots = array(elements=[link(role="objet", target=drug)])
    evening = marked("soir", "moment", objets=slots)
    for head, tail in ((drug, dose), (drug, evening)):
        cas.add(
            relation(begin=0, end=3, Governor=head, Dependent=tail, sorte="a_dose" if tail is dose else None)
        )
    path = folder / "cas"
    path.mkdir()
    (path / "d.xmi").write_text(cas.to_xmi(), encoding="utf-8")
    (path / "TypeSystem.xml").write_text(types.to_xml(), encoding="utf-8")
    return path


def test_features_and_relations_of_webanno_come_in(tmp_path: Path) -> None:
    path = webanno(tmp_path)
    source = find_layout(path).read(path, ReadOptions(question="Fait.valeur"))
    [row] = [each.row for each in source.rows if isinstance(each, SourceRow)]
    assert isinstance(row, TaggedTokens)
    assert triples(row) == {("a_dose", "Aspirine", "100 mg"), ("quand", "Aspirine", "soir")}
    assert attributes(row) == {"Aspirine": {"voie": ("orale",)}}
    assert {note.description: note.count for note in source.notes} == {
        "relations, excluded": 1,
        "chains, excluded": 1,
    }


def test_features_relations_and_slots_of_a_cas_come_in(tmp_path: Path) -> None:
    source, row = read(uima(tmp_path))
    assert triples(row) == {
        ("a_dose", "Aspirine", "100 mg"),
        ("Lien", "Aspirine", "soir"),
        ("objet", "soir", "Aspirine"),
    }
    assert attributes(row)["Aspirine"]["nié"] == ("false",)
    assert attributes(row)["100 mg"]["degré"] == ("3",)
    assert source.notes == ()


ENTITIES = {"c1": ("Chemical", "Aspirine", "D1"), "c2": ("Dose", "100 mg", "D2"), "c3": ("Dose", "1 g", "D2")}


def bigbio(folder: Path) -> Path:
    """The schema kb of BigBio: relations name two entities."""
    entities = [
        {"id": id_, "type": label, "text": [words], "normalized": [],
         "offsets": [[TEXT.index(words), TEXT.index(words) + len(words)]]}
        for id_, (label, words, _) in ENTITIES.items()
    ]  # fmt: skip
    document = {
        "id": "1", "document_id": "d", "entities": entities, "events": [{}], "coreferences": [],
        "passages": [{"id": "p", "type": "text", "text": [TEXT], "offsets": [[0, len(TEXT)]]}],
        "relations": [{"id": "r1", "type": "has dose", "arg1_id": "c1", "arg2_id": "c2", "normalized": []},
                      {"id": "r2", "type": "has dose", "arg1_id": "c1", "arg2_id": "c9", "normalized": []}],
    }  # fmt: skip
    path = folder / "kb.json"
    path.write_text(json.dumps([document]), encoding="utf-8")
    return path


def bioc(folder: Path) -> Path:
    """BioC JSON: relations of a passage with two nodes, and one with three."""
    annotations = [
        {"id": id_, "infons": {"type": label}, "text": words,
         "locations": [{"offset": TEXT.index(words), "length": len(words)}]}
        for id_, (label, words, _) in ENTITIES.items()
    ]  # fmt: skip
    relations = [
        {"id": "R1", "infons": {"type": "has dose"},
         "nodes": [{"refid": "c1", "role": "a"}, {"refid": "c2", "role": "b"}]},
        {"id": "R2", "infons": {"type": "x"}, "nodes": [{"refid": each, "role": ""} for each in ENTITIES]},
    ]  # fmt: skip
    passage = {"offset": 0, "infons": {}, "text": TEXT, "sentences": [], "annotations": annotations,
               "relations": relations}  # fmt: skip
    documents = [{"id": "d", "infons": {}, "passages": [passage], "annotations": [], "relations": []}]
    collection = {"source": "", "date": "", "key": "", "infons": {}, "documents": documents}
    path = folder / "d.json"
    path.write_text(json.dumps(collection), encoding="utf-8")
    return path


def pubtator(folder: Path) -> Path:
    """PubTator: relations between concepts, of which one has two mentions."""
    lines = [f"7|t|{TEXT}", "7|a|"]
    lines += [
        f"7\t{TEXT.index(words)}\t{TEXT.index(words) + len(words)}\t{words}\t{label}\t{concept}"
        for label, words, concept in (("Chemical", "Aspirine", "D1"), ("Dose", "100 mg", "D2"),
                                      ("Time", "soir", "D3"), ("Time", "le", "D3"))
    ]  # fmt: skip
    lines += ["7\thas dose\tD1\tD2", "7\tCID\tD1\tD3"]
    path = folder / "d.pubtator"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("write", [bigbio, bioc, pubtator])
def test_relations_of_corpora_come_in_and_others_are_counted(write: object, tmp_path: Path) -> None:
    path = write(tmp_path)  # type: ignore[operator]
    source = find_layout(path).read(path, ReadOptions(task="spans"))
    [row] = [each.row for each in source.rows if isinstance(each, SourceRow)]
    assert isinstance(row, TaggedTokens)
    assert triples(row) == {("has_dose", "Aspirine", "100 mg")}
    assert sum(note.count for note in source.notes if "relations" in note.description) == 1


@pytest.mark.parametrize("write", [brat, studio, doccano, prodigy])
def test_what_comes_in_is_an_answer_of_the_campaign(write: object, store: Store, tmp_path: Path) -> None:
    path = write(tmp_path)  # type: ignore[operator]
    _, row = read(path)
    about = About("written", "fr", "CC0", "written")
    done = import_path(store, [path], ImportOptions("c", about), NOW)
    assert done.campaign is not None
    listed = Counter(
        (each["kind"], each["name"], each["value"])
        for each in done.span_marks()
        for _ in range(each["count"])
    )
    used = Counter(("relation", each.type, "") for each in row.relations)
    used.update(
        ("attribute", name, value)
        for span in row.spans
        for name, values in span.attributes
        for value in values
    )
    assert listed == used
    [answer] = [each for round_ in done.rounds.values() for each in store.answers.latest(round_.id)]
    assert (spans_of(answer.value), len(relations_of(answer.value))) == (row.spans, len(row.relations))
    item = Passage.of("c", Sentence("s", "d", 0, 0, len(row.text), row.text))
    assert task("spans").check(answer.value, item, done.campaign.schema.settings) == answer.value
