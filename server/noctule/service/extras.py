"""Which of the optional parts are installed here."""

from importlib.util import find_spec

# The second one came with the SDK's version 2, which is the one we speak.
MCP_SDK = ("mcp", "mcp_types")

# What the extra `mcp` asks for; pyproject.toml says the same.
MCP_REQUIREMENT = "mcp>=2.3,<3"


def can_serve_mcp() -> bool:
    """Whether `noctule mcp` has the SDK that it needs. Looks only, and imports nothing."""
    return all(find_spec(name) is not None for name in MCP_SDK)
