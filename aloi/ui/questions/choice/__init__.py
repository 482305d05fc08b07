"""A question of labels, one or several: a few buttons, or a long list that is searched."""
