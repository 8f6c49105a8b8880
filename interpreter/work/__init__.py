"""Work in parts: the same results from one process, from several, and from a cluster."""
