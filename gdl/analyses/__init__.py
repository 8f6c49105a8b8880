"""Analyses: what can be told of a core program without running it; nothing here changes one."""
