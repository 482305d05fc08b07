"""Readability by LIX, as textstat computes it: words a sentence plus the percentage of long words.

Lower is easier: below 25 a children's book, above 55 a hard text. A word is long from 7 letters. LIX is the
score of choice here since it counts neither syllables nor words of a list, and so means the same in French
and in English, and works offline: textstat's Flesch scores fetch a pronunciation dictionary for English
and have another formula in each language.
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
