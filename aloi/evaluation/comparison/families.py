"""Many systems at once: Holm's correction, ranks that respect ties, and the letters of groups."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def holm(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return the adjusted p-value (Holm) of each test of a family; None stays None and is not counted.

    Rejecting if the adjusted p-value is below 0.05 limits the probability of any wrong rejection in the
    family to 0.05 (holm1979simple).

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03]) if p is not None]
    [0.03, 0.06, 0.06]
    """
    ordered = sorted((p, place) for place, p in enumerate(ps) if p is not None)
    result: list[float | None] = [None] * len(ps)
    highest = 0.0
    for done, (p, index) in enumerate(ordered):
        highest = max(highest, min(1.0, (len(ordered) - done) * p))
        result[index] = highest
    return tuple(result)


def ranks(order: Sequence[str], beaten: Collection[tuple[str, str]]) -> dict[str, int]:
    """Return the rank of each system: 1 and the number of systems that are distinguishably better.

    Parameters
    ----------
    order : sequence of str
        All systems.
    beaten : collection of (str, str)
        The better and the worse of each two that are distinguishable.
    """
    return {one: 1 + sum((other, one) in beaten for other in order) for one in order}


def letters(order: Sequence[str], beaten: Collection[tuple[str, str]]) -> dict[str, str]:
    """Return the letters of each system: two share one exactly where they are not distinguishable.

    Insert and absorb (piepho2004algorithm). Groups may overlap: `a`, `ab`, `b`. The group of the best
    system gets the first letter.

    Parameters
    ----------
    order : sequence of str
        All systems, the best first.
    beaten
        As for `ranks`.
    """
    groups: list[frozenset[str]] = [frozenset(order)]
    for better, worse in sorted(beaten):
        parted: list[frozenset[str]] = []
        for group in groups:
            if better in group and worse in group:
                parted += [group - {better}, group - {worse}]
            else:
                parted.append(group)
        distinct = set(parted)
        groups = [group for group in distinct if group and not any(group < other for other in distinct)]
    position = {one: at for at, one in enumerate(order)}
    groups.sort(key=lambda group: sorted(position[one] for one in group))
    return {one: "".join(_letter(at) for at, group in enumerate(groups) if one in group) for one in order}


def _letter(number: int) -> str:
    """Return a, b, ... z, a1, b1, ..."""
    return chr(ord("a") + number % 26) + (str(number // 26) if number >= 26 else "")
