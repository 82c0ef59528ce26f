"""Choosing memories for a turn and writing them for the agent."""
