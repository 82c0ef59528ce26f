"""Dreams as their faces use them: what begins them, what they are given, and what becomes of them."""
