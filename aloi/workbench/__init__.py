"""Use cases, one package for each step of the pipeline: the entry points call them."""
