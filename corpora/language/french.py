"""French clinical rules that correct a splitter's sentence boundaries; the word lists are data at the top.

A splitter proposes places to cut. Lines (headings, list items, blank lines) add some, abbreviations,
enumerations and brackets take some away. A line break inside a sentence is no boundary.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

VERSION = "1"


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


# A full stop after these never ends a sentence: something belonging to them follows.
PREFIXES = _listed(
    """m mm mr mrs mme mmes mlle mlles dr drs pr prs prof me st ste
    cf fig figs tab tabl n no nos num art vol chap pp éd ed env approx réf ref obs ex c.-à-d i.e e.g
    vs al.vs adj dép tél tel av boul bd gén lt cdt sgt resp not"""
)
# A full stop after these ends a sentence only if a word of STARTERS follows.
SUFFIXES = _listed(
    """p.o i.v i.m s.c j.-c s sp spp ssp subsp var coll hosp serv méd med chir pneumo cardio gastro
    neuro endoc ophtalmo dermato rhumato ped péd urg réa rea ttt trt atcd atcds diag dg ant post sup inf
    ext int lat cp cps comp gél gel amp inj sol susp sir supp max min moy janv févr fév avr juil sept oct
    nov déc"""
)
# Words that begin a French sentence and hardly ever follow an abbreviation inside one.
STARTERS = _listed(
    """le la les l un une des du de d ce c cet cette ces il ils elle elles on nous je j vous qui que qu
    son sa ses leur leurs notre nos mon ma mes aucun aucune plusieurs tout toute tous toutes chaque certains
    certaines au aux à a en dans sur sous pour par avec sans après avant depuis devant lors lorsque pendant
    puis ensuite enfin ainsi alors aussi cependant toutefois néanmoins mais or donc car si comme quand selon
    malgré suite vers chez entre dès afin outre actuellement initialement secondairement ultérieurement
    parallèlement finalement y n s absence présence pas patient patiente examen bilan traitement évolution
    diagnostic conclusion antécédents madame monsieur tel telle celui celle ceux celles deux trois quatre"""
)
# After a full word, these begin a sentence even without their capital.
LOWER_STARTERS = _listed("le la les l un une il ils elle elles")
# A line that ends in one of these goes on in the next line.
OPEN_ENDS = _listed(
    """le la les l un une des du de d ce cet cette ces son sa ses leur leurs au aux à en dans sur sous pour
    par avec sans et ou ni que qui dont est sont était étaient a ont avait avaient très plus chez entre vers
    selon notre nos madame monsieur m mme mlle dr pr"""
)
HEADING_WORDS = 8  # a longer line without a full stop is a wrapped sentence
WRAPPED_FROM = 60  # characters: a line this long was broken by its width
BRACKETED = 300  # characters: a longer stretch in brackets is cut like any text

LINE = re.compile(r"[^\n]*\n?")
ITEM = re.compile(
    r"\s*(?:[-–—•*·▪◦➢→]\s+|[•·▪◦➢]|\(?\d{1,2}[.)°]-?\s+|\d{1,2}-\s+|\(?[a-zA-Z]\)\s+|[IVX]{1,4}[.)-]\s+)"
)
ENDED = re.compile(r"[.!?…:;][\"»”’')\]]*\s*$")
WORD = re.compile(r"[^\W_]+")
# Where a sentence may end: its closing mark, closing quotes or brackets, white space, a capital or digit.
PLAIN_END = re.compile(
    r"(?:[.!?…]+|(?<=\d)°\.)[»”\")\]]*(?:\s*»)?\s+(?=[«“\"(\[\s—–-]*[\w<>≥≤]*[A-ZÀ-ÖØ-Þ0-9])"
)
# The space after the full stop is missing: `réalisée.L'évolution`.
GLUED_END = re.compile(r"(?<=[\w%)»°])\.(?=(?:[A-ZÀ-ÖØ-Þ][a-zà-ÿ]+\b|[LDCJNSAÀ]['’ ])(?![.@]))")
ADDRESS = re.compile(r"(?:https?://|www\.)\S*$|\S*@\S*$")
LAST_TOKEN = re.compile(r"([^\s(«\[\"]+?)\.+[»”\")\]]*\s*$")
BRACKETS = re.compile(r"\([^()]*\)|«[^«»]*»|\[[^\[\]]*\]|“[^“”]*”")


class _Line(NamedTuple):
    start: int
    end: int
    text: str


def join_lines(text: str) -> str:
    """Return the text with every line break that is no boundary replaced by spaces; the length stays."""
    hard = {0, *_line_cuts(text)}
    return "".join(
        " " if char in "\r\n" and place + 1 not in hard else char for place, char in enumerate(text)
    )


def correct(text: str, proposed: Iterable[int]) -> list[int]:
    """Return the places where sentences of a French clinical text end, in growing order.

    Parameters
    ----------
    text : str
        The text as stored.
    proposed : iterable of int
        Where the splitter cuts `join_lines(text)`: offsets in code points.
    """
    hard = _line_cuts(text)
    glued = {
        match.end()
        for match in GLUED_END.finditer(text)
        if not ADDRESS.search(text, max(0, match.end() - 80), match.end())
    }
    spaced = {match.end() for match in PLAIN_END.finditer(text)}
    spaced |= {cut for cut in proposed if re.search(r"\s", text[cut - 1 : cut + 1])}
    closed = [match.span() for match in BRACKETS.finditer(text) if len(match.group()) <= BRACKETED]
    starts = [start for start, _ in closed]
    kept = sorted(hard)
    cuts = set(kept)
    for cut in sorted(glued | spaced):
        bracket = bisect_right(starts, cut - 1) - 1
        if bracket >= 0 and cut < closed[bracket][1]:
            continue
        line_start = kept[bisect_right(kept, cut) - 1] if kept and kept[0] <= cut else 0
        if cut not in hard and _ends_sentence(text, max(line_start, cut - 200), cut):
            cuts.add(cut)
    return _with_words(text, sorted(cuts))


def _ends_sentence(text: str, start: int, cut: int) -> bool:
    """Whether a sentence may end at `cut`, seen from the words on both sides."""
    before, after = text[start:cut], text[cut : cut + 60].lstrip()
    if not ENDED.search(before.rstrip()) or before.rstrip()[-1] in ":;":
        return False
    following = re.match(r"\S+", after)
    if following is None:
        return False
    last = LAST_TOKEN.search(before)
    if not re.search(r"[A-ZÀ-ÖØ-Þ0-9]", following.group()):
        full_word = last is not None and re.fullmatch(r"(?:[^\W\d_]|-){4,}", last.group(1))
        return bool(full_word) and _first_word(after) in LOWER_STARTERS
    if last is None:
        return True
    return _abbreviation_ends(last.group(1), before[: last.start()], after)


def _abbreviation_ends(token: str, before: str, after: str) -> bool:
    """Whether the full stop after `token` ends a sentence and not only an abbreviation."""
    word = token.lower().strip(".").rsplit("'", 1)[-1].rsplit("’", 1)[-1]
    starts = _first_word(after) in STARTERS
    if re.fullmatch(r"\d{1,2}|[IVX]{1,4}", token) and not before.strip():
        return False  # the number of an item, at the start of its line
    if re.fullmatch(r"p|pages?|fig|n°", word) and after[:1].isdigit():
        return False
    if word in {"m", "p"} or re.fullmatch(r"[A-ZÀ-Ý]|(?:\w\.)+\w", token):
        return starts and not (word in {"m", "me"} and _opens(before))
    if word in PREFIXES:
        return False
    return starts if word in SUFFIXES else True


def _opens(before: str) -> bool:
    """Whether a name is due: the sentence begins here, or the last word asks for one (`de M.`)."""
    found = WORD.findall(before)
    return not found or found[-1].lower() in OPEN_ENDS


def _first_word(after: str) -> str:
    """Return the lower-cased word `after` begins with; none for an initial, as in `A, âgé` or `H. Petit`."""
    word = WORD.search(after)
    if word is None or word.start() > 3 or re.match(r"\w(?:[.,]|\s+âgée?\b)", after):
        return ""
    return word.group().lower()


def _with_words(text: str, cuts: list[int]) -> list[int]:
    """Drop the cuts that would leave a stretch without any word, such as `...` or a closing quote."""
    kept: list[int] = []
    for cut in cuts:
        if WORD.search(text, kept[-1] if kept else 0, cut) and WORD.search(text, cut):
            kept.append(cut)
    return kept


def _lines(text: str) -> list[_Line]:
    return [
        _Line(match.start(), match.end(), match.group()) for match in LINE.finditer(text) if match.group()
    ]


def _line_cuts(text: str) -> list[int]:
    """Places where a line break is a boundary: blank lines, headings, items of a list."""
    lines = _lines(text)
    return [line.start for previous, line in pairwise(lines) if _breaks(previous.text, line.text)]


def _breaks(previous: str, line: str) -> bool:
    """Whether the break between two lines is a boundary."""
    if not previous.strip() or not line.strip() or ITEM.match(line):
        return True
    first = line.lstrip(' \t"«(-–')[:1]
    if not (first.isupper() or first.isdigit()):
        return False
    shown = previous.strip()
    if ENDED.search(shown) and not shown.endswith((";", "...")):
        return shown.endswith(":") or _ends_sentence(previous + line, 0, len(previous))
    if shown.endswith((",", "(", "-", "/", "'", "’")):
        return False
    found = WORD.findall(shown)
    if not found or found[-1].lower() in OPEN_ENDS:
        return False
    short = len(shown) < WRAPPED_FROM and len(found) <= HEADING_WORDS
    return shown.isupper() or (short and (first.isupper() or ITEM.match(previous) is not None))
