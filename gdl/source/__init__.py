"""Source texts and what is said about them: places, diagnostics and their codes, rendering, suggestions."""
