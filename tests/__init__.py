"""The tests. A package of its own, so that no other one called `tests` among the requirements hides it."""
