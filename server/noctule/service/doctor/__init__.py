"""What keeps Noctule from working as a person means it to: one file a place to look, each giving `Trouble`s."""
