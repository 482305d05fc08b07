"""Items that a model proposes to annotate next."""
