"""What is mutated, and what was found, is no test by itself."""

collect_ignore_glob = ["seeds/*", "found/*"]
