"""How results are shown: one table of numbers, and what draws it as text, CSV, LaTeX and HTML."""
