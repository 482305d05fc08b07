"""What every layer may use: errors and their messages, records, settings, names."""
