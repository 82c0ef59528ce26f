"""What may reach a prompt, a log or a path."""
