"""What readers of projects share: documents that come several times, places of spans, unnamed people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from aloi.errors import AloiError, quoted
from annotation.rows import LabelledSpan
from gold.formats.projects.model import (
    AnswerStatus,
    Project,
    ProjectAnswer,
    ProjectDocument,
    ProjectOptions,
    ProjectQuestion,
    QuestionForm,
)
from gold.formats.projects.records import Record
from gold.formats.source_files import Notebook, squeezed

OUTSIDE = "spans outside their text, left out"
OTHER_WORDS = "spans whose place does not hold the words beside it, left out"
NO_TEXT = "records without a text, left out"
_SHORT = 80  # characters of what may be a label


@dataclass(slots=True)
class Gathering:
    """A project while it is read: `taken` has each document by its id, `by_text` the first id of a text."""

    notebook: Notebook = field(default_factory=Notebook)
    taken: dict[str, ProjectDocument] = field(default_factory=dict)
    by_text: dict[tuple[str, ...], str] = field(default_factory=dict)
    answers: list[ProjectAnswer] = field(default_factory=list)
    questions: dict[str, ProjectQuestion] = field(default_factory=dict)
    guideline: str = ""

    def document(self, one: ProjectDocument) -> bool:
        """Take a document and return whether it has a text; one that came before must be the same.

        Raises
        ------
        AloiError
            An id that has two texts.
        """
        if not one.texts or not all(text.strip() for text in one.texts):
            self.notebook.add(NO_TEXT, one.where)
            return False
        known = self.taken.setdefault(one.id, one)
        self.by_text.setdefault(one.texts, one.id)
        if (known.texts, known.options) != (one.texts, one.options):
            raise AloiError(
                "gold.project-id-has-two-texts", where=one.where, id=quoted(one.id), first=known.where
            )
        return True

    def ask(self, name: str, asked: QuestionForm, **more: object) -> None:
        """Take a question; one that asks for something else under the same name is refused."""
        known = self.questions.setdefault(name, ProjectQuestion(name, asked))
        if known.asked is not asked:
            raise AloiError(
                "gold.project-question-asks-two-things", name=name, asked=known.asked.value, other=asked.value
            )
        if more:
            self.questions[name] = replace(known, **more)  # type: ignore[arg-type]

    def leave(self, what: str, where: str, count: int = 1) -> None:
        """Count what is left out, such as `relations`."""
        if count:
            self.notebook.add(f"{what}, left out", where, count)

    def project(self, asked: ProjectOptions) -> Project:
        """Return the project; answers of nobody are those of the person told.

        Raises
        ------
        AloiError
            Nothing in it; or several answers to one document of which nobody knows who gave them.
        """
        if not self.taken:
            raise AloiError("gold.project-empty")
        unnamed = [
            one for one in self.answers if not one.annotator and one.outcome != AnswerStatus.PREDICTION
        ]
        counts = Counter(
            (one.document, name) for one in unnamed for name in one.values or one.questions or ("",)
        )
        several = sum(count > 1 for count in counts.values())
        if several and not asked.annotator:
            raise AloiError("gold.project-nobody-named", several=several)
        return Project(
            tuple(self.questions.values()),
            tuple(self.taken.values()),
            tuple(self.answers),
            self.guideline,
            self.notebook.notes(),
        )

    def span(
        self, record: Record, label: str, text: str, words: str = "", *, utf_16: bool = False
    ) -> LabelledSpan | None:
        """Return the span of an object with `start` and `end`; None, and a note, where its text has none.

        Places are those of code points; where that is not what `words` says, those of UTF-16, which tools
        written in JavaScript count. With `utf_16` it is the other way round.
        """
        start, end = record.whole("start"), record.whole("end")
        if words:
            both = ((start, end), _code_points(text, start, end))
            for from_, to in both[::-1] if utf_16 else both:
                if squeezed(text[from_:to]) == squeezed(words):
                    start, end = from_, to
                    break
            else:
                self.notebook.add(OTHER_WORDS, record.where)
                return None
        if not start < end <= len(text):
            self.notebook.add(OUTSIDE, record.where)
            return None
        return LabelledSpan(label, ((start, end),))


def _code_points(text: str, start: int, end: int) -> tuple[int, int]:
    """Return places counted in UTF-16 as places in code points."""
    units = text.encode("utf-16-le", "surrogatepass")
    return (
        len(units[: 2 * start].decode("utf-16-le", "replace")),
        len(units[: 2 * end].decode("utf-16-le", "replace")),
    )


def texts_of(record: Record, asked: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the text of an object's text fields, or those asked for, which are the only ones it has.

    Raises
    ------
    AloiError
        Several fields that may be the text, or one asked for that is not there.
    """
    if asked:
        return tuple(record.text(name, "" if name in record.values else None) for name in asked)
    named = [name for name, value in record.values.items() if isinstance(value, str) and value.strip()]
    if len(named) > 1 and "text" not in named:
        raise AloiError("gold.project-several-texts", where=record.where, path=path, names=named)
    return tuple(record.text(name) for name in (["text"] if "text" in named else named))


def is_free_text(values: Iterable[str]) -> bool:
    """Return whether texts are people's own words and no labels: long, or of several lines."""
    return any(len(one) > _SHORT or "\n" in one for one in values)
