"""What every question of the desk shares."""
