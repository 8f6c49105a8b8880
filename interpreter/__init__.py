"""Running core programs: engines, games, players, and the command line. Users import `gdl`."""
