"""Statistics: values and how sure they are. Pure functions; nothing here knows of games."""
