"""BLAKE2b without the rest of hashlib, whose import loads OpenSSL: a hundredth of a command's time."""

from __future__ import annotations

try:
    from _blake2 import blake2b  # where hashlib has it from
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
