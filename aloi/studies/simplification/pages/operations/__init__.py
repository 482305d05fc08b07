"""Operations: corpora of annotated simplifications."""
