"""The twenty corpora in the layouts in which their authors distribute them, with invented sentences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from aloi.annotation.rows import LabelledText, MultipleChoice, ScoredPair, TaggedTokens
from aloi.studies.drbenchmark.core.data import TaskData, load
from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.synthetic_data import write_suite

Spans = list[tuple[int, int, str]]
_PARTS = ("train", "validation", "test")
_DEV = {"train": "train", "validation": "dev", "test": "test"}


def write_corpora(folder: Path, tables: Path) -> None:
    """Write all corpora into a folder; `tables` gets the same rows as tables of the loaders."""
    write_suite(tables)
    data = {one.name: load(one, tables) for one in tasks()}
    for name in ("cas", "essai"):
        _token_lines(folder / "cas_essai" / "corpora", name.upper(), _tagged(data[f"{name}_pos"]))
    for name in ("emea", "medline"):
        _quaero(folder / "QUAERO_FrenchMed" / "corpus", name, data[f"quaero_{name}"])
    _e3c(folder / "E3C-Corpus-2.0.0" / "data_annotation" / "French", data)
    for name in ("EMEA", "Medline", "Patent"):
        rows = _tagged(data[f"mantra_{name.casefold()}{'s' if name == 'Patent' else ''}"])
        _mantra(folder / "GSC-v1.1" / f"{name}_GSC_fr_man.xml", rows)
    _deft2021(folder / "deft2021", data)
    _pxcorpus(folder / "pxslu", data)
    _labels(folder, data)
    _questions(folder / "frenchmedmcqa", data)
    _pairs(folder, data)


def put(path: Path, text: str) -> None:
    """Write a file and the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _tagged(data: TaskData) -> list[TaggedTokens]:
    return [
        row
        for part in (data.train, data.validation, data.test)
        for row in part
        if isinstance(row, TaggedTokens)
    ]


def _labelled(rows: Sequence[object]) -> list[LabelledText]:
    return [row for row in rows if isinstance(row, LabelledText)]


def text_and_spans(rows: Sequence[TaggedTokens]) -> tuple[str, Spans]:
    """Return sentences one a line, tokens between spaces, and the entities of their tags."""
    text, spans = "", []
    for row in rows:
        for token, tag in zip(row.tokens, row.tags, strict=True):
            start = len(text)
            text += f"{token} "
            if tag.startswith("B-"):
                spans.append((start, start + len(token), tag[2:]))
            elif tag != "O":
                spans[-1] = (spans[-1][0], start + len(token), spans[-1][2])
        text = f"{text[:-1]}\n"
    return text[:-1], spans


def brat(path: Path, rows: Sequence[TaggedTokens], extra: str = "") -> None:
    """Write a text and its annotations."""
    text, spans = text_and_spans(rows)
    lines = [
        f"T{at}\t{kind} {start} {end}\t{text[start:end]}\n" for at, (start, end, kind) in enumerate(spans, 1)
    ]
    put(path.with_suffix(".txt"), text)
    put(path.with_suffix(".ann"), "".join(lines) + extra)


def _token_lines(folder: Path, name: str, rows: Sequence[TaggedTokens]) -> None:
    """The sentences of the second file repeat ten of the first, with other tags: those are not read."""
    rows = sorted(rows, key=lambda row: int(row.id))

    def block(row: TaggedTokens, tag: str | None = None) -> str:
        lines = [
            f"{row.id}\t{at}\t{token}\t{token.casefold()}\t{tag or written[2:]}\t***\n"
            for at, (token, written) in enumerate(zip(row.tokens, row.tags, strict=True))
        ]
        return "".join(lines) + "\n"

    put(folder / f"{name}_neg.txt", "".join(block(row) for row in rows[:40]))
    put(
        folder / f"{name}_spec.txt",
        "".join(block(row, "ADV" if at < 10 else None) for at, row in enumerate(rows[30:])),
    )


def _quaero(folder: Path, name: str, data: TaskData) -> None:
    for part, rows in zip(_DEV.values(), (data.train, data.validation, data.test), strict=True):
        tagged = [row for row in rows if isinstance(row, TaggedTokens)]
        size = 3 if name == "emea" else 1
        for at in range(0, len(tagged), size):
            brat(folder / part / name.upper() / f"{part}{at:03d}.txt", tagged[at : at + size])


def _e3c(folder: Path, data: dict[str, TaskData]) -> None:
    for at, row in enumerate(_tagged(data["e3c_clinical"])):
        layer = "layer1" if row in data["e3c_clinical"].test else "layer2"
        put(folder / layer / f"FR{at:03d}.xml", _uima([row]))
    for at, row in enumerate(_tagged(data["e3c_temporal"])):
        put(folder / "layer1" / f"FR9{at:03d}.xml", _uima([row]))
    # The repository also has a part that no task reads.
    put(folder.parents[1] / "data_validation" / "French" / "layer2" / "FR000.xml", _uima([row]))


def _uima(rows: Sequence[TaggedTokens]) -> str:
    text, spans = text_and_spans(rows)
    token = '<type4:Token xmi:id="1" sofa="1" begin="{}" end="{}"/>'
    tokens, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        tokens.append(token.format(at, at + len(word)))
        at += len(word)
    entities = [f'<custom:{kind} xmi:id="2" begin="{start}" end="{end}"/>' for start, end, kind in spans]
    return (
        '<?xml version="1.0" encoding="UTF-8"?><xmi:XMI xmlns:xmi="http://www.omg.org/XMI" '
        'xmlns:cas="http:///uima/cas.ecore" xmlns:custom="http:///webanno/custom.ecore" '
        'xmlns:type4="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore">'
        f'{"".join(tokens)}<type4:Sentence begin="0" end="{len(text)}"/>{"".join(entities)}'
        f"<cas:Sofa sofaString={quoteattr(text)}/></xmi:XMI>"
    )


def _mantra(path: Path, rows: Sequence[TaggedTokens]) -> None:
    units = []
    for row in rows:
        text, spans = text_and_spans([row])
        entities = "".join(
            f'<e offset="{start}" len="{end - start}" grp="{kind.casefold()}" cui="C0"/>'
            for start, end, kind in spans
        )
        unit = f'<unit id="{row.id}"><text>{escape(text)}</text>{entities}</unit>'
        units.append(f'<document id="d{row.id}">{unit}</document>')
    put(path, f"<Corpus>{''.join(units)}</Corpus>")


def _deft2021(folder: Path, data: dict[str, TaskData]) -> None:
    by_document: dict[str, list[TaggedTokens]] = {}
    for row in _tagged(data["deft2021_ner"]):
        by_document.setdefault(row.document_id, []).append(row)
    labels = task("deft2021_cls").labels
    lines, references = ["fichier\tcorpus\t2020\t2021\n"], {"train": "", "test": ""}
    for at, document in enumerate(sorted(by_document, key=lambda name: int(name.split("-")[1]))):
        rows = by_document[document]
        side = "test" if at % 4 == 3 else "train"
        brat(
            folder / "DEFT-cas-cliniques" / f"{document}.txt", rows, "T99\tissue 0 2\tLe\n" if at == 0 else ""
        )
        lines.append(f"{document}.txt\tcas\ttrain 2020\t{side} 2021\n")
        for label in (labels[at % 4], labels[4]):
            references[side] += f"{document}.ann\t{label}\tT1\n"
    put(folder / "distribution-corpus.txt", "".join(lines))
    for side, text in references.items():
        put(folder / "evaluations" / f"ref-{side}-deft2021.txt", text)


def _pxcorpus(folder: Path, data: dict[str, TaskData]) -> None:
    entities = {row.id: row for row in _tagged(data["pxcorpus_ner"])}
    put(folder / "seq.in", "".join(f"{' '.join(row.tokens)}\n" for row in entities.values()))
    intents = task("pxcorpus_cls").labels
    put(folder / "seq.label", "".join(f"{intents[at % 4]}\n" for at in range(len(entities))))
    blocks = ["\n".join(map("\t".join, zip(row.tokens, row.tags, strict=True))) for row in entities.values()]
    put(folder / "PxSLU_conll.txt", "\n\n".join(blocks) + "\n\n")


def _labels(folder: Path, data: dict[str, TaskData]) -> None:
    for part in _PARTS:
        rows = _labelled(getattr(data["morfitt"], part))
        lines = [f"{row.id}\t{row.text}\t{'|'.join(row.labels)}\n" for row in rows]
        put(folder / "MORFITT" / f"{_DEV[part]}.tsv", "identifier\tabstract\tspecialities\n" + "".join(lines))
        cases = [
            {"identifier": row.id, "title": "", "clinical_case": row.text, "icd-10": row.labels[0]}
            for row in _labelled(getattr(data["diamed"], part))
        ]
        cases += [{**cases[0], "icd-10": float("nan")}, {**cases[0], "icd-10": "Aucune annotation"}]
        put(folder / "DiaMED" / "splits" / f"{part}.json", json.dumps(cases))


def _questions(folder: Path, data: dict[str, TaskData]) -> None:
    for part in _PARTS:
        questions = [
            {
                "id": row.id,
                "question": row.question,
                "answers": dict(zip("abcde", row.options, strict=True)),
                "correct_answers": ["abcde"[at] for at in row.correct],
                "subject_name": "pharmacie",
            }
            for row in getattr(data["frenchmedmcqa"], part)
            if isinstance(row, MultipleChoice)
        ]
        put(folder / f"{_DEV[part]}.json", json.dumps(questions))


def _pairs(folder: Path, data: dict[str, TaskData]) -> None:
    for side in ("train", "test"):
        pairs = [row for row in _side(data["clister"], side) if isinstance(row, ScoredPair)]
        sentences: dict[str, str] = {}
        lines = ["id_1\tid_2\tsim\n"]
        for at, row in enumerate(pairs):
            names = f"{side}{at}_1_cas", f"{side}{at}_2_cas"
            sentences |= {
                name.rpartition("_")[0]: text for name, text in zip(names, (row.left, row.right), strict=True)
            }
            lines.append(f"{names[0]}\t{names[1]}\t{row.score}\n")
        put(folder / "clister" / f"{side}.csv", "".join(lines))
        put(folder / "clister" / f"id_to_sentence_{side}.json", json.dumps(sentences))
        xml = ['<paire id="-1" vote="0" moy="0" scores="0"><source>x</source><cible>y</cible></paire>']
        xml += [
            f'<paire id="{row.id}" vote="{row.score}" moy="{row.score}" scores="1,2">'
            f"<source>{escape(row.left)}</source><cible>{escape(row.right)}</cible></paire>"
            for row in _side(data["deft2020_sts"], side)
            if isinstance(row, ScoredPair)
        ]
        put(folder / "deft2020" / f"t1-{side}.xml", f"<doc>\n{''.join(xml)}\n</doc>")
        sets = []
        for choice in _labelled(_side(data["deft2020_cls"], side)):
            targets = choice.second.split(" | ")
            texts = "".join(
                f'<cible num="{at}">{escape(target[4:])}</cible>' for at, target in enumerate(targets, 1)
            )
            sets.append(
                f'<ensemble id="{choice.id}" cible="{choice.labels[0]}">'
                f"<source>{escape(choice.text)}</source>{texts}</ensemble>"
            )
        put(folder / "deft2020" / f"t2-{side}.xml", f"<doc>{''.join(sets)}</doc>")


def _side(data: TaskData, side: str) -> list[object]:
    rows = data.test if side == "test" else (*data.train, *data.validation)
    return sorted(rows, key=lambda row: int(row.id))
