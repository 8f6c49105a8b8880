"""Rulebooks: the rules of a whole game in English, section by section, from what its ludemes say."""
