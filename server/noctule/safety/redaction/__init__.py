"""Finds secrets in text: by their shape, and by what stands around them."""
