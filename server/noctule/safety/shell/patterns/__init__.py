"""Regular expressions in linear time: a documented subset, read once, matched by RE2 or by our own automaton."""
