"""Learning a game by self-play: weights of n-tuples for the evaluation of alpha-beta."""
