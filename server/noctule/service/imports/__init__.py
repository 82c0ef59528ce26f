"""Imports as their faces use them: found, shown as a plan, and brought in, for one project or for all."""
