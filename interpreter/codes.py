"""What the codes of `interpreter.errors` mean, for `gdl explain`: each code's title and text."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "E0501": (
        "no move of this game",
        "The text cannot be read as a move: it names a place that the board does not have, or is not written "
        "as moves are. d4 places a piece, a2-a4 moves one, a2xb5 captures, xb5 takes a piece off, "
        "a7-a8=Queen promotes; pass and swap are written out. Several decisions of one turn are joined: "
        "a2xc4xe6, c3-d3/e5. Case and blanks do not matter. `moves` lists what is legal.",
    ),
    "E0502": (
        "a move that is not legal",
        "The text is a move, but the rules do not allow it in this position. Often the place is occupied or "
        "empty, the piece is another player's, or another move is compulsory (a capture, the longest one). "
        "`moves` lists what is legal; `moves e4` only what starts or ends on e4.",
    ),
    "E0503": (
        "a move that can be understood in several ways",
        "Several legal moves fit the text. The suggestions are their full names: what the piece becomes is "
        "written behind `=`, a level of a stack behind `^`, and where nothing else tells moves apart they "
        "are numbered with `#`.",
    ),
    "E0510": (
        "no such game",
        "A game is given as the path of its file or as the name of a shipped game; `gdl list` lists those.",
    ),
    "E0512": (
        "a file that cannot be read or written",
        "It may not exist, may be a folder, or its permissions may forbid it.",
    ),
    "E0513": (
        "no such player",
        "--players names who plays, in the order of the seats and with commas between: human,random. The "
        "last one fills all the seats that follow. There cannot be more names than the game has players. "
        "`gdl players` lists who can be named.",
    ),
    "E0514": (
        "a saved game that cannot be used",
        "A saved game names its game, options, seed and moves, and is played through when it is loaded. It "
        "no longer fits where the game's rules have been changed since, or the file has been edited.",
    ),
    "E0515": (
        "a scenario file with a mistake",
        "A scenario file lies beside a game's file, bears its name with the ending .yaml, and holds a list "
        "`scenarios:`. What a scenario may say is described in docs/scenarios.md.",
    ),
    "E0516": (
        "no such engine",
        "An engine is what runs a game's rules: `python` is always there.",
    ),
    "E0517": (
        "a position that the game cannot have",
        "A position names pieces as the game's components are called (Pawn1 is the Pawn of player 1), sites "
        "as the board shows them, and fields of the state as `gdl show GAME --stage core` lists them.",
    ),
    "E0518": (
        "a new game that cannot be written",
        "`gdl new` names a game by small letters and digits, with hyphens between words, and never writes "
        "over a file that is there. The names of shipped games stay theirs.",
    ),
    "E0519": (
        "dice that cannot show this",
        "A roll is given by the numbers that the dice show, one for each die of the game's equipment.",
    ),
    "E0520": (
        "a player that cannot be set like this",
        "Behind a player's name and a colon stand its options, with colons between: mcts:time=2s. Durations "
        "are written 2s, 200ms or 1min, counts 5000 or 5k, sizes 256M or 1G; the name of an option may be "
        "left out where that tells it: mcts:2s. Each is given once, and not together with one that says "
        "the same otherwise. `gdl players` lists the options of each player.",
    ),
    "E0521": (
        "a player that cannot play this game",
        "Some ways to choose a move are made for some games: for two players, or without chance. The message "
        "says what is missing; another player may do. `gdl players` lists them.",
    ),
    "E0530": (
        "a position that was not solved",
        "Solving looks at everything that can follow, so only small games and late positions can be solved: "
        "games for one or two players without chance. More time (--time) and memory (--memory) help a "
        "little; a smaller board helps more (`gdl options GAME`), or a position later in the game "
        "(--moves). A game in which play can go round in circles for ever may have wins that are found, but "
        "its draws cannot be proved in this way.",
    ),
}
