"""Dreams: consolidating a memory folder as one change that can be previewed, refused and undone."""
