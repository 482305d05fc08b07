"""A question of sides: for, against, or neither."""
