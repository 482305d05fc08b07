"""Examples of bodies in the document: a campaign from its texts to a release, in the order of the calls.

A test sends them one after the other. `upload` stands for the id of an uploaded file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# The table that the examples upload.
ITEMS = "id\tleft\tright\n" + "".join(f"p{i}\tThe cat sleeps {i}.\tA cat naps {i}.\n" for i in range(20))
UPLOAD = "0123456789abcdef01234567"

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "corpus import": {
        "path": UPLOAD, "name": "pairs", "language": "en", "licence": "CC0-1.0", "pairs": True,
        "columns": ["id=id", "left=left", "right=right"],
    },
    "campaign create": {"name": "similar", "corpus": "pairs", "task": "similarity", "preset": "score"},
    "guideline add": {"campaign": "similar", "text": "# Score\n\n5 means the same, 0 nothing in common."},
    "campaign member add": {"campaign": "similar", "person": "A1", "role": "annotator"},
    "round open": {"campaign": "similar", "purpose": "main", "items": 10, "annotators": ["A1", "A2"]},
    "round due": {"campaign": "similar", "round": 1, "due": "2030-01-31"},
    "annotations export": {"campaign": "similar", "round": 1, "suffix": "tsv"},
    "campaign adjudication": {"campaign": "similar", "gap": 2, "reason": False},
    "round close": {"campaign": "similar", "round": 1},
    "round agreement": {"campaign": "similar", "round": 1, "ci": "none"},
    "gold freeze": {"campaign": "similar", "rule": "mean"},
    "token create": {"person": "M1", "scope": "read", "days": 7, "name": "nightly export"},
}  # fmt: skip
