"""Annotator models: gold as probabilities and parameters of each annotator, fitted together on a table."""

from __future__ import annotations

from aloi.gold.making.models import dawid_skene as _dawid_skene
from aloi.gold.making.models import mace as _mace
from aloi.gold.making.models import ordinal as _ordinal

REFERENCES = (_dawid_skene.REFERENCE, _mace.REFERENCE, _ordinal.REFERENCE)
