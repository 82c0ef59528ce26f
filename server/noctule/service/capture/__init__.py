"""Writing as its faces use it: structured writes, their review, and what waits for a person's word."""
