"""How tables of results are written: LaTeX."""
