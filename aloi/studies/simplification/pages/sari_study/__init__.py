"""SARI study: annotated operations against SARI."""
