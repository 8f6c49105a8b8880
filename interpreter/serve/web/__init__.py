"""The server: rooms over HTTP and WebSocket, behind guards."""
