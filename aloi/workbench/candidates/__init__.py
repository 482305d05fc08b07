"""Items that may be annotated: mined, drawn, made of other work; and what is suggested with them."""
