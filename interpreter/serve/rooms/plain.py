"""Strangers' texts in JSON: characters that steer terminals or turn the direction of writing are taken out.

Names of games, pieces and sites come from files. Pages show them as text, never as HTML; what is left to do
is what `gdl.support.printable` does for terminals.
"""

from __future__ import annotations

import json
import re
from functools import cache
from unicodedata import category

from interpreter.serve.messages.codec import encode

#: One character as JSON escapes it: a backslash, or a code; beyond the first 65,536 there are two halves.
_ESCAPE = re.compile(r"\\\\|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|\\u([0-9a-f]{4})")
#: Kinds of characters: controls, formats, private ones, separators of lines, halves.
_HARMFUL = ("Cc", "Cf", "Zl", "Zp", "Cs")
_INSTEAD = "\\ufffd"


def plain_json(message: object) -> str:
    """A message as JSON with nothing harmful in it."""
    return _ESCAPE.sub(_plain, json.dumps(encode(message), separators=(",", ":")))


def _plain(escape: re.Match[str]) -> str:
    high, low, one = escape.groups()
    if high is None and one is None:
        return escape[0]
    if one is not None:
        code = int(one, 16)
    else:
        code = 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00
    return _INSTEAD if _is_harmful(code) else escape[0]


@cache
def _is_harmful(code: int) -> bool:
    return category(chr(code)) in _HARMFUL
