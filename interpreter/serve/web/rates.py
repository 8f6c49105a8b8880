"""What an address may ask of a server."""

from __future__ import annotations

from gdl.support.values import frozen
from interpreter.serve.rooms.buckets import Rate


@frozen
class Limits:
    """What one address may ask of a server. Who comes by way of a trusted proxy has their own."""

    #: requests of any kind
    requests: Rate = Rate(600, 100)
    #: rooms that are made, and links that are tried
    rooms: Rate = Rate(60, 1)
    #: what machines are asked besides moves: hints, reasons
    thoughts: Rate = Rate(20, 1)
    #: positions that are described, which are read one at a time
    positions: Rate = Rate(60, 4)
    #: rooms and analyses that are made, in the long run
    made: Rate = Rate(600, 0.1)
    #: what is said, and what people call themselves
    messages: Rate = Rate(40, 2)
    #: what is put into the gallery
    shown: Rate = Rate(5, 1 / 120)
    #: what is reported; codes of other machines that are tried
    reports: Rate = Rate(6, 1 / 60)
    codes: Rate = Rate(10, 1 / 20)
    #: open sockets: of an address, and of all
    sockets: int = 200
    all_sockets: int = 5000
    #: open connections, sockets and requests: of an address, and of all
    connections: int = 250
    all_connections: int = 10_000


#: No limits, for measurements.
_FREE = Rate(1e12, 1e12)
UNLIMITED = Limits(
    _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, _FREE, 1 << 30, 1 << 30, 1 << 30, 1 << 30
)
