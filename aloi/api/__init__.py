"""REST: `/api/v1`, the same use cases under the same checks as pages and commands, for programs."""
