"""People and their access: accounts, links, sign-ins and counted attempts."""
