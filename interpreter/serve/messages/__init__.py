"""Messages: what pages, the server and its processes say to each other, as attrs classes, and their codec."""
