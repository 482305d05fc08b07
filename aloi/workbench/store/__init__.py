"""Operations on the complete store: opening, integrity check, backup."""
