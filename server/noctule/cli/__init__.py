"""The command face."""
