"""A task and a kind of question of a test's own: what a newcomer writes, and nothing more."""
