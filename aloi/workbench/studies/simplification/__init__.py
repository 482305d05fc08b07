"""Operations of simplification and what SARI sees (ASSETann)."""
