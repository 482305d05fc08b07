"""Operations of simplification on groups of tokens."""
