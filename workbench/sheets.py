"""Which sheet of a workbook is read, as commands choose it."""

from corpora.readers.spreadsheets import check_sheet as check_sheet
from corpora.readers.spreadsheets import sheet_chosen as sheet_chosen
