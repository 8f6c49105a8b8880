"""The compiled subset of Python: algorithms written once become procedures of the core, for any engine."""
