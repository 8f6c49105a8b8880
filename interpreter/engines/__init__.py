"""Engines that run core programs: their interface, Python (the reference), LLVM, the cache on disk."""
