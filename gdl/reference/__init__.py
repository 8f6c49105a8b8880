"""The language reference, generated from the ludeme classes."""
