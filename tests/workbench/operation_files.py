"""Written YAWAT files for the tests: two sentences, three sets of simplifications, one pair broken."""

from __future__ import annotations

from pathlib import Path

from aloi.gold.formats.operations.triples import Triple

SOURCES = ("Il dort bien .", "Elle tousse la nuit .")
SETS = (
    (("Il dort .", "0 2::delmod"), ("Elle tousse de nuit .", "1 2:2:synonym :2:inoth")),
    (("Il sommeille bien .", "0 1:1:synonym"), ("Rien .", "1 0:0:err")),
    (("Il dort bien .", "0"), ("La nuit elle tousse .", "1 2,3:1,0:move 2,3:1,0:move 0:2:verbf")),
)


def write_sets(folder: Path) -> list[Triple]:
    """Return the three sets written into a folder; they share the file of sources."""
    source = folder / "orig.txt"
    source.write_text("".join(f"{line}\n" for line in SOURCES), encoding="utf-8")
    made = []
    for number, lines in enumerate(SETS):
        target, aln = folder / f"simp.{number}.txt", folder / f"simp.{number}.aln"
        target.write_text("".join(f"{text}\n" for text, _ in lines), encoding="utf-8")
        aln.write_text("".join(f"{groups}\n" for _, groups in lines), encoding="utf-8")
        made.append(Triple(source, target, aln))
    return made
