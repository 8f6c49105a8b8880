"""Records: games as they were played, in text files that hold any number of them (docs/records.md)."""
