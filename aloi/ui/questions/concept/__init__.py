"""A question of concepts: candidates in their order, and a search in the terminology."""
