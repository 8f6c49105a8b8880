"""The codes of diagnostics, for `gdl explain`: one file for each stage that has its own."""
