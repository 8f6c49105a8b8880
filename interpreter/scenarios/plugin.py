"""The pytest plug-in that runs scenario files."""
