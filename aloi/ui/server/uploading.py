"""Limits on the uploaded files of each person's pages, which are in the memory of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamlit import runtime

FILES = 5  # of the largest size: what one person's pages may hold


def held_bytes(file_key: str) -> int:
    """Return the size of the file in memory for a key, 0 if there is none.

    The size comes from Streamlit and is not counted here. Streamlit retains files if a request to delete them
    is rejected, if another one for the same key fails, and for minutes after a page was closed.
    """
    if not runtime.exists():
        return 0
    session_id, _, file_id = file_key.partition("/")
    files = runtime.get_instance().uploaded_file_mgr.get_files(session_id, [file_id])
    return sum(len(one.data) for one in files)


@dataclass(frozen=True, slots=True)
class HeldUploads:
    """The keys of uploaded files, and the sizes of arriving ones, by person.

    Parameters
    ----------
    most : int
        Most bytes in memory for the pages of one person.
    bytes_in_memory : callable
        Returns the bytes in memory for a key, `session/file`.
    """

    most: int
    bytes_in_memory: Callable[[str], int] = held_bytes
    _places: dict[str, set[str]] = field(default_factory=dict)
    _coming: dict[str, list[int]] = field(default_factory=dict)

    @contextmanager
    def taking(self, person_id: str, file_key: str, size: int) -> Iterator[bool]:
        """Yield whether there is memory for a file, and reserve it while the file arrives.

        A file that arrives again uses its previous memory.
        """
        sizes = {one: self.bytes_in_memory(one) for one in self._places.get(person_id, ())}
        coming = self._coming.setdefault(person_id, [])
        if sum(sizes.values()) - sizes.get(file_key, 0) + sum(coming) + size > self.most:
            yield False
            return
        coming.append(size)
        try:
            yield True
        finally:
            coming.remove(size)
            places = self._places.setdefault(person_id, set())
            places.add(file_key)
            places -= {one for one in places if not self.bytes_in_memory(one)}
