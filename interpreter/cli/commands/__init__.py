"""The commands of `gdl`: whatever module is here is one, called like it, with a `command` in it."""
