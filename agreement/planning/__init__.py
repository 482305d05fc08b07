"""How many items and annotators: sizes, widths, stop rules, simulation."""
