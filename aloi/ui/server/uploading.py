"""How much of uploaded files each person's pages hold: they lie in the memory of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamlit import runtime

FILES = 5  # of the largest size: what one person's pages may hold


def held_bytes(file_key: str) -> int:
    """Return the size of the file that lies in memory for a place, 0 where none does.

    Streamlit is asked and nothing is counted here: it keeps files when a request to delete them is refused,
    when another one for the same place fails, and for minutes after a page was closed.
    """
    if not runtime.exists():
        return 0
    session_id, _, file_id = file_key.partition("/")
    files = runtime.get_instance().uploaded_file_mgr.get_files(session_id, [file_id])
    return sum(len(one.data) for one in files)


@dataclass(frozen=True, slots=True)
class HeldUploads:
    """Where files lie that people uploaded, and the sizes of those that are coming, by person.

    Parameters
    ----------
    most : int
        How many bytes the pages of one person may hold.
    bytes_in_memory : callable
        How many bytes lie in memory for a place, `session/file`.
    """

    most: int
    bytes_in_memory: Callable[[str], int] = held_bytes
    _places: dict[str, set[str]] = field(default_factory=dict)
    _coming: dict[str, list[int]] = field(default_factory=dict)

    @contextmanager
    def taking(self, person_id: str, file_key: str, size: int) -> Iterator[bool]:
        """Give whether there is room for a file, and keep it while the file comes.

        A file that comes once more takes the room it had.
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
