"""French forms by rule: the participle of a verb, and the bare form of a pronominal one."""

from __future__ import annotations

import re

_PRONOMINAL = re.compile(r"^(?:se\s+|s['’]\s*)(?=\w)", re.IGNORECASE)
# Endings of infinitives and of their participles, the longest first: the rule of the first that fits.
_PARTICIPLES = (
    ("prendre", "pris"),
    ("mettre", "mis"),
    ("paraître", "paru"),
    ("connaître", "connu"),
    ("croître", "crû"),
    ("naître", "né"),
    ("couvrir", "couvert"),
    ("offrir", "offert"),
    ("ouvrir", "ouvert"),
    ("souffrir", "souffert"),
    ("mourir", "mort"),
    ("courir", "couru"),
    ("quérir", "quis"),
    ("tenir", "tenu"),
    ("venir", "venu"),
    ("vêtir", "vêtu"),
    ("recevoir", "reçu"),
    ("cevoir", "çu"),
    ("mouvoir", "mu"),
    ("devoir", "dû"),
    ("savoir", "su"),
    ("asseoir", "assis"),
    ("pouvoir", "pu"),
    ("voir", "vu"),
    ("valoir", "valu"),
    ("falloir", "fallu"),
    ("vouloir", "voulu"),
    ("plaire", "plu"),
    ("taire", "tu"),
    ("faire", "fait"),
    ("traire", "trait"),
    ("clure", "clu"),
    ("clore", "clos"),
    ("boire", "bu"),
    ("croire", "cru"),
    ("crire", "crit"),
    ("suivre", "suivi"),
    ("vivre", "vécu"),
    ("lire", "lu"),
    ("rire", "ri"),
    ("suffire", "suffi"),
    ("dire", "dit"),
    ("nuire", "nui"),
    ("luire", "lui"),
    ("uire", "uit"),
    ("indre", "int"),
    ("soudre", "sous"),
    ("coudre", "cousu"),
    ("moudre", "moulu"),
    ("vaincre", "vaincu"),
    ("rompre", "rompu"),
    ("battre", "battu"),
    ("er", "é"),
    ("ir", "i"),
    ("dre", "du"),
)
VERB, ADJECTIVE = "v", "a"
# Adjectives that are also infinitives.
_BOTH = frozenset(("contraire", "fier", "tendre"))


def past_participle(infinitive: str) -> str | None:
    """Return the masculine singular participle of a verb by its ending; None for no ending of a verb."""
    for ending, participle in _PARTICIPLES:
        if infinitive.endswith(ending):
            return infinitive.removesuffix(ending) + participle
    return None


def harmonised(answer: str, pos: str) -> str:
    """Return an answer in the form SemDis 2014 gives its gold.

    For a verb (`v`), a pronominal answer loses its pronoun. For an adjective (`a`), an infinitive, pronominal
    or not, becomes its participle. An answer counts as an infinitive if its participle is in the word list of
    simplemma, so that "noir" and "léger" stay unchanged.
    """
    if pos not in (VERB, ADJECTIVE):
        return answer
    bare = _PRONOMINAL.sub("", answer)
    if pos == VERB:
        return bare
    participle = None if " " in bare or answer in _BOTH else past_participle(bare)
    if participle is None:
        return answer
    import simplemma

    return participle if simplemma.is_known(participle, lang="fr") else answer
