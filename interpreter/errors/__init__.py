"""What a user of games can do wrong: exceptions with stable codes, and what the codes mean."""
