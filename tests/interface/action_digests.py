"""Golden hashes of the action spaces of shipped games: a change is one that users' weights do not survive.

Printed by `python -m tests.interface.action_digests`, and looked at before it is committed.
"""

from __future__ import annotations

DIGESTS: dict[str, str] = {
    "amazons": "b394bd2a7b97f126",  # 3,041
    "atomic": "c391f033ff6d845b",  # 2,065
    "aversion": "867487fbd1f5219d",  # 65
    "babel": "20f1bec0b6e0467b",  # 470
    "backgammon": "a13cd91fec6b985d",  # 553
    "battle-stations": "c73bb2d0c0137df5",  # 534
    "breakthrough": "01440471676b2212",  # 309
    "bridgehead": "867487fbd1f5219d",  # 65
    "castaways": "8aa32a7528e261c8",  # 1,793
    "causeway": "867487fbd1f5219d",  # 65
    "chameleon": "8aa32a7528e261c8",  # 1,793
    "chess": "c391f033ff6d845b",  # 2,065
    "chinese-checkers": "4dde83522293be77",  # 1,159
    "colorado": "20f1bec0b6e0467b",  # 470
    "congress": "20f1bec0b6e0467b",  # 470
    "connect-four": "8a0be68de4f7f6f5",  # 7
    "cornered": "368cd4fc6c26b6be",  # 17
    "cornered-match": "368cd4fc6c26b6be",  # 17
    "cram": "6c458820df0b9ea8",  # 85
    "detour": "892c9cc73e982bd4",  # 66
    "die-drei": "867487fbd1f5219d",  # 65
    "domineering": "3482ddfe3324c9de",  # 64
    "english-draughts": "340a5f7f8ba83b13",  # 341
    "estuary": "867487fbd1f5219d",  # 65
    "ferry": "20f1bec0b6e0467b",  # 470
    "fischer-random": "e844979c3d5490d2",  # 2,049
    "go": "25752a36f23978ca",  # 82
    "gomoku": "2f1d653a2262d5f8",  # 226
    "greengage": "e1c66096c0e8551b",  # 4,566
    "halma": "09b155c7854c92fb",  # 757
    "havannah": "f34b0402e26fdabb",  # 170
    "hex": "2b105f163b3b680b",  # 122
    "hnefatafl": "2762e1fe77203a22",  # 2,421
    "inkblot": "867487fbd1f5219d",  # 65
    "international-draughts": "ab9d65ac37416886",  # 1,141
    "isolation": "867487fbd1f5219d",  # 65
    "isolation-solitaire": "867487fbd1f5219d",  # 65
    "katarenga": "d89498ab5ca17ce5",  # 534
    "keryo-pente": "0d704bf9f5534e5c",  # 362
    "konane": "ca83a68e3e55f04b",  # 401
    "lasca": "6ce3259558b164f1",  # 245
    "last-step": "e8704026fcd2e120",  # 31
    "lines-of-action": "88416e183a1473ca",  # 1,457
    "maelstrom": "20f1bec0b6e0467b",  # 470
    "muster": "20f1bec0b6e0467b",  # 470
    "nine-mens-morris": "ba4f26ab61f0cee9",  # 649
    "north-west-passage": "e1c66096c0e8551b",  # 4,566
    "officers": "71a39ec48b432d90",  # 15
    "oware": "d253fdc0de79159d",  # 13
    "pentad": "892c9cc73e982bd4",  # 66
    "pente": "0d704bf9f5534e5c",  # 362
    "piracy": "867487fbd1f5219d",  # 65
    "plunder": "892c9cc73e982bd4",  # 66
    "pylos": "00ec5696e677baf2",  # 394
    "quagmire": "0f5f04740a54dc01",  # 1,794
    "quartermaster": "867487fbd1f5219d",  # 65
    "quartermaster-match": "867487fbd1f5219d",  # 65
    "quixo": "fa540bb549a23b75",  # 45
    "quoridor": "d7d0a3a84a23e576",  # 1,046
    "raid": "867487fbd1f5219d",  # 65
    "rally": "20f1bec0b6e0467b",  # 470
    "reversi": "867487fbd1f5219d",  # 65
    "santorini": "fe0779024e96ab6c",  # 195
    "shogi": "c8cd2cbf3ffa9a46",  # 3,566
    "spectrum": "867487fbd1f5219d",  # 65
    "surakarta": "fc390847774c30dd",  # 777
    "tic-tac-toe": "c9d116bb1eebace3",  # 10
    "tollgate": "21dc3a6aa2c10b7e",  # 310
    "triad": "e95a3d53e027cfb4",  # 1,166
    "triad-series": "e95a3d53e027cfb4",  # 1,166
    "triquetra": "6321a47bd44fe463",  # 38
    "troika": "867487fbd1f5219d",  # 65
    "troke": "eddba86623808689",  # 6,469
    "troke-series": "eddba86623808689",  # 6,469
    "vice": "20f1bec0b6e0467b",  # 470
    "xiangqi": "6a3b3c9a7885e5b7",  # 2,409
    "yavalath": "5375de7120d3079b",  # 62
}


if __name__ == "__main__":
    from gdl import load

    for name in DIGESTS:
        actions = load(name).actions
        print(f'    "{name}": "{actions.digest}",  # {len(actions):,}')
