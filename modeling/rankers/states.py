"""What a fit under way leaves in its folder after each epoch: where it is, and the best weights so far."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modeling.rankers.marginal import Marginaliser

_STATE = "training.pt"
_BEST = "best.pt"


@dataclass(frozen=True, slots=True)
class EpochLog:
    """An epoch: its mean loss, the share of queries with a right candidate, the sparse weight, dev Acc@1."""

    epoch: int
    loss: float
    reachable: float
    sparse_weight: float
    dev: float | None


class States:
    """The states of one fit.

    Parameters
    ----------
    asked : str
        A checksum of what the fit was asked for: a state of another one is not taken up.
    """

    def __init__(self, folder: Path, asked: str) -> None:
        self._folder = folder
        self._asked = asked

    def resume(self, fit: Marginaliser) -> list[EpochLog]:
        """Return the epochs done already, with the fit put where it was after the last; none otherwise."""
        state = self._read(_STATE)
        if state is None:
            return []
        fit.load(state["weights"])
        fit.optimiser.load_state_dict(state["optimiser"])
        return [EpochLog(**one) for one in state["log"]]

    def keep(self, fit: Marginaliser, log: list[EpochLog], best: int) -> None:
        """Write where the fit is after an epoch; its weights also as the best ones, if they are."""
        if best == log[-1].epoch:
            self._write(_BEST, {"weights": fit.weights()})
        self._write(
            _STATE,
            {
                "weights": fit.weights(),
                "optimiser": fit.optimiser.state_dict(),
                "log": [asdict(one) for one in log],
            },
        )

    def take(self, fit: Marginaliser) -> None:
        """Give the fit its best weights."""
        state = self._read(_BEST)
        if state is not None:
            fit.load(state["weights"])

    def clear(self) -> None:
        """Remove what was kept."""
        for name in (_STATE, _BEST):
            (self._folder / name).unlink(missing_ok=True)

    def _write(self, name: str, state: dict[str, Any]) -> None:
        import torch

        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"{name}.new"
        torch.save({"asked": self._asked, **state}, fresh)
        fresh.replace(self._folder / name)

    def _read(self, name: str) -> dict[str, Any] | None:
        import torch

        path = self._folder / name
        if not path.is_file():
            return None
        state: dict[str, Any] = torch.load(path, weights_only=True, map_location="cpu")
        return state if state.get("asked") == self._asked else None
