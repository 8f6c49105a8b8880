"""English: grammar, phrases and a speaker, by which ludemes say themselves (natural language generation)."""
