"""Varying games."""
