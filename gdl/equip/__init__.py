"""What the equipment fixes before any rule is lowered: sites, pieces, players, regions."""
