"""The face for agents without a plugin: the hooks that they run, and MCP."""
