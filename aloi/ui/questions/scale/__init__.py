"""A question of degrees, on one scale or several."""
