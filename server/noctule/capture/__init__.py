"""Writing what was learned."""
