"""Sentence boundaries of French clinical texts by rules alone; the word lists are data at the top.

Every closing mark is a possible end of a sentence. Lines (headings, list items, blank lines) add some
ends, abbreviations, enumerations, quotes and brackets exclude some. A line break inside a sentence is no
boundary.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

VERSION = "3"


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


# A full stop after these never ends a sentence: something belonging to them follows.
PREFIXES = _listed(
    """mr mrs mme mmes mlle mlles dr drs pr prs prof me st ste cf env approx c.-à-d i.e e.g ex
    vs al.vs adj dép tél tel av boul bd gén lt cdt sgt resp not"""
)
# A full stop after these ends a sentence unless a number follows, and only if a word of STARTERS does.
NUMBERED = _listed("n no nos n° num fig figs tab tabl p pp page pages art vol chap éd ed réf ref obs")
# A full stop after these ends a sentence only if a word of STARTERS follows.
SUFFIXES = _listed(
    """p.o i.v i.m s.c j.-c al s sp spp ssp subsp var coll hosp serv méd med chir pneumo cardio gastro
    neuro endoc ophtalmo dermato rhumato ped péd urg réa rea ttt trt atcd atcds diag dg ant post sup inf
    ext int lat cp cps comp gél gel amp inj sol susp sir supp max min moy janv févr fév avr juil sept oct
    nov déc"""
)
# After a number these are measures, whatever else they shorten: a full stop after one ends a sentence.
UNITS = _listed("mm cm dm m km g kg mg l ml dl cl h min mn s j an ans sem")
# A letter after these is no initial of a name: `type B.`, `hépatite C.`, `grade I.`
LETTERED = _listed(
    """type grade stade classe classé classée groupe vitamine vit hépatite niveau segment
    chromosome facteur protéine virus lymphocyte lymphocytes cellule cellules phénotype lymphome pugh"""
)
# An initial after these is a name, whatever follows it.
TITLES = _listed(
    """m mr mme mlle dr pr madame monsieur mademoiselle docteur professeur patient patiente enfant"""
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
LOWER_STARTERS = _listed("le la les l un une il ils elle elles on")
# A line that ends in one of these continues in the next line.
OPEN_ENDS = _listed(
    """le la les l un une des du de d ce cet cette ces son sa ses leur leurs au aux à en dans sur sous pour
    par avec sans et ou ni que qui dont est sont était étaient a ont avait avaient très plus chez entre vers
    selon notre nos madame monsieur m mme mlle dr pr"""
)
HEADING_WORDS = 8  # a longer line without a full stop is a wrapped sentence
WRAPPED_FROM = 60  # characters: a line this long was broken by its width
REACH = 200  # characters before a mark that say whether it ends a sentence
BRACKETED = 300  # characters: a longer stretch in brackets is cut like any text

LINE = re.compile(r"[^\n]*\n?")
ITEM = re.compile(
    r"\s*(?:[-–—•*·▪◦➢→]\s+|[•·▪◦➢]|\(?\d{1,2}[.)°]-?\s+|\d{1,2}-\s+|\(?[a-zA-Z]\)\s+|[IVX]{1,4}[.)-]\s+)"
)
ENDED = re.compile(r"[.!?…:;][\"»”’')\]]*(?:\s*[»”])?\s*$")
WORD = re.compile(r"[^\W_]+")
# Possible ends of a sentence: its closing mark, closing quotes or brackets, white space.
SPACED_END = re.compile(r"(?<![.!?…])[.!?…]+[»”\")\]]*(?:\s*[»”])?\s+")
# The space after the full stop is missing: `réalisée.L'évolution`, `saines.les récepteurs`.
GLUED_END = re.compile(
    r"(?<=[\w%)»°])\s?\.(?=(?:[A-ZÀ-ÖØ-ÞŒ][a-zà-ÿœ]+\b|[LDCJNSQM]['’]|[AÀ] (?!\d))(?![.@]))"
    r"|(?<=[a-zà-ÿ]{4})\s?\.(?=(?:les?|la|une?|ils?|elles?|on)\s|l\s?['’])"
)
ADDRESS = re.compile(r"(?:https?://|www\.)\S*$|\S*@\S*$")
LAST_TOKEN = re.compile(r"(?<![^\s(«\[\"])([^\s(«\[\"]+?)\s?[.!?…]+[»”\")\]]*(?:\s*[»”])?\s*$")
OPENERS = '«“"([—–-•·*'  # signs that may precede the first word of a sentence
BRACKETS = {")": "(", "]": "[", "»": "«", "”": "“"}
BRACKET = re.compile(r"[()\[\]«»“”]")
STRAIGHT_QUOTES = re.compile(r'(?<!\w)"(?=\S)[^"\n]*(?<=\S)"')
INITIALS = re.compile(r"[A-ZÀ-Ý]|(?:[^\W\d_]{1,2}\.-?)+[^\W\d_]{1,2}")
VITAMIN = re.compile(r"(?:[A-EK]|PP)\d{0,2}\b(?!['’])")


class _Line(NamedTuple):
    start: int
    end: int
    text: str


def boundaries(text: str) -> list[int]:
    """Return the offsets where sentences of a French clinical text end, in growing order.

    Such an offset is after the white space that follows a closing mark; the end of the text is not included.
    """
    hard = _line_cuts(text)
    glued = {
        match.end()
        for match in GLUED_END.finditer(text)
        if not ADDRESS.search(text, max(0, match.end() - 80), match.end())
    }
    spaced = {match.end() for match in SPACED_END.finditer(text)}
    closed = _bracketed(text)
    starts = [start for start, _ in closed]
    cuts = set(hard)
    for cut in sorted(glued | spaced):
        bracket = bisect_right(starts, cut - 1) - 1
        if bracket >= 0 and cut < closed[bracket][1]:
            continue
        line = bisect_right(hard, cut) - 1
        line_start = hard[line] if line >= 0 else 0
        if cut not in cuts and _ends_sentence(text, max(line_start, cut - REACH), cut):
            cuts.add(cut)
    return _with_words(text, sorted(cuts))


def _bracketed(text: str) -> list[tuple[int, int]]:
    """Return the outermost stretches in brackets or quotes, `BRACKETED` characters at most, in order."""
    stretches = [match.span() for match in STRAIGHT_QUOTES.finditer(text)]
    opened: list[re.Match[str]] = []
    waiting: Counter[str] = Counter()
    for match in BRACKET.finditer(text):
        opener = BRACKETS.get(match.group())
        if opener is None:
            opened.append(match)
            waiting[match.group()] += 1
        while opener and waiting[opener]:  # an inner bracket that is never closed does not count
            inner = opened.pop()
            waiting[inner.group()] -= 1
            if inner.group() == opener:
                stretches.append((inner.start(), match.end()))
                break
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(stretches, key=lambda span: (span[0], -span[1])):
        if end - start <= BRACKETED and (not outermost or end > outermost[-1][1]):
            outermost.append((start, end))
    return outermost


def _ends_sentence(text: str, start: int, cut: int) -> bool:
    """Whether a sentence may end at `cut`, seen from the words on both sides."""
    before, after = text[start:cut], text[cut : cut + BRACKETED].lstrip()
    if not ENDED.search(before.rstrip()) or before.rstrip()[-1] in ":;":
        return False
    following = re.match(r"\S+", after.lstrip(OPENERS + " \u00a0\u202f\u2009"))
    if following is None:
        return False
    last = LAST_TOKEN.search(before)
    capital = any(char.isupper() or char.isdigit() for char in following.group())
    if last is None:
        return capital
    token, earlier = last.group(1), before[: last.start()]
    if not capital and not (_first_word(after) in LOWER_STARTERS and _is_whole(token, earlier)):
        return False
    if before[last.end(1) :].rstrip('»”")] \t\r\n\u00a0\u202f\u2009')[-1:] in "!?":
        return True
    return _full_stop_ends(token, earlier, after)


def _is_whole(token: str, before: str) -> bool:
    """Whether a token is no abbreviation by its shape: a full word, a number, a measure, a lettered type."""
    if re.fullmatch(r"(?:[^\W\d_]|-){4,}", token) or re.search(r"[\d%)/°]", token):
        return True
    return _last_word(before) in LETTERED or (token.lower() in UNITS and before.rstrip()[-1:].isdigit())


def _full_stop_ends(token: str, before: str, after: str) -> bool:
    """Whether the full stop after `token` ends a sentence and not only an abbreviation."""
    word = token.lower().strip(".").rsplit("'", 1)[-1].rsplit("’", 1)[-1]
    previous, starts = _last_word(before), _first_word(after) in STARTERS
    if re.fullmatch(r"\d{1,2}|[IVX]{1,4}", token) and _counts_items(token, before, after):
        return False
    if word in UNITS and before.rstrip()[-1:].isdigit():
        return True
    if _is_abbreviation(token, word, before) and is_aside(after):
        return False
    if token in {"M", "MM", "Me"} or INITIALS.fullmatch(token):
        return _initial_ends(token, before, after)
    if word in NUMBERED:
        return starts and not re.match(r"\d|[IVX]+\b", after)
    if word == "vit":
        return starts and not VITAMIN.match(after)
    return word not in PREFIXES and (starts or word not in SUFFIXES or previous in {"le", "la", "les"})


def _is_abbreviation(token: str, word: str, before: str) -> bool:
    """Whether a token is an abbreviation, or the form of a company, which brackets may explain."""
    if word in PREFIXES | SUFFIXES | NUMBERED | COMPANIES | {"etc", "vit"}:
        return True
    if token == "SA":  # after a number they are weeks of pregnancy
        return not before.rstrip()[-1:].isdigit()
    return bool(INITIALS.fullmatch(token)) and _last_word(before) not in LETTERED


def _initial_ends(token: str, before: str, after: str) -> bool:
    """Whether the full stop after one letter, or after letters separated by stops, ends a sentence."""
    previous, starts = _last_word(before), _first_word(after) in STARTERS
    if previous in LETTERED:
        return True
    if previous in TITLES and re.match(r"[A-ZÀ-Ý]\b(?!['’])", after):
        return False  # another initial
    return starts and not (token in {"M", "MM", "Me"} and _opens(before))


def _counts_items(token: str, before: str, after: str) -> bool:
    """Whether a number is that of an item: it begins a line or follows another item, or `1.` of several."""
    shown = before.rstrip()
    if not shown or (shown[-1] in ".!?;" and _last_word(before) not in NUMBERED | PREFIXES):
        return True
    return shown[-1] == ":" and token == "1" and re.search(r"\s2\.\s", after) is not None


def _last_word(before: str) -> str:
    """Return the lower-cased word that `before` ends with, without what is elided before it."""
    match = re.search(r"([^\W\d_]+)\.?\s*$", before)
    return match.group(1).lower() if match else ""


def _opens(before: str) -> bool:
    """Whether a name is due: the sentence begins here, or the last word asks for one (`de M.`)."""
    preceding = before.split()
    return not preceding or preceding[-1].lower() in OPEN_ENDS


def _first_word(after: str) -> str:
    """Return the lower-cased word `after` begins with; none for an initial, as in `A, âgé` or `H. Petit`."""
    word = WORD.search(after)
    if word is None or word.start() > 3 or re.match(r"\w(?:[.,]|\s+âgée?\b)", after):
        return ""
    return word.group().lower()


def _with_words(text: str, cuts: list[int]) -> list[int]:
    """Drop the cuts that would leave a stretch without any word, such as `...` or a closing quote."""
    words = [match.start() for match in WORD.finditer(text)]
    starts: list[int] = []
    behind = 0  # words before the last cut that stayed
    for cut in cuts:
        before = bisect_left(words, cut)
        if behind < before < len(words):
            starts.append(cut)
            behind = before
    return starts


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
        return shown.endswith(":") or _ends_sentence(
            previous + line, max(0, len(previous) - REACH), len(previous)
        )
    if shown.endswith((",", "(", "-", "/", "'", "’")):
        return False
    words = WORD.findall(shown)
    if not words or shown.split()[-1].lower() in OPEN_ENDS:
        return False
    short = len(shown) < WRAPPED_FROM and len(words) <= HEADING_WORDS
    return shown.isupper() or (short and (first.isupper() or ITEM.match(previous) is not None))


# Forms of companies, as their names end in them; "SA" in capitals only, for "sa" is a French word.
COMPANIES = frozenset(("inc", "ltd", "co", "corp", "bros", "cie", "sarl", "sas", "llc", "plc", "gmbh", "ag"))
_ASIDE = re.compile(r"\(([^()\n]*)\)|\[([^\[\]\n]*)\]|«([^«»\n]*)»|“([^“”\n]*)”|\"([^\"\n]*)\"")
_OPENED = re.compile(r"[(\[]")
_ENGLISH = re.compile(
    r"(?<!\w)(?:Inc|Ltd|Co|Corp|Bros|Cie|LLC|PLC|GmbH|AG|S\.?A|S\.A\.S|Dr|Drs|Prof|Mr|Mrs|Ms|St|Jr|Sr|Dept|dept|"
    r"[Ff]igs?|[Tt]ab|[Ee]q|[Rr]ef|No|Nos|[Vv]ol|[Pp]p?|[Cc]h|[Cc]f|[Ee]tc|[Aa]pprox|ca|vs|[Ee]\.g|[Ii]\.e|al|"
    r"[Mm]ax|[Mm]in|Dip|Ph\.D|M\.D)\.\s+$"
)


def is_aside(after: str) -> bool:
    """Return whether a text begins with an aside: brackets or quotes without a sentence of their own.

    >>> is_aside("(« BOPI »), dont"), is_aside("[2] shows"), is_aside("(He left.) Then"), is_aside("(open")
    (True, True, False, True)
    """
    match = _ASIDE.match(after)
    if match is None:
        return _OPENED.match(after) is not None
    content = next(part for part in match.groups() if part is not None)
    return content.rstrip()[-1:] not in tuple(".!?…")


def joins_aside(before: str, after: str) -> bool:
    """Return whether a text ends in an abbreviation of English or of a company and an aside follows it.

    >>> joins_aside("It was sold by Brook Inc. ", "(BOPI) in May."), joins_aside("It ended. ", "(BOPI)")
    (True, False)
    """
    return is_aside(after) and _ENGLISH.search(before) is not None
