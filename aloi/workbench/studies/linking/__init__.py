"""Entity linking with test sets free of leaks (Medical Crossing)."""
