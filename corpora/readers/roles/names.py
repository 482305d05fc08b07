"""Usual names of columns in English and French, by role; compared without case, accents and separators."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from aloi.corpora.readers.roles.model import ColumnRole

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


NAMES = {
    ColumnRole.ID: _set(
        "id identifier identifiant ident uid guid key cle unit units unite unites item items nr no",
        "subject subjects sujet sujets",
    ),
    ColumnRole.TEXT: _set(
        "text texte abstract sentence phrase content contenu body passage tweet message document",
        "question enonce title_abstract resume summary",
    ),
    ColumnRole.ANNOTATOR: _set(
        "annotator annotateur annotatrice coder codeur codeuse rater judge juge worker user username",
        "utilisateur utilisatrice evaluator evaluateur evaluatrice labeler labeller participant expert",
        "reviewer relecteur relectrice who qui",
    ),
    ColumnRole.SCORE: _set(
        "score scores note notes notation rating ratings similarity similarite sim relatedness grade gold",
        "value valeur evaluation judgement judgment jugement answer reponse",
    ),
    ColumnRole.LABEL: _set(
        "label labels etiquette etiquettes class classes classe category categories categorie",
        "specialities specialties speciality specialty specialite specialites tag tags topic topics theme",
        "themes annotation annotations value valeur code codes answer reponse judgement judgment jugement",
        "emotion sentiment intent note",
    ),
    ColumnRole.DOCUMENT: _set("document doc docid file filename fichier article pmid source_document"),
    ColumnRole.SPLIT: _set("split partition set subset part partie fold jeu"),
}
# Names that say that a column describes the item.
METADATA = _set(
    "comment comments commentaire commentaires remark remarks remarque remarques url link lien date source",
    "language langue lang licence license genre type origin origine author auteur journal year annee",
)
# Words that say more about a role, such as in `gold_label` or `similarity_score`.
_MORE = _set(
    "gold similarity relatedness mean average moyenne final sts semantic human entailment true annotator",
    "rater coder worker item unit pair paire text texte sentence phrase row example exemple annotateur",
    "document doc main",
)
_LEFT, _RIGHT = _set("a 1 left gauche first"), _set("b 2 right droite second")
_SIDED = _set("sentence sentences phrase phrases text texte s sent segment question passage enonce snippet")
_SIDES = (
    ("left", "right"),
    ("gauche", "droite"),
    ("premise", "hypothesis"),
    ("premisse", "hypothese"),
    ("source", "target"),
    ("source", "cible"),
    ("original", "simplification"),
    ("original", "simplified"),
    ("reference", "candidate"),
    ("reference", "hypothesis"),
)
SPLITS = _set(
    "train training trial dev devel development valid validation val test testing",
    "apprentissage entrainement",
)


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name, without case and accents.

    >>> words_of("Étiquette_1"), words_of("pairID"), words_of("s1")
    (('etiquette', '1'), ('pair', 'id'), ('s', '1'))
    """
    decomposed = unicodedata.normalize("NFKD", name.replace("°", "o"))
    plain = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return tuple(_WORDS.findall(_CAMEL.sub(" ", plain).casefold()))


def rank(name: str, role: ColumnRole) -> int:
    """Return how well a name fits a role: 2 for its very name, 1 with words that say more, else 0.

    >>> [rank(name, ColumnRole.SCORE) for name in ("score", "relatedness_score", "number")]
    [2, 1, 0]
    """
    words, names = words_of(name), NAMES[role]
    if not words:
        return 0
    if "_".join(words) in names or "".join(words) in names:
        return 2
    first, *rest = words
    if role is ColumnRole.ANNOTATOR and first in names and rest in (["id"], ["name"], ["nom"]):
        return 2
    if role is ColumnRole.ID and rest[-1:] == ["id"] and first not in NAMES[ColumnRole.ANNOTATOR]:
        return 1
    if role is ColumnRole.SPLIT:
        return int(words[-1] in names)
    more = names | _MORE
    if role is ColumnRole.DOCUMENT:
        more |= _LEFT | _RIGHT | {"id", "name"}
        return int(bool(names.intersection(words)) and more.issuperset(words))
    return int((words[-1] in names or first in names) and more.issuperset(words))


def side(name: str) -> ColumnRole | None:
    """Return LEFT or RIGHT for a text with a number or a letter, None for other names.

    >>> side("sentence_A"), side("phrase2"), side("sentence_A_original")
    (<ColumnRole.LEFT: 'left'>, <ColumnRole.RIGHT: 'right'>, None)
    """
    words = words_of(name)
    if len(words) != 2 or not _SIDED.intersection(words):
        return None
    if _LEFT.intersection(words):
        return ColumnRole.LEFT
    return ColumnRole.RIGHT if _RIGHT.intersection(words) else None


def pair_named(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the two columns whose names belong together, such as `premise` and `hypothesis`."""
    plain = {"_".join(words_of(name)): name for name in reversed(names)}
    return next(((plain[a], plain[b]) for a, b in _SIDES if a in plain and b in plain), None)
