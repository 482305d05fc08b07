"""What a model proposes to annotate next."""
