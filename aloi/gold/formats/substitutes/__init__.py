"""Lexical substitution: SemDis, SemEval-2007, Swords."""
