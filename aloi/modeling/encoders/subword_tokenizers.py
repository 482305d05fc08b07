"""Tokenizers of transformers models, behind what a study of them needs; no weights are loaded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aloi.modeling.encoders.devices import quiet
from aloi.modeling.encoders.names import absent, locate, unreadable

Document = str | tuple[str, ...]  # a text, or its words where a corpus gives them


@dataclass(frozen=True, slots=True)
class SubwordTokenizer:
    """A tokenizer that was loaded, by the name of its model."""

    name: str
    loaded: Any
    for_words: Any

    def lengths(self, documents: Sequence[Document]) -> list[tuple[int, int]]:
        """Return how many sub-words each document has, with special tokens and without; nothing is cut."""
        with quiet():
            return [(self._length(one, special=True), self._length(one, special=False)) for one in documents]

    def split(self, term: str) -> tuple[str, ...]:
        """Return the sub-words of a term as the vocabulary writes them."""
        return tuple(self.loaded.tokenize(term))

    def pieces(self) -> frozenset[tuple[bool, str]]:
        """Return the vocabulary without special tokens: whether an entry begins a word, and its text.

        So written, vocabularies that mark the beginning of a word (`▁`, `Ġ`) and those that mark what
        continues one (`##`) compare.
        """
        special = set(self.loaded.all_special_tokens)
        return pieces([entry for entry in self.loaded.get_vocab() if entry not in special])

    def _length(self, document: Document, *, special: bool) -> int:
        if isinstance(document, str):
            encoding = self.loaded(document, add_special_tokens=special, truncation=False)
        else:
            encoding = self.for_words(
                list(document), is_split_into_words=True, add_special_tokens=special, truncation=False
            )
        return len(encoding["input_ids"])


def load_tokenizer(name_or_folder: str) -> SubwordTokenizer:
    """Return the tokenizer of a packaged model, of a folder, or of a hub name; nothing else is loaded.

    Raises
    ------
    AloiError
        No such folder, or one without a tokenizer; transformers is not installed.
    """
    try:
        from transformers import AutoTokenizer
    except ImportError as error:
        raise absent("transformers", "sub-words") from error
    folder = Path(name_or_folder).expanduser()
    if (folder / "tokenizer_config.json").is_file():
        name, address, local = folder.resolve().name, str(folder), True
    else:
        location = locate(name_or_folder)
        name, address, local = location.name, location.address, location.local

    def load(**options: Any) -> Any:
        return AutoTokenizer.from_pretrained(address, local_files_only=local, **options)

    try:
        with quiet():
            loaded = load()
            # Byte-level tokenizers accept words only if each is read with a space before it.
            spaceless = getattr(loaded, "add_prefix_space", None) is False
            return SubwordTokenizer(name, loaded, load(add_prefix_space=True) if spaceless else loaded)
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise unreadable(name_or_folder, error) from error


def pieces(entries: Sequence[str]) -> frozenset[tuple[bool, str]]:
    """Return entries of a vocabulary as whether each begins a word, and its text without the mark."""
    # A vocabulary of another kind may hold the mark of this one as an ordinary entry: the commonest decides.
    mark = max(("▁", "##", "Ġ"), key=lambda one: sum(entry.startswith(one) for entry in entries))
    if mark == "##":
        return frozenset((not entry.startswith(mark), entry.removeprefix(mark)) for entry in entries)
    marked = [(entry.startswith(mark), entry.removeprefix(mark)) for entry in entries]
    if mark == "▁":
        return frozenset(marked)
    letters = _byte_letters()
    return frozenset((begins, _text(rest, letters)) for begins, rest in marked)


def _byte_letters() -> dict[str, int]:
    """Return the byte that each letter of a byte-level vocabulary stands for (that of GPT-2)."""
    shown = re.compile(r"[!-~¡-¬®-ÿ]")
    hidden = [byte for byte in range(256) if not shown.fullmatch(chr(byte))]
    plain = {chr(byte): byte for byte in range(256) if byte not in hidden}
    return plain | {chr(256 + place): byte for place, byte in enumerate(hidden)}


def _text(entry: str, letters: dict[str, int]) -> str:
    """Return the text of an entry of a byte-level vocabulary; the entry itself where it is no whole text."""
    try:
        return bytes(letters[letter] for letter in entry).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return entry
