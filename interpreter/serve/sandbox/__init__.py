"""A sandbox for processes that run strangers' rules: limits, access control, a supervisor; no games."""
