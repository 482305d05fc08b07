"""Results of use cases, computed by the worker and cached until what they were computed from changes."""
