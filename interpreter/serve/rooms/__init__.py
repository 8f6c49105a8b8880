"""Rooms: who sits where, who may do what, what is kept. Nothing here knows how it is reached."""
