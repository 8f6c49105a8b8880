"""Boards: graphs that games are played on, and the tables that rules look up in them."""
