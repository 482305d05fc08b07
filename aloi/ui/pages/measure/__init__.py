"""Agreement of any table: ratings made elsewhere."""
