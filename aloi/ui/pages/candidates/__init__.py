"""Candidates: where the items of a campaign come from; a form for each way to find them."""
