"""A game at a table, as values for a page: no network, no other process, nothing that waits."""
