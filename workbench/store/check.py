"""Whether the store is sound: its own integrity, offsets, and every release's checksums."""

from __future__ import annotations

from dataclasses import dataclass

from corpora.terminologies.concepts import names_checksum
from gold.releasing.release import verify
from storage.store import Store


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, and every problem found, in words."""

    documents: int
    sentences: int
    releases: int
    problems: tuple[str, ...]


def check(store: Store) -> Check:
    """Return the integrity report of a store: nothing is changed."""
    problems = list(store.check())
    documents = sentences = 0
    for corpus in store.texts.corpora():
        texts = {document.id: document.text for document in store.texts.documents(corpus.id)}
        documents += len(texts)
        for sentence in store.texts.sentences(corpus.id):
            sentences += 1
            if texts[sentence.document_id][sentence.start : sentence.end] != sentence.text:
                problems.append(
                    f"Sentence {sentence.id} of corpus {corpus.name!r} does not match its offsets."
                )
    for one in store.terminologies.list():
        if names_checksum(store.terminologies.names(one.id)) != one.checksum:
            problems.append(f"The names of the terminology {one.name!r} are not those imported.")
    releases = store.gold.releases()
    for release in releases:
        problems += [f"Release {release.version!r}: {problem}" for problem in verify(release.manifest)]
    return Check(documents, sentences, len(releases), tuple(problems))
