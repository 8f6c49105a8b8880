"""English: the rules of a game as sentences (natural language generation from the bound ludemes)."""
