"""Noctule: a memory server for the coding agents that live in editors."""

__version__ = "0.1.0"
