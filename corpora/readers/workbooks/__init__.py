"""What a workbook says beside its values, and how large it gets: read before any cell is unpacked."""
