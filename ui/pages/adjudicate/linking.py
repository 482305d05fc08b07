"""The answers to a mention, with the names of the concepts they chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from annotation.model import Campaign
from gold.making.aggregate import AnnotatorAnswer
from workbench.rounds.concepts import described
from workbench.store.opening import Store


def answers(store: Store, campaign: Campaign, given: Sequence[AnnotatorAnswer], *, blind: bool) -> None:
    """Draw the answers to a mention with the names of their concepts, as counts alone when blind."""
    told = described(store, campaign, [one.value for one in given])
    if blind:
        lines = [f"{count} × {text}" for text, count in sorted(Counter(told).items())]
    else:
        lines = sorted(f"{one.pseudonym}: {text}" for one, text in zip(given, told, strict=True))
    st.text("\n".join(lines))
