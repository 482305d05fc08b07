"""A question of spans: stretches of a text, each with a label."""
