"""The formats, one file each in the directory of the rows they write; this is the complete list.

`all_formats` adds those of plug-ins.
"""

from __future__ import annotations

from aloi.base.plugins import entry_named, with_plugins
from aloi.base.terms import Phrase
from aloi.gold.formats.base import Format
from aloi.gold.formats.huggingface.folder import HuggingFace
from aloi.gold.formats.label_studio.tasks_folder import LabelStudioTasks
from aloi.gold.formats.labels.labelled_jsonl import LabelledJsonl
from aloi.gold.formats.mentions.bigbio import BigBio
from aloi.gold.formats.mteb.task_folder import Mteb
from aloi.gold.formats.operations.yawat import Yawat
from aloi.gold.formats.pairs.clister import Clister
from aloi.gold.formats.pairs.drbenchmark_jsonl import DrBenchmarkJsonl
from aloi.gold.formats.pairs.sts_tsv import StsTsv
from aloi.gold.formats.questions.mcqa_jsonl import McqaJsonl
from aloi.gold.formats.spans.brat import Brat
from aloi.gold.formats.spans.conll import Conll
from aloi.gold.formats.spans.conllu import ConllU
from aloi.gold.formats.spans.docbin import DocBinFiles
from aloi.gold.formats.spans.doccano_lines import DoccanoLines
from aloi.gold.formats.spans.prodigy_lines import ProdigyLines
from aloi.gold.formats.spans.uima_xmi import UimaXmi
from aloi.gold.formats.spans.webanno_tsv import WebAnnoTsvFiles
from aloi.gold.formats.substitutes.lexsub import SemDis, SemEval2007
from aloi.gold.formats.tables.croissant import Croissant
from aloi.gold.formats.tables.csv_safe import CsvSafe
from aloi.gold.formats.tables.xlsx import Xlsx

FORMATS: list[Format] = [
    StsTsv(),
    Clister(),
    DrBenchmarkJsonl(),
    Yawat(),
    SemDis(),
    SemEval2007(),
    LabelledJsonl(),
    BigBio(),
    Conll(),
    ConllU(),
    Brat(),
    DocBinFiles(),
    DoccanoLines(),
    ProdigyLines(),
    WebAnnoTsvFiles(),
    UimaXmi(),
    McqaJsonl(),
    HuggingFace(),
    Xlsx(),
    CsvSafe(),
    Croissant(),
    Mteb(),
    LabelStudioTasks(),
]


def all_formats() -> tuple[Format, ...]:
    """Return the formats, then those of plug-ins."""
    return with_plugins(FORMATS, "aloi.formats", Format)


def format_named(name: str) -> Format:
    """Return the format of that name, or raise AloiError naming those there are."""
    return entry_named(name, FORMATS, all_formats, Phrase("kind-format", "format"))


def formats_for(row_kind: type) -> tuple[Format, ...]:
    """Return the formats that write a kind of row."""
    return tuple(format_ for format_ in all_formats() if row_kind in format_.row_kinds)


def table() -> str:
    """Return the Markdown table of formats that the README shows."""
    lines = ["| format | name | rows | read back equal | not carried |", "|---|---|---|---|---|"]
    lines += [
        f"| {form.title} | `{form.name}` | {', '.join(kind.__name__ for kind in form.row_kinds)} "
        f"| {'yes' if form.lossless else 'without ' + ', '.join(form.lost_fields)} "
        f"| {'; '.join(loss.description for loss in form.lost)} |"
        for form in FORMATS
    ]
    return "\n".join(lines) + "\n"
