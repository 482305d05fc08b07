"""Properties of a workbook other than its values, and its size: read before any cell is unpacked."""
