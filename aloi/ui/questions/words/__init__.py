"""A question of words that are typed, one by one."""
