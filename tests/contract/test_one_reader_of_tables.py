"""One reader of tables: whatever else cuts lines into cells is a format fixed elsewhere, and stands here."""

from __future__ import annotations

import ast

from tests.sources import imported, nodes

# The door itself.
_DOOR = "corpora/readers/"
# Formats whose grammar is not ours, what is typed into a form, and what writes.
FIXED = {
    "annotation/tasks/classification/label_list.py": "labels typed or pasted into a form",
    "aloi/gold/formats/brat_files.py": "brat stand-off",
    "aloi/gold/formats/mentions/files.py": "notes of brat, CodiEsp's files without a header, PubTator",
    "aloi/gold/formats/pairs/clister.py": "CLISTER, read back as it was written",
    "aloi/gold/formats/pairs/sts_tsv.py": "the STS format of a release, read back as it was written",
    "aloi/gold/formats/projects/inception/webanno_tsv.py": "WebAnno TSV 3",
    "aloi/gold/formats/spans/conll.py": "CoNLL",
    "aloi/gold/formats/spans/conllu_files.py": "CoNLL-U",
    "aloi/gold/formats/tables/csv_safe.py": "CSV of a release, read back as it was written",
    "aloi/gold/formats/substitutes/lexsub_files.py": "SemEval-2007 and SemDis",
    "aloi/studies/drbenchmark/core/published/entities.py": "token lines of PxCorpus",
    "aloi/studies/drbenchmark/core/published/parsing.py": "MorFITT, CLISTER, E3C as distributed or zipped",
    "aloi/studies/drbenchmark/core/published/texts.py": "token lines of CAS and ESSAI, lists of DEFT 2021",
}
_MODULES = ("csv", "openpyxl", "python_calamine", "pyarrow.csv", "xlrd", "odf", "polars")
_CALLS = ("read_csv", "read_excel", "read_table", "DictReader")
_SHEETS = ("pandas", "pd", "pa_csv", "csv")  # whose calls of those names read by themselves


def parsers() -> set[str]:
    """Return the files that parse tables: by a module for it, a call of one, or by cutting at tabs."""
    found = {name for name, module in imported() if module in _MODULES}
    for name, call in nodes(ast.Call, migrations=False):
        at = call.func
        if not isinstance(at, ast.Attribute):
            continue
        cut = at.attr == "split" and [getattr(one, "value", None) for one in call.args[:1]] == ["\t"]
        own = at.attr in _CALLS and isinstance(at.value, ast.Name) and at.value.id in _SHEETS
        if cut or own:
            found.add(name)
    return {name for name in found if not name.startswith(_DOOR)}


def test_tables_are_read_by_the_one_door() -> None:
    found = parsers()
    assert not found - set(FIXED), (
        "read them with aloi.corpora.readers: read_table, read_headless, read_columns"
    )
    assert not set(FIXED) - found, "no parser stands there any more: take it off the list"
