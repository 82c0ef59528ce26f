"""Other tools' memories, read where they lie and brought in: copied, never moved."""
