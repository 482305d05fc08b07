"""An aside in brackets or quotes after an abbreviation: its full stop ends no sentence."""

from __future__ import annotations

import re

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
    """Return whether a text begins with an aside: brackets or quotes that hold no sentence of their own.

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
