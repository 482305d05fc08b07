"""A campaign at a glance: how far, at what pace it ends, who is behind, hours, agreement, what comes next."""
