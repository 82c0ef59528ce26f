"""Handlers: convert, call the service, convert."""
