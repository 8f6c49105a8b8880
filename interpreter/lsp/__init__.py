"""The language server: what `gdl.assist` knows of a text, told to editors by the Language Server Protocol."""
