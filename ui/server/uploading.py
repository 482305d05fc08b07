"""How much of uploaded files each person's open pages hold: they lie in the memory of this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from streamlit import runtime

FILES = 5  # of the largest size: what one person's pages may hold


def is_open(session_id: str) -> bool:
    """Return whether a page is open under this id: what another one held is gone with it."""
    return runtime.exists() and runtime.get_instance().is_active_session(session_id)


@dataclass(frozen=True, slots=True)
class HeldUploads:
    """The sizes of files by the person who uploaded them and by where they go.

    Parameters
    ----------
    most : int
        How many bytes the pages of one person may hold.
    is_open : callable
        Whether the page of a session is open.
    """

    most: int
    is_open: Callable[[str], bool] = is_open
    _sizes: dict[str, dict[str, int]] = field(default_factory=dict)

    def take(self, person_id: str, place: str, size: int) -> bool:
        """Note a file that is to come, if there is room for it, and return whether there is.

        `place` is `session/file`; a file that comes once more takes the room it had.
        """
        its = {
            one: held
            for one, held in self._sizes.get(person_id, {}).items()
            if one != place and self.is_open(one.partition("/")[0])
        }
        self._sizes[person_id] = its
        if sum(its.values()) + size > self.most:
            return False
        its[place] = size
        return True

    def drop(self, person_id: str, place: str) -> None:
        """Forget a file that did not come, or that a page let go of."""
        self._sizes.get(person_id, {}).pop(place, None)
