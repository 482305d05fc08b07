"""The meaning of cells of a table: missing, a number, or labels that are duplicates after normalisation."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from aloi.corpora.label_forms import are_truth_values, truth_value, whole_number
from aloi.corpora.marks import without_marks

NORMALISATIONS = ("nfc", "case", "space", "marks", "accents", "number", "truth")
_OF_LABELS = ("number", "truth")  # people called 1 and 1.0 are no more alike than a1 and a1.0
_OF_IDS = ("nfc", "case", "space")  # `s-1` and `s_1` are two
# Words that programs and spreadsheets write for a cell without a value; in lower case.
_MISSING = frozenset(
    [
        "na", "n/a", "n.a.", "#n/a", "#n/a n/a", "#na", "#n/d", "#nv", "<na>", "nan", "-nan", "<nan>", "nat",
        "<nat>", "#nan", "1.#ind", "-1.#ind", "1.#qnan", "-1.#qnan", "null", "(null)", "<null>", "[null]",
        "\\n", "#null!", "#nul!", "#value!", "#valeur!", "#div/0!", "#ref!", "#name?", "#nom?", "#num!",
        "#nombre!", "<none>", "<empty>", "(empty)", "missing", "manquant", "manquante", "néant", "vide",
        "(vide)", "(blank)", "?", "??", "-", "--", "–", "—", ".", "…", "n/d", "n.d.", "nil",
    ]
)  # fmt: skip
# A program's words for no value, or a label: missing among numbers, reported among words.
_NONE = frozenset(["none", "(none)", "[none]", "aucun", "aucune", "undefined"])
NO_WORD = ("NA", "N/A", "#N/A", "NAN", "<NA>", "NULL")  # in upper case: marks that no language has
_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?")
# If labels are allowed too, `01` is a label: it must not become the same category as `1`.
_PADDED = re.compile(r"[+-]?0\d")
_COMMA = re.compile(r"[+-]?\d+,\d+")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
# Words that are a label, or that nobody could or would say: the reader decides.
_DOUBTFUL = frozenset(
    [
        *(
            "nsp",
            "n.s.p.",
            "ne sait pas",
            "ne sais pas",
            "je ne sais pas",
            "sans avis",
            "sans réponse",
            "s.o.",
        ),
        *("pas de réponse", "non répondu", "dk", "idk", "don't know", "don’t know", "no answer", "skip"),
        *("skipped", "passé", "sauté", "unlabeled", "unlabelled", "not annotated", "non annoté"),
    ]
)
_CODES = frozenset([-999, -99, -9, -1, 9, 99, 999])  # codes for a missing number
# Names of columns with properties, decisions or predictions for the item: no annotator's.
_NOBODY = frozenset(
    [
        "lot", "batch", "part", "partie", "split", "round", "tour", "page", "ligne", "line", "row",
        "rang", "index", "idx", "num", "numero", "number", "longueur", "length", "len", "tokens",
        "ntokens", "nbtokens", "mots", "nmots", "nbmots", "words", "nwords", "duree", "duration",
        "seconds", "secondes", "temps", "time", "date", "timestamp", "horodateur", "horodatage",
        "createdat", "submittedat", "corpus", "domaine", "domain", "langue", "language", "lang", "titre",
        "title", "doc", "docid", "fichier", "file", "filename", "age", "sexe", "annee", "year",
        "confidence", "confiance", "certitude", "gold", "goldlabel", "labelgold", "goldstandard",
        "reference", "ref", "verite", "truth", "groundtruth", "adjudication", "adjudicated", "final",
        "finale", "finallabel", "labelfinal", "decision", "prediction", "predicted", "pred", "accord",
        "agreement", "agree", "desaccord", "disagreement", "entropy",
        "entropie", "aggregated", "aggregate", "agrege", "match", "ok", "valid", "valide", "validated",
        "checked", "verifie", "kept", "keep", "retenu", "garde", "flag", "flagged", "included", "inclus",
        "excluded", "exclu", "done", "fait", "doublon", "duplicate",
    ]
)  # fmt: skip
# Words that are nobody's name: the column is computed, whatever it contains.
_COMPUTED = {
    "mean": "mean means average avg moyenne moyennes moy mittelwert media",
    "sum": "sum total totals somme totaux",
    "median": "median mediane",
    "standard deviation": "sd std stdev stddev stdevp stdevs ecarttype ecartstypes standarddeviation",
    "variance": "variance var",
    "coefficient of variation": "coefficientvariation coefficientofvariation coefficientdevariation coefvar",
    "z-score": "zscore zscores",
    "rank": "rank ranking",
    "range": "range etendue amplitude",
    "lowest": "minimum",
    "highest": "maximum",
    "majority": "majority majorite majoritaire consensus",
}
# Words that may be an annotator's (Max) as well: the values decide.
_POSSIBLY = {
    "count": "n nb count nombre effectif",
    "lowest": "min",
    "highest": "max",
    "majority": "mode vote",
}
# The same, if they are the complete name: initials, or a sign.
_INITIALS = {
    "standard deviation": "et ds s σ",
    "coefficient of variation": "cv",
    "variance": "σ²",
    "z-score": "z",
    "median": "med",
    "mean": "m",
}
_SIGNS = {"Ø": "mean", "ø": "mean", "μ": "mean", "µ": "mean", "x̄": "mean", "∑": "sum", "Σ": "sum"}

# Signs that keyboards, word processors and spreadsheets write one for the other; some are not to be seen.
_MARKS = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ‛´`", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("‐‑‒–—−_", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"),
        "…": "...",
    }
)
_JOINED = re.compile(r"(?<=[^\W\d])\s?-\s?(?=[^\W\d])")  # a hyphen between letters
# Signs that people write between two labels of one cell.
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?[/|,+&–-]\s*|(?<!\s)\s+(?:ou|or|et|and)\s+")
_MISREAD = re.compile("[ÃÂâÅ]")  # UTF-8 that was read as windows-1252


def _without_marks(text: str) -> str:
    """Return a text without what differs by the keyboard alone: `« hors‑sujet ».` becomes `hors sujet`."""
    plain = _JOINED.sub(" ", text.translate(_MARKS)).strip(' "')
    plain = plain.rstrip(".") or plain
    return plain.lstrip("0") if _PADDED.fullmatch(plain) and plain.strip("0") else plain


def _composed(text: str) -> str:
    """Return a text in NFC, and as it was before UTF-8 was read as windows-1252."""
    if _MISREAD.search(text):
        with suppress(UnicodeError):
            text = text.encode("windows-1252").decode("utf-8")
    return unicodedata.normalize("NFC", text)


def _without_accents(text: str) -> str:
    return without_marks(unicodedata.normalize("NFD", text))


_NORMALISE: Mapping[str, Callable[[str], str]] = {
    "nfc": _composed,
    "case": str.casefold,
    "space": lambda text: " ".join(text.split()),
    "marks": _without_marks,
    "accents": _without_accents,
    "number": whole_number,
    "truth": truth_value,
}


_LISTED = 5  # units that are named each


@dataclass(frozen=True, slots=True)
class Twins:
    """Labels, annotators or units that a reader takes for one and a program for several.

    Parameters
    ----------
    of : str
        labels, annotators, units or documents.
    values : tuple of str
        As written, the most frequent first.
    differ_by : tuple of str
        Of `NORMALISATIONS`; empty for units that several rows of a table give alike.
    joined : bool
        Whether they count as one.
    counts : tuple of int
        How many cells contain each of the values; empty if they were not counted.
    """

    of: str
    values: tuple[str, ...]
    differ_by: tuple[str, ...]
    joined: bool
    counts: tuple[int, ...] = ()

    def describe(self) -> str:
        """Return the duplicates and their differences, in words."""
        if not self.differ_by:
            listed = ", ".join(map(repr, self.values[:_LISTED])) + (", ..." if self.values[_LISTED:] else "")
            return (
                f"{len(self.values)} {self.of} of {sum(self.counts)} rows that agree counted once: {listed}"
            )
        how = {
            "nfc": "the form of their accents",
            "case": "case",
            "space": "spaces",
            "marks": "typographic marks",
            "accents": "missing accents",
            "number": "the form of a number",
            "truth": "the word for true or false",
        }
        listed = ", ".join(map(repr, self.values))
        verb = "merged" if self.joined else "duplicate"
        counted = f" ({', '.join(map(str, self.counts))} cells)" if any(self.counts) else ""
        differ = " and ".join(how[name] for name in self.differ_by)
        return f"{verb} {self.of}: {listed} differ only by {differ}{counted}"


def missing_words(words: Collection[str], categories: Collection[str], also: Collection[str]) -> list[str]:
    """Return which of the distinct cells of a table are words for a missing rating.

    A declared category is a rating. `-` is one if `+` occurs, and `none` is one unless all others are numbers
    (`doubtful_words` reports it).
    """
    rest = [word for word in words if word.lower() not in _MISSING and word.lower() not in _NONE]
    certain = set(_MISSING)
    if "+" in words:
        certain.discard("-")
    if rest and all(is_number(word) or has_decimal_comma(word) for word in rest):
        certain |= _NONE
    return [word for word in words if word not in categories and (word in also or word.lower() in certain)]


def doubtful_words(words: Collection[str], categories: Collection[str]) -> list[str]:
    """Return which of the distinct cells of a table may stand for a missing rating, and count as one.

    `NSP` may be a label, and so may `None`, which Python writes for no value. A number such
    as 99 or -1 may be a rating unless it is two or more beyond all others and these are integers.
    """
    doubtful = [word for word in words if word.casefold() in _DOUBTFUL or word.lower() in _NONE]
    numbers = {word: float(word) for word in words if is_number(word)}
    scale = [value for value in numbers.values() if value not in _CODES] or [*numbers.values()]
    if scale and all(value.is_integer() for value in numbers.values()):
        low, high = min(scale), max(scale)
        doubtful += [
            word
            for word, value in numbers.items()
            if value in _CODES and (value <= low - 2 or value >= high + 2)
        ]
    return [word for word in doubtful if word not in categories]


def double_words(words: Collection[str], categories: Collection[str]) -> list[str]:
    """Return the distinct cells of a table that contain several others: `2/3` if 2 and 3 are cells, too."""
    folded = {word.casefold() for word in words}
    return [
        word
        for word in words
        if not (is_number(word) or has_decimal_comma(word) or word in categories)
        and len(parts := _BETWEEN.split(word.casefold())) > 1
        and len(set(parts)) > 1
        and folded.issuperset(parts)
    ]


def names_nobody(name: str) -> bool:
    """Return whether a column's name says property, decision or prediction of the item: `lot`, `gold`."""
    plain = _without_accents(name.casefold())
    return "".join(re.findall(r"[a-z]+", plain)) in _NOBODY


def find_twins(
    of: str, counts: Mapping[str, int], normalise: Collection[str], preferred: Collection[str] = ()
) -> tuple[list[Twins], dict[str, str]]:
    """Return the duplicates among texts, and the replacement of each text merged with another.

    Parameters
    ----------
    counts : mapping
        The count of each text in the table.
    normalise : collection of str
        The differences to ignore, of `NORMALISATIONS`. Labels that are the same integer (1 and 1.0) are
        always duplicates.
    preferred : collection of str
        The preferred forms of duplicates; otherwise the most frequent form is used.
    """
    names = _OF_IDS if of in ("units", "documents") else _names_of(of, counts)
    if of == "labels":
        normalise = (*normalise, "number")
    if set(normalise) <= {"number"} and _all_apart(counts, names):
        return [], {}
    groups = defaultdict(list)
    for text in counts:
        groups[normalised(text, names)].append(text)
    twins: list[Twins] = []
    becomes: dict[str, str] = {}
    for group in groups.values():
        if len(group) < 2:
            continue
        group.sort(key=lambda text: (text not in preferred, -counts[text], text))
        first: dict[str, str] = {}
        joined = {text: first.setdefault(normalised(text, normalise), text) for text in group}
        becomes |= {text: other for text, other in joined.items() if text != other}
        times = tuple(counts[text] for text in group) if of == "labels" else ()
        twins.append(Twins(of, tuple(group), _differ_by(group, names), len(first) == 1, times))
    return twins, becomes


def person_key(name: str) -> str:
    """Return what the spellings of one person's name share, the name of a mail address included.

    Examples
    --------
    >>> person_key("Zoé.Roy@example.org") == person_key("zoe roy") == person_key("ZOE_ROY")
    True
    """
    person = name.partition("@")[0].strip() or name
    return normalised(person.replace(".", " "), _names_of("annotators", ()))


def _names_of(of: str, texts: Collection[str]) -> tuple[str, ...]:
    """Return the differences to ignore in labels or names; 1 is true only if no label is another number."""
    without = _OF_LABELS if of != "labels" else () if are_truth_values(texts) else ("truth",)
    return tuple(name for name in NORMALISATIONS if name not in without)


def normalised(text: str, by: Collection[str]) -> str:
    """Return the normalised form of a text, which its duplicates share."""
    for name in NORMALISATIONS:
        if name in by:
            text = _NORMALISE[name](text)
    # A capital with an accent may be folded into two characters.
    return unicodedata.normalize("NFC", text) if "nfc" in by else text


def says_missing(text: str) -> bool:
    """Return whether a text to be read says that there is none: `#N/A`, `NaN`, `NULL`; signs may be texts."""
    plain = text.strip().lower()
    return plain in _MISSING and any(char.isalpha() for char in plain)


def computed_name(name: str) -> str | None:
    """Return what a column or a person so called is computed as (`mean` for `Moyenne`), None for others."""
    return _SIGNS.get(name.strip()) or _computed(name, _COMPUTED)


def possibly_computed(name: str) -> str | None:
    """Return the computation that a column's name says if it may also be a person's name (`Max`), or None."""
    plain = "".join(char for char in name.casefold() if char.isalnum())
    as_such = (kind for kind, known in _INITIALS.items() if plain in known.split())
    return next(as_such, None) or _computed(name, _POSSIBLY)


def _computed(name: str, kinds: Mapping[str, str]) -> str | None:
    """Return what a column is computed as, by the words of its name."""
    plain = unicodedata.normalize("NFD", name.casefold())
    words = re.findall(r"[a-z]+", without_marks(plain))
    joined = {*words, "".join(words)}
    return next((kind for kind, known in kinds.items() if joined & set(known.split())), None)


def is_number(text: str) -> bool:
    """Return whether a cell is a finite number with a decimal point or none."""
    return _NUMBER.fullmatch(text) is not None and math.isfinite(float(text))


def number(text: str) -> int | float:
    """Return a whole number as int, so that 3 and 3.0 are one category that reads `3`."""
    value = float(text)
    return int(value) if value.is_integer() else value


def is_padded(text: str) -> bool:
    """Return whether a number is written as labels are: `01`."""
    return _PADDED.match(text) is not None


def has_decimal_comma(text: str) -> bool:
    """Return whether a cell is a number with a decimal comma, such as `2,5`."""
    return _COMMA.fullmatch(text) is not None


def decimal_of(texts: Iterable[str]) -> str | None:
    """Return the decimal mark of cells; None if none is used, or both are.

    If every comma precedes three digits, as in `1,250`, it may separate thousands: then it is no mark.
    """
    points = commas = certain = False
    for text in texts:
        if _COMMA.fullmatch(text):
            commas = True
            certain = certain or _THOUSANDS.fullmatch(text) is None
        elif "." in text and is_number(text):
            points = True
    if certain and not points:
        return ","
    return "." if points and not commas else None


def _all_apart(texts: Collection[str], names: Sequence[str]) -> bool:
    """Return whether there are certainly no duplicates, by a fast check."""
    if all(text.isascii() for text in texts):
        if "marks" in names:
            return len({normalised(text, names) for text in texts}) == len(texts)
        return len({" ".join(text.lower().split()) for text in texts}) == len(texts)
    return False


def _differ_by(group: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Return the differences between duplicates: without each of them, they would not all be equal.

    The rarest intentions come last: an accent is missing if no other form has it.
    """

    def forms(by: Sequence[str]) -> int:
        return len({normalised(text, by) for text in group})

    seldom = ("accents", "number", "truth")
    usual = [name for name in names if name not in seldom]
    tries = (usual, *([*usual, name] for name in seldom if name in names))
    distinguishing = next((by for by in tries if forms(by) == 1), [*names])
    return tuple(name for name in distinguishing if forms([one for one in distinguishing if one != name]) > 1)
