"""A question of groups of tokens on both sides of a pair, each with its operation."""
