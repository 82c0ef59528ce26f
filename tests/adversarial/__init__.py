"""Hostile input of every sort."""
