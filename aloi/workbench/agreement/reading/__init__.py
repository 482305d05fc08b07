"""How a table becomes ratings: its layout, its words for missing, its labels, what is no rating."""
