"""Texts with marked spans in files without people: brat, CoNLL, DocBin and the files of mentions.

Further people come in by `also`; the first of them is nobody in particular.
"""

from __future__ import annotations

import json
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from aloi.workbench.imports.layouts.base import ReadOptions
from tests.workbench.imports.generated.world import (
    Features,
    Span,
    World,
    Written,
    expected_of,
    word_places,
    world,
)

Spans = Mapping[str, Sequence[Span]]  # by document
SCHEMES = ("IOB1", "IOB2", "IOBES", "BILOU", "BMES", "IO")


def brat(rng: random.Random, folder: Path) -> Written:
    """brat.nlplab.org/standoff: code points, a space between the parts of a mention and for line ends."""
    features = Features(outer_space=True, nested=True, discontinuous=True)
    made = world(rng, "spans", features, complete=True)
    others = rng.randint(0, 3)
    lines = (
        "R1\tAround Arg1:T1 Arg2:T2\n",
        "E1\tfait:T1\n",
        "A1\tNegation T1\n",
        "#1\tAnnotatorNotes R1\tnote\n",
    )
    left_out = {"events of another type": 0}

    def write(document: str, text: str, spans: Sequence[Span], target: Path) -> None:
        (target / f"{document}.txt").write_bytes(text.encode())
        marked = []
        for number, one in enumerate(spans, start=1):
            places = ";".join(f"{start} {end}" for start, end in one.parts)
            words = " ".join(text[start:end] for start, end in one.parts)
            marked.append(
                f"T{number}\t{one.label} {places}\t{words.replace(chr(13), ' ').replace(chr(10), ' ')}\n"
            )
        if len(spans) > 1:
            marked += lines[:others]
            left_out["events of another type"] += others > 1
        (target / f"{document}.ann").write_bytes("".join(marked).encode())

    return _by_person(made, folder, write, task="spans", left_out=left_out)


def conll(rng: random.Random, folder: Path) -> Written:
    """A token and a tag a line, in one of six schemes; files by person hold the same sentences."""
    made = world(rng, "spans", Features(lines=False), complete=True)
    scheme = rng.choice(SCHEMES)
    gap, end = rng.choice("\t "), rng.choice(("\n", "\r\n"))
    if scheme == "IO":
        made = _apart(made)
    files = {}
    for person in made.people:
        sentences = []
        for one in made.documents:
            tokens = word_places(one.text)
            spans = next(each.value for each in made.of(one.id) if each.annotator == person)
            tags = _tags(tokens, [(*span.parts[0], span.label) for span in spans], scheme)
            rows = [f"{one.text[a:b]}{gap}{tag}{end}" for (a, b), tag in zip(tokens, tags, strict=True)]
            sentences.append("".join(rows))
        path = folder / person / "corpus.conll"
        path.parent.mkdir()
        path.write_bytes(end.join(sentences).encode())
        files[person] = path
    return with_also(made, files, ReadOptions(), with_ids=False)


def conllu(rng: random.Random, folder: Path) -> Written:
    """Numbered words in ten columns, tags in MISC: universaldependencies.org/format."""
    world_ = world(rng, "spans", Features(lines=False), complete=True)
    scheme = rng.choice(SCHEMES)
    if scheme == "IO":
        world_ = _apart(world_)
    key, end = rng.choice(("NER=", "ner=", "NE=", "")), rng.choice(("\n", "\r\n"))
    files = {}
    for person in world_.people:
        lines = []
        for document in world_.documents:
            words = word_places(document.text)
            spans = next(each.value for each in world_.of(document.id) if each.annotator == person)
            tags = _tags(words, [(*span.parts[0], span.label) for span in spans], scheme)
            lines += [f"# sent_id = {document.id}", f"# text = {document.text}"]
            for number, ((first, last), tag) in enumerate(zip(words, tags, strict=True), start=1):
                misc = f"{key}{tag}" if tag != "O" or not key or number % 2 else "_"
                lines.append("\t".join((str(number), document.text[first:last], *"_" * 7, misc)))
            lines.append("")
        files[person] = folder / f"{person}.conllu"
        files[person].write_bytes("".join(f"{line}{end}" for line in lines).encode())
    return with_also(world_, files, ReadOptions())


def docbin(rng: random.Random, folder: Path) -> Written:
    """spaCy's DocBin: documents of words, spans in `doc.spans["sc"]`."""
    from spacy.tokens import Doc, DocBin
    from spacy.tokens import Span as SpacySpan
    from spacy.vocab import Vocab

    made = world(rng, "spans", Features(lines=False, nested=True), complete=True)
    files = {}
    for person in made.people:
        store, vocab = DocBin(), Vocab()
        for one in made.documents:
            places = word_places(one.text)
            doc = Doc(
                vocab, words=[one.text[a:b] for a, b in places], spaces=[True] * (len(places) - 1) + [False]
            )
            starts, ends = (
                {a: i for i, (a, _) in enumerate(places)},
                {b: i + 1 for i, (_, b) in enumerate(places)},
            )
            spans = next(each.value for each in made.of(one.id) if each.annotator == person)
            doc.spans["sc"] = [
                SpacySpan(doc, starts[each.parts[0][0]], ends[each.parts[0][1]], label=each.label)
                for each in spans
            ]
            store.add(doc)
        files[person] = folder / f"{person}.spacy"
        store.to_disk(files[person])
    return with_also(made, files, ReadOptions(), with_ids=False)


def bigbio(rng: random.Random, folder: Path) -> Written:
    """The schema `kb`: passages and entities with offsets in code points, parts of a mention as a list."""
    made = world(rng, "spans", Features(nested=True, discontinuous=True), complete=True, least=1)

    def documents(spans: Spans) -> str:
        written = []
        for number, one in enumerate(made.documents):
            cut = rng.choice(word_places(one.text))[0]
            passages = [
                {"id": f"{number}-{i}", "type": "abstract", "text": [one.text[a:b]], "offsets": [[a, b]]}
                for i, (a, b) in enumerate(((0, cut), (cut, len(one.text))))
                if a < b
            ]
            entities = [
                {
                    "id": f"{number}-e{i}", "type": each.label, "normalized": [],
                    "text": [one.text[a:b] for a, b in each.parts],
                    "offsets": [list(part) for part in each.parts],
                }
                for i, each in enumerate(spans[one.id])
            ]  # fmt: skip
            written.append(
                {"id": str(number), "document_id": one.id, "passages": passages, "entities": entities,
                 "events": [], "coreferences": [], "relations": []}
            )  # fmt: skip
        return json.dumps(written, ensure_ascii=rng.random() < 0.5)

    return _one_file(made, folder, "corpus.json", documents)


def pubtator(rng: random.Random, folder: Path) -> Written:
    """`id|t|title`, `id|a|abstract`, places over the title, one character, and the abstract."""
    made = world(rng, "spans", Features(lines=False, nested=True), complete=True, least=1)
    made = _title_and_abstract(made)

    def documents(spans: Spans) -> str:
        blocks = []
        for one in made.documents:
            title, abstract = one.text.split("\n")
            lines = [f"{one.id}|t|{title}", f"{one.id}|a|{abstract}"]
            for each in spans[one.id]:
                start, end = each.parts[0]
                words = one.text[start:end].replace("\n", " ")
                lines.append(f"{one.id}\t{start}\t{end}\t{words}\t{each.label}\tC{len(lines)}")
            blocks.append("\n".join(lines) + "\n")
        return "\n".join(blocks)

    return _one_file(made, folder, "corpus.pubtator", documents)


def concept(rng: random.Random, folder: Path) -> Written:
    """BioSyn: `document||start|end||type||mention||concept`, texts as .txt beside."""
    features = Features(nested=True, discontinuous=True)
    made = world(rng, "spans", features, complete=True, least=1)

    def write(document: str, text: str, spans: Sequence[Span], target: Path) -> None:
        (target / f"{document}.txt").write_bytes(text.encode())
        lines = []
        for number, one in enumerate(spans):
            places = "|".join(f"{start}|{end}" for start, end in one.parts)
            words = " ".join(" ".join(text[start:end].split()) for start, end in one.parts)
            lines.append(f"{document}||{places}||{one.label}||{words}||C{number}\n")
        (target / f"{document}.concept").write_bytes("".join(lines).encode())

    return _by_person(made, folder, write, task="spans", left_out={})


def mantra(rng: random.Random, folder: Path) -> Written:
    """A table of mentions with `span` as `3 8;12 20`, a table of texts beside it."""
    made = world(rng, "spans", Features(lines=False, nested=True, discontinuous=True), complete=True, least=1)
    files = {}
    for person in made.people:
        target = folder / person
        target.mkdir()
        rows = ["document_id\ttext\n", *(f"{one.id}\t{one.text}\n" for one in made.documents)]
        (target / "m.texts.tsv").write_bytes("".join(rows).encode())
        rows = ["id\tdocument_id\tspan\tmention\tgroup\tconcept_id\n"]
        for one in made.statements:
            if one.annotator == person:
                text = made.document(one.document).text
                for each in one.value:
                    places = ";".join(f"{start} {end}" for start, end in each.parts)
                    words = " ".join(text[start:end] for start, end in each.parts)
                    rows.append(
                        f"{len(rows)}\t{one.document}\t{places}\t{words}\t{each.label}\tC{len(rows)}\n"
                    )
        files[person] = target / "m.annotations.tsv"
        files[person].write_bytes("".join(rows).encode())
    return with_also(made, files, ReadOptions(task="spans"))


def codiesp(rng: random.Random, folder: Path) -> Written:
    """Document, kind, code, mention, places; texts in a zip beside; diagnoses alone are read."""
    made = world(
        rng, "spans", Features(discontinuous=True, nested=True), ("DIAGNOSTICO",), complete=True, least=1
    )
    files = {}
    for person in made.people:
        target = folder / person
        target.mkdir()
        with zipfile.ZipFile(target / "part_text_files.zip", "w") as archive:
            for one in made.documents:
                archive.writestr(f"{one.id}.txt", one.text.encode())
        rows = []
        for one in made.statements:
            if one.annotator == person:
                text = made.document(one.document).text
                for each in one.value:
                    places = ";".join(f"{start} {end}" for start, end in each.parts)
                    words = " ".join(" ".join(text[start:end].split()) for start, end in each.parts)
                    rows.append(f"{one.document}\t{each.label}\tc{len(rows)}\t{words}\t{places}\n")
        files[person] = target / "partX.tsv"
        files[person].write_bytes("".join(rows).encode())
    return with_also(made, files, ReadOptions(task="spans"))


def _one_file(made: World, folder: Path, name: str, documents: Callable[[Spans], str]) -> Written:
    """Write a file a person."""
    files = {}
    for person in made.people:
        spans = {one.document: one.value for one in made.statements if one.annotator == person}
        files[person] = folder / person / name
        files[person].parent.mkdir()
        files[person].write_bytes(documents(spans).encode())
    return with_also(made, files, ReadOptions(task="spans"))


def _by_person(
    made: World,
    folder: Path,
    write: Callable[[str, str, Sequence[Span], Path], None],
    task: str,
    left_out: Mapping[str, int],
) -> Written:
    """Write a directory a person with files for each document."""
    files = {}
    for person in made.people:
        files[person] = folder / person
        files[person].mkdir()
        for one in made.statements:
            if one.annotator == person:
                write(one.document, made.document(one.document).text, one.value, files[person])
    return with_also(made, files, ReadOptions(task=task), left_out=left_out)


def with_also(
    made: World,
    files: Mapping[str, Path],
    reading: ReadOptions,
    *,
    with_ids: bool = True,
    left_out: Mapping[str, int] | None = None,
) -> Written:
    first, *others = made.people
    also = {person: files[person] for person in others}
    expected = expected_of(made, names={first: ""}, with_ids=with_ids, left_out=left_out or {})
    return Written(files[first], expected, ReadOptions(task=reading.task, language="fr", also=also))


def _title_and_abstract(made: World) -> World:
    """Return a world whose texts have one line end, in the place of a space."""
    documents = []
    for number, one in enumerate(made.documents):
        spaces = [place for place, letter in enumerate(one.text) if letter == " "]
        cut = spaces[number % len(spaces)]
        documents.append(type(one)(one.id, f"{one.text[:cut]}\n{one.text[cut + 1 :]}"))
    return World(tuple(documents), made.statements, made.people, made.labels)


def _apart(made: World) -> World:
    """Return a world in which no span touches another of its label: IO cannot part them."""
    statements = []
    for one in made.statements:
        taken: list[Span] = []
        for each in one.value:
            if not any(each.parts[0][0] - 1 <= before.parts[0][1] for before in taken):
                taken.append(each)
        statements.append(type(one)(one.document, one.annotator, tuple(taken)))
    return World(made.documents, tuple(statements), made.people, made.labels)


def _tags(tokens: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int, str]], scheme: str) -> list[str]:
    """Return the tags of tokens in a scheme, from its definition."""
    inside = [
        next((i for i, (a, b, _) in enumerate(spans) if a <= start and end <= b), None)
        for start, end in tokens
    ]
    tags = []
    for place, span in enumerate(inside):
        if span is None:
            tags.append("O")
            continue
        label = spans[span][2]
        begins = place == 0 or inside[place - 1] != span
        ends = place + 1 == len(inside) or inside[place + 1] != span
        before = inside[place - 1] if place else None
        alike = before is not None and before != span and spans[before][2] == label
        single, first, middle, last = {
            "IOB1": ("B" if alike else "I", "B" if alike else "I", "I", "I"),
            "IOB2": ("B", "B", "I", "I"),
            "IOBES": ("S", "B", "I", "E"),
            "BILOU": ("U", "B", "I", "L"),
            "BMES": ("S", "B", "M", "E"),
            "IO": ("I", "I", "I", "I"),
        }[scheme]
        letter = single if begins and ends else first if begins else last if ends else middle
        tags.append(f"{letter}-{label}")
    return tags
