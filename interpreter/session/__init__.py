"""Sessions: games being played, without a terminal. What happens is told in values (docs/session.md)."""
