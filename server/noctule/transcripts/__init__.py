"""Past conversations on disk, of every agent: found, read and searched, never written."""
