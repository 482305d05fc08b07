"""A question of labels: a few buttons (single), or a long list that is searched (widget)."""
