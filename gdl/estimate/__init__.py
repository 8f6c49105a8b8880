"""What searches estimate positions by, worked out from the rules alone."""
