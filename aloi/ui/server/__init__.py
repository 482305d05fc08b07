"""The program of `aloi serve`: the web server, the access middleware, sign-in, and other addresses."""
