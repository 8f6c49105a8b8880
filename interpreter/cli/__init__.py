"""The command line: `main.py` finds the commands in `commands/`; beside it stands what they share."""
