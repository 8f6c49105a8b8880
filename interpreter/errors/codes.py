"""What the codes of `interpreter.errors.user_errors` mean, for `gdl explain`: each code's title and text."""

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
        "It may not exist, its permissions may forbid it, or its disk may be full. Only regular files are "
        "read and written: no folders, named pipes or devices, and of links only those to a file with the "
        "same ending, since what is said of a file shows lines of it. A file of records may have 256 MB, any "
        "other 1 MB.",
    ),
    "E0513": (
        "no such player",
        "--players names who plays, in the order of the seats and with commas between: human,random. The "
        "last one fills all the seats that follow. There cannot be more names than the game has "
        "players, but in a match of a game for two. `gdl players` lists who can be named.",
    ),
    "E0514": (
        "a record that cannot be used",
        "A record of games is a text file; FILE#2 is the second game in it, FILE alone the last. "
        "docs/records.md says how it is written; `gdl record FILE` lists the games of a file and tells what "
        "is wrong with them.",
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
    "E0522": (
        "a place in a record that cannot be read",
        'A record is a list of tags such as [game "troika"], then the moves, then `*`. Moves stand as they '
        "are written when they are played, with blanks between; one that holds blanks, brackets or quotes "
        "stands in double quotes. What stands in { } is a comment.",
    ),
    "E0523": (
        "a tag of a record that does not fit",
        "Each tag is said once, but for `option` (a name and a choice) and `player`, which stand once for "
        "each. `seed` and `round` are whole numbers, `date` a day such as 2026-05-01, `result` the players' "
        "ranks in the order of the seats (1 2, 1.5 1.5) or `*`, `end` one of rules, agreement, resignation, "
        "length.",
    ),
    "E0524": (
        "a turn with the wrong number",
        "The turns of a game are numbered from 1, all decisions that a player makes one after the other "
        "being one turn. A wrong number shows that a move is missing or was put in; numbers may be left out.",
    ),
    "E0525": (
        "a result that does not fit the game",
        "The moves of the record lead to another result than it tells, or to none: if the rules have not "
        "ended the game, the tag `end` says what did (agreement, resignation, length), or the result is `*`.",
    ),
    "W0526": (
        "a game whose rules have changed since it was recorded",
        "The file of the game does not say what it said when the game was played: the record keeps a "
        "fingerprint of the rules, in which comments and layout do not count. All moves can still be played, "
        "but they may mean something else. To be rid of the warning, take out the tag `rules`.",
    ),
    "W0527": (
        "a game that was not written to its end",
        "The `*` behind the moves is missing, as it is when a disk was full or a program was ended while "
        "writing. The last word may be half a move and is left out; what stands before can be replayed and "
        "gone on with. Other games in the file are not touched by it.",
    ),
    "W0528": (
        "an unknown tag",
        "Tags that are not known are left alone, so that other programs may have their own. This one looks "
        "like a slip in a known one.",
    ),
    "E0530": (
        "a position that was not solved",
        "Solving looks at everything that can follow, so only small games and late positions can be solved: "
        "games for one or two players without chance. More time (--time) and memory (--memory) help a "
        "little; a smaller board helps more (`gdl options GAME`), or a position later in the game "
        "(--moves). A game in which play can go round in circles for ever may have wins that are found, but "
        "its draws cannot be proved in this way.",
    ),
    "E0540": (
        "output that cannot be written",
        "Standard output is closed, or what it goes to takes nothing more: a disk may be full. The command "
        "may have done more than it could tell.",
    ),
    "W0541": (
        "compiled games are not kept",
        "What was made from games is kept on disk, so that they are ready sooner the next time. It is code, "
        "and it is run: so it is only kept in a folder that nobody else can write to, nor to any folder "
        "above it, and that is named by an absolute path. From any other folder nothing is read, and nothing "
        "is written there; games only take longer to get ready. LUDWRIGHT_CACHE names the folder; empty, "
        "nothing is kept. Without it, it is where the system keeps the caches of users: HOME or "
        "XDG_CACHE_HOME may say where.",
    ),
    "E0542": (
        "rules that take too long",
        "A player who thinks for so many seconds wants the moves that are legal within that time, and they "
        "were not found: the rules of the game take longer, perhaps for ever. Look for loops over many "
        "numbers in them (`(forEach Value min:0 max:1000000000 ...)`), for loops within loops, and for what "
        "is tried in a thought, such as moves that are legal only if no reply to them wins. More time "
        "(mcts:10s) and the native engine help where the rules are merely slow. Rules that offer millions "
        "of moves at once are refused in the same way.",
    ),
    "W0543": (
        "more than a game can hold",
        "Whole numbers have 64 bits: from -9223372036854775808 to 9223372036854775807. A score, a variable "
        "or another number of this game went beyond that and became another number, or a stack had no room "
        "for one more piece, which is then lost. From there on the game is not what its rules say, nor is "
        "its result: it is told once, with the rule that did it. Such positions prove nothing: searches and "
        "`gdl solve` leave open what comes of them, and a scenario that meets one fails. Count in larger "
        "units, or end the game before. What is only worked out to list moves is not looked at.",
    ),
    "E0549": (
        "actions that have no number",
        "`game.actions` numbers every decision that the rules of a game can offer, as networks want it. That "
        "is not done where there are more than 262,144 of them, or where it cannot be told which there are. "
        "Where two moves of one position would have the same number, which games at random did not show, "
        "`state.ids` says so, and never has one number twice.",
    ),
    "E0552": (
        "a network that does not fit the game",
        "A network gets the planes of `state.observe()` for some positions and gives two arrays: logits over "
        "`game.actions`, and values from -1 to 1 for each seat, the one to move first. A file that "
        "`gdl.label_network` has labelled says for which rules it was trained, with the numbers of its "
        "actions and the planes that it sees; it plays no other game. docs/networks.md tells more.",
    ),
    "E0544": (
        "no such pass",
        "`gdl show GAME --passes` lists the passes that a core program goes through, by their names. Two of "
        "them cannot be left out: engines know neither pieces nor effects that happen at the same time.",
    ),
    "E0547": (
        "no core program",
        "A file that ends in .core holds a core program as text, as `gdl show GAME --whole` prints it: with "
        "the values of tables and the paths of rays, which are not printed without `--whole`. "
        "`gdl show FILE.core` reads it, and refuses what is no such text, or no program that could be run.",
    ),
    "E0548": (
        "a match that cannot be played like this",
        "`--until 3points` ends a match when its shares are known to within 3 points, `--sprt 0,10` when it "
        "is decided between two differences in Elo (of two players, in a game for two). `--openings 4` draws "
        "the first 4 plies of each game at random; a game must not be over by then. More players than seats "
        "meet each other in games for two alone.",
    ),
    "E0770": (
        "packages that are not installed",
        "The language server, the page, work on clusters and tables of pandas take packages that Ludwright "
        "can do without. The message says what brings them, such as `pip install 'ludwright[lsp]'` or "
        "`pip install 'ludwright[serve]'`; the same Python has to run `gdl`.",
    ),
    "W0771": (
        "a check that takes too long",
        "While a text is edited it is checked again and again, for some seconds at most. These rules take "
        "longer: large tables, or boards of thousands of sites. What was found before is not shown, since it "
        "may not be true any more. `gdl check FILE` takes its time.",
    ),
    "W0772": (
        "a check that failed",
        "Something went wrong inside Ludwright while the text was checked. That is a mistake of ours: please "
        "report it, with the text. The other things that an editor offers go on, and the text is checked "
        "again when it changes.",
    ),
    "E0545": (
        "not at this point of the game",
        "Somebody moves who is not to move, or chose a move in a position that is no longer there; an answer "
        "is given to a draw that nobody has offered; something is asked of a game that is over; a person's "
        "seat is asked to think. The message says which. A session says whose turn it is and who is asked.",
    ),
    "E0546": (
        "not enough memory",
        "What was asked for takes more memory than this process may have: the system, a container, or "
        "`ulimit -v` sets a limit. It was stopped; what was kept before is kept. The exit code is 71. Less "
        "is taken by `--engine python`, as compiling to machine code takes some 400 MB of addresses, by "
        "fewer processes, by searches for less time, and by smaller boards.",
    ),
    "E0750": (
        "a position that cannot be looked into",
        "`gdl why` and `gdl trace` put the position into a copy of the game whose conditions can be heard. "
        "Where that copy does not offer the same moves, or its rules take too long, nothing is said rather "
        "than something wrong. With the game's file, this is worth a report.",
    ),
    "E0780": (
        "what a server cannot do",
        "Something that was asked of `gdl serve`, or of the page that it serves, cannot be done.",
    ),
    "E0781": (
        "no right to do this",
        "A room is entered by a link. Links to play and links to watch are different; each can be revoked, "
        "and a link to play is good for one browser. The server also refuses what comes from pages of other "
        "sites, and host names that it does not know: `gdl serve --name` tells it one.",
    ),
    "E0782": (
        "no such room",
        "The server has no room of this name: it may have been begun on another server, or with another "
        "--database.",
    ),
    "E0783": (
        "the game has gone on",
        "A move is chosen in a position, and the position has changed since: somebody has played, or taken "
        "something back. Nothing was done; the answer says how the game stands.",
    ),
    "E0784": (
        "more than the server takes",
        "So many rooms, so many who watch one, so many requests in a while, and bodies of so many bytes are "
        "taken. Wait a little, or have the owner of the server look.",
    ),
    "E0785": (
        "a request that does not say what it should",
        "Requests carry a JSON object; docs/serve.md has what is to stand in it.",
    ),
    "E0786": (
        "a table that was lost",
        "Games are played in processes of their own. One took too long, or was ended from outside, twice. "
        "Nothing was done: all that was played before is kept, and the next request sets up the table again.",
    ),
    "E0787": (
        "a server that cannot begin",
        "The address may be in use by another server (--port 0 takes any free one), or be none of this "
        "machine; or what games are kept in cannot be written: the file, or the PostgreSQL that --database "
        "names.",
    ),
    "E0788": (
        "games that a newer version has kept",
        "The file for the games says which version of its tables it has. Those of older versions are brought "
        "up when a server begins; those of a newer one are left alone. Update Ludwright, or name another "
        "--database.",
    ),
    "E0789": (
        "a mistake of ours",
        "Something went wrong inside the server. Nothing was done. This is worth a report.",
    ),
    "E0790": (
        "a machine that cannot confine strangers' rules",
        "Rules that strangers send are compiled and played in processes of their own, without files, network "
        "or other processes (docs/sandbox.md). Where the system lacks what that takes, a workshop that "
        "others can reach is refused; on 127.0.0.1, where the rules are the user's own, it runs with limits "
        "and timers alone. Linux from 5.13 on has what it takes, unless Landlock or seccomp is off.",
    ),
    "E0791": (
        "rules that take too long",
        "Compiling these rules, or playing them, took longer than there is time for in the workshop, and was "
        "stopped. Rules may not come to an end, or try very many moves. The game goes on from the "
        "position before. `gdl check` and `gdl play` take their time.",
    ),
    "E0792": (
        "rules that take too much",
        "The process that ran these rules ended while it worked, most often since it had no memory left; or "
        "what it answered was more than can be shown, such as a million moves. The game goes on from the "
        "position before.",
    ),
    "E0793": (
        "rules that were changed under a game",
        "Of a game only its decisions are kept, and they are played again when it is opened. The file with "
        "its rules was edited meanwhile, and by the new rules one of them cannot be made. All that was "
        "played is kept: with the file as it was, the game goes on.",
    ),
    "E0794": (
        "a machine that has too much else to do",
        "Strangers' rules have so much time of a processor, and stand behind everything else that runs on "
        "the machine. Others had the processors for so long that it was given up for now. Nothing is said of "
        "the rules, and nothing was done: ask again.",
    ),
    "E0795": (
        "a room at another server",
        "Several servers keep their games in one database, and each room is open at one of them. It goes to "
        "another one when that is asked for it; this one did not, or goes just now. Nothing was done: ask "
        "again. Where it happens often, the proxy does not send all that is asked of a room to one server: "
        "docs/hosting.md shows how it does.",
    ),
    "E0800": (
        "a study that cannot be made",
        "`--on` names where the work is done: dask:ADDRESS is a Dask cluster whose scheduler is at that "
        "address (dask:tcp://10.0.0.5:8786), ray a Ray cluster that runs here, ray:ADDRESS one elsewhere.",
    ),
    "E0801": (
        "a file that the results of a study cannot be kept in",
        "`--results FILE` takes the results of a study as they come, and a study that was ended in the "
        "middle goes on from it. The file has to be a new one, or that of the same study: of the same rules, "
        "seed, numbers of games and version of Ludwright. Anything else is left as it is.",
    ),
    "E0802": (
        "nobody who does the work",
        "A cluster does not answer, or processes that are to play end again and again before they have done "
        "anything. Often there is too little memory for as many: --workers takes a smaller number.",
    ),
    "E0810": (
        "no such margin",
        "`--margin` says how large a difference of a measure has to be to matter: won=1% (a point of the "
        "games), length=2 (plies), length=5% (of A's mean), or 3% for all measures. docs/comparing.md lists "
        "the measures, each with the margin that it has otherwise.",
    ),
    "E0830": (
        "a wish that cannot be understood",
        "`--want` names a measure and how it is to be: `first player 48..52 %`, `20..60 plies`, `at most "
        "10 % draws`, `20 <= plies <= 60`, `fewest draws`, `fairest`. Each wish is about one measure; `and` "
        "joins several, and `--want` may be repeated. docs/varying.md has the names and the grammar; the "
        "keys of measures that `gdl study --json` prints are names, too.",
    ),
    "E0831": (
        "values of an option that cannot be understood",
        "For `gdl vary`, `-o NAME=...` may stand for several values: `*` for all that have names, "
        "`Small|Large` for some, `10..50` or `10..50:10` for numbers, `random:1..500` for numbers behind a "
        "text, `random:*` for the numbers from 1 to 100. Without any of these it chooses one, as everywhere.",
    ),
    "E0832": (
        "a mark that cannot be understood",
        "A comment `// vary ...` says what of a file may vary. `// vary 3..7` is about the one number on its "
        "line (`// vary 4: 3..7`: about the 4 of several), `// vary drop` leaves out the ludeme that begins "
        "there, `// vary or (...)` puts another in its place. On a line of its own a mark is about the line "
        "below. Only `gdl vary` reads marks.",
    ),
    "E0833": (
        "a search among variants that cannot be made",
        "Nothing of the game varies, a wish is about what is not measured in the games that are to be "
        "played, or a player goes by the clock, so that no seed would repeat the search.",
    ),
    "E0834": (
        "a variant that cannot be written",
        "The variant that was found is written as a file that plays by the same rules, which is tried before "
        "the file is written. The parts of a match, and files that are in no folder of definitions, may be "
        "missing at the new place: write it beside the game that it varies.",
    ),
    "E0836": (
        "games that cannot be bred like this",
        "Parents are single games for two players without chance, as files or by the names of shipped games; "
        "of a match name the game that it plays. An archive goes on only with the parents, wishes and seed "
        "that it was begun with.",
    ),
}
