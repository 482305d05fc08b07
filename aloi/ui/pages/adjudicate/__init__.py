"""Adjudicate: the dispute before the adjudicator, the answers to it, and the decisions taken."""
