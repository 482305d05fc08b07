"""Files of every layout that annotations come in, each with the least that makes it one."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from tests.workbench.judgements import swords
from tests.workbench.operation_files import write_sets

TEXT = "Elle a de la fièvre."


def brat(folder: Path) -> Path:
    made = folder / "marked"
    made.mkdir()
    (made / "a.txt").write_text(TEXT, encoding="utf-8")
    lines = "T1\tDISO 13 19\tfièvre\nN1\tReference T1 UMLS:C0015967\tfever\nT2\tDISO 90 99\tx\n"
    (made / "a.ann").write_text(lines, encoding="utf-8")
    return made


def conll(folder: Path) -> Path:
    return written(folder / "tags.conll", "Elle\tO\ntousse\tB-sign\n\nRien\tO\n")


def conllu(folder: Path) -> Path:
    words = [("1", "Elle", "_"), ("2", "tousse", "ner=S-sign"), None, ("1", "Rien", "_")]
    lines = ["\t".join((*word[:2], *"_" * 7, word[2])) if word else "" for word in words]
    return written(folder / "tags.conllu", "\n".join([*lines, "", ""]))


def mentions(folder: Path) -> Path:
    written(folder / "m.texts.tsv", f"document_id\ttext\na\t{TEXT}\n")
    rows = "1\ta\t13 19\tfièvre\tX1\n2\ta\t0 4\tElle\t\n3\ta\t90 99\tx\tX1\n"
    return written(folder / "m.annotations.tsv", "id\tdocument_id\tspan\tmention\tconcept_id\n" + rows)


def bigbio(folder: Path) -> Path:
    entity = {
        "id": "1", "type": "DISO", "text": ["fièvre"], "offsets": [[13, 19]],
        "normalized": [{"db_name": "", "db_id": "X1"}],
    }  # fmt: skip
    passage = {"id": "t", "type": "text", "text": [TEXT], "offsets": [[0, len(TEXT)]]}
    return written(
        folder / "b.json", json.dumps([{"document_id": "a", "passages": [passage], "entities": [entity]}])
    )


def bioc(folder: Path) -> Path:
    annotation = {
        "id": "1", "infons": {"type": "DISO", "identifier": "X1"}, "text": "fièvre",
        "locations": [{"offset": 13, "length": 6}],
    }  # fmt: skip
    passage = {"offset": 0, "infons": {}, "text": TEXT, "annotations": [annotation], "relations": []}
    return written(folder / "c.json", json.dumps({"documents": [{"id": "a", "passages": [passage]}]}))


def pubtator(folder: Path) -> Path:
    return written(folder / "p.pubtator", f"1|t|{TEXT}\n1|a|\n1\t13\t19\tfièvre\tDisease\tX1\n\n")


def concept(folder: Path) -> Path:
    made = folder / "biosyn"
    made.mkdir()
    written(made / "a.txt", TEXT)
    written(made / "a.concept", "a||13|19||Disease||fièvre||X1\n")
    return made


def codiesp(folder: Path) -> Path:
    import zipfile

    with zipfile.ZipFile(folder / "part_text_files.zip", "w") as archive:
        archive.writestr("a.txt", TEXT)
    lines = "a\tDIAGNOSTICO\tr50.9\tfièvre\t13 19\na\tPROCEDIMIENTO\tb1\tElle\t0 4\n"
    return written(folder / "partX.tsv", lines)


def labels(folder: Path) -> Path:
    return written(
        folder / "train.tsv", "id\ttext\tlabels\na\tUne suture.\tsurgery\nb\tUn gène.\tgenes|surgery\n"
    )


def labelled_jsonl(folder: Path) -> Path:
    row = {"id": "a", "text": "Une suture.", "second": "", "labels": ["surgery"]}
    written(folder / "out" / "labels.json", json.dumps(["genes", "surgery"]))
    written(folder / "out" / "train.jsonl", json.dumps(row) + "\n")
    return folder / "out"


def questions(folder: Path) -> Path:
    asked = [
        {"id": "q1", "question": "Où est le foie ?", "options": ["à droite", "à gauche"], "correct": ["A"]},
        {"id": "q2", "question": "Lequel pousse ?", "options": ["ongle", "dent"]},
    ]
    return written(folder / "q.jsonl", "".join(json.dumps(one) + "\n" for one in asked))


def french_mcqa(folder: Path) -> Path:
    one = {
        "id": "q1", "question": "Où est le foie ?", "answer_a": "à droite", "answer_b": "à gauche",
        "correct_answers": ["a"],
    }  # fmt: skip
    return written(folder / "f.json", json.dumps([one]))


def yawat(folder: Path) -> Path:
    made = folder / "sets"
    made.mkdir()
    write_sets(made)
    return made


def crp(folder: Path) -> Path:
    written(folder / "out" / "all.crp", "1\nIl dort bien .\nIl dort .\n")
    written(folder / "out" / "all.aln", "1 2::delmod\n")
    return folder / "out"


def judged(folder: Path) -> Path:
    path = folder / "judged.json.gz"
    path.write_bytes(gzip.compress(json.dumps(swords(), ensure_ascii=False).encode()))
    return path


def semdis(folder: Path) -> Path:
    written(folder / "t_gold.txt", "fil.n 7 :: corde 2; ficelle 1;\n")
    return written(
        folder / "t.xml",
        '<corpus lang="french"><lexelt item="fil.n"><instance id="7"><context> Le <head>fil</head> casse. '
        "</context></instance></lexelt></corpus>",
    )


def semeval(folder: Path) -> Path:
    written(folder / "t.gold", "fil.n 7 :: corde 2;ficelle 1;\n")
    return written(folder / "t.preprocessed", "fil.n\t7\t1\tle fil casse .\n")


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
