"""What every layer may name: the error a person can act on, and the settings of a running Aloi."""
