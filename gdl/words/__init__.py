"""The words that stand for themselves in a game file: roles, site types, directions, and so on."""
