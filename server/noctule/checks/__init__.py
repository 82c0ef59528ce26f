"""Findings about a memory folder, pure over parsed files."""
