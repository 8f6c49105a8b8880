"""Parsing: from a text to forms with their places, through every mistake, and forms to text."""
