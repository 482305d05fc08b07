"""Readability by LIX, as textstat computes it: words a sentence plus the percentage of long words.

Lower is easier: below 25 a children's book, above 55 a hard text. A word is long from 7 letters. LIX is used
because it counts neither syllables nor words of a list. It means the same in French and in English, and works
offline. By contrast, textstat's Flesch scores fetch a pronunciation dictionary for English and have another
formula in each language.
"""

from __future__ import annotations

import math

from aloi.evaluation.metrics.base import Direction, Metric

LIX = Metric(
    name="lix",
    title="LIX (readability: length of sentences and of words)",
    direction=Direction.LOWER,
    high=math.inf,
    clipping="none: texts have no scale",
    resampling_unit="sentence",
    row_kinds=("TaggedPair",),
    references=("bjornsson1968lasbarhet",),
)
