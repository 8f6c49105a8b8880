"""What a ludeme is: the base class, the kinds of arguments, and the registry."""
