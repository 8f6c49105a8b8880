"""Coverage of rules by playing: games are played, and what of the rules took effect is counted by place.

`check_by_playing` gives it all as one frozen value. Nothing here prints.
"""
