"""Items that may be annotated: found, drawn, suggested."""
