"""Operations on files; the results of their jobs stay in a store, their files do not."""
