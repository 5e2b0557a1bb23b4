"""Players: each gets a view and a random source and answers an action, nothing else."""
