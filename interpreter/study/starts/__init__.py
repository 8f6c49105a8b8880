"""Many starts of one game, each proved: the boards that chance may lay, one seed for each."""
