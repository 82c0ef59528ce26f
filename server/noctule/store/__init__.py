"""The disk: which project, which folder, written whole, one writer at a time."""
