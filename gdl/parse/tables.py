"""The terminals and the LALR(1) tables of `grammar.lark`. Printed by `python -m gdl.parse.generate`."""

# fmt: off
#: What each terminal matches, higher ranks first.
TERMINALS = (
    ("SPACE", "[\\s\ufeff]+|\\/\\/[^\n]*"),
    ("STRING", '"[^"\\\\]*+(?:\\\\++"?+[^"\\\\]*+)*+"'),
    ("CUT_STRING", '"'),
    ("PAREN_OPEN", "\\("),
    ("PAREN_CLOSE", "\\)"),
    ("BRACE_OPEN", "\\{"),
    ("BRACE_CLOSE", "\\}"),
    ("NAME", "\\w+:"),
    ("NUMBER", "[+-]?(?:\\d+\\.\\d+|\\.\\d+|\\d+)(?![\\w#~.\\-])"),
    ("WORD", "[<>!]=|-?[\\w#~.][\\w#~.\\-]*|\\/(?!\\/)|[=+\\-%^]"),
    ("ANGLE_OPEN", "<"),
    ("ANGLE_CLOSE", ">"),
    ("STARS", "\\*+"),
    ("STRAY", '[\u201c\u201d][^"\u201c\u201d\n]*\u201d|[^\\s\\w#~.\\-+=%^*\\/<>!(){}"\\[\\]]+|.'),
)
#: By rule: what it is to the states, of how many, and what it makes; empty: it passes one on.
RULES = (
    ("bracket", 3, "angle"),  # bracket : ANGLE_OPEN items ANGLE_CLOSE
    ("bracket", 3, "brace"),  # bracket : BRACE_OPEN items BRACE_CLOSE
    ("bracket", 3, "paren"),  # bracket : PAREN_OPEN items PAREN_CLOSE
    ("bracket", 1, ""),  # bracket : READ
    ("items", 0, "items"),  # items :
    ("items", 2, "items"),  # items : items NUMBER
    ("items", 2, "items"),  # items : items STRING
    ("items", 2, "items"),  # items : items WORD
    ("items", 2, "items"),  # items : items bracket
    ("items", 2, "items"),  # items : items named
    ("items", 2, "items"),  # items : items starred
    ("named", 2, "named"),  # named : NAME NUMBER
    ("named", 2, "named"),  # named : NAME STRING
    ("named", 2, "named"),  # named : NAME WORD
    ("named", 2, "named"),  # named : NAME bracket
    ("named", 2, "named"),  # named : NAME starred
    ("starred", 2, "starred"),  # starred : bracket STARS
    ("start", 1, ""),  # start : items
)
#: By state and what comes next: the state to shift to, or ~ the rule to reduce by.
STATES: tuple[dict[str, int], ...] = (
    {"$END": -5, "ANGLE_OPEN": -5, "BRACE_OPEN": -5, "NAME": -5, "NUMBER": -5, "PAREN_OPEN": -5,
     "READ": -5, "STRING": -5, "WORD": -5, "items": 1, "start": 2},
    {"$END": -18, "ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_OPEN": 7, "READ":
     8, "STRING": 9, "WORD": 10, "bracket": 11, "named": 12, "starred": 13},
    {},
    {"ANGLE_CLOSE": -5, "ANGLE_OPEN": -5, "BRACE_OPEN": -5, "NAME": -5, "NUMBER": -5, "PAREN_OPEN":
     -5, "READ": -5, "STRING": -5, "WORD": -5, "items": 14},
    {"ANGLE_OPEN": -5, "BRACE_CLOSE": -5, "BRACE_OPEN": -5, "NAME": -5, "NUMBER": -5, "PAREN_OPEN":
     -5, "READ": -5, "STRING": -5, "WORD": -5, "items": 15},
    {"ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NUMBER": 16, "PAREN_OPEN": 7, "READ": 8, "STRING": 17,
     "WORD": 18, "bracket": 19, "starred": 20},
    {"$END": -6, "ANGLE_CLOSE": -6, "ANGLE_OPEN": -6, "BRACE_CLOSE": -6, "BRACE_OPEN": -6, "NAME":
     -6, "NUMBER": -6, "PAREN_CLOSE": -6, "PAREN_OPEN": -6, "READ": -6, "STRING": -6, "WORD": -6},
    {"ANGLE_OPEN": -5, "BRACE_OPEN": -5, "NAME": -5, "NUMBER": -5, "PAREN_CLOSE": -5, "PAREN_OPEN":
     -5, "READ": -5, "STRING": -5, "WORD": -5, "items": 21},
    {"$END": -4, "ANGLE_CLOSE": -4, "ANGLE_OPEN": -4, "BRACE_CLOSE": -4, "BRACE_OPEN": -4, "NAME":
     -4, "NUMBER": -4, "PAREN_CLOSE": -4, "PAREN_OPEN": -4, "READ": -4, "STARS": -4, "STRING": -4,
     "WORD": -4},
    {"$END": -7, "ANGLE_CLOSE": -7, "ANGLE_OPEN": -7, "BRACE_CLOSE": -7, "BRACE_OPEN": -7, "NAME":
     -7, "NUMBER": -7, "PAREN_CLOSE": -7, "PAREN_OPEN": -7, "READ": -7, "STRING": -7, "WORD": -7},
    {"$END": -8, "ANGLE_CLOSE": -8, "ANGLE_OPEN": -8, "BRACE_CLOSE": -8, "BRACE_OPEN": -8, "NAME":
     -8, "NUMBER": -8, "PAREN_CLOSE": -8, "PAREN_OPEN": -8, "READ": -8, "STRING": -8, "WORD": -8},
    {"$END": -9, "ANGLE_CLOSE": -9, "ANGLE_OPEN": -9, "BRACE_CLOSE": -9, "BRACE_OPEN": -9, "NAME":
     -9, "NUMBER": -9, "PAREN_CLOSE": -9, "PAREN_OPEN": -9, "READ": -9, "STARS": 22, "STRING": -9,
     "WORD": -9},
    {"$END": -10, "ANGLE_CLOSE": -10, "ANGLE_OPEN": -10, "BRACE_CLOSE": -10, "BRACE_OPEN": -10,
     "NAME": -10, "NUMBER": -10, "PAREN_CLOSE": -10, "PAREN_OPEN": -10, "READ": -10, "STRING": -10,
     "WORD": -10},
    {"$END": -11, "ANGLE_CLOSE": -11, "ANGLE_OPEN": -11, "BRACE_CLOSE": -11, "BRACE_OPEN": -11,
     "NAME": -11, "NUMBER": -11, "PAREN_CLOSE": -11, "PAREN_OPEN": -11, "READ": -11, "STRING": -11,
     "WORD": -11},
    {"ANGLE_CLOSE": 23, "ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_OPEN": 7,
     "READ": 8, "STRING": 9, "WORD": 10, "bracket": 11, "named": 12, "starred": 13},
    {"ANGLE_OPEN": 3, "BRACE_CLOSE": 24, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_OPEN": 7,
     "READ": 8, "STRING": 9, "WORD": 10, "bracket": 11, "named": 12, "starred": 13},
    {"$END": -12, "ANGLE_CLOSE": -12, "ANGLE_OPEN": -12, "BRACE_CLOSE": -12, "BRACE_OPEN": -12,
     "NAME": -12, "NUMBER": -12, "PAREN_CLOSE": -12, "PAREN_OPEN": -12, "READ": -12, "STRING": -12,
     "WORD": -12},
    {"$END": -13, "ANGLE_CLOSE": -13, "ANGLE_OPEN": -13, "BRACE_CLOSE": -13, "BRACE_OPEN": -13,
     "NAME": -13, "NUMBER": -13, "PAREN_CLOSE": -13, "PAREN_OPEN": -13, "READ": -13, "STRING": -13,
     "WORD": -13},
    {"$END": -14, "ANGLE_CLOSE": -14, "ANGLE_OPEN": -14, "BRACE_CLOSE": -14, "BRACE_OPEN": -14,
     "NAME": -14, "NUMBER": -14, "PAREN_CLOSE": -14, "PAREN_OPEN": -14, "READ": -14, "STRING": -14,
     "WORD": -14},
    {"$END": -15, "ANGLE_CLOSE": -15, "ANGLE_OPEN": -15, "BRACE_CLOSE": -15, "BRACE_OPEN": -15,
     "NAME": -15, "NUMBER": -15, "PAREN_CLOSE": -15, "PAREN_OPEN": -15, "READ": -15, "STARS": 22,
     "STRING": -15, "WORD": -15},
    {"$END": -16, "ANGLE_CLOSE": -16, "ANGLE_OPEN": -16, "BRACE_CLOSE": -16, "BRACE_OPEN": -16,
     "NAME": -16, "NUMBER": -16, "PAREN_CLOSE": -16, "PAREN_OPEN": -16, "READ": -16, "STRING": -16,
     "WORD": -16},
    {"ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_CLOSE": 25, "PAREN_OPEN": 7,
     "READ": 8, "STRING": 9, "WORD": 10, "bracket": 11, "named": 12, "starred": 13},
    {"$END": -17, "ANGLE_CLOSE": -17, "ANGLE_OPEN": -17, "BRACE_CLOSE": -17, "BRACE_OPEN": -17,
     "NAME": -17, "NUMBER": -17, "PAREN_CLOSE": -17, "PAREN_OPEN": -17, "READ": -17, "STRING": -17,
     "WORD": -17},
    {"$END": -1, "ANGLE_CLOSE": -1, "ANGLE_OPEN": -1, "BRACE_CLOSE": -1, "BRACE_OPEN": -1, "NAME":
     -1, "NUMBER": -1, "PAREN_CLOSE": -1, "PAREN_OPEN": -1, "READ": -1, "STARS": -1, "STRING": -1,
     "WORD": -1},
    {"$END": -2, "ANGLE_CLOSE": -2, "ANGLE_OPEN": -2, "BRACE_CLOSE": -2, "BRACE_OPEN": -2, "NAME":
     -2, "NUMBER": -2, "PAREN_CLOSE": -2, "PAREN_OPEN": -2, "READ": -2, "STARS": -2, "STRING": -2,
     "WORD": -2},
    {"$END": -3, "ANGLE_CLOSE": -3, "ANGLE_OPEN": -3, "BRACE_CLOSE": -3, "BRACE_OPEN": -3, "NAME":
     -3, "NUMBER": -3, "PAREN_CLOSE": -3, "PAREN_OPEN": -3, "READ": -3, "STARS": -3, "STRING": -3,
     "WORD": -3},
)
START = 0
END = 2
