"""Players: whoever chooses moves. What one is stands in `player`, which there are in `kinds`."""
