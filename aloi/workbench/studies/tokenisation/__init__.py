"""How tokenizers split the words of a domain."""
