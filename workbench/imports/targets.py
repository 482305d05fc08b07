"""Import targets: words marked in sentences, from a table or from the XML of lexical substitution."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from aloi.errors import AloiError
from corpora.language.parts_of_speech import POS_LETTERS
from corpora.language.word_list import lemma_of
from corpora.model import Origin, Target
from corpora.readers import Row, Table, read_table
from corpora.readers.base import ReadText
from gold.formats.substitutes.lexsub_files import Instance, pos_of, read_instances, read_preprocessed
from storage.store import Store
from workbench.texts.corpora import WHOLE_TEXTS, About, Imported, add_corpus, make_corpus, whole_sentence

SENTENCE_COLUMNS = ("sentence", "text", "phrase", "context")
_POS = ("NOUN", "VERB", "ADJ", "ADV")


def import_targets(store: Store, path: Path, about: About, now: datetime) -> Imported:
    """Return the corpus made of sentences with a word marked, with one Target item each.

    An `.xml` file has `lexelt`, `instance`, `context` and `head`, as SemDis 2014; a `.preprocessed` one the
    lines of tokens of SemEval-2007. A table has a column
    sentence (or text), and either `start` and `end` (characters from 0, the end left out) or `target`, which
    must then stand once in the sentence; and, where they are known, `id`, `lemma` and `pos` (NOUN, VERB, ADJ,
    ADV or n, v, a, r). A lemma that is not given is looked up in a word list. Each sentence is a document.

    Raises
    ------
    AloiError
        A target that does not stand in its sentence, or more than once; a place outside it; an id twice.
    """
    instances = _instances(path, about)
    where = {one.id: f"{path.name}, {one.id}" for one in instances}
    texts = [ReadText(one.id, one.text, {}, where[one.id]) for one in instances]
    corpus, documents = make_corpus(texts, about)
    sentences = [whole_sentence(document) for document in documents]
    by_name = {document.name: sentence for document, sentence in zip(documents, sentences, strict=True)}
    targets = []
    for one in instances:
        sentence = by_name[one.id]
        start, end = one.start - sentence.start, one.end - sentence.start
        targets.append(Target.of(corpus.id, sentence, start, end, one.lemma, pos_of(one.pos)))
    new = add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, sentences, WHOLE_TEXTS)
    store.texts.add_items(
        [(one, Origin(one.id, "import", {"file": path.name}, None, None, None, None, now)) for one in targets]
    )
    return Imported(corpus, len(documents), len(targets), new)


def _instances(path: Path, about: About) -> tuple[Instance, ...]:
    """Return the sentences with their targets of a file, by its suffix."""
    if path.suffix.lower() == ".xml":
        return read_instances(path)
    if path.suffix.lower() == ".preprocessed":
        return read_preprocessed(path)
    return _of_table(read_table(path), about)


def _of_table(table: Table, about: About) -> tuple[Instance, ...]:
    """Return the targets of a table, rows in order."""
    column = next((name for name in SENTENCE_COLUMNS if name in table.columns), None)
    placed = {"start", "end"} <= set(table.columns)
    if column is None or not (placed or "target" in table.columns):
        raise AloiError(
            f"{table.path.name} has the columns {', '.join(table.columns)}.",
            f"A column {' or '.join(SENTENCE_COLUMNS)}, and target or start and end, were expected.",
            "Rename the columns.",
        )
    found: dict[str, Instance] = {}
    for number, row in enumerate(table.rows, start=1):
        where = table.where(row)
        name = (row.text("id").strip() if "id" in table.columns else "") or str(number)
        if name in found:
            raise AloiError(
                f"{where}: the id {name!r} stands there a second time.",
                "Each row needs an id of its own.",
                "Correct the ids.",
            )
        text = row.text(column)
        start, end = _placed(row, text, where) if placed else _found(row.text("target").strip(), text, where)
        lemma = row.text("lemma").strip() if "lemma" in table.columns else ""
        pos = _pos(row.text("pos").strip(), where) if "pos" in table.columns else "x"
        found[name] = Instance(
            lemma or lemma_of(text[start:end], about.language), pos, name, text, start, end
        )
    if not found:
        raise AloiError(
            f"{table.path.name} holds no rows.", "At least one target was expected.", "Choose another file."
        )
    return tuple(found.values())


def _placed(row: Row, text: str, where: str) -> tuple[int, int]:
    cells = (row.text("start").strip(), row.text("end").strip())
    if all(one.isascii() and one.isdecimal() for one in cells):
        start, end = int(cells[0]), int(cells[1])
        if start < end <= len(text) and text[start:end] == text[start:end].strip():
            return start, end
    raise AloiError(
        f"{where}: the target stands at {cells[0]!r} to {cells[1]!r} of {len(text)} characters.",
        "The place of a word in the sentence was expected, in characters from 0, the end left out.",
        "Correct the place.",
    )


def _found(word: str, text: str, where: str) -> tuple[int, int]:
    """Return where the target stands as a whole word; it must do so once."""
    places = [
        at
        for at in range(len(text) - len(word) + 1)
        if word
        and text.startswith(word, at)
        and not (at and text[at - 1].isalnum() and word[0].isalnum())
        and not (text[at + len(word) : at + len(word) + 1].isalnum() and word[-1].isalnum())
    ]
    if len(places) != 1:
        times = "does not stand" if not places else f"stands {len(places)} times"
        raise AloiError(
            f"{where}: the target {word!r} {times} in its sentence.",
            "A word that stands there once, as it is written there, was expected.",
            "Correct the target, or give start and end." if places else "Correct the target.",
        )
    return places[0], places[0] + len(word)


def _pos(written: str, where: str) -> str:
    """Return the letter of a part of speech."""
    letters = {name: letter for letter, name in POS_LETTERS.items()}
    if written.upper() in letters:
        return letters[written.upper()]
    if written.lower() in POS_LETTERS or not written:
        return written.lower() or "x"
    raise AloiError(
        f"{where}: the part of speech is {written!r}.",
        f"One of these, or nothing, was expected: {', '.join(_POS)}.",
        "Correct it.",
    )
