"""Games on a page: tables, the processes that hold them, rooms with seats, and the server before them."""
