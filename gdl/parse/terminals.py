"""What each terminal matches, higher ranks first: made by `python -m gdl.parse.generate`."""

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
