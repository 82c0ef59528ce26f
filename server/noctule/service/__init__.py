"""The use cases: the only room that ties the others together."""
