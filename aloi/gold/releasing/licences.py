"""Licences as people write them: their names in SPDX, and agreements that are stated in words."""

from __future__ import annotations

import re
from functools import cache

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.licenses._spdx import LICENSES  # no public name; the tests look whether it is there

# Common names of SPDX licences, in lower case and with hyphens.
_SPOKEN = {
    "apache-2": "Apache-2.0",
    "cc0": "CC0-1.0",
    "cc-0": "CC0-1.0",
    "etalab": "etalab-2.0",
    "licence-ouverte-2.0": "etalab-2.0",
    "odbl": "ODbL-1.0",
    "pddl": "PDDL-1.0",
}
_AGREEMENT = re.compile(
    r"\b(agreements?|contracts?|conventions?|accords?|contrats?|dua)\b", re.IGNORECASE | re.UNICODE
)
_FEWEST_WORDS = 4  # of an agreement: who gave what, to whom or when


def spdx_name(licence: str) -> str | None:
    """Return the SPDX name of a licence as a person wrote it; None if it has none.

    An expression of several (`MIT OR CC0-1.0`) and a reference of one's own (`LicenseRef-…`) are names too.

    Examples
    --------
    >>> spdx_name("CC BY 4.0"), spdx_name("cc0"), spdx_name("MIT OR Apache-2.0"), spdx_name("ask me")
    ('CC-BY-4.0', 'CC0-1.0', 'MIT OR Apache-2.0', None)
    """
    stripped = licence.strip()
    hyphened = re.sub(r"[\s_]+", "-", stripped)
    for written in (_SPOKEN.get(hyphened.lower(), hyphened), stripped):
        try:
            return str(canonicalize_license_expression(written))
        except InvalidLicenseExpression:
            continue
    return None


def listed_name(licence: str) -> str | None:
    """Return the name of the one licence in the list of SPDX that is meant; None for any other.

    >>> listed_name("CC BY 4.0"), listed_name("MIT OR Apache-2.0"), listed_name("LicenseRef-CHU")
    ('CC-BY-4.0', None, None)
    """
    name = spdx_name(licence)
    return None if name is None or " " in name or name.startswith("LicenseRef-") else name


@cache
def listed_names() -> tuple[str, ...]:
    """Return the names of all licences in the list of SPDX that are not out of use, in alphabetical order."""
    return tuple(sorted(one["id"] for one in LICENSES.values() if not one["deprecated"]))


def states_agreement(licence: str) -> bool:
    """Return whether words state an agreement: it is named as one, with details.

    >>> states_agreement("Data-use agreement with the hospital, 2024"), states_agreement("DUA")
    (True, False)
    """
    return bool(_AGREEMENT.search(licence)) and len(re.findall(r"\w+", licence)) >= _FEWEST_WORDS


def unknown_terms(licence: str) -> tuple[str, ...]:
    """Return which of the terms of a corpus, joined by `;` where corpora were, are neither; `` for none.

    >>> unknown_terms("CC0; see the web site"), unknown_terms("CC0; MIT"), unknown_terms(" ")
    (('see the web site',), (), ('',))
    """
    terms = [term.strip() for term in licence.split(";")]
    return tuple(one for one in terms if spdx_name(one) is None and not states_agreement(one))
