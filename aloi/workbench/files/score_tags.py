"""Score tagged tokens, or spans with attributes and relations, of a file against the gold of another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tag_schemes import Scheme, letters_of, read_tags, scheme_named
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.evaluation.reports.spans import MarkedScores, score_marked
from aloi.evaluation.reports.spans import SpanMatches as SpanMatches  # the terminal shows both
from aloi.evaluation.reports.tags import UNITS, ComparedTags, TagScores, compared_tags
from aloi.evaluation.reports.tags import SpanScore as SpanScore
from aloi.evaluation.reports.tags import score_tags as score_sentences
from aloi.gold.formats.spans.conll import ConllSentence, read_conll, with_b_prefix
from aloi.gold.formats.spans.conllu_files import looks_like_conllu, read_conllu_sentences
from aloi.gold.formats.spans.span_files import read_spans
from aloi.gold.formats.spans.span_lines import read_span_lines
from aloi.workbench.requests.files.scores import MarkedSpansRequest, TagsRequest


def score_tags(request: TagsRequest) -> TagScores:
    """Return precision, recall and F1 of spans of two CoNLL files, lenient and strict, with intervals.

    The scheme is that of the strict reading, by default detected from the tags. Bare tags are for single
    tokens, as parts of speech are.

    Raises
    ------
    AloiError
        A damaged line, other tokens or sentences, a tag outside the requested scheme, or tags of no scheme.
        Also an unknown scheme, or sentences without document if documents are resampled.
    """
    gold, predicted, scheme, unit = request.gold, request.predicted, request.scheme, request.unit
    rules = scheme_named(scheme) if scheme is not None else None
    sides = _sentences(gold), _sentences(predicted)
    _check_tokens(gold, sides[0], predicted, sides[1])
    tags = _tags_of((gold, predicted), sides, rules, bare=request.bare)
    scores = score_sentences(
        tags.gold,
        tags.predicted,
        tags.scheme,
        documents=_documents(gold, sides[0], required=unit == UNITS[1]) if unit != UNITS[0] else None,
        replicates=request.replicates,
        seed=request.seed,
    )
    repeated = [
        caution
        for path, side in zip((gold, predicted), sides, strict=True)
        for caution in _repeated_ids(path, side)
    ]
    cautions = [*tags.cautions, *repeated, *([scores.caution] if scores.caution else [])]
    return replace(scores, read_as=tags.read_as, caution=" ".join(cautions) or None)


def score_spans(request: MarkedSpansRequest) -> MarkedScores:
    """Return the scores of spans, attributes and relations of brat files or JSON lines, with intervals.

    Raises
    ------
    AloiError
        A source that cannot be read, an id that is repeated, a predicted text that the gold does not have, or
        that differs from that of the gold.
    """
    gold, predicted = (_marked_rows(path) for path in (request.gold, request.predicted))
    strange = sorted(predicted.keys() - gold.keys())
    differing = [name for name in sorted(predicted.keys() & gold.keys())
                 if predicted[name].text != gold[name].text]  # fmt: skip
    if strange or differing:
        raise AloiError(
            "aloi.differ",
            name=Term("the-texts-of-spans"),
            differences=", ".join((strange or differing)[:5]),
            expected=Term("the-same-texts"),
            todo=Term("write-the-prediction"),
        )
    return score_marked([*gold.values()], predicted, replicates=request.replicates, seed=request.seed)


def _marked_rows(path: Path) -> dict[str, TaggedTokens]:
    """Return the texts of a source by id: of brat files the path within the folder, of lines their id."""
    lines = path.suffix.lower() in (".jsonl", ".json")
    source = read_span_lines(path) if lines else read_spans(path, "brat")
    rows: dict[str, TaggedTokens] = {}
    for row in source.rows:
        name = row.id if lines else row.document_id
        if name in rows:
            raise AloiError("aloi.repeated", name=Term("id-of-text"), value=quoted(name))
        rows[name] = replace(row, id=name)
    return rows


def _sentences(path: Path) -> Sequence[ConllSentence]:
    """Return the sentences of a file of CoNLL, or of CoNLL-U with tags in MISC, which its lines tell."""
    if not looks_like_conllu(path):
        return read_conll(path)
    return [
        ConllSentence(each.tokens, each.tags, each.lines, each.id, each.document)
        for each in read_conllu_sentences(path)
    ]


def _tags_of(
    paths: tuple[Path, Path],
    sides: tuple[Sequence[ConllSentence], Sequence[ConllSentence]],
    rules: Scheme | None,
    *,
    bare: bool,
) -> ComparedTags:
    """Return the tags of both sides in one scheme."""
    if bare or rules is Scheme.BARE:
        # A hyphen in a part of speech is no letter of a scheme.
        sentences = [[with_b_prefix(one.tags) for one in side] for side in sides]
        return ComparedTags(sentences[0], sentences[1], rules or Scheme.IOB2, "tags as they are", ())
    if rules is not None and rules is not Scheme.IO:
        for path, side in zip(paths, sides, strict=True):
            _check_tags(path, side, rules)
    readings = [
        read_tags([one.tags for one in side], path.name, rules)
        for path, side in zip(paths, sides, strict=True)
    ]
    return compared_tags(*readings)


def _repeated_ids(path: Path, sentences: Sequence[ConllSentence]) -> list[str]:
    """Return a warning if sentences repeat an id: all are scored, in the order of the files."""
    ids = [one.id for one in sentences if one.id]
    repeated = len(ids) - len(set(ids))
    return (
        [f"{path.name}: sentences with the id of another one, counted too: {repeated}."] if repeated else []
    )


def _check_tokens(
    gold: Path,
    gold_sentences: Sequence[ConllSentence],
    predicted: Path,
    predicted_sentences: Sequence[ConllSentence],
) -> None:
    """Raise AloiError at the first difference of the two files."""
    for gold_sentence, other in zip(gold_sentences, predicted_sentences, strict=False):
        for at, (token, predicted_token) in enumerate(zip(gold_sentence.tokens, other.tokens, strict=False)):
            if token != predicted_token:
                differences = Term(
                    "value-in-line",
                    gold_name=gold.name,
                    line=other.lines[at],
                    lines_line=gold_sentence.lines[at],
                    name=predicted.name,
                    token=quoted(token),
                    value=quoted(predicted_token),
                )
                raise _differing(Term("the-tokens"), differences)
        if len(gold_sentence.tokens) != len(other.tokens):
            differences = Term(
                "tokens-at-line",
                gold_name=gold.name,
                line=other.lines[0],
                lines_line=gold_sentence.lines[0],
                name=predicted.name,
                tokens=len(other.tokens),
                tokens_count=len(gold_sentence.tokens),
            )
            raise _differing(Term("numbers-of-tokens"), differences)
    if len(gold_sentences) != len(predicted_sentences):
        differences = Term(
            "wanted-in-name",
            count=len(predicted_sentences),
            name=gold.name,
            predicted_name=predicted.name,
            wanted=len(gold_sentences),
        )
        raise _differing(Term("the-numbers-of-sentences"), differences)


def _differing(name: Term, differences: Term) -> AloiError:
    return AloiError(
        "aloi.differ",
        name=name,
        differences=differences,
        expected=Term("the-same-tokens"),
        todo=Term("write-the-prediction"),
    )


def _check_tags(path: Path, sentences: Sequence[ConllSentence], scheme: Scheme) -> None:
    """Raise AloiError at the first tag that no form of the scheme has."""
    for sentence in sentences:
        for tag, line in zip(sentence.tags, sentence.lines, strict=True):
            try:
                read_tags([[tag]], path.name, scheme)
            except AloiError as error:
                raise AloiError(
                    "aloi.value",
                    name=Term("tag-in-line", line=line, name=path.name),
                    value=Term("tag-which", scheme=scheme, tag=repr(tag)),
                    expected=Term(
                        "tags-such-as-examples",
                        examples=", ".join(("O", *(f"{letter}-X" for letter in sorted(letters_of(scheme))))),
                    ),
                    todo=Term("correct-it-choose"),
                ) from error


def _documents(path: Path, sentences: Sequence[ConllSentence], *, required: bool) -> list[str] | None:
    """Return the document of each sentence; None, or AloiError if they are asked for, if one has none."""
    lost = next((one for one in sentences if not one.document), None)
    if lost is None:
        return [one.document for one in sentences]
    if required:
        raise AloiError(
            "aloi.missing",
            name=Term("sentence-at-line", line=lost.lines[0], name=path.name),
            missing=Term("its-document"),
            expected=Term("a-line-document"),
            todo=Term("write-these"),
        )
    return None
