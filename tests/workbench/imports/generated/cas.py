"""Projects of INCEpTION: a directory a document with a file a person, as WebAnno TSV 3.3 or as XMI."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.workbench.imports.generated.world import (
    Features,
    Span,
    Written,
    expected_of,
    utf_16,
    word_places,
    world,
)

_LABELS = ("signe", "soin|prescrit", "x[1]_y", "*")
_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types><typeDescription>
<name>webanno.custom.Fait</name><description/><supertypeName>uima.tcas.Annotation</supertypeName><features>
<featureDescription><name>valeur</name><description/><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
</features></typeDescription></types></typeSystemDescription>
"""


def webanno_tsv(rng: random.Random, folder: Path) -> Written:
    """The appendix "WebAnno TSV 3.3" of INCEpTION's guide: a token a line, places in UTF-16."""
    made = world(rng, "spans", Features(nested=True, crlf=False), _LABELS)
    for one in made.statements:
        path = folder / "annotation" / f"{one.document}.txt" / f"{one.annotator}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_tsv(made.document(one.document).text, one.value).encode())
    if rng.random() < 0.5:
        for document in made.documents:
            for name in ("annotation/{}.txt/INITIAL_CAS.tsv", "curation/{}.txt/CURATION_USER.tsv"):
                path = folder / name.format(document.id)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(_tsv(document.text, ()).encode())
    return Written(folder, expected_of(made, with_ids=False))


def _tsv(text: str, spans: tuple[Span, ...]) -> str:
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Fait|valeur", "", ""]
    start = 0
    for number, sentence in enumerate(text.split("\n"), start=1):
        lines.append(f"#Text={_escaped(sentence)}")
        for place, (a, b) in enumerate(word_places(sentence), start=1):
            first, last = start + a, start + b
            held = [
                (i, one)
                for i, one in enumerate(spans, 1)
                if one.parts[0][0] <= first and last <= one.parts[0][1]
            ]
            cell = "|".join(f"{_value(one.label)}[{i}]" for i, one in held) or "_"
            places = f"{utf_16(text, first)}-{utf_16(text, last)}"
            lines.append(f"{number}-{place}\t{places}\t{_escaped(text[first:last])}\t{cell}\t")
        lines.append("")
        start += len(sentence) + 1
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _value(label: str) -> str:
    for letter in ("\\", "[", "]", "|", "_", "->", ";", "*"):
        label = label.replace(letter, f"\\{letter}")
    return label


def uima_cas(rng: random.Random, folder: Path) -> Written:
    """XMI 2.0 with its type system; a folder or a zip a person, as the tool exports projects."""
    made = world(rng, "spans", Features(nested=True), _LABELS)
    layout = rng.choice(("zips", "folders"))
    for one in made.statements:
        document = folder / "annotation" / f"{one.document}.txt"
        document.mkdir(parents=True, exist_ok=True)
        xmi = _xmi(made.document(one.document).text, one.value)
        if layout == "zips":
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w") as archive:
                archive.writestr(f"{one.annotator}.xmi", xmi.encode())
                archive.writestr("TypeSystem.xml", _TYPES)
            (document / f"{one.annotator}.zip").write_bytes(packed.getvalue())
        else:
            (document / one.annotator).mkdir()
            (document / one.annotator / f"{one.annotator}.xmi").write_bytes(xmi.encode())
            (document / one.annotator / "TypeSystem.xml").write_text(_TYPES, encoding="utf-8")
    return Written(folder, expected_of(made, with_ids=False))


def _xmi(text: str, spans: tuple[Span, ...]) -> str:
    marked = "".join(
        f'<custom:Fait xmi:id="{100 + i}" sofa="1" begin="{utf_16(text, one.parts[0][0])}" '
        f'end="{utf_16(text, one.parts[0][1])}" valeur={quoteattr(one.label)}/>'
        for i, one in enumerate(spans)
    )
    members = " ".join(str(100 + i) for i in range(len(spans)))
    whole = quoteattr(text, {"\n": "&#10;", "\r": "&#13;"})
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
        'xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0"><cas:NULL xmi:id="0"/>'
        f'{marked}<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text/plain" '
        f"sofaString={whole}/>"
        f'<cas:View sofa="1" members="{escape(members)}"/></xmi:XMI>\n'
    )
