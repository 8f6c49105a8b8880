"""Games, states and moves as people see them: loading, notation, positions, outcomes."""
