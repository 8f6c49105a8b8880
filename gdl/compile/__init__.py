"""The whole way from a rules file to a verified core program."""
