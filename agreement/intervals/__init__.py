"""How sure a coefficient is: bootstrap, what intervals hold, cautions."""
