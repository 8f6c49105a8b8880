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
    ("STRAY", '[\u201c\u201d][^"\u201c\u201d\n]*\u201d|[^\\s\\w#~.\\-+=%^*\\/<>!(){}"]+|.'),
)
#: What each rule makes, and of how many.
RULES = (
    ("angle", 3),  # angle : ANGLE_OPEN items ANGLE_CLOSE
    ("brace", 3),  # brace : BRACE_OPEN items BRACE_CLOSE
    ("items", 0),  # items :
    ("items", 2),  # items : items NUMBER
    ("items", 2),  # items : items READ
    ("items", 2),  # items : items STRING
    ("items", 2),  # items : items WORD
    ("items", 2),  # items : items angle
    ("items", 2),  # items : items brace
    ("items", 2),  # items : items named
    ("items", 2),  # items : items paren
    ("items", 2),  # items : items starred
    ("named", 2),  # named : NAME NUMBER
    ("named", 2),  # named : NAME READ
    ("named", 2),  # named : NAME STRING
    ("named", 2),  # named : NAME WORD
    ("named", 2),  # named : NAME angle
    ("named", 2),  # named : NAME brace
    ("named", 2),  # named : NAME paren
    ("named", 2),  # named : NAME starred
    ("paren", 3),  # paren : PAREN_OPEN items PAREN_CLOSE
    ("starred", 2),  # starred : READ STARS
    ("starred", 2),  # starred : brace STARS
    ("starred", 2),  # starred : paren STARS
    ("start", 1),  # start : items
)
#: By state and what comes next: the state to shift to, or ~ the rule to reduce by.
STATES: tuple[dict[str, int], ...] = (
    {"$END": -3, "ANGLE_OPEN": -3, "BRACE_OPEN": -3, "NAME": -3, "NUMBER": -3, "PAREN_OPEN": -3,
     "READ": -3, "STRING": -3, "WORD": -3, "items": 1, "start": 2},
    {"$END": -25, "ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_OPEN": 7, "READ":
     8, "STRING": 9, "WORD": 10, "angle": 11, "brace": 12, "named": 13, "paren": 14, "starred": 15},
    {},
    {"ANGLE_CLOSE": -3, "ANGLE_OPEN": -3, "BRACE_OPEN": -3, "NAME": -3, "NUMBER": -3, "PAREN_OPEN":
     -3, "READ": -3, "STRING": -3, "WORD": -3, "items": 16},
    {"ANGLE_OPEN": -3, "BRACE_CLOSE": -3, "BRACE_OPEN": -3, "NAME": -3, "NUMBER": -3, "PAREN_OPEN":
     -3, "READ": -3, "STRING": -3, "WORD": -3, "items": 17},
    {"ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NUMBER": 18, "PAREN_OPEN": 7, "READ": 19, "STRING": 20,
     "WORD": 21, "angle": 22, "brace": 23, "paren": 24, "starred": 25},
    {"$END": -4, "ANGLE_CLOSE": -4, "ANGLE_OPEN": -4, "BRACE_CLOSE": -4, "BRACE_OPEN": -4, "NAME":
     -4, "NUMBER": -4, "PAREN_CLOSE": -4, "PAREN_OPEN": -4, "READ": -4, "STRING": -4, "WORD": -4},
    {"ANGLE_OPEN": -3, "BRACE_OPEN": -3, "NAME": -3, "NUMBER": -3, "PAREN_CLOSE": -3, "PAREN_OPEN":
     -3, "READ": -3, "STRING": -3, "WORD": -3, "items": 26},
    {"$END": -5, "ANGLE_CLOSE": -5, "ANGLE_OPEN": -5, "BRACE_CLOSE": -5, "BRACE_OPEN": -5, "NAME":
     -5, "NUMBER": -5, "PAREN_CLOSE": -5, "PAREN_OPEN": -5, "READ": -5, "STARS": 27, "STRING": -5,
     "WORD": -5},
    {"$END": -6, "ANGLE_CLOSE": -6, "ANGLE_OPEN": -6, "BRACE_CLOSE": -6, "BRACE_OPEN": -6, "NAME":
     -6, "NUMBER": -6, "PAREN_CLOSE": -6, "PAREN_OPEN": -6, "READ": -6, "STRING": -6, "WORD": -6},
    {"$END": -7, "ANGLE_CLOSE": -7, "ANGLE_OPEN": -7, "BRACE_CLOSE": -7, "BRACE_OPEN": -7, "NAME":
     -7, "NUMBER": -7, "PAREN_CLOSE": -7, "PAREN_OPEN": -7, "READ": -7, "STRING": -7, "WORD": -7},
    {"$END": -8, "ANGLE_CLOSE": -8, "ANGLE_OPEN": -8, "BRACE_CLOSE": -8, "BRACE_OPEN": -8, "NAME":
     -8, "NUMBER": -8, "PAREN_CLOSE": -8, "PAREN_OPEN": -8, "READ": -8, "STRING": -8, "WORD": -8},
    {"$END": -9, "ANGLE_CLOSE": -9, "ANGLE_OPEN": -9, "BRACE_CLOSE": -9, "BRACE_OPEN": -9, "NAME":
     -9, "NUMBER": -9, "PAREN_CLOSE": -9, "PAREN_OPEN": -9, "READ": -9, "STARS": 28, "STRING": -9,
     "WORD": -9},
    {"$END": -10, "ANGLE_CLOSE": -10, "ANGLE_OPEN": -10, "BRACE_CLOSE": -10, "BRACE_OPEN": -10,
     "NAME": -10, "NUMBER": -10, "PAREN_CLOSE": -10, "PAREN_OPEN": -10, "READ": -10, "STRING": -10,
     "WORD": -10},
    {"$END": -11, "ANGLE_CLOSE": -11, "ANGLE_OPEN": -11, "BRACE_CLOSE": -11, "BRACE_OPEN": -11,
     "NAME": -11, "NUMBER": -11, "PAREN_CLOSE": -11, "PAREN_OPEN": -11, "READ": -11, "STARS": 29,
     "STRING": -11, "WORD": -11},
    {"$END": -12, "ANGLE_CLOSE": -12, "ANGLE_OPEN": -12, "BRACE_CLOSE": -12, "BRACE_OPEN": -12,
     "NAME": -12, "NUMBER": -12, "PAREN_CLOSE": -12, "PAREN_OPEN": -12, "READ": -12, "STRING": -12,
     "WORD": -12},
    {"ANGLE_CLOSE": 30, "ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_OPEN": 7,
     "READ": 8, "STRING": 9, "WORD": 10, "angle": 11, "brace": 12, "named": 13, "paren": 14,
     "starred": 15},
    {"ANGLE_OPEN": 3, "BRACE_CLOSE": 31, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_OPEN": 7,
     "READ": 8, "STRING": 9, "WORD": 10, "angle": 11, "brace": 12, "named": 13, "paren": 14,
     "starred": 15},
    {"$END": -13, "ANGLE_CLOSE": -13, "ANGLE_OPEN": -13, "BRACE_CLOSE": -13, "BRACE_OPEN": -13,
     "NAME": -13, "NUMBER": -13, "PAREN_CLOSE": -13, "PAREN_OPEN": -13, "READ": -13, "STRING": -13,
     "WORD": -13},
    {"$END": -14, "ANGLE_CLOSE": -14, "ANGLE_OPEN": -14, "BRACE_CLOSE": -14, "BRACE_OPEN": -14,
     "NAME": -14, "NUMBER": -14, "PAREN_CLOSE": -14, "PAREN_OPEN": -14, "READ": -14, "STARS": 27,
     "STRING": -14, "WORD": -14},
    {"$END": -15, "ANGLE_CLOSE": -15, "ANGLE_OPEN": -15, "BRACE_CLOSE": -15, "BRACE_OPEN": -15,
     "NAME": -15, "NUMBER": -15, "PAREN_CLOSE": -15, "PAREN_OPEN": -15, "READ": -15, "STRING": -15,
     "WORD": -15},
    {"$END": -16, "ANGLE_CLOSE": -16, "ANGLE_OPEN": -16, "BRACE_CLOSE": -16, "BRACE_OPEN": -16,
     "NAME": -16, "NUMBER": -16, "PAREN_CLOSE": -16, "PAREN_OPEN": -16, "READ": -16, "STRING": -16,
     "WORD": -16},
    {"$END": -17, "ANGLE_CLOSE": -17, "ANGLE_OPEN": -17, "BRACE_CLOSE": -17, "BRACE_OPEN": -17,
     "NAME": -17, "NUMBER": -17, "PAREN_CLOSE": -17, "PAREN_OPEN": -17, "READ": -17, "STRING": -17,
     "WORD": -17},
    {"$END": -18, "ANGLE_CLOSE": -18, "ANGLE_OPEN": -18, "BRACE_CLOSE": -18, "BRACE_OPEN": -18,
     "NAME": -18, "NUMBER": -18, "PAREN_CLOSE": -18, "PAREN_OPEN": -18, "READ": -18, "STARS": 28,
     "STRING": -18, "WORD": -18},
    {"$END": -19, "ANGLE_CLOSE": -19, "ANGLE_OPEN": -19, "BRACE_CLOSE": -19, "BRACE_OPEN": -19,
     "NAME": -19, "NUMBER": -19, "PAREN_CLOSE": -19, "PAREN_OPEN": -19, "READ": -19, "STARS": 29,
     "STRING": -19, "WORD": -19},
    {"$END": -20, "ANGLE_CLOSE": -20, "ANGLE_OPEN": -20, "BRACE_CLOSE": -20, "BRACE_OPEN": -20,
     "NAME": -20, "NUMBER": -20, "PAREN_CLOSE": -20, "PAREN_OPEN": -20, "READ": -20, "STRING": -20,
     "WORD": -20},
    {"ANGLE_OPEN": 3, "BRACE_OPEN": 4, "NAME": 5, "NUMBER": 6, "PAREN_CLOSE": 32, "PAREN_OPEN": 7,
     "READ": 8, "STRING": 9, "WORD": 10, "angle": 11, "brace": 12, "named": 13, "paren": 14,
     "starred": 15},
    {"$END": -22, "ANGLE_CLOSE": -22, "ANGLE_OPEN": -22, "BRACE_CLOSE": -22, "BRACE_OPEN": -22,
     "NAME": -22, "NUMBER": -22, "PAREN_CLOSE": -22, "PAREN_OPEN": -22, "READ": -22, "STRING": -22,
     "WORD": -22},
    {"$END": -23, "ANGLE_CLOSE": -23, "ANGLE_OPEN": -23, "BRACE_CLOSE": -23, "BRACE_OPEN": -23,
     "NAME": -23, "NUMBER": -23, "PAREN_CLOSE": -23, "PAREN_OPEN": -23, "READ": -23, "STRING": -23,
     "WORD": -23},
    {"$END": -24, "ANGLE_CLOSE": -24, "ANGLE_OPEN": -24, "BRACE_CLOSE": -24, "BRACE_OPEN": -24,
     "NAME": -24, "NUMBER": -24, "PAREN_CLOSE": -24, "PAREN_OPEN": -24, "READ": -24, "STRING": -24,
     "WORD": -24},
    {"$END": -1, "ANGLE_CLOSE": -1, "ANGLE_OPEN": -1, "BRACE_CLOSE": -1, "BRACE_OPEN": -1, "NAME":
     -1, "NUMBER": -1, "PAREN_CLOSE": -1, "PAREN_OPEN": -1, "READ": -1, "STRING": -1, "WORD": -1},
    {"$END": -2, "ANGLE_CLOSE": -2, "ANGLE_OPEN": -2, "BRACE_CLOSE": -2, "BRACE_OPEN": -2, "NAME":
     -2, "NUMBER": -2, "PAREN_CLOSE": -2, "PAREN_OPEN": -2, "READ": -2, "STARS": -2, "STRING": -2,
     "WORD": -2},
    {"$END": -21, "ANGLE_CLOSE": -21, "ANGLE_OPEN": -21, "BRACE_CLOSE": -21, "BRACE_OPEN": -21,
     "NAME": -21, "NUMBER": -21, "PAREN_CLOSE": -21, "PAREN_OPEN": -21, "READ": -21, "STARS": -21,
     "STRING": -21, "WORD": -21},
)
START = 0
END = 2
