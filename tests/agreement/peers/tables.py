"""The tables that other packages measured; plain Python, so that their environments can load it."""

from __future__ import annotations

import random


def tables() -> dict[str, list[list[int]]]:
    """Return invented ratings (units by annotators) of 0 to 5, the same on every machine."""
    found = {}
    for name, units, people, noise in (("three", 40, 3, 1), ("five", 25, 5, 2), ("two", 60, 2, 1)):
        draw = random.Random(f"peers {name}")
        rows = []
        for _ in range(units):
            true = draw.randint(0, 5)
            strict = [round(0.4 * place) for place in range(people)]
            rows.append(
                [
                    max(0, min(5, true + draw.randint(-noise, noise) - strict[place]))
                    for place in range(people)
                ]
            )
        found[name] = rows
    return found


def continua() -> dict[str, list[list[tuple[int, int, str]]]]:
    """Return invented spans of two and three annotators in one text of 300 characters."""
    found = {}
    for name, people in (("two", 2), ("three", 3), ("four", 4)):
        draw = random.Random(f"continua {name}")
        true = [(start, start + draw.randint(6, 18), draw.choice("abc")) for start in range(5, 280, 32)]
        lines: list[list[tuple[int, int, str]]] = []
        for _ in range(people):
            line = []
            for start, end, label in true:
                if draw.random() < 0.15:
                    continue
                first, last = start + draw.randint(-3, 3), end + draw.randint(-3, 3)
                line.append(
                    (first, max(first + 1, last), label if draw.random() < 0.85 else draw.choice("abc"))
                )
            lines.append(line)
        found[name] = lines
    return found
