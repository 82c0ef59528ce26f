"""The hidden git repository of a memory folder: every change is a commit, to be read and undone."""
