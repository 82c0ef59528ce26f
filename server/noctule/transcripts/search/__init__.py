"""Search over past conversations: a database of what was said, fed from the transcripts, asked by the ranker."""
