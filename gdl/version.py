"""The version of the distribution: the build reads it from here too."""

__version__ = "0.1.0"
